// SPDX-License-Identifier: Apache-2.0
#include "report/inspect/column_view.h"

namespace privet {

Json column_json(const job::ColumnDetail& column) {
  Json bars = Json::array();
  for (const auto& bar : column.bars) {
    bars.push_back({{"low", bar.low}, {"high", bar.high}, {"rows", bar.rows}});
  }
  Json common = Json::array();
  for (const auto& [value, rows] : column.common) {
    common.push_back({{"value", value}, {"rows", rows}});
  }
  return {{"name", column.name},       {"type", type_name(column.type)},
          {"rows", column.rows},       {"distinct", column.distinct},
          {"missing", column.missing}, {"unique", column.unique},
          {"lowest", column.lowest},   {"highest", column.highest},
          {"bars", std::move(bars)},   {"common", std::move(common)}};
}

}  // namespace privet
