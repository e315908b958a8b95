// SPDX-License-Identifier: Apache-2.0
#include "job/custody/advise_job.h"

#include "job/custody/custody_input.h"
#include "job/input/table_input.h"
#include "roles/suggest.h"

namespace privet::job {
namespace {

// Why a column of texts says who somebody is, however often each text occurs; empty: it does not.
std::string why_names(const roles::RoleSuggestion& looks) {
  if (looks.role == Role::Identifier || looks.names_or_text) return looks.signals.known_to_others;
  return looks.personal.names;
}

}  // namespace

std::vector<Parameter> custody_advise_positionals() {
  return {table_file()};
}

std::vector<Parameter> custody_advise_parameters() {
  return joined({{custody_class_parameter(),
                  {.name = "min-width",
                   .kind = ParameterKind::Count,
                   .summary = "The fewest values in a piece of one class.",
                   .placeholder = "N",
                   .default_text = "5",
                   .min = 1},
                  {.name = "radius",
                   .kind = ParameterKind::Text,
                   .summary = "How close a guess must be, as a share of the range.",
                   .placeholder = "SHARE",
                   .default_text = "2%"},
                  {.name = "knowledge",
                   .kind = ParameterKind::Count,
                   .summary = "How many values the attacker knows about, beside the extremes.",
                   .placeholder = "N",
                   .default_text = "4"},
                  {.name = "limit",
                   .kind = ParameterKind::Text,
                   .summary = "A column is weak if guesses by rank crack more than this share of "
                              "the rows.",
                   .placeholder = "SHARE",
                   .default_text = "50%"}},
                 input_parameters()});
}

CustodyAdviseOptions custody_advise_options(const Settings& settings) {
  return {.table = table_source(settings, settings.text("file")),
          .class_column = settings.text("class"),
          .advise = {.min_width = settings.count("min-width"),
                     .radius = share_setting(settings, "radius", 0.5),
                     .limit = share_setting(settings, "limit", 1),
                     .knowledge = settings.count("knowledge")}};
}

CustodyAdviseOutcome run_custody_advise(const CustodyAdviseOptions& options, const Run& run) {
  const Table table = read_plain_table(options.table, run).table;
  const AttributeId cls = table.require(options.class_column, "--class");
  custody::Advice out = custody::advise(table, cls, options.advise, run);
  roles::SuggestOptions looking;
  looking.search_sets = false;
  const auto suggestions = roles::suggest_roles(table, looking, run);
  for (auto& one : out.nominal) {
    const auto id = table.find(one.name);
    if (id) one.because = why_names(suggestions[*id]);
  }
  return out;
}

}  // namespace privet::job
