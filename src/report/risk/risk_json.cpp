// SPDX-License-Identifier: Apache-2.0

#include "base/json.h"
#include "report/release/earlier_view.h"
#include "report/release/release_view.h"
#include "report/release/utility_view.h"
#include "report/risk/boundary_view.h"
#include "report/risk/estimate_view.h"
#include "report/risk/risk_view.h"

namespace privet {
namespace {

Json class_json(const ShownClass& shown) {
  Json out = Json::object();
  for (const auto& [column, cell] : shown) out[column] = cell;
  return out;
}

Json at_risk(double threshold, double fraction) {
  return {{"threshold", threshold}, {"fraction", fraction}};
}

Json sensitive_json(const SensitiveSummary& summary) {
  const SensitiveRisk& risk = summary.risk;
  Json out{
      {"column", risk.column},
      {"homogeneity", {{"classes", risk.homogeneous_classes}, {"rows", risk.homogeneous_records}}},
      {"confidence", {{"highest", risk.highest_confidence}, {"average", risk.average_confidence}}},
      {"skewness", {{"highest", risk.highest_skewness}, {"average", risk.average_skewness}}}};
  if (risk.gain.factor > 0) {
    out["largest_gain"] = {{"value", summary.value},   {"factor", risk.gain.factor},
                           {"share", risk.gain.share}, {"share_in_table", risk.gain.share_in_table},
                           {"size", risk.gain.size},   {"class", class_json(summary.gained_class)}};
  }
  return out;
}

Json violation_json(const ViolationSummary& violation) {
  return {{"model", violation.model}, {"size", violation.size},
          {"value", violation.value}, {"row", violation.rows.empty() ? 0 : violation.rows.front()},
          {"rows", violation.rows},   {"class", class_json(violation.shown)}};
}

}  // namespace

Json risk_json(const RiskSummary& summary) {
  const ReidentificationRisk& risk = summary.prosecutor;
  Json out{{"rows", summary.rows},
           {"suppressed", summary.suppressed},
           {"counted", summary.counted.empty() ? "record" : summary.counted},
           {"classes", risk.classes},
           {"min_class", risk.smallest_class},
           {"max_class", risk.largest_class},
           {"unique_rows", risk.unique_records},
           {"prosecutor",
            {{"highest", risk.highest},
             {"average", risk.average},
             {"at_risk", at_risk(risk.threshold, risk.fraction_at_risk)}}}};
  const double marketed = summary.journalist ? summary.journalist->average : risk.average;
  out["marketer"] = {{"fraction", marketed},
                     {"rows", marketed * static_cast<double>(risk.records)}};
  if (summary.journalist) {
    const JournalistRisk& journalist = *summary.journalist;
    out["journalist"] = {{"people", journalist.people},
                         {"min_class", journalist.smallest_class},
                         {"rows_not_found", journalist.records_not_found},
                         {"highest", journalist.highest},
                         {"average", journalist.average},
                         {"at_risk", at_risk(journalist.threshold, journalist.fraction_at_risk)}};
  }
  add_estimates_json(summary.estimates, out);
  if (summary.records) out["records"] = records_json(*summary.records);
  out["order"] = Json::array();
  for (const auto& column : summary.order) {
    out["order"].push_back({{"column", column.column},
                            {"sorted", column.sorted},
                            {"correlation", column.correlation},
                            {"clustered", column.clustered},
                            {"narrowed", column.narrowed},
                            {"exact", column.exact},
                            {"below", column.below}});
  }
  out["sensitive"] = Json::array();
  for (const auto& column : summary.sensitive) out["sensitive"].push_back(sensitive_json(column));
  if (summary.linkage) {
    const LinkageSummary& linkage = *summary.linkage;
    out["linkage"] = {
        {"file", linkage.file},          {"columns", linkage.columns},
        {"counted", linkage.counted},    {"rows", linkage.rows},
        {"no_class", linkage.no_class},  {"one_class", linkage.one_class},
        {"one_row", linkage.one_record}, {"records_without_match", linkage.unmatched_records},
        {"undecided", linkage.undecided}};
  }
  if (!summary.means.empty()) {
    out["means_compared_as_values"] = {
        {"columns", summary.means},
        {"meaning",
         "these show means or medians, which cover nobody: journalist, marketer and "
         "linkage say nothing of the risk"}};
  }
  if (summary.earlier) out["earlier"] = earlier_json(*summary.earlier);
  if (summary.boundaries) out["boundaries"] = boundary_json(*summary.boundaries);
  if (summary.comparison) {
    out["quality"] = quality_json(summary.comparison->quality, summary.comparison->utility);
    add_utility_json(summary.comparison->utility, out);
  }
  if (summary.guarantees.empty()) return out;
  out["guarantees"] = Json::array();
  for (const auto& verdict : summary.guarantees) out["guarantees"].push_back(verdict_json(verdict));
  out["violations"] = Json::array();
  for (const auto& violation : summary.violations)
    out["violations"].push_back(violation_json(violation));
  return out;
}

}  // namespace privet
