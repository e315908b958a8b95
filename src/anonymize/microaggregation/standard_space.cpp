// SPDX-License-Identifier: Apache-2.0
#include "anonymize/microaggregation/standard_space.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "quality/information_loss.h"

namespace privet {
namespace {

constexpr double kExpected = 2;  // of the squared difference of two random records

std::vector<double> shares_of_values(const Column& column) {
  std::vector<double> out(column.dictionary.size());
  for (const ValueId code : column.codes) out[code] += 1;
  for (double& share : out) share /= static_cast<double>(column.codes.size());
  return out;
}

double unequal(const std::vector<double>& shares) {
  double equal = 0;
  for (const double share : shares) equal += share * share;
  return 1 - equal;
}

// The mean difference of two random records: over the groups, how high each lies times how likely
// it is the lowest that covers both.
double expected_difference(const std::vector<double>& shares, const BoundHierarchy* bound) {
  if (bound == nullptr) return unequal(shares);
  const Hierarchy& tree = bound->hierarchy;
  const auto heights = height_shares(tree);
  std::vector<double> inside(tree.nodes());
  for (std::size_t v = 0; v < shares.size(); ++v) {
    inside[bound->leaf(static_cast<ValueId>(v))] += shares[v];
  }
  double sum = 0;
  for (auto node = static_cast<NodeId>(tree.leaves()); node < tree.nodes(); ++node) {
    const auto [first, last] = tree.children(node);
    double apart = 0;
    for (NodeId child = first; child <= last; ++child) {
      inside[node] += inside[child];
      apart -= inside[child] * inside[child];
    }
    sum += heights[node] * (apart + inside[node] * inside[node]);
  }
  return sum;
}

}  // namespace

StandardSpace::StandardSpace(const Problem& problem, std::span<const AttributeOrder> orders)
    : problem_(problem) {
  costs_.reserve(orders.size());  // categories point into it
  for (std::size_t a = 0; a < orders.size(); ++a) {
    const AttributeId id = problem.quasi[a].column;
    const Column& column = problem.table.column(id);
    costs_.emplace_back(column, orders[a]);
    const double weight = problem.weights.empty() ? 1 : problem.weights[a];
    if (column.codes.empty() || weight <= 0) continue;
    if (problem.quasi[a].shows) {
      add_number(column, id, weight);
      continue;
    }
    std::vector<std::uint32_t> positions(column.dictionary.size());
    for (std::size_t v = 0; v < positions.size(); ++v) {
      positions[v] = orders[a].position(static_cast<ValueId>(v));
    }
    const double expected = expected_difference(shares_of_values(column), orders[a].hierarchy());
    add_category(id, std::move(positions), expected, weight, &costs_.back());
  }
}

void StandardSpace::add_number(const Column& column, AttributeId id, double weight) {
  const Dictionary& values = column.dictionary;
  const std::size_t missing = values.missing_count();
  const std::vector<double> shares = shares_of_values(column);
  if (missing < values.size()) {
    // Halves, because the width itself may be no double.
    const double low = values.number(static_cast<ValueId>(missing)) / 2;
    const double width = values.number(static_cast<ValueId>(values.size() - 1)) / 2 - low;
    Coordinate out{id, std::vector<double>(values.size())};
    double present = 0;
    double mean = 0;
    for (std::size_t v = missing; width > 0 && v < values.size(); ++v) {
      out.of_value[v] = (values.number(static_cast<ValueId>(v)) / 2 - low) / width;
      present += shares[v];
      mean += shares[v] * out.of_value[v];
    }
    if (present > 0) mean /= present;
    std::fill_n(out.of_value.begin(), missing, mean);
    double variance = 0;
    for (std::size_t v = 0; v < values.size(); ++v) {
      const double off = out.of_value[v] - mean;
      variance += shares[v] * off * off;
    }
    if (variance > 0) {
      const double unit = std::sqrt(weight / variance);
      for (double& coordinate : out.of_value) coordinate = (coordinate - mean) * unit;
      coordinates_.push_back(std::move(out));
    }
  }
  if (missing == 0) return;
  std::vector<std::uint32_t> codes(values.size(), 0);
  std::vector<double> kinds{0};
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (v >= missing) {
      kinds[0] += shares[v];
      continue;
    }
    codes[v] = static_cast<std::uint32_t>(v + 1);
    kinds.push_back(shares[v]);
  }
  add_category(id, std::move(codes), unequal(kinds), weight, nullptr);
}

void StandardSpace::add_category(AttributeId id, std::vector<std::uint32_t> of_value,
                                 double expected, double weight, const ExtentCost* difference) {
  if (expected <= 1e-12) return;  // all records are the same
  categories_.push_back({id, std::move(of_value), weight * kExpected / expected, difference});
}

PointCategory StandardSpace::category_of(const Category& category,
                                         std::span<const RowId> rows) const {
  const auto& codes = problem_.table.column(category.column).codes;
  PointCategory out{.codes = {}, .values = 0, .unit = category.unit};
  out.codes.reserve(rows.size());
  for (const RowId row : rows) out.codes.push_back(category.of_value[codes[row]]);
  // Numbered anew, in their order, so that codes are few where the rows are.
  std::vector<std::uint32_t> present = out.codes;
  std::sort(present.begin(), present.end());
  present.erase(std::unique(present.begin(), present.end()), present.end());
  for (std::uint32_t& code : out.codes) {
    code = static_cast<std::uint32_t>(std::lower_bound(present.begin(), present.end(), code) -
                                      present.begin());
  }
  out.values = present.size();
  if (category.difference == nullptr) return out;
  out.difference = [cost = category.difference, present = std::move(present)](std::uint32_t a,
                                                                              std::uint32_t b) {
    return (*cost)({present[std::min(a, b)], present[std::max(a, b)]});
  };
  return out;
}

MixedPoints StandardSpace::points(std::span<const RowId> rows) const {
  MixedPoints out{.points = rows.size()};
  for (const Coordinate& coordinate : coordinates_) {
    const auto& codes = problem_.table.column(coordinate.column).codes;
    auto& column = out.coordinates.emplace_back();
    column.reserve(rows.size());
    for (const RowId row : rows) column.push_back(coordinate.of_value[codes[row]]);
  }
  for (const Category& category : categories_) {
    out.categories.push_back(category_of(category, rows));
  }
  return out;
}

const StandardSpace::Coordinate* StandardSpace::widest(std::span<const RowId> rows) const {
  const Coordinate* best = nullptr;
  double most = 0;
  for (const Coordinate& coordinate : coordinates_) {
    const auto& codes = problem_.table.column(coordinate.column).codes;
    double sum = 0;
    double squares = 0;
    for (const RowId row : rows) {
      const double at = coordinate.of_value[codes[row]];
      sum += at;
      squares += at * at;
    }
    const auto count = static_cast<double>(rows.size());
    const double variance = squares / count - (sum / count) * (sum / count);
    if (variance <= most) continue;
    most = variance;
    best = &coordinate;
  }
  return best;
}

std::vector<std::vector<RowId>> StandardSpace::blocks(std::size_t most, const Run& run) const {
  std::vector<RowId> order(problem_.table.rows());
  std::iota(order.begin(), order.end(), RowId{0});
  std::vector<std::vector<RowId>> out;
  const std::function<void(std::span<RowId>)> cut = [&](std::span<RowId> rows) {
    if (rows.size() <= most) {
      out.emplace_back(rows.begin(), rows.end());
      std::sort(out.back().begin(), out.back().end());
      return;
    }
    run.check_cancelled();
    const Coordinate* along = widest(rows);
    const auto before = [&](RowId a, RowId b) {
      if (along == nullptr) return a < b;
      const auto& codes = problem_.table.column(along->column).codes;
      const double x = along->of_value[codes[a]];
      const double y = along->of_value[codes[b]];
      return x != y ? x < y : a < b;
    };
    const std::size_t half = rows.size() / 2;
    std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(half), rows.end(),
                     before);
    cut(rows.first(half));
    cut(rows.subspan(half));
  };
  if (!order.empty()) cut(order);
  return out;
}

}  // namespace privet
