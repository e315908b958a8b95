// SPDX-License-Identifier: Apache-2.0
#include "anonymize/local/specialization.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "anonymize/classes/class_table.h"
#include "base/thread_pool.h"

namespace privet {
namespace {

constexpr Extent kNothing{std::numeric_limits<std::uint32_t>::max(), 0};

void widen(Extent& extent, std::uint32_t position) {
  extent.low = std::min(extent.low, position);
  extent.high = std::max(extent.high, position);
}

}  // namespace

PositionTable make_positions(const Problem& problem, std::span<const AttributeOrder> orders,
                             const Run& run) {
  PositionTable out;
  out.attributes = orders.size();
  out.stride = orders.size() + problem.histograms();
  out.cells.resize(problem.table.rows() * out.stride);
  run.pool().parallel_for(out.stride, [&](std::size_t f) {
    const bool quasi = f < orders.size();
    const Column& column = quasi ? problem.table.column(problem.quasi[f].column)
                                 : problem.counted_column(f - orders.size());
    const auto& codes = column.codes;
    for (std::size_t r = 0; r < codes.size(); ++r) {
      out.cells[r * out.stride + f] = quasi ? orders[f].position(codes[r]) : codes[r];
    }
  });
  return out;
}

ExtentLoss::ExtentLoss(const AttributeOrder& order, double weight) : order_(&order) {
  const std::size_t values =
      order.hierarchy() != nullptr ? order.hierarchy()->hierarchy.leaves() : order.size();
  scale_ = values > 1 ? weight / (static_cast<double>(values) - 1) : 0;
  constexpr std::size_t kFewPositions = 256;
  const std::size_t positions = order.size();
  if (positions > kFewPositions) return;
  std::vector<double> table(positions * positions);
  for (std::uint32_t low = 0; low < positions; ++low) {
    for (std::uint32_t high = low + 1; high < positions; ++high) {
      table[low * positions + high] = compute({low, high});
    }
  }
  table_ = std::move(table);
}

double ExtentLoss::compute(Extent extent) const {
  const std::size_t covered =
      order_->hierarchy() != nullptr
          ? order_->hierarchy()->hierarchy.leaf_count(order_->covering_node(extent)) - 1
          : extent.high - extent.low;
  return scale_ * static_cast<double>(covered);
}

Specializer::Specializer(const Problem& problem, std::span<const AttributeOrder> orders,
                         std::span<const ExtentLoss> losses, const PositionTable& table)
    : problem_(problem),
      orders_(orders),
      losses_(losses),
      table_(table),
      smallest_(std::max<std::size_t>(1, problem.smallest_class())),
      value_starts_(sensitive_starts(problem)) {
  views_.resize(value_starts_.size() - 1);
}

bool Specializer::holds(std::size_t size, const std::uint32_t* counts) {
  if (size < smallest_) return false;
  for (std::size_t s = 0; s < views_.size(); ++s) {
    views_[s] = {counts + value_starts_[s], value_starts_[s + 1] - value_starts_[s]};
  }
  const EquivalenceClass cls{.size = size, .histograms = views_};
  return std::all_of(problem_.models.begin(), problem_.models.end(),
                     [&](const PrivacyModel* model) { return model->holds(cls); });
}

bool Specializer::holds(std::span<const RowId> group) {
  remainder_counts_.assign(value_starts_.back(), 0);
  for (const RowId row : group) {
    const std::uint32_t* codes = table_.record(row) + table_.attributes;
    for (std::size_t s = 0; s < views_.size(); ++s) {
      ++remainder_counts_[value_starts_[s] + codes[s]];
    }
  }
  return holds(group.size(), remainder_counts_.data());
}

std::size_t Specializer::child_of(std::uint32_t position) const {
  return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), position) -
                                  starts_.begin()) -
         1;
}

// Without a hierarchy the children are the values up to the median and those behind it.
void Specializer::find_children(std::span<const RowId> group, std::size_t a, Extent extent) {
  if (orders_[a].hierarchy() != nullptr) {
    const auto starts = orders_[a].cut_starts(extent);
    starts_.assign(starts.begin(), starts.end());
  } else {
    std::vector<std::uint32_t> positions;
    for (const RowId row : group) positions.push_back(table_.record(row)[a]);
    const auto middle = positions.begin() + static_cast<std::ptrdiff_t>(positions.size() / 2);
    std::nth_element(positions.begin(), middle, positions.end());
    starts_ = {extent.low, std::max(extent.low + 1, *middle)};
  }
  const std::size_t values = value_starts_.back();
  children_.assign(starts_.size(), {.extent = kNothing});
  counts_.assign(starts_.size() * values, 0);
  for (const RowId row : group) {
    const std::uint32_t* record = table_.record(row);
    const std::size_t child = child_of(record[a]);
    ++children_[child].size;
    widen(children_[child].extent, record[a]);
    for (std::size_t s = 0; s < views_.size(); ++s) {
      ++counts_[child * values + value_starts_[s] + record[table_.attributes + s]];
    }
  }
}

// Decides which children stay together. False if no child can be separated from the rest.
bool Specializer::complete_remainder() {
  const std::size_t values = value_starts_.back();
  std::size_t size = 0;
  std::size_t apart = 0;
  remainder_counts_.assign(values, 0);
  const auto join = [&](std::size_t c) {
    children_[c].in_remainder = true;
    size += children_[c].size;
    for (std::size_t v = 0; v < values; ++v) remainder_counts_[v] += counts_[c * values + v];
  };
  for (std::size_t c = 0; c < children_.size(); ++c) {
    Child& child = children_[c];
    if (child.size == 0) continue;
    child.holds = holds(child.size, counts_.data() + c * values);
    child.holds ? static_cast<void>(++apart) : join(c);
  }
  while (size > 0 && apart > 0 && !holds(size, remainder_counts_.data())) {
    std::size_t least = children_.size();
    for (std::size_t c = 0; c < children_.size(); ++c) {
      if (!children_[c].holds || children_[c].in_remainder) continue;
      if (least == children_.size() || children_[c].size < children_[least].size) least = c;
    }
    join(least);
    --apart;
  }
  return apart > (size > 0 ? 0U : 1U);
}

void Specializer::find_slack(std::size_t size, const std::uint32_t* counts,
                             std::vector<double>& slack) {
  for (std::size_t s = 0; s < views_.size(); ++s) {
    views_[s] = {counts + value_starts_[s], value_starts_[s + 1] - value_starts_[s]};
  }
  const EquivalenceClass cls{.size = size, .histograms = views_};
  slack.clear();
  for (const auto* model : problem_.models) {
    const double goal = model->parameters().front().second;
    const double reached = model->reached(cls);
    const bool less_is_safer = model->weaker(1, 2) > 1.5;
    slack.push_back(
        std::max(0.0, less_is_safer ? goal - reached : std::log(std::max(reached, 1e-9) / goal)));
  }
}

// Loss saved for each share of the models' slack that the division uses up.
double Specializer::score(std::size_t a, Extent extent, std::size_t size) {
  const auto n = static_cast<double>(size);
  const std::size_t values = value_starts_.back();
  double loss = 0;
  double used = 0;
  Extent rest = kNothing;
  std::size_t left = 0;
  const auto add = [&](std::size_t records, Extent part, const std::uint32_t* counts) {
    const double share = static_cast<double>(records) / n;
    loss += share * losses_[a](part);
    find_slack(records, counts, part_slack_);
    for (std::size_t m = 0; m < slack_.size(); ++m) {
      if (slack_[m] > 0) used += share * (1 - part_slack_[m] / slack_[m]);
    }
  };
  for (std::size_t c = 0; c < children_.size(); ++c) {
    const Child& child = children_[c];
    if (child.size == 0) continue;
    if (!child.in_remainder) {
      add(child.size, child.extent, counts_.data() + c * values);
      continue;
    }
    left += child.size;
    rest.low = std::min(rest.low, child.extent.low);
    rest.high = std::max(rest.high, child.extent.high);
  }
  if (left > 0) add(left, rest, remainder_counts_.data());
  const double saved = losses_[a](extent) - loss;
  return saved > 0 ? saved / std::max(used, 0.01) : 0;
}

double Specializer::distance(const std::uint32_t* x, const std::uint32_t* y) const {
  double sum = 0;
  for (std::size_t a = 0; a < losses_.size(); ++a) {
    sum += losses_[a]({std::min(x[a], y[a]), std::max(x[a], y[a])});
  }
  return sum;
}

RowId Specializer::farthest(std::span<const RowId> group, const std::uint32_t* from) const {
  RowId out = group.front();
  double most = -1;
  for (const RowId row : group) {
    const double far = distance(table_.record(row), from);
    if (far <= most) continue;
    most = far;
    out = row;
  }
  return out;
}

Division Specializer::between_far_records(std::span<const RowId> group) {
  Division out;
  const std::size_t n = group.size();
  if (n < 2 * smallest_) return out;
  const RowId left = farthest(group, table_.record(group.front()));
  const RowId right = farthest(group, table_.record(left));
  std::vector<std::pair<double, std::uint32_t>> order(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t* record = table_.record(group[i]);
    order[i] = {distance(record, table_.record(left)) - distance(record, table_.record(right)), i};
  }
  std::sort(order.begin(), order.end());
  // Losses of the first records and of the last ones, for every place to part between.
  std::vector<double> before(n + 1);
  std::vector<double> behind(n + 1);
  const auto run = [&](std::vector<double>& losses, bool forward) {
    std::vector<Extent> extents(losses_.size(), kNothing);
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t* record = table_.record(group[order[forward ? i : n - 1 - i].second]);
      double sum = 0;
      for (std::size_t a = 0; a < extents.size(); ++a) {
        widen(extents[a], record[a]);
        sum += losses_[a](extents[a]);
      }
      losses[forward ? i + 1 : n - 1 - i] = sum * static_cast<double>(i + 1);
    }
  };
  run(before, true);
  run(behind, false);
  std::vector<std::pair<double, std::size_t>> places;
  for (std::size_t p = smallest_; p + smallest_ <= n; ++p) {
    const double saved = before[n] - before[p] - behind[p];
    if (saved > 1e-12) places.emplace_back(-saved, p);
  }
  std::sort(places.begin(), places.end());
  std::vector<RowId> half;
  const auto side_holds = [&](std::size_t begin, std::size_t end) {
    half.clear();
    for (std::size_t i = begin; i < end; ++i) half.push_back(group[order[i].second]);
    return holds(half);
  };
  constexpr std::size_t kTries = 32;
  for (std::size_t i = 0; i < std::min(kTries, places.size()); ++i) {
    const auto [saved, p] = places[i];
    if (!side_holds(0, p) || !side_holds(p, n)) continue;
    out.score = -saved;
    out.parts = 2;
    out.part_of.assign(n, 0);
    for (std::size_t j = p; j < n; ++j) out.part_of[order[j].second] = 1;
    return out;
  }
  return out;
}

Division Specializer::best(std::span<const RowId> group) {
  Division out;
  if (group.size() < 2 * smallest_ || !holds(group)) return out;
  find_slack(group.size(), remainder_counts_.data(), slack_);
  std::vector<Extent> extents(orders_.size(), kNothing);
  for (const RowId row : group) {
    const std::uint32_t* record = table_.record(row);
    for (std::size_t a = 0; a < extents.size(); ++a) widen(extents[a], record[a]);
  }
  for (std::size_t a = 0; a < extents.size(); ++a) {
    if (extents[a].low == extents[a].high) continue;
    find_children(group, a, extents[a]);
    if (!complete_remainder()) continue;
    const double found = score(a, extents[a], group.size());
    if (found <= out.score) continue;
    out.score = found;
    std::vector<std::uint32_t> number(children_.size(), 0);  // 0: the remainder
    out.parts = 1;
    for (std::size_t c = 0; c < children_.size(); ++c) {
      if (children_[c].size > 0 && !children_[c].in_remainder) {
        number[c] = static_cast<std::uint32_t>(out.parts++);
      }
    }
    out.part_of.clear();
    for (const RowId row : group) out.part_of.push_back(number[child_of(table_.record(row)[a])]);
  }
  return out;
}

}  // namespace privet
