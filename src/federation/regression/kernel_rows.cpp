// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/kernel_rows.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "base/counted.h"
#include "base/error.h"
#include "protocol/selection/best_of_parties.h"
#include "protocol/tell.h"

namespace privet::federation {
namespace {

using protocol::About;
using protocol::Bound;
using protocol::Occurs;

constexpr protocol::Opening kRange{"the smallest and the largest value of a column",
                                   "columns are scaled by them, part of the answer"};
constexpr std::string_view kScaledColumns = "columns that are scaled";
constexpr protocol::Opening kKernelCounts{"how many complete rows each other party has",
                                          "as many rows of the random kernel follow"};
constexpr protocol::Opening kKernelNumbers{
    "a number of a row in the random kernel, or its class, time or event",
    "the model is fitted on them (Yu et al. 2008, algorithm 4.1); weak, hence --allow-weak"};
constexpr std::string_view kKernelSize = "numbers of the random kernel";

// A whole number in the order of the reals.
std::uint64_t place_of(double x) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);  // -0.0 becomes 0.0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}
double number_at(std::uint64_t place) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  return std::bit_cast<double>((place & kSign) != 0 ? place & ~kSign : ~place);
}

}  // namespace

mining::SvmRanges common_ranges(const protocol::Setting& setting, const mining::Matrix& x) {
  setting.ledger.add_to_size(kScaledColumns, x.columns);
  const auto own = mining::svm_ranges(x);
  std::vector<std::vector<std::uint64_t>> places(x.columns);
  for (std::size_t c = 0; c < x.columns && x.rows > 0; ++c) {
    places[c] = {place_of(own.low[c]), place_of(own.high[c])};
  }
  const std::vector<std::span<const std::uint64_t>> spans(places.begin(), places.end());
  auto referees = protocol::Referees::set_up(setting);
  mining::SvmRanges out;
  for (const auto& range : protocol::extremes(referees, spans, 64, kRange)) {
    out.low.push_back(range ? number_at(range->smallest) : 0.0);
    out.high.push_back(range ? number_at(range->largest) : 0.0);
  }
  return out;
}

protocol::Forecast ranges_forecast(std::size_t parties) {
  const auto columns = Bound::of(kScaledColumns);
  auto out = told_to_all(parties, protocol::kAnyNumbers, columns, Occurs::Sometimes, About::All);
  const auto ranges =
      told_to_all(parties, kRange, Bound(2) * columns, Occurs::Sometimes, About::All);
  out.insert(out.end(), ranges.begin(), ranges.end());
  return out;
}

ProtocolChoice random_kernel_protocol() {
  return {.name = kRandomKernel,
          .summary = "every party tells all others its rows times a random matrix that all know",
          .weakness =
              "of a row with n numbers all parties learn as many equations as --kernel-rows "
              "says, so whoever knows the few numbers that are missing, or that they are "
              "whole numbers or categories, computes all others of the row, and of every "
              "row; classes, times and events are disclosed as they are"};
}

std::vector<Parameter> random_kernel_parameters() {
  return {{.name = "kernel-rows",
           .kind = ParameterKind::Count,
           .summary = "The rows of the random matrix, fewer than there are columns; for --protocol "
                      "random-kernel.",
           .placeholder = "N",
           .min = 1},
          {.name = "seed",
           .kind = ParameterKind::Count,
           .summary = "The seed of the random matrix, which all parties know.",
           .placeholder = "N",
           .default_text = "1"}};
}

bool on_random_kernel(const Job& job, const Settings& settings) {
  const bool random = job.protocol == kRandomKernel;
  const Place place{.parameter = "--kernel-rows"};
  if (random && !settings.given("kernel-rows")) {
    throw Error(ErrorCode::Usage, "is missing: --protocol random-kernel needs it", place);
  }
  if (!random && settings.given("kernel-rows")) {
    throw Error(ErrorCode::Usage, "is for --protocol random-kernel", place);
  }
  return random;
}

void check_kernel_rows(std::size_t kernel_rows, std::size_t columns) {
  if (kernel_rows < columns) return;
  throw Error(ErrorCode::Usage,
              fmt::format("must be below the number of columns, {}: with as many everybody could "
                          "compute every row",
                          columns),
              {.parameter = "--kernel-rows"});
}

std::string random_kernel_risk(std::size_t kernel_rows, std::size_t columns) {
  return fmt::format(
      "of the {} of every row {} known to all parties as equations: whoever knows {} of a row "
      "computes the others, and whole numbers or categories can be tried; who sees the equations "
      "but not the random matrix has it from {}",
      counted(columns, "number"), counted(kernel_rows, "is", "are"),
      counted(columns - kernel_rows, "number"), counted(columns + 1, "known row"));
}

protocol::Forecast random_kernel_forecast(std::size_t parties) {
  auto out = ranges_forecast(parties);
  for (const auto& items :
       {told_to_all(parties, kKernelCounts, Bound(parties), Occurs::Always, About::Some),
        told_to_all(parties, kKernelNumbers, Bound::of(kKernelSize), Occurs::Sometimes,
                    About::Some)}) {
    out.insert(out.end(), items.begin(), items.end());
  }
  return out;
}

mining::Matrix told_rows(const protocol::Setting& setting, const mining::Matrix& own) {
  constexpr std::uint64_t kMostRows = std::uint64_t{1} << 24U;
  const std::vector<std::size_t> one(setting.mesh.ids(), 1);
  const std::uint64_t rows = own.rows;
  std::vector<std::size_t> counts;
  std::size_t all = 0;
  for (const auto& told :
       protocol::tell_numbers(setting, std::span(&rows, 1), one, kKernelCounts)) {
    if (told.size() != 1 || told[0] > kMostRows) {
      throw Error(ErrorCode::Peer,
                  fmt::format("a party sent its number of rows: expected at most {}, got {}",
                              kMostRows, told.empty() ? 0 : told[0]));
    }
    counts.push_back(static_cast<std::size_t>(told[0]) * own.columns);
    all += counts.back();
  }
  setting.ledger.add_to_size(kKernelSize, all);
  std::vector<std::uint64_t> mine;
  for (const double number : own.cells) mine.push_back(std::bit_cast<std::uint64_t>(number));
  mining::Matrix out{all / own.columns, own.columns, {}};
  for (const auto& told : protocol::tell_numbers(setting, mine, counts, kKernelNumbers)) {
    for (const auto bits : told) {
      const auto number = std::bit_cast<double>(bits);
      if (!std::isfinite(number)) {
        throw Error(ErrorCode::Peer,
                    "a party sent a row of the kernel: expected numbers, got one that is none");
      }
      out.cells.push_back(number);
    }
  }
  return out;
}

}  // namespace privet::federation
