// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/merge_for_population.h"

#include <algorithm>
#include <limits>
#include <map>
#include <queue>

#include "anonymize/classes/class_box.h"
#include "anonymize/classes/recode_classes.h"
#include "anonymize/classes/sensitive_counts.h"
#include "base/error.h"

namespace privet {
namespace {

using Rows = std::vector<RowId>;

class PopulationMerger {
 public:
  PopulationMerger(const Problem& problem, const Run& run)
      : problem_(problem),
        run_(run),
        orders_(make_orders(problem)),
        box_(problem, orders_),
        counts_(problem) {
    std::map<std::vector<std::uint32_t>, std::uint32_t> distinct;
    for (std::size_t p = 0; p < problem.population->people; ++p) {
      std::vector<std::uint32_t> person;
      for (std::size_t a = 0; a < orders_.size(); ++a) {
        person.push_back(orders_[a].position(problem.population->codes[a][p]));
      }
      ++distinct[person];
    }
    people_.assign(distinct.begin(), distinct.end());
  }

  Recoding merge(const Recoding& found) {
    std::vector<Rows> groups(found.classes());
    for (std::size_t r = 0; r < found.class_of.size(); ++r) {
      if (found.class_of[r] != kSuppressed) {
        groups[found.class_of[r]].push_back(static_cast<RowId>(r));
      }
    }
    for (;;) {
      std::erase_if(groups, [](const Rows& rows) { return rows.empty(); });
      const std::size_t before = groups.size();
      join_broken(groups);
      Recoding out = recode_classes(problem_, orders_, groups, run_);
      join_alike(out, groups);
      if (groups.size() == before || all_hold(groups)) {
        return recode_classes(problem_, orders_, groups, run_);
      }
    }
  }

 private:
  struct Class {
    Rows rows;
    std::vector<Extent> extents;
    bool holds = false;
  };

  [[nodiscard]] std::uint32_t position(std::size_t a, RowId row) const {
    return orders_[a].position(problem_.table.column(problem_.quasi[a].column).codes[row]);
  }

  [[nodiscard]] bool holds(const Rows& rows) {
    box_.clear();
    counts_.clear();
    std::vector<ValueId> codes(problem_.histograms());
    for (const RowId row : rows) {
      for (std::size_t a = 0; a < orders_.size(); ++a) box_.add(a, position(a, row));
      if (!counts_.needed()) continue;
      for (std::size_t h = 0; h < codes.size(); ++h) {
        codes[h] = problem_.counted_column(h).codes[row];
      }
      counts_.add(codes.data());
    }
    std::size_t people = 0;
    for (const auto& [person, count] : people_) {
      bool inside = true;
      for (std::size_t a = 0; a < orders_.size() && inside; ++a) inside = box_.covers(a, person[a]);
      people += inside ? count : 0;
    }
    return counts_.holds(rows.size(), people);
  }

  [[nodiscard]] bool all_hold(const std::vector<Rows>& groups) {
    return std::all_of(groups.begin(), groups.end(), [&](const Rows& rows) { return holds(rows); });
  }

  [[nodiscard]] Class make(Rows rows) {
    Class out;
    out.holds = holds(rows);
    for (std::size_t a = 0; a < orders_.size(); ++a) {
      Extent extent{position(a, rows.front()), position(a, rows.front())};
      for (const RowId row : rows) {
        extent.low = std::min(extent.low, position(a, row));
        extent.high = std::max(extent.high, position(a, row));
      }
      out.extents.push_back(extent);
    }
    out.rows = std::move(rows);
    return out;
  }

  // By how much the two widen together, a record of either.
  [[nodiscard]] double widening(const Class& x, const Class& y) const {
    double sum = 0;
    for (std::size_t a = 0; a < orders_.size(); ++a) {
      const Extent both{std::min(x.extents[a].low, y.extents[a].low),
                        std::max(x.extents[a].high, y.extents[a].high)};
      const double width = orders_[a].spread(both);
      sum += static_cast<double>(x.rows.size()) * (width - orders_[a].spread(x.extents[a])) +
             static_cast<double>(y.rows.size()) * (width - orders_[a].spread(y.extents[a]));
    }
    return sum;
  }

  void join_broken(std::vector<Rows>& groups) {
    std::vector<Class> classes;
    using Entry = std::pair<std::size_t, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> broken;
    for (Rows& rows : groups) {
      run_.check_cancelled();
      classes.push_back(make(std::move(rows)));
      if (!classes.back().holds) broken.emplace(classes.back().rows.size(), classes.size() - 1);
    }
    while (!broken.empty()) {
      const auto [size, c] = broken.top();
      broken.pop();
      if (classes[c].rows.size() != size || classes[c].holds) continue;  // since united
      run_.progress("uniting classes for the population");
      std::size_t partner = classes.size();
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t p = 0; p < classes.size(); ++p) {
        if (p == c || classes[p].rows.empty()) continue;
        const double here = widening(classes[c], classes[p]);
        if (here >= least) continue;
        least = here;
        partner = p;
      }
      if (partner == classes.size()) {
        throw Error(ErrorCode::Infeasible,
                    "the privacy models do not hold even when all records form one class; relax a "
                    "parameter");
      }
      Rows rows = std::move(classes[c].rows);
      rows.insert(rows.end(), classes[partner].rows.begin(), classes[partner].rows.end());
      classes[partner] = {};
      classes[c] = make(std::move(rows));
      if (!classes[c].holds) broken.emplace(classes[c].rows.size(), c);
    }
    groups.clear();
    for (Class& cls : classes) {
      if (!cls.rows.empty()) groups.push_back(std::move(cls.rows));
    }
  }

  // Unites the classes that show the same of everything.
  static void join_alike(const Recoding& shown, std::vector<Rows>& groups) {
    std::map<std::vector<std::uint32_t>, std::size_t> first;
    for (std::size_t c = 0; c < groups.size(); ++c) {
      std::vector<std::uint32_t> cells;
      for (const auto& attribute : shown.attributes) cells.push_back(attribute.value_of_class[c]);
      const std::size_t own = first.try_emplace(std::move(cells), c).first->second;
      if (own == c) continue;
      groups[own].insert(groups[own].end(), groups[c].begin(), groups[c].end());
      groups[c].clear();
    }
    std::erase_if(groups, [](const Rows& rows) { return rows.empty(); });
  }

  const Problem& problem_;
  const Run& run_;
  std::vector<AttributeOrder> orders_;
  ClassBox box_;
  SensitiveCounts counts_;
  std::vector<std::pair<std::vector<std::uint32_t>, std::uint32_t>> people_;  // and how many alike
};

}  // namespace

bool asks_for_population(const Problem& problem) {
  return std::any_of(problem.models.begin(), problem.models.end(),
                     [](const auto* model) { return model->needs_population(); });
}

std::string population_objection(const PrivacyModel& model, const Problem& problem) {
  if (problem.missing_matches) {
    return "where missing values match anything it cannot count the people a class covers; leave "
           "--missing at value";
  }
  for (const auto& quasi : problem.quasi) {
    if (quasi.hierarchy == nullptr || !quasi.hierarchy->hierarchy.bounded()) continue;
    return "within generalization boundaries classes cannot be united until enough people are "
           "covered; remove them";
  }
  if (!model.monotone().suppression) {
    return "its classes cover their own records only, and a lower bound needs everybody covered; "
           "use a lower bound of 0, or another method";
  }
  return {};
}

Recoding merge_for_population(const Problem& problem,
                              const std::function<Recoding(const Problem&)>& search,
                              const Run& run) {
  PRIVET_CHECK(problem.population != nullptr);
  Problem relaxed = problem;
  std::erase_if(relaxed.models, [](const auto* model) { return model->needs_population(); });
  return PopulationMerger(problem, run).merge(search(relaxed));
}

}  // namespace privet
