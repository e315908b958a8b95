// SPDX-License-Identifier: Apache-2.0
#include "risk/check_models.h"

#include <algorithm>

#include "risk/matching_groups.h"
#include "risk/rows_by_group.h"

namespace privet {
namespace {

// The classes by one choice of quasi-identifiers, and the models that look at them.
class Classes {
 public:
  Classes(const CheckedTable& checked, std::vector<AttributeId> columns, const RowGroups& groups,
          const Run& run)
      : checked_(checked), columns_(std::move(columns)), groups_(groups), rows_(groups), run_(run) {
    if (checked.missing_matches) {
      matching_ = matching_groups(checked.table, columns_, groups, run);
    }
    for (const Column* column : checked.counted) counts_.emplace_back(column->dictionary.size());
    views_.assign(counts_.begin(), counts_.end());
  }

  // Calls use(class, rows) for every class.
  template <class Use>
  void each(bool histograms, const Use& use) {
    std::vector<RowId> joined;
    for (std::size_t g = 0; g < groups_.sizes.size(); ++g) {
      if (g % 4096 == 0) run_.check_cancelled();
      std::span<const RowId> members = rows_.of(g);
      if (!matching_.empty() && !matching_[g].empty()) {
        joined.assign(members.begin(), members.end());
        for (const std::uint32_t other : matching_[g]) {
          joined.insert(joined.end(), rows_.of(other).begin(), rows_.of(other).end());
        }
        members = joined;
      }
      if (histograms) count(members, true);
      const bool people = !checked_.people_of_group.empty() && &groups_ == &checked_.groups;
      use(EquivalenceClass{.size = members.size(),
                           .histograms = views_,
                           .population = people ? checked_.people_of_group[g] : 0},
          members);
      if (histograms) count(members, false);
    }
  }
  [[nodiscard]] const std::vector<AttributeId>& columns() const { return columns_; }

 private:
  // Counts the rows, or clears what they counted: cheaper than clearing all when values are many.
  void count(std::span<const RowId> members, bool up) {
    for (std::size_t c = 0; c < counts_.size(); ++c) {
      const auto& codes = checked_.counted[c]->codes;
      for (const RowId row : members) counts_[c][codes[row]] = up ? counts_[c][codes[row]] + 1 : 0;
    }
  }

  const CheckedTable& checked_;
  std::vector<AttributeId> columns_;
  const RowGroups& groups_;
  RowsByGroup rows_;
  const Run& run_;
  std::vector<std::vector<std::uint32_t>> matching_;
  std::vector<std::vector<std::uint32_t>> counts_;
  std::vector<std::span<const std::uint32_t>> views_;
};

// One model's verdict and its worst violations so far.
struct Trial {
  const PrivacyModel& model;
  std::size_t number;
  Judge judge;
  std::vector<Violation> worst;

  // Whether a class that reaches this is among the `most` worst so far; of equally bad ones the
  // earlier stay.
  [[nodiscard]] bool wants(double value, std::size_t most) const {
    return worst.size() < most || (most > 0 && worse(value, worst.back().value));
  }
  // Keeps the worst `most`, the worst first.
  void keep(Violation found, std::size_t most) {
    const auto place = std::upper_bound(
        worst.begin(), worst.end(), found,
        [&](const Violation& a, const Violation& b) { return worse(a.value, b.value); });
    worst.insert(place, std::move(found));
    if (worst.size() > most) worst.pop_back();
  }
  [[nodiscard]] bool worse(double a, double b) const { return a != b && model.weaker(a, b) == a; }
};

void try_models(Classes& classes, std::vector<Trial*>& trials, std::size_t most) {
  const bool histograms = std::any_of(trials.begin(), trials.end(), [](const Trial* trial) {
    return trial->model.needs_histograms();
  });
  classes.each(histograms, [&](const EquivalenceClass& cls, std::span<const RowId> rows) {
    for (Trial* trial : trials) {
      trial->judge.see(cls);
      if (trial->model.holds(cls)) continue;
      const double value = trial->model.reached(cls);
      if (!trial->wants(value, most)) continue;
      trial->keep({.model = trial->number,
                   .columns = classes.columns(),
                   .size = cls.size,
                   .value = value,
                   .rows = {rows.begin(), rows.end()}},
                  most);
    }
  });
}

// Calls use(columns) for every choice of `known` of them.
template <class Use>
void each_choice(std::span<const AttributeId> columns, std::size_t known, const Use& use) {
  std::vector<bool> chosen(columns.size());
  std::fill_n(chosen.begin(), known, true);
  do {
    std::vector<AttributeId> choice;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (chosen[c]) choice.push_back(columns[c]);
    }
    use(choice);
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
}

}  // namespace

ModelCheck check_models(const CheckedTable& checked,
                        std::span<const std::unique_ptr<PrivacyModel>> models, std::size_t most,
                        const Run& run) {
  std::vector<Trial> trials;
  trials.reserve(models.size());
  for (std::size_t m = 0; m < models.size(); ++m) {
    trials.push_back({*models[m], m, Judge(*models[m]), {}});
  }
  for (std::size_t known = 1; known <= checked.quasi.size(); ++known) {
    std::vector<Trial*> asked;
    for (auto& trial : trials) {
      if (std::min(trial.model.known_values(), checked.quasi.size()) == known)
        asked.push_back(&trial);
    }
    if (asked.empty()) continue;
    each_choice(checked.quasi, known, [&](const std::vector<AttributeId>& choice) {
      if (known == checked.quasi.size()) {
        Classes classes(checked, choice, checked.groups, run);
        try_models(classes, asked, most);
      } else {
        const RowGroups groups = group_rows(checked.table, choice, run);
        Classes classes(checked, choice, groups, run);
        try_models(classes, asked, most);
      }
    });
  }
  ModelCheck out;
  for (auto& trial : trials) {
    if (checked.uncovered > 0 && trial.model.needs_population()) {
      trial.judge.see({.size = 0, .population = checked.uncovered});
    }
    out.verdicts.push_back(trial.judge.verdict());
    if (trial.model.overall() && out.verdicts.back().holds) continue;
    std::move(trial.worst.begin(), trial.worst.end(), std::back_inserter(out.violations));
  }
  return out;
}

}  // namespace privet
