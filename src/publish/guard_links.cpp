// SPDX-License-Identifier: Apache-2.0
// The rest of GuardClasses: persons whose records a pseudonym links.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "publish/guard_classes_internal.h"

namespace privet::detail {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;  // owner and class

// The classes in which each owner has records, each once; owners ascend.
std::vector<Pair> places_of_owners(const Classes& classes, const ShownRecords& shown,
                                   std::span<const std::uint32_t> owner) {
  std::vector<Pair> out;
  for (std::size_t r = 0; r < shown.records; ++r) {
    if (shown.suppressed[r] == 0) out.emplace_back(owner[r], classes.class_of[r]);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

std::vector<Verdict> GuardClasses::judge_linked(const Classes& classes,
                                                std::span<const std::uint32_t> owner) const {
  const auto places = places_of_owners(classes, shown_, owner);
  const auto next_owner = [&](std::size_t at) {
    std::size_t end = at;
    while (end < places.size() && places[end].first == places[at].first) ++end;
    return end;
  };
  // One number for each set of classes, the same for all who have records in just these.
  std::map<std::vector<std::uint32_t>, std::uint32_t> sets;
  std::vector<std::uint32_t> set_of_owner(places.empty() ? 0 : places.back().first + 1);
  bool several = false;
  for (std::size_t at = 0, end = 0; at < places.size(); at = end) {
    end = next_owner(at);
    several = several || end - at > 1;
    std::vector<std::uint32_t> own;
    for (std::size_t i = at; i < end; ++i) own.push_back(places[i].second);
    const auto number = static_cast<std::uint32_t>(sets.size());
    set_of_owner[places[at].first] = sets.try_emplace(std::move(own), number).first->second;
  }
  if (!several) return {};
  run_.check_cancelled();
  std::vector<std::uint32_t> group_of(shown_.records);
  for (std::size_t r = 0; r < shown_.records; ++r) {
    if (shown_.suppressed[r] == 0) group_of[r] = set_of_owner[owner[r]];
  }
  const Classes groups = finish(std::move(group_of), static_cast<std::uint32_t>(sets.size()));
  std::vector<const PrivacyModel*> asked;
  std::vector<Judge> judges;
  for (const auto* model : problem_.models) {
    if (model->needs_population()) continue;
    asked.push_back(model);
    judges.emplace_back(person_of_.empty() ? *model : model->promise());
  }
  auto counts = empty_counts();
  const Views views(counts.begin(), counts.end());
  each({}, groups, [&](std::size_t, const Rows& rows) {
    const std::size_t size = count(rows, counts, 1);
    const auto single = person_of_.empty() ? counts : one_value_each(rows, counts);
    const Views single_views(single.begin(), single.end());
    for (std::size_t m = 0; m < asked.size(); ++m) {
      const bool all = asked[m]->several_values() == SeveralValues::Each;
      judges[m].see({.size = size, .histograms = all ? views : single_views});
    }
    count(rows, counts, ~std::uint32_t{0});  // minus one: as it was
  });
  std::vector<Verdict> out;
  for (const auto& judge : judges) out.push_back(judge.verdict());
  return out;
}

void check_links(const LinkingColumn& column, const GuardClasses& judged, const Classes& classes,
                 std::vector<LinkedPersons>& found, const Run& run) {
  std::vector<std::uint32_t> owner = column.shown.text_of_row;
  for (std::size_t r = 0; r < owner.size(); ++r) {  // a missing value links nothing
    if (!column.original.missing(static_cast<RowId>(r))) continue;
    owner[r] = static_cast<std::uint32_t>(column.shown.texts.size() + r);
  }
  const std::string& name = column.original.name;
  for (const auto& verdict : judged.judge_linked(classes, owner)) {
    if (verdict.holds) continue;
    const std::string why = fmt::format(
        "the pseudonyms of column {} link the records of a person over classes, and {} does not "
        "hold for {} of the linked persons: whoever knows several records of one looks only among "
        "those who have records in the same classes",
        privet::quote_for_message(name), verdict.model, verdict.violating_records);
    if (column.accepted) {
      run.warn(why);
      found.push_back({name, verdict.model, verdict.violating_records});
      continue;
    }
    throw Error(ErrorCode::Policy,
                fmt::format("{}. Nothing was written. Leave the column out and say --person {}, or "
                            "take as quasi-identifiers only what is the same in all records of a "
                            "person; if that is wanted, add --accept-links",
                            why, name));
  }
}

}  // namespace privet::detail
