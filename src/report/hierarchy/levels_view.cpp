// SPDX-License-Identifier: Apache-2.0
#include "report/hierarchy/levels_view.h"

namespace privet {

Json levels_json(const job::HierarchyLevels& levels) {
  Json out = Json::array();
  for (const auto& level : levels.levels) {
    Json groups = Json::array();
    for (const auto& group : level.first) {
      groups.push_back({{"label", group.label},
                        {"parent", group.parent},
                        {"values", group.values},
                        {"rows", group.rows}});
    }
    out.push_back(
        {{"groups", level.groups}, {"smallest", level.smallest}, {"first", std::move(groups)}});
  }
  return {{"levels", std::move(out)}};
}

}  // namespace privet
