// SPDX-License-Identifier: Apache-2.0
// The rest of GuardClasses: which classes match where missing values match anything, and the
// verdicts.
#include <algorithm>
#include <map>
#include <numeric>

#include "base/error.h"
#include "publish/guard_classes_internal.h"

namespace privet::detail {
// Two classes match if, on every quasi-identifier, they show the same or one of them shows a
// missing value. Classes are divided by where they miss values; for every two such patterns those
// agree that show the same of the rest.
std::vector<std::vector<std::uint32_t>> GuardClasses::matches(Quasi quasi,
                                                              const Classes& classes) const {
  std::map<std::vector<bool>, std::vector<std::uint32_t>> by_pattern;
  const auto text = [&](std::uint32_t cls, std::size_t q) {
    return shown_.quasi[q]->text_of_row[classes.first[cls]];
  };
  for (std::uint32_t c = 0; !shown_.missing.empty() && c < classes.sizes.size(); ++c) {
    std::vector<bool> pattern;
    for (const std::size_t q : quasi) pattern.push_back(shown_.missing[q][text(c, q)] != 0);
    by_pattern[pattern].push_back(c);
  }
  const std::vector<bool> none(quasi.size());
  if (by_pattern.empty() || (by_pattern.size() == 1 && by_pattern.contains(none))) return {};
  std::vector<std::vector<std::uint32_t>> out(classes.sizes.size());
  for (const auto& [here, mine] : by_pattern) {
    for (const auto& [there, theirs] : by_pattern) {
      if (here == none && there == none) continue;
      const auto key = [&](std::uint32_t cls) {
        std::vector<std::uint32_t> shown;
        for (std::size_t i = 0; i < quasi.size(); ++i) {
          if (!here[i] && !there[i]) shown.push_back(text(cls, quasi[i]));
        }
        return shown;
      };
      std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> groups;
      for (const std::uint32_t cls : theirs) groups[key(cls)].push_back(cls);
      for (const std::uint32_t cls : mine) {
        const auto found = groups.find(key(cls));
        if (found == groups.end()) continue;
        std::copy_if(found->second.begin(), found->second.end(), std::back_inserter(out[cls]),
                     [&](std::uint32_t other) { return other != cls; });
      }
      run_.check_cancelled();
    }
  }
  return out;
}

// Asks the models that look at the classes by these quasi-identifiers about each of them. `people`:
// as for judge(), or empty. `matching`, if not null, receives how many records each class matches.
void GuardClasses::ask(Quasi quasi, const Classes& classes, std::span<const std::size_t> people,
                       std::vector<Judge>& judges, std::vector<std::uint32_t>* matching) const {
  std::vector<std::size_t> asked;
  bool histograms = false;
  for (std::size_t m = 0; m < judges.size(); ++m) {
    const PrivacyModel& model = problem_.models[m]->promise();
    if (std::min(model.known_values(), shown_.quasi.size()) != quasi.size()) continue;
    asked.push_back(m);
    histograms = histograms || model.needs_histograms();
  }
  auto counts = empty_counts();
  const Views views(counts.begin(), counts.end());
  const auto ask_class = [&](std::size_t cls, std::size_t size, const Views& single) {
    if (matching != nullptr) matching->push_back(static_cast<std::uint32_t>(size));
    for (const std::size_t m : asked) {
      const bool each = problem_.models[m]->several_values() == SeveralValues::Each;
      judges[m].see({.size = size,
                     .histograms = each ? views : single,
                     .population = people.empty() ? 0 : people[cls]});
    }
  };
  if (!histograms && shown_.missing.empty() &&
      person_of_.empty()) {  // sizes are enough: no record is looked at
    for (std::size_t c = 0; c < classes.sizes.size(); ++c) ask_class(c, classes.sizes[c], views);
    return;
  }
  each(quasi, classes, [&](std::size_t cls, const Rows& rows) {
    const std::size_t size = count(rows, counts, 1);
    if (person_of_.empty()) {
      ask_class(cls, size, views);
    } else {
      const auto single = one_value_each(rows, counts);
      ask_class(cls, size, Views(single.begin(), single.end()));
    }
    count(rows, counts, ~std::uint32_t{0});  // minus one: as it was
  });
}

// Every choice of `known` quasi-identifiers that begins with this one, whose classes so far are
// given: those that begin alike share them, so that a choice costs one more column only.
void GuardClasses::ask_choices(std::size_t known, std::vector<std::size_t>& choice,
                               const std::vector<std::uint32_t>& class_of, std::uint32_t classes,
                               std::vector<Judge>& judges) const {
  if (choice.size() == known) {
    ask(choice, finish(class_of, classes), {}, judges, nullptr);
    return;
  }
  const std::size_t next = choice.empty() ? 0 : choice.back() + 1;
  const std::size_t missing = known - choice.size();
  for (std::size_t q = next; q + missing <= shown_.quasi.size(); ++q) {
    std::vector<std::uint32_t> finer = class_of;
    const std::uint32_t count = refine(*shown_.quasi[q], classes, finer);
    choice.push_back(q);
    ask_choices(known, choice, finer, count, judges);
    choice.pop_back();
  }
}

std::vector<Verdict> GuardClasses::judge(const Classes& all, std::span<const std::size_t> people,
                                         std::size_t uncovered,
                                         std::vector<std::uint32_t>& matching) const {
  const std::size_t n = shown_.quasi.size();
  std::vector<Judge> judges;
  for (const auto* model : problem_.models) {
    judges.emplace_back(person_of_.empty() ? *model : model->promise());
  }
  std::vector<std::size_t> everything(n);
  std::iota(everything.begin(), everything.end(), std::size_t{0});
  matching.clear();
  ask(everything, all, people, judges, &matching);
  for (std::size_t known = 1; known < n; ++known) {
    const bool asked = std::any_of(problem_.models.begin(), problem_.models.end(),
                                   [&](const auto* m) { return m->known_values() == known; });
    if (!asked) continue;
    std::vector<std::size_t> choice;
    ask_choices(known, choice, std::vector<std::uint32_t>(shown_.records), 1, judges);
  }
  std::vector<Verdict> out;
  for (std::size_t m = 0; m < judges.size(); ++m) {
    if (uncovered > 0 && problem_.models[m]->needs_population()) {
      judges[m].see({.size = 0, .population = uncovered});
    }
    out.push_back(judges[m].verdict());
  }
  return out;
}

}  // namespace privet::detail
