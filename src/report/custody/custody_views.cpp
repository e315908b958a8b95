// SPDX-License-Identifier: Apache-2.0
#include "report/custody/custody_views.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "mining/tree/tree_text.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

// Nothing below the limit is called safe: what share of the rows is too much, the owner knows.
std::string_view verdict(bool weak) {
  return weak ? "weak" : "below the limit";
}

std::string_view kind_name(custody::ColumnKind kind) {
  switch (kind) {
    case custody::ColumnKind::Kept:
      return "kept";
    case custody::ColumnKind::Renamed:
      return "renamed";
    case custody::ColumnKind::Numeric:
      return "numeric";
  }
  return {};
}

}  // namespace

std::string custody_advise_text(const job::CustodyAdviseOutcome& outcome) {
  TextTable table{.columns = {{.heading = "attribute"},
                              number_column("values"),
                              number_column("width"),
                              number_column("gaps"),
                              number_column("pieces"),
                              number_column("length"),
                              number_column("share"),
                              number_column("order"),
                              number_column("monochromatic")}};
  const auto risk = [](double share, bool weak) {
    return format_percent(share) + (weak ? " weak" : "");
  };
  for (const auto& one : outcome.attributes) {
    table.add({one.name, format_count(one.values), format_count(one.grid.width),
               format_count(one.grid.discontinuities), format_count(one.monochromatic.pieces),
               format_real(one.monochromatic.average(), 3), format_percent(one.share),
               risk(one.risk_order(), one.weak_order), risk(one.risk_pieces(), one.weak_pieces)});
  }
  std::string out;
  if (!outcome.attributes.empty()) {
    out = to_text(table);
    out +=
        "\nOrder and monochromatic: the share of rows that an attacker gets right at each level, "
        "by "
        "sorting or\nby evenly spaced guesses, whichever is more, who knows the extremes, and with "
        "them a few values\n(--knowledge). Weak: more than --limit.\n\n";
  }
  for (const auto& one : outcome.attributes) out += fmt::format("{}: {}\n", one.name, one.reason);
  for (const auto& one : outcome.nominal) {
    if (one.names) {
      out +=
          fmt::format("{}: drop it before encoding: {} of its {} occur once, so it names people\n",
                      one.name, grouped(one.once), counted(one.values, "value"));
      continue;
    }
    if (!one.because.empty()) {
      out += fmt::format("{}: drop it before encoding: {}\n", one.name, one.because);
      continue;
    }
    out += fmt::format("{}: renamed; {} of {} can be recognised by how often {}\n", one.name,
                       grouped(one.unique_counts), counted(one.values, "value"),
                       one.unique_counts == 1 ? "it occurs" : "they occur");
  }
  return out;
}

Json custody_advise_json(const job::CustodyAdviseOutcome& outcome) {
  auto attributes = Json::array();
  for (const auto& one : outcome.attributes) {
    attributes.push_back({{"name", one.name},
                          {"values", one.values},
                          {"width", one.grid.width},
                          {"step", one.grid.step},
                          {"discontinuities", one.grid.discontinuities},
                          {"monochromatic_pieces", one.monochromatic.pieces},
                          {"average_length", one.monochromatic.average()},
                          {"monochromatic_share", one.share},
                          {"sorting_risk_order", one.sorting_order},
                          {"sorting_risk_monochromatic", one.sorting_pieces},
                          {"rank_risk_order", one.rank_order},
                          {"rank_risk_monochromatic", one.rank_pieces},
                          {"points_risk_order", one.points_order},
                          {"points_risk_monochromatic", one.points_pieces},
                          {"identifier", one.identifier},
                          {"verdict_order", verdict(one.weak_order)},
                          {"verdict_monochromatic", verdict(one.weak_pieces)},
                          {"reason", one.reason}});
  }
  auto nominal = Json::array();
  for (const auto& one : outcome.nominal) {
    nominal.push_back({{"name", one.name},
                       {"values", one.values},
                       {"unique_counts", one.unique_counts},
                       {"verdict", one.names || !one.because.empty() ? "drop" : "renamed"}});
  }
  return {{"attributes", attributes}, {"nominal", nominal}};
}

std::string custody_encode_text(const job::CustodyEncodeOutcome& outcome) {
  TextTable table{.columns = {{.heading = "column"},
                              {.heading = "encoded as"},
                              {.heading = "kind"},
                              number_column("values"),
                              number_column("pieces"),
                              number_column("shuffled"),
                              {.heading = "direction"}}};
  for (const auto& column : outcome.columns) {
    const bool numeric = column.kind == custody::ColumnKind::Numeric;
    table.add({column.original, column.encoded, std::string(kind_name(column.kind)),
               format_count(column.values), numeric ? format_count(column.pieces) : "",
               numeric ? format_count(column.shuffled_values) : "",
               !numeric          ? ""
               : column.reversed ? "reversed"
                                 : "kept"});
  }
  return to_text(table) +
         fmt::format("\n{} encoded into {}. Keep {} and the original: both are needed to decode.\n",
                     counted(outcome.rows, "row"), outcome.output, outcome.key);
}

Json custody_encode_json(const job::CustodyEncodeOutcome& outcome) {
  auto columns = Json::array();
  for (const auto& column : outcome.columns) {
    columns.push_back({{"name", column.original},
                       {"encoded", column.encoded},
                       {"kind", kind_name(column.kind)},
                       {"values", column.values},
                       {"pieces", column.pieces},
                       {"shuffled_values", column.shuffled_values},
                       {"reversed", column.reversed}});
  }
  return {{"rows", outcome.rows},
          {"level", outcome.level == custody::Level::Order ? "order" : "monochromatic"},
          {"learner", outcome.learner},
          {"verified", outcome.verified},
          {"columns", columns}};
}

std::string custody_decode_text(const job::CustodyDecodeOutcome& outcome, std::string_view view) {
  if (view == "dot") return mining::tree_dot(outcome.tree);
  if (view == "tree") return mining::draw_tree(outcome.tree);
  return fmt::format("{}\n", fmt::join(mining::tree_rules(outcome.tree), "\n"));
}

Json custody_decode_json(const job::CustodyDecodeOutcome& outcome) {
  return {{"nodes", outcome.tree.nodes.size()},
          {"leaves", outcome.tree.leaves()},
          {"depth", outcome.tree.depth()},
          {"tree", Json::parse(mining::canonical_tree(outcome.tree))}};
}

std::string custody_decode_values_text(const job::CustodyDecodeValuesOutcome& outcome) {
  return fmt::format("{} of {} decoded.\n", counted(outcome.rows, "row"),
                     fmt::join(outcome.columns, ", "));
}

Json custody_decode_values_json(const job::CustodyDecodeValuesOutcome& outcome) {
  return {{"rows", outcome.rows}, {"columns", outcome.columns}};
}

}  // namespace privet
