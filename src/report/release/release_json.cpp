// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/json.h"
#include "base/version.h"
#include "report/release/earlier_view.h"
#include "report/release/perturbation_view.h"
#include "report/release/release_view.h"
#include "report/release/release_warnings.h"
#include "report/release/unchanged_view.h"
#include "report/release/utility_view.h"

namespace privet {

Json verdict_json(const Verdict& verdict) {
  Json parameters = Json::object();
  for (const auto& [name, value] : verdict.parameters) {
    // Whole numbers print as such: {"k": 5}.
    constexpr double kLargestWhole = 9007199254740992.0;
    if (std::abs(value) <= kLargestWhole && value == std::round(value)) {
      parameters[name] = static_cast<std::int64_t>(value);
    } else {
      parameters[name] = value;
    }
  }
  return {{"model", verdict.model},
          {"parameters", parameters},
          {"holds", verdict.holds},
          {"value", verdict.value}};
}

namespace {

Json boundaries_json(const BoundarySummary& boundaries) {
  return {{"columns", boundaries.columns},
          {"violations", 0},  // the guard lets no release with any out
          {"groups", boundaries.groups},
          {"must_suppress", boundaries.forced},
          {"least", boundaries.least}};
}

Json reidentification_json(const ReidentificationRisk& risk) {
  return {{"classes", risk.classes},
          {"min_class", risk.smallest_class},
          {"unique_rows", risk.unique_records},
          {"highest", risk.highest},
          {"average", risk.average},
          {"at_risk", {{"threshold", risk.threshold}, {"fraction", risk.fraction_at_risk}}}};
}

Json roles_json(const std::vector<ReleasedColumn>& columns) {
  Json out = Json::array();
  for (const auto& column : columns) {
    out.push_back({{"column", column.name},
                   {"role", column.role},
                   {"treatment", column.treatment},
                   {"distinct", column.distinct},
                   {"shown", column.shown},
                   {"suppressed_cells", column.hidden}});
  }
  return out;
}

// What the classes give away although nobody is picked out.
Json disclosure_json(const std::vector<SensitiveRisk>& columns) {
  Json out = Json::array();
  for (const auto& risk : columns) {
    out.push_back({{"column", risk.column},
                   {"homogeneity",
                    {{"classes", risk.homogeneous_classes}, {"rows", risk.homogeneous_records}}},
                   {"confidence",
                    {{"highest", risk.highest_confidence}, {"average", risk.average_confidence}}}});
  }
  return out;
}

}  // namespace

Json release_json(const ReleaseSummary& summary, const std::vector<std::string>& warnings) {
  std::vector<std::string> told = warnings;
  for (const auto& more : release_warnings(summary)) told.push_back(more);
  Json guarantees = Json::array();
  for (const auto& verdict : summary.guarantees) guarantees.push_back(verdict_json(verdict));
  Json links = Json::array();
  for (const auto& link : summary.links) {
    links.push_back({{"column", link.column}, {"model", link.model}, {"persons", link.persons}});
  }
  Json out{{"version", kVersion},
           {"sha256", summary.sha256},
           {"rows", summary.records},
           {"suppressed", summary.suppressed},
           {"dropped", summary.dropped},
           {"counted", summary.counted.empty() ? "record" : summary.counted},
           {"shuffled", summary.shuffled},
           {"quasi", summary.quasi},
           {"classes", summary.sizes_after.size()},
           {"min_class", summary.after.smallest_class},
           {"guarantees", guarantees},
           {"links", links},
           {"risk",
            {{"before", reidentification_json(summary.before)},
             {"after", reidentification_json(summary.after)}}},
           {"roles", roles_json(summary.columns)},
           {"sensitive", disclosure_json(summary.sensitive)},
           {"warnings", told},
           {"quality", quality_json(summary.quality, summary.utility)}};
  if (summary.sampled_from > 0) out["sampled_from"] = summary.sampled_from;
  add_utility_json(summary.utility, out);
  out["seconds"] = {{"read", summary.seconds.read},
                    {"search", summary.seconds.search},
                    {"guard", summary.seconds.guard},
                    {"write", summary.seconds.write}};
  if (!summary.perturbed.empty()) out["perturbation"] = perturbation_json(summary);
  if (!summary.search.metric.empty()) out["search"] = search_json(summary.search);
  if (!summary.statistic_columns.empty()) {
    out["microaggregation"] = {{"statistic", summary.statistic},
                               {"columns", summary.statistic_columns},
                               {"least_values", summary.statistic_least},
                               {"hidden_classes", summary.statistic_hidden}};
  }
  out["unchanged"] = unchanged_json(summary);
  if (summary.earlier) out["earlier"] = earlier_json(*summary.earlier);
  if (summary.boundaries) out["boundaries"] = boundaries_json(*summary.boundaries);
  return out;
}

}  // namespace privet
