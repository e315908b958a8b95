// SPDX-License-Identifier: Apache-2.0
#include "custody/coding/numeric_coding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace privet::custody {
namespace {

constexpr unsigned kMostDecimals = 4;
constexpr std::array<std::int64_t, kMostDecimals + 1> kPowers{1, 10, 100, 1000, 10000};
constexpr double kRoom = 40;  // grid points a value; a hundred times as many stay below 2^53
constexpr double kTail = 3;   // of the pieces' widths: exp(kTail * normal)

// The interval of grid points [low, high] of each piece, with gaps between them.
struct Interval {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

// Where the new values will lie. Nothing of the old values but their number goes in: learners look
// at the order only, so the unit, the size and the sign of the old numbers can all be hidden.
struct Frame {
  unsigned decimals = 0;
  std::int64_t points = 0;
  std::int64_t first = 0;
};

// Units up to 2^22 in size lie two steps of a float apart or more, whatever power of ten divides
// them.
constexpr std::int64_t kSingleExtent = std::int64_t{1} << 21U;

Frame draw_frame(std::size_t values, bool single_precision, Dice& dice) {
  Frame out;
  out.decimals = static_cast<unsigned>(dice.below(kMostDecimals + 1));
  const double wanted = kRoom * static_cast<double>(values) + kRoom;
  const double points = wanted * std::pow(10.0, dice.between(0, 2));
  out.points = std::llround(points);
  double far = points * dice.between(0.01, 3);
  if (single_precision) {
    out.points = std::min(out.points, kSingleExtent);
    far = std::min(far, static_cast<double>(kSingleExtent));
  }
  out.first = std::llround(dice.below(2) == 1 ? far : -far);
  return out;
}

std::vector<Interval> draw_intervals(std::span<const Piece> pieces, const Frame& frame,
                                     Dice& dice) {
  std::int64_t needed = 0;
  std::vector<double> widths;
  std::vector<double> gaps;
  for (const Piece& piece : pieces) {
    needed += 2 * static_cast<std::int64_t>(piece.size()) + 1;
    widths.push_back(std::exp(kTail * dice.normal()));
    gaps.push_back(std::exp(kTail * dice.normal()) / 4);
  }
  const double total = std::accumulate(widths.begin(), widths.end(), 0.0) +
                       std::accumulate(gaps.begin(), gaps.end(), 0.0);
  const auto spare = static_cast<double>(std::max<std::int64_t>(frame.points - needed, 0));
  std::vector<Interval> out;
  std::int64_t at = frame.first;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto own = 2 * static_cast<std::int64_t>(pieces[i].size()) +
                     static_cast<std::int64_t>(spare * widths[i] / total);
    out.push_back({at, at + own - 1});
    at += own + 1 + static_cast<std::int64_t>(spare * gaps[i] / total);
  }
  return out;
}

// Strictly increasing, within the interval, as near to what was asked as that allows.
void push_apart(std::span<std::int64_t> units, const Interval& interval) {
  std::int64_t least = interval.low;
  for (auto& unit : units) {
    unit = std::max(unit, least);
    least = unit + 1;
  }
  std::int64_t most = interval.high;
  for (std::size_t i = units.size(); i-- > 0;) {
    units[i] = std::min(units[i], most);
    most = units[i] - 1;
  }
}

void follow_function(const Domain& domain, const Piece& piece, const Interval& interval,
                     const Function& function, std::span<std::int64_t> units) {
  const double low = domain.values[piece.begin];
  const double high = domain.values[piece.end - 1];
  // Halves, so that a range wider than the largest double stays finite.
  const double span = high / 2 - low / 2;
  const auto room = static_cast<double>(interval.high - interval.low);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const double t = span > 0 ? (domain.values[piece.begin + i] / 2 - low / 2) / span : 0.5;
    units[i] = interval.low + std::llround(evaluate(function, std::clamp(t, 0.0, 1.0)) * room);
  }
  push_apart(units, interval);
}

void deal(const Interval& interval, std::span<std::int64_t> units, Dice& dice) {
  const auto room = static_cast<std::uint64_t>(interval.high - interval.low) + 1;
  for (auto& unit : units) unit = interval.low + static_cast<std::int64_t>(dice.below(room));
  std::sort(units.begin(), units.end());
  push_apart(units, interval);
}

// Moves values that kept their number by one grid point, where a neighbour leaves room. `units` is
// in the order of the new values, `original` the old value of each. False: no room.
bool change_every_value(std::span<std::int64_t> units, unsigned decimals,
                        std::span<const double> original) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (value_of(units[i], decimals) != original[i]) continue;
    if (i + 1 == units.size() || units[i] + 1 < units[i + 1]) {
      ++units[i];
    } else if (i == 0 || units[i] - 1 > units[i - 1]) {
      --units[i];
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

double value_of(std::int64_t units, unsigned decimals) {
  return static_cast<double>(units) / static_cast<double>(kPowers.at(decimals));
}

std::string text_of(std::int64_t units, unsigned decimals) {
  while (decimals > 0 && units % 10 == 0) {
    units /= 10;
    --decimals;
  }
  if (decimals == 0) return fmt::format("{}", units);
  const std::int64_t scale = kPowers.at(decimals);
  const std::int64_t size = std::abs(units);
  return fmt::format("{}{}.{:0{}}", units < 0 ? "-" : "", size / scale, size % scale, decimals);
}

NumericCoding draw_coding(const Domain& domain, std::span<const Piece> pieces,
                          const NumericOptions& options, Dice& dice) {
  NumericCoding out{options.reversed, 0, {}};
  const std::size_t n = domain.size();
  if (n == 0) return out;
  // Every value takes up to three points of the grid (draw_intervals).
  if (options.single_precision && 3 * static_cast<std::int64_t>(n) > kSingleExtent) {
    throw Error(ErrorCode::Input,
                fmt::format("a column has {} different numbers, more than single precision can "
                            "tell apart once encoded; round them first",
                            n));
  }
  std::vector<std::int64_t> placed(n);   // ascending new values
  std::vector<std::uint32_t> source(n);  // and the old value that each is for
  std::vector<double> original(n);
  constexpr int kAttempts = 100;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const Frame frame = draw_frame(n, options.single_precision, dice);
    const auto intervals = draw_intervals(pieces, frame, dice);
    std::iota(source.begin(), source.end(), 0U);
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      const auto own = std::span(placed).subspan(pieces[p].begin, pieces[p].size());
      if (options.shuffle_monochromatic && pieces[p].monochromatic) {
        deal(intervals[p], own, dice);
        dice.shuffle(std::span(source).subspan(pieces[p].begin, pieces[p].size()));
      } else {
        follow_function(domain, pieces[p], intervals[p], draw_function(options.families, dice),
                        own);
      }
    }
    if (options.reversed) {
      // Turned round inside the frame; the functions of the pieces turn with it.
      const std::int64_t ends = placed.front() + placed.back();
      for (auto& unit : placed) unit = ends - unit;
      std::reverse(placed.begin(), placed.end());
      std::reverse(source.begin(), source.end());
    }
    for (std::size_t i = 0; i < n; ++i) original[i] = domain.values[source[i]];
    if (!change_every_value(placed, frame.decimals, original)) continue;
    out.decimals = frame.decimals;
    out.units.resize(n);
    for (std::size_t i = 0; i < n; ++i) out.units[source[i]] = placed[i];
    return out;
  }
  throw Error(ErrorCode::Internal, "no encoding that changes every value was found");
}

}  // namespace privet::custody
