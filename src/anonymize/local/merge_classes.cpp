// SPDX-License-Identifier: Apache-2.0
#include "anonymize/local/merge_classes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "anonymize/classes/class_table.h"

namespace privet {
namespace {

class Merger {
 public:
  Merger(const Problem& problem, std::span<const ExtentLoss> losses, const PositionTable& table,
         const Run& run)
      : problem_(problem),
        losses_(losses),
        table_(table),
        run_(run),
        starts_(sensitive_starts(problem)) {}

  bool merge(std::vector<Group>& groups) {
    for (auto& group : groups) classes_.push_back(make(std::move(group)));
    // Of classes of one size the first: the order does not depend on threads.
    using Entry = std::pair<std::size_t, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> broken;
    std::size_t left = classes_.size();
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      if (classes_[c].fault > 0) broken.emplace(classes_[c].rows.size(), c);
    }
    bool all_hold = true;
    while (!broken.empty()) {
      const auto [size, c] = broken.top();
      broken.pop();
      if (classes_[c].rows.size() != size || classes_[c].fault <= 0) continue;  // since merged
      run_.progress("merging classes");
      const std::size_t partner = best_partner(c);
      if (partner == classes_.size()) {
        all_hold = false;
        break;
      }
      join(c, partner);
      --left;
      if (classes_[c].fault > 0) broken.emplace(classes_[c].rows.size(), c);
    }
    groups.clear();
    for (auto& cls : classes_) {
      if (!cls.rows.empty()) groups.push_back(std::move(cls.rows));
    }
    return all_hold && left > 0;
  }

 private:
  struct Class {
    Group rows;
    std::vector<Extent> extents;
    std::vector<std::uint32_t> counts;  // of sensitive values
    double loss = 0;                    // of all its records
    double fault = 0;                   // by how much it breaks the models, times its records
  };

  // How far a class is beyond what the models allow, summed over them.
  [[nodiscard]] double fault(std::size_t size, const std::vector<std::uint32_t>& counts) {
    views_.clear();
    for (std::size_t s = 0; s + 1 < starts_.size(); ++s) {
      views_.push_back(
          std::span<const std::uint32_t>(counts).subspan(starts_[s], starts_[s + 1] - starts_[s]));
    }
    const EquivalenceClass cls{.size = size, .histograms = views_};
    double sum = 0;
    for (const auto* model : problem_.models) {
      if (model->holds(cls)) continue;
      const double goal = model->parameters().front().second;
      const double reached = model->reached(cls);
      const bool less_is_safer = model->weaker(1, 2) > 1.5;
      const double beyond =
          less_is_safer ? reached - goal : std::log(goal / std::max(reached, 1e-9));
      constexpr double kLeast = 1e-6;  // broken, however little
      constexpr double kMost = 1e6;    // a ratio may be infinite
      sum += std::clamp(beyond, kLeast, kMost);
    }
    return sum * static_cast<double>(size);
  }

  [[nodiscard]] Class make(Group rows) {
    Class out;
    out.extents.assign(losses_.size(), {std::numeric_limits<std::uint32_t>::max(), 0});
    out.counts.assign(starts_.back(), 0);
    for (const RowId row : rows) {
      const std::uint32_t* record = table_.record(row);
      for (std::size_t a = 0; a < losses_.size(); ++a) {
        out.extents[a].low = std::min(out.extents[a].low, record[a]);
        out.extents[a].high = std::max(out.extents[a].high, record[a]);
      }
      for (std::size_t s = 0; s + 1 < starts_.size(); ++s) {
        ++out.counts[starts_[s] + record[table_.attributes + s]];
      }
    }
    for (std::size_t a = 0; a < losses_.size(); ++a) out.loss += losses_[a](out.extents[a]);
    out.loss *= static_cast<double>(rows.size());
    out.fault = fault(rows.size(), out.counts);
    out.rows = std::move(rows);
    return out;
  }

  [[nodiscard]] std::size_t best_partner(std::size_t c) {
    double best = -1;
    std::size_t partner = classes_.size();
    for (std::size_t p = 0; p < classes_.size(); ++p) {
      if (p == c || classes_[p].rows.empty()) continue;
      const double value = worth(classes_[c], classes_[p], best);
      if (value <= best) continue;
      best = value;
      partner = p;
    }
    return partner;
  }

  // What merging the two heals for the loss it brings; -1 if less than `best`.
  [[nodiscard]] double worth(const Class& a, const Class& b, double best) {
    constexpr double kLeastLoss = 1e-3;
    const std::size_t size = a.rows.size() + b.rows.size();
    double loss = 0;
    for (std::size_t i = 0; i < losses_.size(); ++i) {
      loss += losses_[i]({std::min(a.extents[i].low, b.extents[i].low),
                          std::max(a.extents[i].high, b.extents[i].high)});
    }
    const double added = std::max(kLeastLoss, loss * static_cast<double>(size) - a.loss - b.loss);
    if ((a.fault + b.fault) / added < best) return -1;
    counts_.resize(starts_.back());
    for (std::size_t v = 0; v < counts_.size(); ++v) counts_[v] = a.counts[v] + b.counts[v];
    const double healed = a.fault + b.fault - fault(size, counts_);
    return std::max(0.0, healed) / added;
  }

  void join(std::size_t c, std::size_t partner) {
    Group rows = std::move(classes_[c].rows);
    rows.insert(rows.end(), classes_[partner].rows.begin(), classes_[partner].rows.end());
    classes_[partner] = {};
    classes_[c] = make(std::move(rows));
  }

  const Problem& problem_;
  std::span<const ExtentLoss> losses_;
  const PositionTable& table_;
  const Run& run_;
  std::vector<std::uint32_t> starts_;
  std::vector<Class> classes_;
  std::vector<std::uint32_t> counts_;  // of two classes together
  std::vector<std::span<const std::uint32_t>> views_;
};

}  // namespace

bool merge_until_they_hold(const Problem& problem, std::span<const ExtentLoss> losses,
                           const PositionTable& table, std::vector<Group>& classes,
                           const Run& run) {
  constexpr std::size_t kBlock = 4096;  // classes that look for partners among each other
  std::vector<Group> out;
  bool all_hold = true;
  for (std::size_t begin = 0; begin < classes.size(); begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, classes.size());
    std::vector<Group> block(
        std::make_move_iterator(classes.begin() + static_cast<std::ptrdiff_t>(begin)),
        std::make_move_iterator(classes.begin() + static_cast<std::ptrdiff_t>(end)));
    const bool alone = begin == 0 && end == classes.size();
    const bool held = Merger(problem, losses, table, run).merge(block);
    all_hold = all_hold && (held || !alone);
    for (Group& group : block) out.push_back(std::move(group));
  }
  const bool again = classes.size() > kBlock;
  const std::size_t before = classes.size();
  classes = std::move(out);
  // Classes that found no partner in their block look among those of all blocks.
  if (again && classes.size() < before) {
    return merge_until_they_hold(problem, losses, table, classes, run);
  }
  return all_hold;
}

}  // namespace privet
