// SPDX-License-Identifier: Apache-2.0
#include "anonymize/full_domain/node_checker.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet {

class NodeChecker::Worker {
 public:
  Worker(const NodeChecker& checker, const Problem& problem, const LatticeMetric& metric)
      : checker_(checker),
        metric_(metric),
        records_(problem.table.rows()),
        roll_(checker.levels_, checker.layout_, sensitive_starts(problem).back()),
        judge_(problem),
        steps_(checker.order_.size()),
        at_(checker.bottom_) {
    if (!metric.wants_group_squares()) return;
    for (const auto& levels : checker.levels_) gone_.emplace_back(levels.values());
  }

  [[nodiscard]] NodeCheck check(const Levels& node) {
    const ClassTable& table = move_to(node);
    const std::size_t attributes = node.size();
    NodeCheck out;
    out.extra.assign(attributes, 0);
    suppressed_.clear();
    kept_.clear();
    double squares = 0;
    bool uncovers = false;
    extra_.assign(attributes, 0);
    const auto suppress = [&](std::size_t c, bool hopeless) {
      const std::size_t size = table.sizes[c];
      out.suppressed += size;
      suppressed_.push_back(static_cast<std::uint32_t>(c));
      for (std::size_t a = 0; a < attributes; ++a) {
        const double extra = static_cast<double>(size) *
                             metric_.extra(a, node[a], checker_.layout_.name(table.key(c), a));
        extra_[a] += extra;
        if (hopeless) out.extra[a] += extra;
      }
    };
    for (std::size_t c = 0; c < table.classes(); ++c) {
      const ClassVerdict verdict = judge_.judge(table, c);
      uncovers = uncovers || verdict.uncovers;
      if (table.sizes[c] == 0) continue;
      out.least_suppressed += verdict.least_suppressed;
      if (verdict.holds) {
        kept_.emplace_back(judge_.counted(), static_cast<std::uint32_t>(c));
      } else {
        suppress(c, verdict.hopeless);
      }
    }
    for (const std::uint32_t c : leave_out_smallest(judge_, kept_)) suppress(c, false);
    for (const auto& [counted, c] : kept_) {
      const auto size = static_cast<double>(table.sizes[c]);
      squares += size * size;
    }
    out.classes = kept_.size();
    out.price = metric_.price({.levels = node,
                               .records = static_cast<double>(records_),
                               .suppressed = static_cast<double>(out.suppressed),
                               .classes = static_cast<double>(out.classes),
                               .squares = squares,
                               .extra = extra_,
                               .group_squares = group_squares(table)});
    if (uncovers) {  // finer nodes leave these people uncovered too, where models prune
      out.suppressed = records_ + 1;
      if (judge_.prunes()) out.least_suppressed = records_ + 1;
    }
    return out;
  }

 private:
  // A table on the way from the base: the attributes up to here are on their levels.
  struct Step {
    ClassTable table;
    bool made = false;  // else the attribute stays at the bottom, and the table is the one before
  };

  [[nodiscard]] const ClassTable& table_before(std::size_t step) const {
    while (step > 0) {
      if (steps_[--step].made) return steps_[step].table;
    }
    return checker_.base_;
  }

  const ClassTable& move_to(const Levels& node) {
    std::size_t step = 0;
    while (step < steps_.size() && at_[checker_.order_[step]] == node[checker_.order_[step]]) {
      ++step;
    }
    for (; step < steps_.size(); ++step) {
      const std::size_t a = checker_.order_[step];
      steps_[step] = {};
      at_[a] = node[a];
      if (node[a] == checker_.bottom_[a]) continue;
      const LevelChange change{a, node[a]};
      steps_[step].table = roll_.from_finer(table_before(step), std::span(&change, 1));
      steps_[step].made = true;
    }
    return table_before(steps_.size());
  }

  std::span<const double> group_squares(const ClassTable& table) {
    if (gone_.empty()) return {};
    squares_.assign(gone_.size(), 0);
    for (std::size_t a = 0; a < gone_.size(); ++a) {
      for (const std::uint32_t c : suppressed_) {
        gone_[a][checker_.layout_.name(table.key(c), a)] += table.sizes[c];
      }
      for (const std::uint32_t c : suppressed_) {
        double& count = gone_[a][checker_.layout_.name(table.key(c), a)];
        squares_[a] += count * count;
        count = 0;
      }
    }
    return squares_;
  }

  const NodeChecker& checker_;
  const LatticeMetric& metric_;
  std::size_t records_;
  RollUp roll_;
  ClassJudge judge_;
  std::vector<Step> steps_;
  Levels at_;
  std::vector<std::uint32_t> suppressed_;  // classes
  std::vector<CountedClass> kept_;
  std::vector<double> extra_;
  std::vector<std::vector<double>> gone_;  // [attribute][name]: suppressed records of the group
  std::vector<double> squares_;
};

NodeChecker::NodeChecker(const Problem& problem, std::span<const AttributeLevels> levels,
                         const LatticeMetric& metric, const Levels& bottom, const Run& run)
    : levels_(levels), run_(run), layout_(levels), order_(levels.size()), bottom_(bottom) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    return levels[a].values() > levels[b].values();
  });
  std::vector<RowId> rows(problem.table.rows());
  std::iota(rows.begin(), rows.end(), RowId{0});
  std::vector<std::uint32_t> class_of;
  base_ = RollUp(levels, layout_, sensitive_starts(problem).back())
              .from_records(problem, rows, bottom, class_of, run);
  for (std::size_t t = 0; t < run.pool().size(); ++t) {
    workers_.push_back(std::make_unique<Worker>(*this, problem, metric));
  }
}

NodeChecker::~NodeChecker() = default;

std::vector<NodeCheck> NodeChecker::check(std::span<const Levels> nodes) {
  constexpr std::size_t kPiece = 4;  // neighbours that one thread takes together
  std::vector<std::size_t> sorted(nodes.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::sort(sorted.begin(), sorted.end(), [&](std::size_t x, std::size_t y) {
    for (const std::size_t a : order_) {
      if (nodes[x][a] != nodes[y][a]) return nodes[x][a] < nodes[y][a];
    }
    return x < y;
  });
  std::vector<NodeCheck> out(nodes.size());
  std::atomic<std::size_t> next = 0;
  run_.pool().parallel_for(std::min(workers_.size(), nodes.size()), [&](std::size_t w) {
    for (;;) {
      const std::size_t begin = next.fetch_add(kPiece);
      if (begin >= sorted.size()) return;
      for (std::size_t i = begin; i < std::min(begin + kPiece, sorted.size()); ++i) {
        run_.check_cancelled();
        out[sorted[i]] = workers_[w]->check(nodes[sorted[i]]);
      }
    }
  });
  return out;
}

}  // namespace privet
