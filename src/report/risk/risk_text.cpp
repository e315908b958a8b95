// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/counted.h"
#include "report/release/earlier_view.h"
#include "report/release/utility_view.h"
#include "report/risk/boundary_view.h"
#include "report/risk/estimate_view.h"
#include "report/risk/risk_view.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

std::string cells_sentence(const ShownClass& shown) {
  std::string out;
  for (const auto& [column, cell] : shown) out += (out.empty() ? "" : ", ") + cell;
  return out;
}

std::string prosecutor_text(const RiskSummary& summary) {
  const ReidentificationRisk& risk = summary.prosecutor;
  TextTable table{.columns = {{.heading = "what an attacker sees"}, number_column("value")}};
  table.add({"records", format_count(summary.rows)});
  if (summary.suppressed > 0) table.add({"records suppressed", format_count(summary.suppressed)});
  table.add({"classes of equal quasi-identifiers", format_count(risk.classes)});
  const std::string of = summary.counted.empty() ? "" : ", in " + summary.counted + "s";
  table.add({"smallest class" + of, format_count(risk.smallest_class)});
  table.add({"largest class" + of, format_count(risk.largest_class)});
  table.add({"unique records", format_count(risk.unique_records)});
  table.add({"highest re-identification risk", format_percent(risk.highest)});
  table.add({"average re-identification risk", format_percent(risk.average)});
  table.add({fmt::format("records at risk above {}", format_percent(risk.threshold, 0)),
             format_percent(risk.fraction_at_risk)});
  return to_text(table);
}

std::string journalist_text(const JournalistRisk& risk) {
  TextTable table{.columns = {{.heading = "what one with the population's register sees"},
                              number_column("value")}};
  table.add({"people", format_count(risk.people)});
  table.add({"fewest people that a class covers", format_count(risk.smallest_class)});
  table.add({"records of classes that cover nobody", format_count(risk.records_not_found)});
  table.add({"highest re-identification risk", format_percent(risk.highest)});
  table.add({"average re-identification risk", format_percent(risk.average)});
  table.add({fmt::format("records at risk above {}", format_percent(risk.threshold, 0)),
             format_percent(risk.fraction_at_risk)});
  return "\n" + to_text(table);
}

std::string order_text(const RiskSummary& summary) {
  TextTable table{.columns = {{.heading = "the order of the records goes with"},
                              {.heading = "how"},
                              number_column("narrowed"),
                              number_column("to one value"),
                              number_column("left in small groups")}};
  const auto share = [&](std::size_t records) {
    return format_percent(static_cast<double>(records) /
                          static_cast<double>(summary.prosecutor.records));
  };
  for (const auto& risk : summary.order) {
    const std::string how = risk.sorted ? "sorted by it"
                            : risk.correlation != 0
                                ? "correlation " + format_real(risk.correlation, 2)
                                : "equal cells lie together";
    table.add({risk.column, how, share(risk.narrowed), share(risk.exact), share(risk.below)});
  }
  return "\n" + to_text(table);
}

std::string sensitive_text(const std::vector<SensitiveSummary>& columns) {
  TextTable table{.columns = {{.heading = "sensitive column"},
                              number_column("homogeneous"),
                              number_column("records"),
                              number_column("confidence"),
                              number_column("skewness"),
                              {.heading = "largest gain"}}};
  for (const auto& [risk, value, shown] : columns) {
    table.add({risk.column, format_count(risk.homogeneous_classes),
               format_count(risk.homogeneous_records), format_percent(risk.highest_confidence),
               format_real(risk.highest_skewness, 3),
               risk.gain.factor == 0
                   ? "none"
                   : fmt::format("{}: {} instead of {}", value, format_percent(risk.gain.share),
                                 format_percent(risk.gain.share_in_table))});
  }
  return "\n" + to_text(table);
}

std::string linkage_text(const LinkageSummary& linkage) {
  TextTable table{.columns = {{.heading = fmt::format("{}s of {}", linkage.counted, linkage.file)},
                              number_column("rows"),
                              number_column("share")}};
  const auto add = [&](std::string what, std::size_t rows) {
    const double all = linkage.rows == 0 ? 1 : static_cast<double>(linkage.rows);
    table.add(
        {std::move(what), format_count(rows), format_percent(static_cast<double>(rows) / all)});
  };
  add("that no class covers", linkage.no_class);
  add("that lead to one class", linkage.one_class);
  add("that lead to one record", linkage.one_record);
  table.totals = {"all", format_count(linkage.rows), "100%"};
  std::string out =
      fmt::format("\nLinked by {}:\n", fmt::join(linkage.columns, ", ")) + to_text(table);
  if (linkage.undecided) {
    out += "Undecided: no record of this table matches anybody there.\n";
  } else if (linkage.unmatched_records > 0) {
    out += fmt::format("{} of this table {} nobody there: of these the figures say nothing.\n",
                       counted(linkage.unmatched_records, "record"),
                       linkage.unmatched_records == 1 ? "matches" : "match");
  }
  return out;
}

std::string check_text(const RiskSummary& summary) {
  std::string out;
  for (const auto& verdict : summary.guarantees) {
    out += fmt::format("\n{}: {}; {} {}.\n", verdict.model,
                       verdict.holds
                           ? "holds"
                           : fmt::format("does not hold for {} with {}",
                                         counted(verdict.violating_classes, "class", "classes"),
                                         counted(verdict.violating_records, "record")),
                       verdict.overall ? "all classes together reach" : "the weakest class reaches",
                       format_real(verdict.value));
  }
  if (summary.violations.empty()) return out;
  TextTable worst{.title = "The worst classes",
                  .columns = {{.heading = "model"},
                              number_column("records"),
                              number_column("reaches"),
                              {.heading = "class"}}};
  for (const auto& violation : summary.violations) {
    worst.add({violation.model, format_count(violation.size), format_real(violation.value),
               cells_sentence(violation.shown)});
  }
  return out + "\n" + to_text(worst);
}

}  // namespace

std::string risk_text(const RiskSummary& summary) {
  std::string out = fmt::format("Quasi-identifiers: {}\n\n", fmt::join(summary.quasi, ", "));
  out += prosecutor_text(summary);
  if (summary.journalist) out += journalist_text(*summary.journalist);
  out += estimates_text(summary.estimates);
  if (summary.records) out += records_text(*summary.records);
  if (!summary.order.empty()) out += order_text(summary);
  if (!summary.sensitive.empty()) out += sensitive_text(summary.sensitive);
  if (summary.linkage) out += linkage_text(*summary.linkage);
  if (summary.earlier) out += earlier_text(*summary.earlier);
  if (summary.boundaries) out += boundary_text(*summary.boundaries);
  out += check_text(summary);
  if (!summary.comparison) return out;
  const auto& [quality, utility] = *summary.comparison;
  out += "\n" + to_text(quality_table(quality, utility));
  for (const auto& table : utility_tables(utility)) out += "\n" + to_text(table);
  return out;
}

}  // namespace privet
