// SPDX-License-Identifier: Apache-2.0
#include "job/risk/risk_options.h"

#include <concepts>
#include <type_traits>

#include "job/earlier.h"
#include "job/input/engine_input.h"
#include "job/input/table_input.h"
#include "job/prepare.h"
#include "job/risk/boundaries.h"
#include "job/risk/comparison.h"
#include "job/risk/estimates.h"
#include "job/risk/record_risk.h"

namespace privet::job {

template <typename Options, typename Visit>
  requires std::same_as<std::remove_const_t<Options>, RiskOptions>
static void visit_fields(Options& options, Visit& visit) {
  visit("file", options.input);
  visit("report", options.report);
  visit_table_options(options.table, visit);
  visit("threshold", options.threshold);
  visit("worst", options.worst);
  visit("population-size", options.population_size);
  visit("sampling-fraction", options.sampling_fraction);
  visit("survey-weights", options.survey_weights);
  visit("records", options.records);
  visit("suda-size", options.suda_size);
  visit("earlier", options.earlier);
  visit("against", options.against);
  visit("original", options.original);
  visit("original-order", options.original_order);
  visit("priority", options.priority);
  visit("boundaries", options.boundaries);
  visit("engine", options.engine);
  visit("shard", options.shards);
}

std::vector<Parameter> risk_positionals() {
  return {table_file()};
}

std::vector<Parameter> risk_parameters(const Catalog& catalog) {
  std::vector<Parameter> out{
      report_parameter(),
      {.name = "threshold",
       .kind = ParameterKind::Real,
       .summary = "Records with a higher re-identification risk than this count as at risk.",
       .placeholder = "RISK",
       .default_text = "0.2",
       .min = 0,
       .max = 1},
      {.name = "against",
       .kind = ParameterKind::File,
       .summary = "Another table, such as a register of voters: how many of its rows lead to one "
                  "class, or one record?",
       .placeholder = "FILE"},
      {.name = "worst",
       .kind = ParameterKind::Count,
       .summary = "How many violating classes of each model are shown, the worst first.",
       .placeholder = "N",
       .default_text = "10",
       .min = 0}};
  return joined({out,
                 role_parameters(Purpose::Check),
                 catalog.model_parameters(),
                 matching_parameters(),
                 estimate_parameters(),
                 record_parameters(),
                 {earlier_parameter(false)},
                 comparison_parameters(),
                 boundary_parameters(),
                 input_parameters(),
                 database_parameters()});
}

RiskOptions risk_options(const Settings& settings, const Catalog& catalog) {
  return read_options<RiskOptions>(settings, risk_parameters(catalog));
}

Settings risk_settings(const RiskOptions& options, const Catalog& catalog) {
  return write_settings(options, joined({risk_positionals(), risk_parameters(catalog)}));
}

}  // namespace privet::job
