// SPDX-License-Identifier: Apache-2.0
#include "report/risk/person_view.h"

namespace privet {

Json person_json(const job::PersonMatch& match) {
  Json learned = Json::array();
  for (const auto& column : match.learned) {
    Json values = Json::array();
    for (const auto& value : column.values) {
      values.push_back({{"value", value.value}, {"rows", value.records}, {"share", value.share}});
    }
    learned.push_back(
        {{"column", column.column}, {"distinct", column.distinct}, {"values", std::move(values)}});
  }
  return {{"rows", match.records},
          {"matches", match.matches},
          {"anybody", match.anybody},
          {"unused", match.unused},
          {"learned", std::move(learned)}};
}

}  // namespace privet
