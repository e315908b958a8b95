// SPDX-License-Identifier: Apache-2.0
#include "report/release/preview_view.h"

#include "report/release/release_view.h"

namespace privet {
namespace {

Json preview_risk(const ReidentificationRisk& risk) {
  return {{"classes", risk.classes},         {"min_class", risk.smallest_class},
          {"max_class", risk.largest_class}, {"unique_rows", risk.unique_records},
          {"highest", risk.highest},         {"average", risk.average},
          {"threshold", risk.threshold},     {"fraction_at_risk", risk.fraction_at_risk}};
}

}  // namespace

Json preview_json(const job::PreviewAnswer& answer) {
  Json columns = Json::array();
  for (std::size_t q = 0; q < answer.quasi.size(); ++q) {
    columns.push_back({{"column", answer.quasi[q]}, {"loss", answer.quality.ncp_of_attribute[q]}});
  }
  Json sensitive = Json::array();
  for (const auto& risk : answer.sensitive) {
    sensitive.push_back({{"column", risk.column},
                         {"homogeneous_rows", risk.homogeneous_records},
                         {"highest_confidence", risk.highest_confidence},
                         {"average_confidence", risk.average_confidence}});
  }
  Json out{{"method", answer.method},
           {"rows", answer.records},
           {"suppressed", answer.suppressed},
           {"counted", answer.counted.empty() ? "record" : answer.counted},
           {"before", preview_risk(answer.before)},
           {"after", preview_risk(answer.after)},
           {"loss", answer.quality.ncp},
           {"detail_kept", 1 - answer.quality.ncp},
           {"average_class_size", answer.quality.average_class_size},
           {"columns", std::move(columns)},
           {"sensitive", std::move(sensitive)}};
  if (!answer.search.metric.empty()) {
    out["search"] = search_json(answer.search);
    out["search"]["heights"] = answer.search.heights;
  }
  return out;
}

}  // namespace privet
