// SPDX-License-Identifier: Apache-2.0
#include "report/risk/estimate_view.h"

#include <fmt/format.h>

#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

std::string people(double count) {
  return count < 1e15 ? format_count(static_cast<std::size_t>(count + 0.5)) : format_real(count);
}

TextTable uniqueness_table(const PopulationUniqueness& found) {
  TextTable table{.columns = {{.heading = "unique in the population, estimated"},
                              number_column("people"),
                              number_column("share"),
                              {.heading = ""}}};
  for (const auto& estimate : found.estimates) {
    if (!estimate.uniques) {
      table.add({estimate.title, "none", "", estimate.reason});
      continue;
    }
    table.add({estimate.title, people(*estimate.uniques),
               format_percent(*estimate.uniques / found.population),
               estimate.model == found.chosen ? "chosen" : ""});
  }
  return table;
}

std::string uniqueness_sentence(const PopulationUniqueness& found) {
  const std::string sampled = fmt::format(
      "{} of {} people are in the table ({}), {} of them unique in it.", format_count(found.sample),
      people(found.population), format_percent(found.fraction), format_count(found.sample_uniques));
  if (!found.uniques) return fmt::format("{} No estimate: {}.", sampled, found.why);
  return fmt::format("{} Unique in the population: {} ({}): {}.", sampled, people(*found.uniques),
                     format_percent(*found.share()), found.why);
}

TextTable weighted_table(const RiskEstimates& estimates) {
  const WeightedRisk& risk = *estimates.weighted;
  TextTable table{.columns = {{.heading = "estimated by the weights in " + estimates.weights},
                              number_column("value")}};
  table.add({"people, the sum of the weights", people(risk.people)});
  table.add({"fewest people that a class stands for", format_real(risk.smallest)});
  table.add({"highest risk of a record", format_percent(risk.highest)});
  table.add({"average risk of a record (global risk)", format_percent(risk.average)});
  table.add({"re-identifications expected", format_real(risk.expected)});
  table.add({fmt::format("records at risk above {}", format_percent(risk.threshold, 0)),
             format_percent(risk.fraction_at_risk)});
  return table;
}

std::string assumed(const std::vector<std::string>& assumptions) {
  std::string out = "This holds only if:\n";
  for (const auto& each : assumptions) out += "- " + each + "\n";
  return out;
}

std::string assumed_sentence(const std::vector<std::string>& assumptions) {
  return fmt::format("This holds only if {}.", fmt::join(assumptions, "; "));
}

std::string records_sentence(const RecordRisks& records) {
  const SudaResult& suda = records.suda;
  std::string out = fmt::format(
      "{} records are unique by all quasi-identifiers, {} of them by fewer already (special "
      "uniques); the highest SUDA score is {}.",
      format_count(suda.unique_records), format_count(suda.special_records),
      format_real(suda.highest_score));
  if (suda.dis) {
    out += fmt::format(" A match with a unique record is right with a chance of {} (DIS).",
                       format_percent(*suda.dis));
  }
  return out;
}

TextTable contribution_table(const RecordRisks& records) {
  TextTable table{.columns = {{.heading = "column"}, number_column("takes part in the scores")}};
  for (std::size_t c = 0; c < records.columns.size(); ++c) {
    table.add({records.columns[c], format_percent(records.suda.contributions[c])});
  }
  return table;
}

}  // namespace

std::string estimates_text(const RiskEstimates& estimates) {
  std::string out;
  if (estimates.uniqueness) {
    const auto& found = *estimates.uniqueness;
    out += "\n" + uniqueness_sentence(found) + "\n";
    if (!found.exact) {
      out += to_text(uniqueness_table(found)) + assumed(estimates.assumptions);
    }
  }
  if (estimates.weighted) {
    out += "\n" + to_text(weighted_table(estimates)) + assumed(estimates.weight_assumptions);
  }
  return out;
}

void add_estimates_json(const RiskEstimates& estimates, Json& out) {
  if (estimates.uniqueness) {
    const auto& found = *estimates.uniqueness;
    Json models = Json::array();
    for (const auto& each : found.estimates) {
      Json entry{{"model", each.model}};
      entry["uniques"] = each.uniques ? Json(*each.uniques) : Json(nullptr);
      if (!each.uniques) entry["reason"] = each.reason;
      models.push_back(std::move(entry));
    }
    Json entry{{"sample", found.sample},
               {"population", found.population},
               {"sampling_fraction", found.fraction},
               {"sample_uniques", found.sample_uniques},
               {"exact", found.exact},
               {"models", models},
               {"why", found.why},
               {"assumptions", estimates.assumptions}};
    entry["chosen"] = found.chosen.empty() ? Json(nullptr) : Json(found.chosen);
    entry["uniques"] = found.uniques ? Json(*found.uniques) : Json(nullptr);
    entry["share"] = found.uniques ? Json(*found.share()) : Json(nullptr);
    out["population_uniqueness"] = std::move(entry);
  }
  if (!estimates.weighted) return;
  const WeightedRisk& risk = *estimates.weighted;
  out["weighted"] = {
      {"weights", estimates.weights},
      {"people", risk.people},
      {"min_class", risk.smallest},
      {"highest", risk.highest},
      {"average", risk.average},
      {"expected", risk.expected},
      {"at_risk", {{"threshold", risk.threshold}, {"fraction", risk.fraction_at_risk}}},
      {"assumptions", estimates.weight_assumptions}};
}

void add_estimates(const RiskEstimates& estimates, HtmlPage& page) {
  if (!estimates.uniqueness && !estimates.weighted) return;
  page.section("Estimated without a register");
  if (estimates.uniqueness) {
    page.paragraph(uniqueness_sentence(*estimates.uniqueness));
    if (!estimates.uniqueness->exact) {
      page.table(uniqueness_table(*estimates.uniqueness));
      page.paragraph(assumed_sentence(estimates.assumptions));
    }
  }
  if (!estimates.weighted) return;
  page.table(weighted_table(estimates));
  page.paragraph(assumed_sentence(estimates.weight_assumptions));
}

std::string records_text(const RecordRisks& records) {
  return "\n" + records_sentence(records) + "\n" + to_text(contribution_table(records)) +
         fmt::format("\nThe risk of every record is in {}.\n", records.file);
}

Json records_json(const RecordRisks& records) {
  const SudaResult& suda = records.suda;
  Json columns = Json::array();
  for (std::size_t c = 0; c < records.columns.size(); ++c) {
    columns.push_back({{"name", records.columns[c]}, {"contribution", suda.contributions[c]}});
  }
  Json out{{"file", records.file},
           {"unique", suda.unique_records},
           {"special", suda.special_records},
           {"highest_score", suda.highest_score},
           {"msus_of_size", suda.msus_of_size},
           {"columns", columns}};
  if (suda.dis) out["dis"] = *suda.dis;
  return out;
}

void add_records(const RecordRisks& records, HtmlPage& page) {
  page.section("Special uniques");
  page.paragraph(records_sentence(records));
  page.table(contribution_table(records));
}

}  // namespace privet
