// SPDX-License-Identifier: Apache-2.0
#include "risk/order_attack.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace privet {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct Range {
  double low = -kInfinite;
  double high = kInfinite;
  [[nodiscard]] bool point() const { return low == high; }
};

std::optional<Range> read_range(std::string_view text);

// "{1,2,[5-7]}": from the smallest to the largest member; missing members say nothing.
std::optional<Range> read_members(std::string_view inside) {
  Range out{kInfinite, -kInfinite};
  while (!inside.empty()) {
    const auto comma = inside.find(',');
    const std::string_view member = inside.substr(0, comma);
    inside = comma == std::string_view::npos ? std::string_view() : inside.substr(comma + 1);
    if (is_missing_text(member)) return Range{};
    const auto range = read_range(member);
    if (!range) return std::nullopt;
    out = {std::min(out.low, range->low), std::max(out.high, range->high)};
  }
  if (out.low > out.high) return std::nullopt;
  return out;
}

// The numbers that a cell allows; nothing if it is not about numbers. Unknown ones allow all.
std::optional<Range> read_range(std::string_view text) {
  if (text == "*" || is_missing_text(text)) return Range{};
  if (const auto number = parse_number(text)) return Range{*number, *number};
  if (text.size() < 3) return std::nullopt;
  const std::string_view inside = text.substr(1, text.size() - 2);
  if (text.front() == '{' && text.back() == '}') return read_members(inside);
  if (text.front() != '[' || text.back() != ']') return std::nullopt;
  auto split = inside.find("..");
  const std::size_t width = split == std::string_view::npos ? 1 : 2;
  if (width == 1) split = inside.find('-', 1);
  if (split == std::string_view::npos) return std::nullopt;
  const auto low = parse_number(inside.substr(0, split));
  const auto high = parse_number(inside.substr(split + width));
  if (!low || !high) return std::nullopt;
  return Range{*low, *high};
}

// [ValueId] the ranges of a column; empty if some cell is not about numbers.
std::vector<Range> read_ranges(const Column& column) {
  std::vector<Range> out;
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    const auto range = read_range(column.dictionary.text(static_cast<ValueId>(v)));
    if (!range) return {};
    out.push_back(*range);
  }
  return out;
}

// Each record's range if the table was sorted by it, ascending; nothing if it cannot have been.
std::optional<std::vector<Range>> narrow(const std::vector<Range>& cells) {
  std::vector<Range> out(cells.size());
  double low = -kInfinite;
  for (std::size_t r = 0; r < cells.size(); ++r) {
    low = std::max(low, cells[r].low);
    out[r].low = low;
  }
  double high = kInfinite;
  for (std::size_t r = cells.size(); r-- > 0;) {
    high = std::min(high, cells[r].high);
    out[r].high = high;
    if (out[r].low > out[r].high) return std::nullopt;
  }
  return out;
}

class ColumnOrder {
 public:
  ColumnOrder(const Table& table, AttributeId column, std::span<const AttributeId> quasi,
              std::size_t smallest)
      : table_(table), column_(table.column(column)), quasi_(quasi), smallest_(smallest) {
    out_.column = column_.name;
    id_ = column;
  }

  std::optional<OrderRisk> measure() {
    if (column_.dictionary.size() < 2 || table_.rows() < 3) return std::nullopt;
    out_.clustered = clustered();
    const std::vector<Range> of_value = read_ranges(column_);
    if (!of_value.empty()) {
      std::vector<Range> cells;
      cells.reserve(table_.rows());
      for (const ValueId code : column_.codes) cells.push_back(of_value[code]);
      out_.correlation = correlation(of_value);
      look_for_sorting(cells);
    }
    // Beyond five standard deviations of what chance does.
    const bool correlated =
        std::abs(out_.correlation) * std::sqrt(static_cast<double>(table_.rows()) - 1) > 5;
    if (!out_.sorted && !out_.clustered && !correlated) return std::nullopt;
    if (!correlated) out_.correlation = 0;
    return out_;
  }

 private:
  // Whether more neighbours are equal than chance explains: in a random order the number is close
  // to a Poisson one.
  [[nodiscard]] bool clustered() const {
    std::vector<double> counts(column_.dictionary.size());
    for (const ValueId code : column_.codes) ++counts[code];
    const auto n = static_cast<double>(table_.rows());
    double expected = 0;
    for (const double count : counts) expected += count * (count - 1) / n;
    std::size_t equal = 0;
    for (std::size_t r = 1; r < table_.rows(); ++r) {
      equal += column_.codes[r] == column_.codes[r - 1] ? 1U : 0U;
    }
    const double deviation = std::sqrt(expected * std::max(0.0, 1 - expected / n)) + 1;
    return static_cast<double>(equal) > expected + 6 * deviation;
  }

  // Spearman's, with the middles of the ranges; equal ones share their mean rank.
  [[nodiscard]] double correlation(const std::vector<Range>& of_value) const {
    const auto middle = [](const Range& range) {
      return std::isfinite(range.low) && std::isfinite(range.high)
                 ? range.low / 2 + range.high / 2
                 : std::numeric_limits<double>::quiet_NaN();
    };
    std::map<double, std::size_t> count;
    for (const ValueId code : column_.codes) {
      const double at = middle(of_value[code]);
      if (!std::isnan(at)) ++count[at];
    }
    std::map<double, double> rank;
    double before = 0;
    for (const auto& [at, records] : count) {
      rank[at] = before + (static_cast<double>(records) - 1) / 2;
      before += static_cast<double>(records);
    }
    const double mean = (before - 1) / 2;
    std::vector<double> rank_of_value(of_value.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t v = 0; v < of_value.size(); ++v) {
      const double at = middle(of_value[v]);
      if (std::isnan(at)) continue;
      const auto found = rank.find(at);
      if (found != rank.end()) rank_of_value[v] = found->second - mean;
    }
    double xy = 0;
    double xx = 0;
    double yy = 0;
    double place = -mean;
    for (const ValueId code : column_.codes) {
      const double y = rank_of_value[code];
      if (std::isnan(y)) continue;
      xy += place * y;
      xx += place * place;
      yy += y * y;
      ++place;
    }
    return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
  }

  // Whether the cells have so few different orders that chance may have sorted them.
  [[nodiscard]] bool few_orders() const {
    std::vector<double> counts(column_.dictionary.size());
    for (const ValueId code : column_.codes) ++counts[code];
    double orders = std::lgamma(static_cast<double>(table_.rows()) + 1);
    for (const double count : counts) orders -= std::lgamma(count + 1);
    return orders < std::log(1e6);
  }

  void look_for_sorting(std::vector<Range>& cells) {
    // In a sorted table the middles of the ranges go with the places: without that the ranges only
    // overlap so much that any order is possible.
    const double strength = out_.correlation * std::sqrt(static_cast<double>(table_.rows()) - 1);
    if (few_orders() || std::abs(strength) < 2.9) return;
    if (strength < 0) {
      for (Range& cell : cells) cell = {-cell.high, -cell.low};
    }
    const auto narrowed = narrow(cells);
    if (!narrowed) return;
    out_.sorted = true;
    for (std::size_t r = 0; r < cells.size(); ++r) {
      const bool tighter = (*narrowed)[r].low > cells[r].low || (*narrowed)[r].high < cells[r].high;
      out_.narrowed += tighter ? 1U : 0U;
      out_.exact += tighter && (*narrowed)[r].point() ? 1U : 0U;
    }
    count_below(*narrowed);
  }

  // Regroups the records by the narrowed ranges and the other quasi-identifiers.
  void count_below(const std::vector<Range>& narrowed) {
    if (std::find(quasi_.begin(), quasi_.end(), id_) == quasi_.end()) return;
    std::map<std::vector<double>, std::size_t> groups;
    const auto key = [&](std::size_t r) {
      std::vector<double> out{narrowed[r].low, narrowed[r].high};
      for (const AttributeId id : quasi_) {
        if (id != id_) out.push_back(table_.column(id).codes[r]);
      }
      return out;
    };
    for (std::size_t r = 0; r < narrowed.size(); ++r) ++groups[key(r)];
    for (const auto& [shown, records] : groups) {
      if (records < smallest_) out_.below += records;
    }
  }

  const Table& table_;
  const Column& column_;
  std::span<const AttributeId> quasi_;
  std::size_t smallest_;
  AttributeId id_ = 0;
  OrderRisk out_;
};

}  // namespace

std::vector<OrderRisk> measure_order(const Table& table, std::span<const AttributeId> quasi,
                                     std::size_t smallest, const Run& run) {
  std::vector<OrderRisk> out;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    run.check_cancelled();
    auto risk = ColumnOrder(table, static_cast<AttributeId>(c), quasi, smallest).measure();
    if (risk) out.push_back(std::move(*risk));
  }
  return out;
}

}  // namespace privet
