// SPDX-License-Identifier: Apache-2.0
#include "anonymize/local/exchange.h"

#include <algorithm>
#include <limits>

#include "anonymize/classes/class_judge.h"

namespace privet {
namespace {

constexpr double kNoise = 1e-9;  // saved less than this is not saved
constexpr int kRounds = 3;
constexpr int kRecombinations = 6;  // rounds, where classes are put together instead

}  // namespace

Exchange::Exchange(const Problem& problem, std::span<const AttributeOrder> orders,
                   std::span<const ExtentLoss> losses, const PositionTable& table)
    : losses_(losses),
      table_(table),
      specializer_(problem, orders, losses, table),
      bounds_(orders, losses),
      smallest_(std::max<std::size_t>(1, problem.smallest_class())),
      growing_(ClassJudge(problem).closed()) {}

Exchange::Class Exchange::make(Group rows) const {
  Class out;
  out.extents.assign(losses_.size(), {std::numeric_limits<std::uint32_t>::max(), 0});
  out.rows = std::move(rows);
  for (const RowId row : out.rows) {
    const std::uint32_t* record = table_.record(row);
    for (std::size_t a = 0; a < losses_.size(); ++a) {
      out.extents[a].low = std::min(out.extents[a].low, record[a]);
      out.extents[a].high = std::max(out.extents[a].high, record[a]);
    }
  }
  for (std::size_t a = 0; a < losses_.size(); ++a) out.loss += losses_[a](out.extents[a]);
  return out;
}

// The loss of a record of the class when this one joins; infinite once it is above `enough`: a part
// of the sum must not be taken for the whole.
double Exchange::joint_loss(const Class& cls, const std::uint32_t* record, double enough) const {
  double loss = 0;
  for (std::size_t a = 0; a < losses_.size(); ++a) {
    const Extent extent = cls.extents[a];
    loss += losses_[a]({std::min(extent.low, record[a]), std::max(extent.high, record[a])});
    if (loss > enough) return std::numeric_limits<double>::infinity();
  }
  return loss;
}

Exchange::Move Exchange::best_move(RowId row, std::size_t from, double below) {
  Move best{classes_.size(), below};
  const std::uint32_t* record = table_.record(row);
  const auto least = bounds_.least_costs(record);
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    if (least[c] >= best.cost || c == from) continue;
    const Class& cls = classes_[c];
    const auto size = static_cast<double>(cls.rows.size());
    // (size + 1) x joint - size x loss < best
    const double enough = (best.cost + size * cls.loss) / (size + 1);
    if (cls.loss > enough) continue;
    const double cost = (size + 1) * joint_loss(cls, record, enough) - size * cls.loss;
    if (cost < best.cost) best = {c, cost};
  }
  return best;
}

void Exchange::put(std::size_t c, Class cls) {
  bounds_.put(c, cls.extents, cls.rows.size(), cls.loss);
  classes_[c] = std::move(cls);
}

void Exchange::join(std::size_t c, RowId row) {
  Group rows = std::move(classes_[c].rows);
  rows.push_back(row);
  put(c, make(std::move(rows)));
}

double Exchange::united_loss(const Class& a, const Class& b) const {
  double loss = 0;
  for (std::size_t i = 0; i < losses_.size(); ++i) {
    loss += losses_[i]({std::min(a.extents[i].low, b.extents[i].low),
                        std::max(a.extents[i].high, b.extents[i].high)});
  }
  return loss * static_cast<double>(a.rows.size() + b.rows.size());
}

std::vector<Exchange::Class> Exchange::part_fully(Group rows) {
  std::vector<Class> out;
  std::vector<Group> open;
  open.push_back(std::move(rows));
  while (!open.empty()) {
    Group group = std::move(open.back());
    open.pop_back();
    Division division = specializer_.best(group);
    if (division.score <= 0) division = specializer_.between_far_records(group);
    if (division.score <= 0) {
      out.push_back(make(std::move(group)));
      continue;
    }
    std::vector<Group> parts(division.parts);
    for (std::size_t i = 0; i < group.size(); ++i) parts[division.part_of[i]].push_back(group[i]);
    for (Group& part : parts) {
      if (!part.empty()) open.push_back(std::move(part));
    }
  }
  return out;
}

bool Exchange::recombine(std::size_t c) {
  constexpr std::size_t kPartners = 10;
  std::vector<std::pair<double, std::size_t>> near;
  for (std::size_t p = 0; p < classes_.size(); ++p) {
    if (p == c || classes_[p].rows.empty()) continue;
    near.emplace_back(united_loss(classes_[c], classes_[p]) - classes_[p].total(), p);
  }
  const std::size_t tried = std::min(kPartners, near.size());
  std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(tried), near.end());
  for (std::size_t i = 0; i < tried; ++i) {
    const std::size_t p = near[i].second;
    Group rows = classes_[c].rows;
    rows.insert(rows.end(), classes_[p].rows.begin(), classes_[p].rows.end());
    std::vector<Class> parts = part_fully(std::move(rows));
    double loss = 0;
    for (const Class& part : parts) loss += part.total();
    if (loss >= classes_[c].total() + classes_[p].total() - kNoise) continue;
    classes_[c] = std::move(parts.front());
    classes_[p] = {};
    for (std::size_t q = 1; q < parts.size(); ++q) classes_.push_back(std::move(parts[q]));
    return true;
  }
  return false;
}

bool Exchange::dissolve(std::size_t c) {
  const double budget = classes_[c].total() - kNoise;
  if (budget <= 0) return false;
  const Group rows = classes_[c].rows;
  std::vector<std::pair<std::size_t, Class>> before;  // to take the moves back
  double cost = 0;
  for (const RowId row : rows) {
    const Move move = best_move(row, c, budget - cost);
    cost += move.cost;
    if (move.to == classes_.size()) {
      for (; !before.empty(); before.pop_back()) {
        put(before.back().first, std::move(before.back().second));
      }
      return false;
    }
    before.emplace_back(move.to, classes_[move.to]);
    join(move.to, row);
  }
  put(c, {});
  return true;
}

bool Exchange::move_single(std::size_t c) {
  bool moved = false;
  for (std::size_t i = 0; i < classes_[c].rows.size();) {
    if (classes_[c].rows.size() <= smallest_) return moved;
    const RowId row = classes_[c].rows[i];
    Group rest = classes_[c].rows;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    Class left = make(std::move(rest));
    const double freed = classes_[c].total() - left.total();
    ++i;
    if (freed <= kNoise || !specializer_.holds(left.rows)) continue;
    const Move move = best_move(row, c, freed - kNoise);
    if (move.to == classes_.size()) continue;
    join(move.to, row);
    put(c, std::move(left));
    --i;
    moved = true;
  }
  return moved;
}

void Exchange::part_grown() {
  for (std::size_t c = 0, end = classes_.size(); c < end; ++c) {
    if (classes_[c].rows.size() < 2 * smallest_) continue;
    std::vector<Class> parts = part_fully(std::move(classes_[c].rows));
    classes_[c] = std::move(parts.front());
    for (std::size_t p = 1; p < parts.size(); ++p) classes_.push_back(std::move(parts[p]));
  }
}

std::vector<Group> Exchange::improve(std::vector<Group> groups) {
  classes_.clear();
  for (auto& group : groups) classes_.push_back(make(std::move(group)));
  for (int round = 0; round < (growing_ ? kRounds : kRecombinations); ++round) {
    bool changed = false;
    bounds_.resize(classes_.size());
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      bounds_.put(c, classes_[c].extents, classes_[c].rows.size(), classes_[c].loss);
    }
    std::vector<std::size_t> order(classes_.size());
    for (std::size_t c = 0; c < order.size(); ++c) order[c] = c;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
      return classes_[x].loss > classes_[y].loss;
    });
    for (const std::size_t c : order) {
      if (classes_[c].rows.empty()) continue;
      if (growing_) {
        changed = dissolve(c) || move_single(c) || changed;
      } else {
        changed = recombine(c) || changed;
      }
    }
    std::erase_if(classes_, [](const Class& cls) { return cls.rows.empty(); });
    part_grown();
    if (!changed) break;
  }
  std::vector<Group> out;
  for (auto& cls : classes_) out.push_back(std::move(cls.rows));
  return out;
}

}  // namespace privet
