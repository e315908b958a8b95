// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "report/custody/attack_tables_internal.h"
#include "report/text/numbers.h"

namespace privet {

using custody::Attack;

std::string_view attack_name(Attack attack) {
  return custody::kAttackNames[static_cast<std::size_t>(attack)];
}

std::string attack_setting_text(const job::CustodyAttackOutcome& outcome) {
  return fmt::format("{}, a radius of {} of the range, {}",
                     counted(outcome.options.knowledge, "good knowledge point"),
                     format_percent(outcome.options.radius, 1),
                     counted(outcome.options.trials, "trial"));
}

TextTable attack_domain_table(const job::CustodyAttackOutcome& outcome) {
  TextTable table{.columns = {{.heading = "attribute"}, number_column("values")}};
  const bool misled = outcome.options.wrong_points > 0;
  for (const Attack attack : outcome.options.attacks) {
    table.columns.push_back(number_column(std::string(attack_name(attack))));
    if (misled && attack != Attack::Sorting && attack != Attack::Range) {
      table.columns.push_back(
          number_column(fmt::format("+{} wrong", outcome.options.wrong_points)));
    }
  }
  for (const auto& attribute : outcome.attributes) {
    std::vector<std::string> row{attribute.name, format_count(attribute.values)};
    for (const auto& risk : attribute.risks) {
      row.push_back(format_percent(risk.good));
      if (misled && risk.attack != Attack::Sorting && risk.attack != Attack::Range)
        row.push_back(format_percent(risk.with_wrong_points));
    }
    table.add(std::move(row));
  }
  return table;
}

std::vector<custody::SubspaceRisk> by_risk(std::vector<custody::SubspaceRisk> subspaces) {
  std::stable_sort(subspaces.begin(), subspaces.end(),
                   [](const auto& a, const auto& b) { return a.risk > b.risk; });
  return subspaces;
}

TextTable attack_subspace_table(const job::CustodyAttackOutcome& outcome, std::size_t most) {
  TextTable table{.columns = {{.heading = "attributes"}, number_column("rows cracked in all")}};
  auto subspaces = by_risk(outcome.subspaces);
  if (subspaces.size() > most) subspaces.resize(most);
  for (const auto& one : subspaces) {
    table.add({outcome.subspace_name(one), format_percent(one.risk)});
  }
  return table;
}

TextTable attack_path_table(const job::CustodyAttackOutcome& outcome) {
  TextTable table{
      .columns = {number_column("tests"), number_column("paths"), number_column("cracked")}};
  for (const auto& path : outcome.paths) {
    table.add({format_count(path.length), format_count(path.paths), format_real(path.cracked)});
  }
  table.totals = {"all", format_count(outcome.all_paths()), format_real(outcome.cracked_paths())};
  return table;
}

}  // namespace privet
