// SPDX-License-Identifier: Apache-2.0
// What the guard checks of perturbed columns: they were compared with the released bytes already,
// here with the originals. Coding and rounding are checked to the digit, swaps by the values that
// are there and by their ranks. Of noise and PRAM only bounds can be checked, nine standard
// deviations wide so that chance does not break them: nobody can tell from one outcome that it was
// drawn.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "publish/guard.h"
#include "publish/guard_scan_internal.h"
#include "risk/released_number.h"

namespace privet {
namespace {

using Kind = Perturbation::Kind;

constexpr double kDeviations = 9;  // beyond this many standard deviations nothing falls by chance

class PerturbedCheck {
 public:
  PerturbedCheck(const Column& shown, const PerturbedColumn& perturbed)
      : shown_(shown), old_(*perturbed.original), how_(perturbed.how) {}

  void check() const {
    if (shown_.codes.size() != old_.codes.size() || shown_.name != old_.name) {
      refuse("it is not the column that was perturbed");
    }
    for (std::size_t r = 0; r < old_.codes.size(); ++r) {
      const auto row = static_cast<RowId>(r);
      if (old_.missing(row) != shown_.missing(row) ||
          (old_.missing(row) && old_.text(row) != shown_.text(row))) {
        refuse_row(row, "a missing value must stay missing, and no other may become so");
      }
    }
    switch (how_.kind) {
      case Kind::Coding:
        return each([&](RowId row, double old, double now) { check_coded(row, old, now); });
      case Kind::Rounding:
        return each([&](RowId row, double old, double now) { check_rounded(row, old, now); });
      case Kind::Noise:
        return check_noise();
      case Kind::RankSwap:
        return check_swaps();
      case Kind::Pram:
        return check_randomised();
    }
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const {
    detail::guard_refuses(fmt::format("column {}, {}: {}", quote_for_message(shown_.name),
                                      perturbation_name(how_.kind), why));
  }
  [[noreturn]] void refuse_row(RowId row, std::string_view why) const {
    detail::guard_refuses(fmt::format("record {}, column {}, {}: {} for {}: {}", row + 1ULL,
                                      quote_for_message(shown_.name), perturbation_name(how_.kind),
                                      quote_for_message(shown_.text(row)),
                                      quote_for_message(old_.text(row)), why));
  }

  template <class Visit>
  void each(const Visit& visit) const {
    std::vector<double> before;  // [ValueId] in the guard's own reading
    std::vector<double> after;
    for (std::size_t v = 0; v < old_.dictionary.size(); ++v) {
      before.push_back(read_released_number(old_.dictionary.text(static_cast<ValueId>(v)),
                                            old_.dictionary.form()));
    }
    for (std::size_t v = 0; v < shown_.dictionary.size(); ++v) {
      after.push_back(read_released_number(shown_.dictionary.text(static_cast<ValueId>(v)),
                                           old_.dictionary.form()));
    }
    for (std::size_t r = 0; r < old_.codes.size(); ++r) {
      const auto row = static_cast<RowId>(r);
      if (old_.missing(row)) continue;
      visit(row, before[old_.codes[r]], after[shown_.codes[r]]);
    }
  }

  void check_coded(RowId row, double old, double now) const {
    const bool below = how_.bottom && old < *how_.bottom;
    const bool above = how_.top && old > *how_.top;
    const bool sound = below   ? now == *how_.bottom
                       : above ? now == *how_.top
                               : old_.text(row) == shown_.text(row);
    if (!sound) refuse_row(row, "ends are shown as their bound, and nothing else changes");
  }

  void check_rounded(RowId row, double old, double now) const {
    const double slack = 1e-9 * how_.base + 4e-16 * std::abs(old);
    const double off = std::abs(std::remainder(now, how_.base));
    if (std::isnan(now) || off > slack || std::abs(now - old) > how_.base / 2 + slack) {
      refuse_row(row, "it is not the nearest multiple");
    }
  }

  // The squares of the noise add up to about as many variances as there are values.
  void check_noise() const {
    double squares = 0;
    double sum = 0;
    double count = 0;
    each([&](RowId row, double old, double now) {
      const double noise = (now - old) / how_.deviation;
      // The last digit adds up to half of itself; a deviation is at least the last digit.
      if (!(std::abs(noise) <= kDeviations + 0.5)) refuse_row(row, "it is too far away");
      squares += noise * noise;
      sum += noise;
      count += 1;
    });
    if (count < 30) return;  // too few to tell
    const double variance = squares / count;
    const double mean = sum / count;
    // A chi-square variable of n degrees has a deviation of sqrt(2n); rounding adds a twelfth of
    // the last digit's square.
    const double play = kDeviations * std::sqrt(2 / count);
    if (variance > (1 + play) * (1 + 1.0 / 12) + play || variance < 1 - play) {
      refuse(fmt::format("the noise has {:.3g} times the variance it should have", variance));
    }
    if (std::abs(mean) > kDeviations * std::sqrt((1 + 1.0 / 12) / count)) {
      refuse(fmt::format("the noise has a mean of {:.3g} standard deviations", mean));
    }
  }

  void check_swaps() const {
    std::map<std::string_view, long> balance;
    std::vector<double> sorted;
    each([&](RowId row, double old, double) {
      ++balance[old_.text(row)];
      --balance[shown_.text(row)];
      sorted.push_back(old);
    });
    for (const auto& [text, count] : balance) {
      if (count != 0) refuse("the values are no longer those that were there");
    }
    std::sort(sorted.begin(), sorted.end());
    const double share = std::floor(how_.percent / 100 * static_cast<double>(sorted.size()));
    const auto window = std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(share));
    each([&](RowId row, double old, double now) {
      const auto [old_low, old_high] = std::equal_range(sorted.begin(), sorted.end(), old);
      const auto [now_low, now_high] = std::equal_range(sorted.begin(), sorted.end(), now);
      // Values that occur several times have several ranks: the nearest of them count.
      if (now_low - (old_high - 1) > window || old_low - (now_high - 1) > window) {
        refuse_row(row, "it is further away in rank than allowed");
      }
    });
  }

  void check_randomised() const {
    std::map<std::string_view, std::size_t> place;
    const TransitionMatrix& matrix = how_.matrix;
    for (std::size_t i = 0; i < matrix.values.size(); ++i) place[matrix.values[i]] = i;
    double expected = 0;
    double variance = 0;
    double kept = 0;
    for (std::size_t r = 0; r < old_.codes.size(); ++r) {
      const auto row = static_cast<RowId>(r);
      if (old_.missing(row)) continue;
      const auto from = place.find(old_.text(row));
      const auto to = place.find(shown_.text(row));
      if (from == place.end() || to == place.end() ||
          !(matrix.rows[from->second][to->second] > 0)) {
        refuse_row(row, "the matrix does not allow it");
      }
      const double keep = matrix.rows[from->second][from->second];
      expected += keep;
      variance += keep * (1 - keep);
      kept += from->second == to->second ? 1 : 0;
    }
    // Bernstein's bound: a sum of independent draws is not further off.
    const double play = kDeviations * std::sqrt(variance) + kDeviations * kDeviations;
    if (std::abs(kept - expected) > play) {
      refuse(fmt::format("{} values were kept where about {:.0f} were to be", kept, expected));
    }
  }

  const Column& shown_;
  const Column& old_;
  const Perturbation& how_;
};

}  // namespace

void guard_perturbation(const Table& table, std::span<const PerturbedColumn> perturbed) {
  for (const auto& column : perturbed) {
    PerturbedCheck(table.column(column.column), column).check();
  }
}

}  // namespace privet
