// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/custody/attack_tables_internal.h"
#include "report/custody/custody_views.h"

namespace privet {

std::string custody_attack_text(const job::CustodyAttackOutcome& outcome) {
  constexpr std::size_t kMost = 10;
  std::string out = "Rows whose value is cracked (" + attack_setting_text(outcome) + ")\n\n";
  out += to_text(attack_domain_table(outcome));
  if (!outcome.subspaces.empty()) {
    out += fmt::format("\nCombinations cracked{}\n\n",
                       outcome.subspaces.size() > kMost ? ", the worst ten" : "");
    out += to_text(attack_subspace_table(outcome, kMost));
  }
  if (!outcome.paths.empty())
    out += "\nPaths of the tree\n\n" + to_text(attack_path_table(outcome));
  return out;
}

Json custody_attack_json(const job::CustodyAttackOutcome& outcome) {
  Json out{{"rows", outcome.rows},
           {"radius", outcome.options.radius},
           {"knowledge", outcome.options.knowledge},
           {"wrong_points", outcome.options.wrong_points},
           {"trials", outcome.options.trials},
           {"attributes", Json::array()},
           {"subspaces", Json::array()},
           {"paths", Json::array()}};
  for (const auto& attribute : outcome.attributes) {
    Json risks = Json::object();
    for (const auto& risk : attribute.risks) {
      Json one{{"good", risk.good}};
      if (outcome.options.wrong_points > 0) one["with_wrong_points"] = risk.with_wrong_points;
      risks[std::string(attack_name(risk.attack))] = std::move(one);
    }
    out["attributes"].push_back({{"name", attribute.name},
                                 {"values", attribute.values},
                                 {"radius", attribute.radius},
                                 {"risks", std::move(risks)},
                                 {"worst", attack_name(attribute.worst)},
                                 {"worst_risk", attribute.worst_risk}});
  }
  for (const auto& subspace : outcome.subspaces) {
    Json names = Json::array();
    for (const std::size_t a : subspace.attributes) names.push_back(outcome.attributes[a].name);
    out["subspaces"].push_back({{"columns", std::move(names)}, {"risk", subspace.risk}});
  }
  for (const auto& path : outcome.paths) {
    out["paths"].push_back(
        {{"length", path.length}, {"paths", path.paths}, {"cracked", path.cracked}});
  }
  return out;
}

}  // namespace privet
