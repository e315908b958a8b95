// SPDX-License-Identifier: Apache-2.0
#include "anonymize/local/local_recoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "anonymize/classes/class_judge.h"
#include "anonymize/classes/class_values.h"
#include "anonymize/classes/merge_for_population.h"
#include "anonymize/local/exchange.h"
#include "anonymize/local/merge_classes.h"
#include "anonymize/local/specialization.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "privacy/k_anonymity.h"

namespace privet {
namespace {

class LocalSearch {
 public:
  LocalSearch(const Problem& problem, const std::vector<double>& weights, const Run& run)
      : problem_(problem), run_(run), orders_(make_orders(problem)) {
    for (std::size_t a = 0; a < orders_.size(); ++a) {
      const auto* hierarchy = orders_[a].hierarchy();
      const auto values = static_cast<double>(hierarchy != nullptr ? hierarchy->hierarchy.leaves()
                                                                   : orders_[a].size());
      const double weight = weights.empty() ? 1 : weights[a];
      losses_.emplace_back(orders_[a], weight * (1 - 1 / std::max(1.0, values)));
    }
    table_ = make_positions(problem, orders_, run);
  }

  [[nodiscard]] Recoding search() {
    const bool growing = ClassJudge(problem_).closed();
    for (const Group& start : starts()) {
      std::vector<Group> classes = specialize({start}, problem_);
      if (!growing) try_merging(start, classes);
      exchange(classes);
      for (Group& cls : classes) classes_.push_back(std::move(cls));
    }
    return recoding();
  }

 private:
  // All records, or those that boundaries let share a class; groups for which the models do not
  // hold are left out.
  [[nodiscard]] std::vector<Group> starts() {
    std::map<std::vector<NodeId>, Group> groups;
    for (RowId r = 0; r < problem_.table.rows(); ++r) {
      std::vector<NodeId> bounds;
      for (const auto& quasi : problem_.quasi) {
        if (quasi.hierarchy == nullptr || !quasi.hierarchy->hierarchy.bounded()) continue;
        const ValueId value = problem_.table.column(quasi.column).codes[r];
        bounds.push_back(quasi.hierarchy->hierarchy.boundary(quasi.hierarchy->leaf(value)));
      }
      groups[std::move(bounds)].push_back(r);
    }
    Specializer specializer(problem_, orders_, losses_, table_);
    std::vector<Group> out;
    std::size_t lost = 0;
    for (auto& [bounds, group] : groups) {
      if (specializer.holds(group)) {
        out.push_back(std::move(group));
      } else {
        lost += group.size();
      }
    }
    const std::size_t records = problem_.table.rows();
    if (static_cast<double>(lost) >
        problem_.max_suppression * static_cast<double>(records) + 1e-9) {
      throw Error(ErrorCode::Infeasible,
                  fmt::format("the models do not hold for {} of {} records, generalized as far as "
                              "they may be; let more be suppressed with --max-suppression, or "
                              "relax a model or a boundary",
                              lost, records));
    }
    return out;
  }

  struct Part {
    Group rows;
    bool finished = false;
  };

  // Divides the groups until nothing can be divided. The parts of a group stay where it was, so
  // that neighbours in the result are akin.
  [[nodiscard]] std::vector<Group> specialize(std::vector<Group> groups,
                                              const Problem& problem) const {
    std::vector<Part> all;
    for (Group& group : groups) all.push_back({std::move(group)});
    for (std::size_t open = all.size(); open > 0;) {
      run_.progress("specializing",
                    1 - static_cast<double>(open) / static_cast<double>(all.size()));
      std::vector<std::vector<Part>> made(all.size());
      part_all(problem, all, made);
      std::vector<Part> next;
      open = 0;
      for (std::size_t g = 0; g < all.size(); ++g) {
        if (made[g].empty()) {
          next.push_back({std::move(all[g].rows), true});
          continue;
        }
        open += made[g].size();
        for (Part& part : made[g]) next.push_back(std::move(part));
      }
      all = std::move(next);
    }
    std::vector<Group> out;
    out.reserve(all.size());
    for (Part& part : all) out.push_back(std::move(part.rows));
    return out;
  }

  void part_all(const Problem& problem, const std::vector<Part>& all,
                std::vector<std::vector<Part>>& made) const {
    constexpr std::size_t kTaskRecords = 4096;
    std::vector<std::size_t> tasks;
    std::size_t records = kTaskRecords;
    for (std::size_t g = 0; g < all.size(); ++g) {
      if (records >= kTaskRecords) {
        tasks.push_back(g);
        records = 0;
      }
      if (!all[g].finished) records += all[g].rows.size();
    }
    run_.pool().parallel_for(tasks.size(), [&](std::size_t t) {
      run_.check_cancelled();
      Specializer specializer(problem, orders_, losses_, table_);
      const std::size_t end = t + 1 < tasks.size() ? tasks[t + 1] : all.size();
      for (std::size_t g = tasks[t]; g < end; ++g) {
        const Group& rows = all[g].rows;
        if (all[g].finished) continue;
        Division division = specializer.best(rows);
        if (division.score <= 0) division = specializer.between_far_records(rows);
        if (division.score <= 0) continue;
        made[g].resize(division.parts);
        for (std::size_t i = 0; i < rows.size(); ++i) {
          made[g][division.part_of[i]].rows.push_back(rows[i]);
        }
        std::erase_if(made[g], [](const Part& part) { return part.rows.empty(); });
      }
    });
  }

  // The other way round: as fine as the sizes allow, then merged until the models hold, then
  // divided again where that has become possible. Keeps what loses less.
  void try_merging(const Group& start, std::vector<Group>& classes) const {
    constexpr std::size_t kUsualSize = 5;
    const auto sizes = make_k_anonymity(std::max(kUsualSize, problem_.smallest_class()));
    Problem relaxed = problem_;
    relaxed.models = {sizes.get()};
    if (start.size() < kUsualSize) return;
    std::vector<Group> other = specialize({start}, relaxed);
    if (!merge_until_they_hold(problem_, losses_, table_, other, run_)) return;
    other = specialize(std::move(other), problem_);
    if (loss(other) < loss(classes)) classes = std::move(other);
  }

  [[nodiscard]] double loss(const std::vector<Group>& classes) const {
    double sum = 0;
    for (const Group& rows : classes) {
      for (std::size_t a = 0; a < losses_.size(); ++a) {
        sum += losses_[a](extent(rows, a)) * static_cast<double>(rows.size());
      }
    }
    return sum;
  }

  [[nodiscard]] Extent extent(const Group& rows, std::size_t a) const {
    Extent out{table_.record(rows.front())[a], table_.record(rows.front())[a]};
    for (const RowId row : rows) {
      out.low = std::min(out.low, table_.record(row)[a]);
      out.high = std::max(out.high, table_.record(row)[a]);
    }
    return out;
  }

  // Block after block; then blocks that straddle the first ones.
  void exchange(std::vector<Group>& classes) const {
    for (const std::size_t offset : {std::size_t{0}, kBlock / 2}) {
      std::vector<std::size_t> begins;
      if (offset > 0) begins.push_back(0);
      for (std::size_t b = offset; b < classes.size(); b += kBlock) begins.push_back(b);
      std::vector<std::vector<Group>> improved(begins.size());
      run_.progress("exchanging");
      run_.pool().parallel_for(begins.size(), [&](std::size_t i) {
        run_.check_cancelled();
        const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : classes.size();
        std::vector<Group> block(
            std::make_move_iterator(classes.begin() + std::ptrdiff_t(begins[i])),
            std::make_move_iterator(classes.begin() + std::ptrdiff_t(end)));
        improved[i] = Exchange(problem_, orders_, losses_, table_).improve(std::move(block));
      });
      classes.clear();
      for (auto& block : improved) {
        for (Group& cls : block) classes.push_back(std::move(cls));
      }
    }
  }

  [[nodiscard]] Recoding recoding() const {
    Recoding out;
    out.class_of.assign(problem_.table.rows(), kSuppressed);
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      out.class_sizes.push_back(static_cast<std::uint32_t>(classes_[c].size()));
      for (const RowId row : classes_[c]) out.class_of[row] = static_cast<ClassId>(c);
    }
    out.attributes.resize(orders_.size());
    run_.pool().parallel_for(orders_.size(), [&](std::size_t a) {
      out.attributes[a].column = problem_.quasi[a].column;
      ClassValues values(problem_.table.column(problem_.quasi[a].column), orders_[a]);
      std::vector<std::uint32_t> positions;
      for (const auto& rows : classes_) {
        values.add(extent(rows, a), [&] {
          positions.clear();
          for (const RowId row : rows) positions.push_back(table_.record(row)[a]);
          return std::span<const std::uint32_t>(positions);
        });
      }
      values.take(out.attributes[a]);
    });
    return out;
  }

  // Classes among which records are exchanged.
  static constexpr std::size_t kBlock = 256;

  const Problem& problem_;
  const Run& run_;
  std::vector<AttributeOrder> orders_;
  std::vector<ExtentLoss> losses_;
  PositionTable table_;
  std::vector<Group> classes_;
};

class LocalRecoding : public Anonymizer {
 public:
  explicit LocalRecoding(const LocalRecodingOptions& options) : options_(options) {}

  [[nodiscard]] std::string objection(const PrivacyModel& model,
                                      const Problem& problem) const override {
    return model.needs_population() ? population_objection(model, problem)
                                    : Anonymizer::objection(model, problem);
  }
  [[nodiscard]] Recoding search(const Problem& problem, const Run& run) const override {
    const auto local = [&](const Problem& asked) {
      return LocalSearch(asked, options_.weights, run).search();
    };
    return asks_for_population(problem) ? merge_for_population(problem, local, run)
                                        : local(problem);
  }

 private:
  LocalRecodingOptions options_;
};

}  // namespace

constexpr Description kLocalRecoding{
    .name = "local",
    .summary =
        "Divides the records along the hierarchies while the models hold; each class has its "
        "own nodes.",
    .reference =
        "Fung, Wang and Yu, Top-down specialization for information and privacy "
        "preservation, 2005",
    .parameters = {}};

std::unique_ptr<Anonymizer> make_local_recoding(const LocalRecodingOptions& options) {
  return std::make_unique<LocalRecoding>(options);
}

}  // namespace privet
