// SPDX-License-Identifier: Apache-2.0
#include "custody/advise.h"

#include <fmt/format.h>

#include "apps/cli/custody/commands.h"
#include "apps/cli/custody/input.h"
#include "base/counted.h"
#include "base/json.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet::cli {
namespace {

std::string_view verdict(bool weak) {
  return weak ? "weak" : "safe";
}

Json advice_json(const custody::Advice& advice) {
  auto attributes = Json::array();
  for (const auto& one : advice.attributes) {
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
                          {"verdict_order", verdict(one.weak_order)},
                          {"verdict_monochromatic", verdict(one.weak_pieces)},
                          {"reason", one.reason}});
  }
  auto nominal = Json::array();
  for (const auto& one : advice.nominal) {
    nominal.push_back({{"name", one.name}, {"values", one.values}, {"told_apart", one.told_apart}});
  }
  return {{"attributes", attributes}, {"nominal", nominal}};
}

std::string advice_text(const custody::Advice& advice) {
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
    return fmt::format("{} {}", format_percent(share), verdict(weak));
  };
  for (const auto& one : advice.attributes) {
    table.add({one.name, format_count(one.values), format_count(one.grid.width),
               format_count(one.grid.discontinuities), format_count(one.monochromatic.pieces),
               format_real(one.monochromatic.average(), 3), format_percent(one.share),
               risk(one.sorting_order, one.weak_order), risk(one.sorting_pieces, one.weak_pieces)});
  }
  std::string out = to_text(table);
  out += "\nOrder and monochromatic: what sorting could crack in the worst case at each level.\n\n";
  for (const auto& one : advice.attributes) out += fmt::format("{}: {}\n", one.name, one.reason);
  for (const auto& one : advice.nominal) {
    out += fmt::format("{}: renamed; {} of {} {} a number of times that no other does\n", one.name,
                       grouped(one.told_apart), counted(one.values, "value"),
                       one.told_apart == 1 ? "occurs" : "occur");
  }
  return out;
}

int run_advise(const Settings& settings, Console& console) {
  const CsvFile file = custody_table(settings, settings.text("file"), console);
  const AttributeId cls = file.table.require(settings.text("class"), "--class");
  const custody::AdviseOptions options{.min_width = settings.count("min-width"),
                                       .radius = share_of(settings, "radius", 0.5),
                                       .limit = share_of(settings, "limit", 1)};
  const auto advice = custody::advise(file.table, cls, options, console.run());
  console.answer(advice_json(advice));
  console.say(advice_text(advice));
  return 0;
}

}  // namespace

Command custody_advise_command() {
  return {.path = "custody advise",
          .summary = "Say which columns are safe in a stranger's hands once encoded.",
          .positionals = {custody_positional("file", "The table: CSV, TSV, ARFF, SQLite, or .gz.")},
          .options = custody_options(
              {class_parameter(),
               {.name = "min-width",
                .kind = ParameterKind::Count,
                .summary = "The least number of values in a piece of one class.",
                .placeholder = "N",
                .default_text = "5",
                .min = 1},
               {.name = "radius",
                .kind = ParameterKind::Text,
                .summary = "How near a guess must be, as a share of the range.",
                .placeholder = "SHARE",
                .default_text = "2%"},
               {.name = "limit",
                .kind = ParameterKind::Text,
                .summary = "Call a column weak if sorting cracks more of its values.",
                .placeholder = "SHARE",
                .default_text = "50%"}}),
          .example = "privet custody advise patients.csv --class illness",
          .run = run_advise};
}

}  // namespace privet::cli
