// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <numeric>

#include "apps/cli/commands.h"
#include "apps/cli/quasi_input.h"
#include "base/json.h"
#include "quasi/ratios.h"
#include "quasi/suggest.h"
#include "report/text/text_table.h"

namespace privet::cli {
namespace {

void answer_subsets(const QuasiInput& input, std::size_t max_size, Console& console) {
  const auto all = quasi::measure_subsets(input.rows(), max_size, console.run());
  Json sets = Json::array();
  TextTable table{.columns = {{.heading = "columns"},
                              number_column("distinct ratio"),
                              number_column("separates")}};
  for (const auto& subset : all) {
    const auto names = input.named(subset.columns);
    Json entry{{"columns", names}};
    add_ratios(entry, subset.ratios);
    sets.push_back(std::move(entry));
    if (!console.json()) {
      table.add({fmt::format("{}", fmt::join(names, ", ")),
                 fmt::format("{:.6f}", subset.ratios.distinct()),
                 quasi::percent(subset.ratios.separation())});
    }
  }
  console.answer({{"rows", input.population}, {"sets", sets}});
  console.say(to_text(table));
}

int run_measure(const Settings& settings, Console& console) {
  if (!settings.flag("subsets")) {
    refuse_flags(settings, {"max-size"}, "without --subsets");
  }
  const QuasiInput input = read_quasi_table(settings, console.run());
  if (settings.flag("subsets")) {
    const std::size_t all = input.names.size();
    answer_subsets(input, settings.given("max-size") ? settings.count("max-size") : all, console);
    return 0;
  }
  std::vector<std::size_t> columns(input.names.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  const quasi::Ratios ratios = quasi::measure(input.rows(), columns, console.run());
  Json answer{{"columns", input.names}};
  add_ratios(answer, ratios);
  answer["rows"] = input.population;
  console.answer(answer);
  console.say(fmt::format("{}\n{}", braced(input.names), ratios_text(ratios)));
  return 0;
}

}  // namespace

Command quasi_measure_command() {
  std::vector<Parameter> options = quasi_input_options();
  options.push_back(
      {.name = "subsets",
       .kind = ParameterKind::Flag,
       .summary = "Measure every set of the columns, not only all of them together."});
  options.push_back({.name = "max-size",
                     .kind = ParameterKind::Count,
                     .summary = "With --subsets: sets of at most so many columns.",
                     .placeholder = "H",
                     .min = 1,
                     .max = 256});
  return {.path = "quasi measure",
          .summary = "Measure how well columns tell the rows of a table apart.",
          .positionals = {quasi_file("The table; - is standard input, read whole.")},
          .options = std::move(options),
          .example = "privet quasi measure people.csv --columns age,zip",
          .run = run_measure};
}

}  // namespace privet::cli
