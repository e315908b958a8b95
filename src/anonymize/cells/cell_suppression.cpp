// SPDX-License-Identifier: Apache-2.0
#include "anonymize/cells/cell_suppression.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <unordered_map>

#include "anonymize/cells/cell_table.h"
#include "anonymize/classes/merge_for_population.h"
#include "base/error.h"

namespace privet {
namespace {

// Sets of columns, from the cheapest on.
class CheapestSets {
 public:
  explicit CheapestSets(const CellTable& table) : table_(table), order_(table.columns()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return table.weight(a) < table.weight(b);
    });
    push(1, 0);
  }

  // The next one; the first is that of the cheapest column, the empty set does not come.
  [[nodiscard]] StarSet next() {
    const Entry top = heap_.top();
    heap_.pop();
    if (top.last + 1 < order_.size()) {
      const StarSet further = StarSet{1} << (top.last + 1);
      push(top.places | further, top.last + 1);
      push((top.places & ~(StarSet{1} << top.last)) | further, top.last + 1);
    }
    return columns(top.places);
  }
  [[nodiscard]] bool empty() const { return heap_.empty(); }

 private:
  struct Entry {
    double cost;
    StarSet places;                             // in order_
    std::size_t last;                           // the highest of them
    bool operator<(const Entry& other) const {  // the queue's top is its largest
      return cost != other.cost ? cost > other.cost : places > other.places;
    }
  };

  void push(StarSet places, std::size_t last) {
    heap_.push({table_.cost(columns(places)), places, last});
  }
  [[nodiscard]] StarSet columns(StarSet places) const {
    StarSet out = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if ((places >> i & 1U) != 0) out |= StarSet{1} << order_[i];
    }
    return out;
  }

  const CellTable& table_;
  std::vector<std::size_t> order_;  // the least important column first
  std::priority_queue<Entry> heap_;
};

class CellSearch {
 public:
  CellSearch(const Problem& problem, const CellSuppressionOptions& options, const Run& run)
      : problem_(problem), run_(run), table_(problem, options), classes_(table_) {}

  Recoding search() {
    std::vector<RowId> left(table_.rows());
    std::iota(left.begin(), left.end(), RowId{0});
    form_classes(left, 0);
    CheapestSets sets(table_);
    // Work is counted in cells looked at; beyond it the rest becomes one class, and the cells that
    // can be put back are.
    constexpr double kBudget = 2e9;
    double work = 0;
    while (!left.empty() && !sets.empty() && work < kBudget) {
      work += static_cast<double>(left.size() * table_.columns());
      form_classes(left, sets.next());
      run_.progress("suppressing cells",
                    1 - static_cast<double>(left.size()) / static_cast<double>(table_.rows()));
    }
    if (!left.empty()) form_classes(left, table_.all());
    place(left);
    put_back(table_, classes_, run_);
    return classes_.recoding();
  }

 private:
  // Records among those left that show the same with these stars become a class where the models
  // hold.
  void form_classes(std::vector<RowId>& left, StarSet stars) {
    std::unordered_map<std::uint64_t, std::vector<RowId>> groups;
    std::vector<std::uint64_t> names;  // in the order of the records
    for (const RowId row : left) {
      const std::uint64_t name = table_.hash(row, stars);
      auto& group = groups[name];
      if (group.empty()) names.push_back(name);
      group.push_back(row);
    }
    std::vector<RowId> rest;
    for (const std::uint64_t name : names) {
      const auto& rows = groups[name];
      if (alike(rows, stars) && classes_.hold(rows, {}, stars)) {
        classes_.add(rows, stars);
      } else {
        rest.insert(rest.end(), rows.begin(), rows.end());
      }
    }
    std::sort(rest.begin(), rest.end());
    left = std::move(rest);
  }

  // Whether the records do show the same: their names could agree by chance.
  [[nodiscard]] bool alike(const std::vector<RowId>& rows, StarSet stars) const {
    return std::all_of(rows.begin(), rows.end(), [&](RowId row) {
      return (table_.difference(row, rows.front()) & ~stars) == 0;
    });
  }

  // What a class must hide to take the record in.
  [[nodiscard]] StarSet joined(const CellClass& cls, RowId row) const {
    return cls.stars | table_.difference(cls.rows.front(), row);
  }
  // The cells that this costs: those of the class, and the record's own.
  [[nodiscard]] double price(const CellClass& cls, RowId row) const {
    const StarSet stars = joined(cls, row);
    return static_cast<double>(cls.rows.size()) * table_.cost(stars & ~cls.stars) +
           table_.cost(stars);
  }

  // Records for which no class was found: each joins the one where that costs least, or is
  // suppressed where that is cheaper and allowed; what then is left takes whole classes with it.
  void place(std::vector<RowId>& left) {
    auto allowed = static_cast<std::size_t>(
        problem_.max_suppression * static_cast<double>(table_.rows()) + 1e-9);
    std::vector<RowId> stuck;
    for (const RowId row : left) {
      run_.check_cancelled();
      const auto best = cheapest(row);
      const double whole = table_.cost(table_.all());
      if (allowed > 0 && (!best || price(classes_.classes()[*best], row) > whole)) {
        --allowed;
      } else if (best) {
        join(*best, {row});
      } else {
        stuck.push_back(row);
      }
    }
    if (!stuck.empty()) gather(std::move(stuck));
  }

  // The class that takes the record in for the least; none if the models hold with it in none.
  [[nodiscard]] std::optional<std::size_t> cheapest(RowId row) {
    std::optional<std::size_t> best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < classes_.classes().size(); ++c) {
      const CellClass& cls = classes_.classes()[c];
      if (cls.rows.empty()) continue;
      const double here = price(cls, row);
      const std::vector<RowId> one{row};
      if (here >= least || !classes_.hold(cls.rows, one, joined(cls, row), &cls)) continue;
      least = here;
      best = c;
    }
    return best;
  }

  void join(std::size_t c, const std::vector<RowId>& rows) {
    CellClass& cls = classes_.classes()[c];
    StarSet stars = cls.stars;
    for (const RowId row : rows) stars |= joined(cls, row);
    std::vector<RowId> all = std::move(cls.rows);
    cls.rows.clear();
    all.insert(all.end(), rows.begin(), rows.end());
    classes_.add(all, stars);
  }

  // Takes in the cheapest class, again and again, until the models hold.
  void gather(std::vector<RowId> rows) {
    StarSet stars = 0;
    for (const RowId row : rows) stars |= table_.difference(rows.front(), row);
    while (!classes_.hold(rows, {}, stars)) {
      run_.check_cancelled();
      CellClass* best = nullptr;
      double least = std::numeric_limits<double>::infinity();
      for (auto& cls : classes_.classes()) {
        if (cls.rows.empty()) continue;
        const StarSet both = stars | joined(cls, rows.front());
        const double here = static_cast<double>(cls.rows.size()) * table_.cost(both & ~cls.stars) +
                            static_cast<double>(rows.size()) * table_.cost(both & ~stars);
        if (here >= least) continue;
        least = here;
        best = &cls;
      }
      if (best == nullptr) {
        throw Error(ErrorCode::Infeasible,
                    "the privacy models do not hold even when all records form one class; relax a "
                    "parameter");
      }
      stars |= joined(*best, rows.front());
      rows.insert(rows.end(), best->rows.begin(), best->rows.end());
      best->rows.clear();
    }
    classes_.add(rows, stars);
  }

  const Problem& problem_;
  const Run& run_;
  CellTable table_;
  CellClasses classes_;
};

class CellSuppression : public Anonymizer {
 public:
  explicit CellSuppression(const CellSuppressionOptions& options) : options_(options) {}

  [[nodiscard]] std::string objection(const PrivacyModel& model,
                                      const Problem& problem) const override {
    if (model.needs_population()) return population_objection(model, problem);
    if (problem.missing_matches) {
      return "a suppressed cell is a value of its own here, and a missing one beside it would not "
             "be; leave --missing at value";
    }
    return Anonymizer::objection(model, problem);
  }
  [[nodiscard]] Recoding search(const Problem& problem, const Run& run) const override {
    return CellSearch(problem, options_, run).search();
  }

 private:
  CellSuppressionOptions options_;
};

}  // namespace

constexpr Description kCellSuppression{
    .name = "cells",
    .summary =
        "Keeps values as they are and suppresses single cells, as few as it can: no suppressed "
        "cell could be put back. A class is the records that show the same, * included.",
    .reference =
        "Meyerson and Williams, On the complexity of optimal k-anonymity, 2004; Samarati and "
        "Sweeney, Protecting privacy when disclosing information, 1998",
    .parameters = {}};

std::unique_ptr<Anonymizer> make_cell_suppression(const CellSuppressionOptions& options) {
  return std::make_unique<CellSuppression>(options);
}

}  // namespace privet
