// SPDX-License-Identifier: Apache-2.0
#include "risk/check_models.h"

#include <algorithm>
#include <numeric>

namespace privet {
namespace {

// The rows of each group, group after group.
struct RowsByGroup {
  std::vector<std::size_t> begin;  // [group], one more at the end
  std::vector<RowId> rows;

  explicit RowsByGroup(const RowGroups& groups)
      : begin(groups.sizes.size() + 1), rows(groups.group_of.size()) {
    std::partial_sum(groups.sizes.begin(), groups.sizes.end(), begin.begin() + 1,
                     std::plus<std::size_t>());
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    for (std::size_t r = 0; r < rows.size(); ++r)
      rows[next[groups.group_of[r]]++] = static_cast<RowId>(r);
  }
  [[nodiscard]] std::span<const RowId> of(std::size_t group) const {
    return std::span(rows).subspan(begin[group], begin[group + 1] - begin[group]);
  }
};

// Keeps the worst `most` violations, the worst first; of equally bad ones those of earlier records.
void keep_worst(std::vector<Violation>& found, const PrivacyModel& model, std::size_t most) {
  std::stable_sort(found.begin(), found.end(), [&](const Violation& a, const Violation& b) {
    return a.value != b.value && model.weaker(a.value, b.value) == a.value;
  });
  found.resize(std::min(found.size(), most));
}

}  // namespace

ModelCheck check_models(const Table& table, const RowGroups& groups,
                        std::span<const AttributeId> counted,
                        std::span<const std::unique_ptr<PrivacyModel>> models, std::size_t most,
                        const Run& run) {
  const RowsByGroup rows(groups);
  std::vector<Judge> judges;
  for (const auto& model : models) judges.emplace_back(*model);
  std::vector<std::vector<Violation>> found(models.size());
  std::vector<std::vector<std::uint32_t>> counts;
  for (const AttributeId column : counted)
    counts.emplace_back(table.column(column).dictionary.size());
  const std::vector<std::span<const std::uint32_t>> views(counts.begin(), counts.end());
  for (std::size_t g = 0; g < groups.sizes.size(); ++g) {
    if (g % 4096 == 0) run.check_cancelled();
    const auto members = rows.of(g);
    for (std::size_t c = 0; c < counted.size(); ++c) {
      for (const RowId row : members) ++counts[c][table.column(counted[c]).codes[row]];
    }
    const EquivalenceClass cls{.size = members.size(), .histograms = views};
    for (std::size_t m = 0; m < models.size(); ++m) {
      judges[m].see(cls);
      if (models[m]->holds(cls)) continue;
      found[m].push_back(
          {m, static_cast<std::uint32_t>(g), cls.size, models[m]->reached(cls), members.front()});
    }
    for (std::size_t c = 0; c < counted.size();
         ++c) {  // cheaper than clearing when values are many
      for (const RowId row : members) counts[c][table.column(counted[c]).codes[row]] = 0;
    }
  }
  ModelCheck out;
  for (std::size_t m = 0; m < models.size(); ++m) {
    out.verdicts.push_back(judges[m].verdict());
    keep_worst(found[m], *models[m], most);
    out.violations.insert(out.violations.end(), found[m].begin(), found[m].end());
  }
  return out;
}

}  // namespace privet
