// SPDX-License-Identifier: Apache-2.0
#include "report/federation/query_view.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "report/rehearsal/rehearsal_view.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

using job::AnswerLine;
using job::Estimate;
using ItemKind = SelectItem::Kind;

std::string estimate_text(const Estimate& one) {
  if (one.low == one.high) return fmt::format("{:.10g}", one.value);
  return fmt::format("{:.6g} +- {:.3g} ({:.6g} to {:.6g})", one.value, one.error, one.low,
                     one.high);
}

Json estimate_json(const Estimate& one) {
  return {{"estimate", one.value}, {"error", one.error}, {"low", one.low}, {"high", one.high}};
}

// The estimate of an item that is not a column; none of an average that nothing surely counts in.
std::optional<Estimate> estimate_of(const AnswerLine& line, const SelectItem& item,
                                    const std::vector<AttributeId>& summed) {
  if (item.kind == ItemKind::Count) return line.count;
  const auto at = static_cast<std::size_t>(std::ranges::find(summed, item.column) - summed.begin());
  if (item.kind == ItemKind::Sum) return line.sums[at];
  return line.averages[at];
}

std::string refusal_text(const job::FederationQueryOutcome& found) {
  return fmt::format(
      "refused: the answer{} could be about fewer than {}{}. Ask about more records, or for fewer "
      "groups.\n",
      found.earlier > 0
          ? fmt::format(", with the {} in {},", counted(found.earlier, "earlier answer"),
                        found.log.value_or(""))
          : "",
      counted(found.k, "record"),
      found.sites > 1 ? fmt::format(" or {}", counted(found.sites, "site")) : "");
}

}  // namespace

std::string federation_query_text(const job::FederationQueryOutcome& found) {
  if (found.refused) return refusal_text(found);
  const auto summed = found.parsed.summed();
  TextTable table;
  for (const auto& name : found.groups) table.columns.push_back({.heading = name});
  if (found.parsed.records) table.columns.push_back(number_column("records"));
  for (std::size_t i = 0; i < found.items.size(); ++i) {
    if (found.parsed.items[i].kind != ItemKind::Column) {
      table.columns.push_back(number_column(found.items[i]));
    }
  }
  for (const auto& line : found.lines) {
    std::vector<std::string> row;
    if (!found.groups.empty()) row = line.group;
    if (found.parsed.records) row.push_back(estimate_text(line.count));
    for (const auto& item : found.parsed.items) {
      if (item.kind == ItemKind::Column) continue;
      const auto one = estimate_of(line, item, summed);
      row.push_back(one ? estimate_text(*one) : "unknown");
    }
    table.add(std::move(row));
  }
  std::string text = found.lines.empty() ? "no record of any site may match\n" : to_text(table);
  if (found.coarse) {
    text += "doubtful records count half: their shares would tell too few records apart\n";
  }
  text += fmt::format("\nno answer to this asker is about fewer than {} or {}; {} so far\n",
                      counted(found.k, "record"), counted(found.sites, "site"),
                      counted(found.earlier + 1, "answer"));
  return text + fmt::format("{}, {:.2f} seconds by {}, over mutual TLS\n",
                            counted(found.run.done.rounds, "round"), found.run.done.seconds,
                            found.run.protocol);
}

Json federation_query_json(const job::FederationQueryOutcome& found) {
  const auto summed = found.parsed.summed();
  Json rows = Json::array();
  for (const auto& line : found.lines) {
    Json row = Json::object();
    for (std::size_t g = 0; g < found.groups.size(); ++g) row[found.groups[g]] = line.group[g];
    Json estimates = Json::object();
    if (found.parsed.records) estimates["records"] = estimate_json(line.count);
    for (std::size_t i = 0; i < found.items.size(); ++i) {
      if (found.parsed.items[i].kind == ItemKind::Column) continue;
      const auto one = estimate_of(line, found.parsed.items[i], summed);
      estimates[found.items[i]] = one ? estimate_json(*one) : Json();
    }
    rows.push_back({{"group", std::move(row)},
                    {"answers", std::move(estimates)},
                    {"without_number", line.without}});
  }
  Json out{{"query", found.query},   {"refused", found.refused}, {"coarse", found.coarse},
           {"k", found.k},           {"sites", found.sites},     {"earlier", found.earlier},
           {"rows", std::move(rows)}};
  out["ledger"] = rehearse_json(found.run).at("ledger");
  out["rounds"] = found.run.done.rounds;
  out["bytes"] = found.run.done.bytes;
  return out;
}

}  // namespace privet
