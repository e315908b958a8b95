// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/build_intervals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/error.h"
#include "hierarchy/row_maker.h"

namespace privet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kMaxLevels = 64;

// From `low` up to, but without, `high`.
struct Range {
  double low;
  double high;
};
using Ranges = std::vector<Range>;  // of one value, finest first

bool whole(double number) {
  return std::abs(number) < 9e15 && number == std::floor(number);
}

std::string written(double number) {
  return whole(number) ? fmt::format("{:.0f}", number == 0 ? 0.0 : number)
                       : fmt::format("{}", number);
}

std::string label(const Range& range, bool wholes) {
  if (range.low == -kInfinity && range.high == kInfinity) return std::string(RowMaker::kRoot);
  if (range.low == -kInfinity) return fmt::format("<{}", written(range.high));
  if (range.high == kInfinity) return fmt::format(">={}", written(range.low));
  if (!wholes) return fmt::format("[{}..{})", written(range.low), written(range.high));
  if (range.low == range.high - 1) return written(range.low);
  const char* between = range.low < 0 || range.high <= 0 ? ".." : "-";
  return fmt::format("[{}{}{}]", written(range.low), between, written(range.high - 1));
}

// The numbers of the column that are not missing, ascending, with their codes from missing_count().
std::vector<double> numbers(const Column& column) {
  const auto& dictionary = column.dictionary;
  if (dictionary.type() != ColumnType::Numeric) {
    throw Error(ErrorCode::Input, fmt::format("column {} is not numeric; intervals need numbers",
                                              quote_for_message(column.name)));
  }
  std::vector<double> all;
  for (std::size_t i = dictionary.missing_count(); i < dictionary.size(); ++i) {
    all.push_back(dictionary.number(static_cast<ValueId>(i)));
  }
  return all;
}

// `ranges` has an entry for each number of the column.
Hierarchy build(const Column& column, const std::vector<double>& values,
                const std::vector<Ranges>& ranges, std::size_t levels) {
  bool wholes = std::all_of(values.begin(), values.end(), whole);
  for (const auto& way : ranges) {
    for (const Range& range : way) {
      wholes = wholes && (whole(range.low) || range.low == -kInfinity) &&
               (whole(range.high) || range.high == kInfinity);
    }
  }
  RowMaker rows(levels + 2, fmt::format("intervals of column {}", quote_for_message(column.name)));
  const auto& dictionary = column.dictionary;
  rows.add_missing(dictionary);
  for (std::size_t i = 0; i < values.size(); ++i) {
    rows.add_view(dictionary.text(static_cast<ValueId>(dictionary.missing_count() + i)));
    for (const Range& range : ranges[i]) rows.add(label(range, wholes));
    rows.add_view(RowMaker::kRoot);
  }
  return rows.make();
}

// Ranges of equal width, counted from the origin.
class Grid {
 public:
  Grid(double origin, double width) : origin_(origin), width_(width) {}

  // Where cell `i` begins, in decimal digits a reader would write: 0.3, not 3 * 0.1.
  [[nodiscard]] double begin(std::int64_t i) const {
    const double exact = origin_ + static_cast<double>(i) * width_;
    return whole(exact) ? exact : parse_number(fmt::format("{:.12g}", exact)).value_or(exact);
  }

  // The cell of a number. Rounding is settled by the begins as they will be printed.
  [[nodiscard]] std::int64_t cell(double number) const {
    const double guess = std::floor((number - origin_) / width_);
    // Beyond twelve digits the printed ends of neighbouring ranges would be the same.
    if (!(std::abs(guess) < 1e11) || !(std::abs(number) / width_ < 1e11)) {
      throw Error(ErrorCode::Usage,
                  fmt::format("width {} is too small for the value {}", width_, number));
    }
    auto i = static_cast<std::int64_t>(guess);
    while (number < begin(i)) --i;
    while (number >= begin(i + 1)) ++i;
    return i;
  }

 private:
  double origin_;
  double width_;
};

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

// How many of the finest ranges make one of each level.
std::vector<std::int64_t> multiples(const EqualWidths& options, std::size_t levels) {
  std::vector<std::int64_t> result{1};
  constexpr auto kLargest = std::int64_t{1} << 40;
  if (options.widths.size() > 1) {
    for (std::size_t i = 1; i < options.widths.size(); ++i) {
      const double times = options.widths[i] / options.widths[i - 1];
      if (!(times >= 2) || std::abs(times - std::round(times)) > 1e-9 * times ||
          static_cast<double>(result.back()) * times > static_cast<double>(kLargest)) {
        throw Error(ErrorCode::Usage, fmt::format("width {} is not a multiple of width {} below it",
                                                  options.widths[i], options.widths[i - 1]));
      }
      result.push_back(result.back() * static_cast<std::int64_t>(std::llround(times)));
    }
    return result;
  }
  while (result.size() < levels && result.back() < kLargest) {
    result.push_back(result.back() * static_cast<std::int64_t>(options.factor));
  }
  if (options.levels > result.size()) {
    throw Error(ErrorCode::Usage, fmt::format("{} levels, each {} times as wide, are too many",
                                              options.levels, options.factor));
  }
  return result;
}

std::size_t occupied(const std::vector<std::int64_t>& cells, std::int64_t step) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i == 0 || floor_divide(cells[i], step) != floor_divide(cells[i - 1], step)) ++count;
  }
  return count;
}

// How many levels are worth having: up to the first with as few ranges as ever (two, where values
// lie on both sides of the origin), without one that puts everything in one range like the root.
std::size_t useful(const std::vector<std::int64_t>& cells, const std::vector<std::int64_t>& steps) {
  const std::size_t fewest = occupied(cells, steps.back());
  std::size_t levels = 1;
  while (levels < steps.size() && occupied(cells, steps[levels - 1]) > fewest) ++levels;
  return fewest <= 1 ? std::max<std::size_t>(levels - 1, 1) : levels;
}

void check_factor(std::size_t factor) {
  if (factor < 2 || factor > 1'000'000) {
    throw Error(ErrorCode::Usage, "the factor between levels must be from 2 to 1000000");
  }
}

void check(const EqualWidths& options) {
  const auto refuse = [](const std::string& why) { throw Error(ErrorCode::Usage, why); };
  if (options.widths.empty()) refuse("intervals need a width");
  for (const double width : options.widths) {
    if (!(width > 0) || !std::isfinite(width)) refuse("a width must be greater than 0");
  }
  if (!std::isfinite(options.origin)) refuse("the origin must be a finite number");
  check_factor(options.factor);
  if (options.levels > kMaxLevels) refuse(fmt::format("at most {} levels of ranges", kMaxLevels));
  if (options.widths.size() > kMaxLevels) refuse(fmt::format("at most {} widths", kMaxLevels));
}

}  // namespace

Hierarchy build_intervals(const Column& column, const EqualWidths& options) {
  check(options);
  const auto values = numbers(column);
  const Grid grid(options.origin, options.widths.front());
  std::vector<std::int64_t> cells;
  cells.reserve(values.size());
  for (const double value : values) cells.push_back(grid.cell(value));
  auto steps = multiples(options, options.levels == 0 ? kMaxLevels : options.levels);
  if (options.levels == 0 && options.widths.size() == 1) steps.resize(useful(cells, steps));
  std::vector<Ranges> ranges(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const std::int64_t step : steps) {
      const std::int64_t at = floor_divide(cells[i], step);
      ranges[i].push_back({grid.begin(at * step), grid.begin((at + 1) * step)});
    }
  }
  return build(column, values, ranges, steps.size());
}

Hierarchy build_intervals(const Column& column, const Quantiles& options) {
  if (options.groups < 2) throw Error(ErrorCode::Usage, "quantiles must be at least 2");
  if (options.groups > 1'000'000) throw Error(ErrorCode::Usage, "quantiles: at most 1000000");
  check_factor(options.factor);
  const auto values = numbers(column);
  const std::size_t missing = column.dictionary.missing_count();
  std::vector<std::size_t> counts(values.size(), 0);
  std::size_t rows = 0;
  for (const ValueId code : column.codes) {
    if (code < missing) continue;
    ++counts[code - missing];
    ++rows;
  }
  // quantile[j]: the first value with at least j/groups of the rows before it.
  std::vector<double> quantile(options.groups, values.empty() ? 0 : values.front());
  std::size_t before = 0;
  std::size_t next = 1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (; next < options.groups && before * options.groups >= next * rows; ++next) {
      quantile[next] = values[i];
    }
    before += counts[i];
  }
  Cuts cuts;
  for (std::size_t step = 1; step < options.groups; step *= options.factor) {
    auto& level = cuts.levels.emplace_back();
    for (std::size_t j = step; j < next; j += step) {
      if (quantile[j] > values.front() && (level.empty() || quantile[j] > level.back())) {
        level.push_back(quantile[j]);
      }
    }
    if (level.empty()) {
      cuts.levels.pop_back();
      break;
    }
  }
  // A column of one value, or none, has nothing to cut.
  if (cuts.levels.empty()) return build(column, values, std::vector<Ranges>(values.size()), 0);
  return build_intervals(column, cuts);
}

Hierarchy build_intervals(const Column& column, const Cuts& options) {
  if (options.levels.empty()) throw Error(ErrorCode::Usage, "intervals need cuts");
  for (std::size_t level = 0; level < options.levels.size(); ++level) {
    const auto& cuts = options.levels[level];
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      if (i > 0 && !(cuts[i - 1] < cuts[i])) {
        throw Error(ErrorCode::Usage,
                    fmt::format("cut {} comes after {}; cuts must ascend", cuts[i], cuts[i - 1]));
      }
      if (!std::isfinite(cuts[i])) throw Error(ErrorCode::Usage, "a cut must be a finite number");
      if (level == 0) continue;
      const auto& finer = options.levels[level - 1];
      if (!std::binary_search(finer.begin(), finer.end(), cuts[i])) {
        throw Error(
            ErrorCode::Usage,
            fmt::format("the levels do not nest: cut {} of level {} is not a cut of level {}",
                        cuts[i], level + 1, level));
      }
    }
  }
  const auto values = numbers(column);
  std::vector<Ranges> ranges(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const auto& cuts : options.levels) {
      const auto above = std::upper_bound(cuts.begin(), cuts.end(), values[i]);
      ranges[i].push_back({above == cuts.begin() ? -kInfinity : *std::prev(above),
                           above == cuts.end() ? kInfinity : *above});
    }
  }
  return build(column, values, ranges, options.levels.size());
}

}  // namespace privet
