// SPDX-License-Identifier: Apache-2.0
#include "job/risk/risk_options.h"

#include "job/earlier.h"
#include "job/input/table_input.h"
#include "job/prepare.h"
#include "job/risk/boundaries.h"
#include "job/risk/comparison.h"
#include "job/risk/estimates.h"
#include "job/risk/record_risk.h"

namespace privet::job {
namespace {

template <typename Options, typename Visit>
void visit_risk_options(Options& options, Visit& visit) {
  visit("file", options.input);
  visit("report", options.report);
  visit_table_options(options.table, visit);
  visit("threshold", options.threshold);
  visit("worst", options.worst);
  visit("population-size", options.population_size);
  visit("sampling-fraction", options.sampling_fraction);
  visit("weights", options.weights);
  visit("records", options.records);
  visit("suda-size", options.suda_size);
  visit("earlier", options.earlier);
  visit("against", options.against);
  visit("original", options.original);
  visit("original-order", options.original_order);
  visit("priority", options.priority);
  visit("boundaries", options.boundaries);
}

}  // namespace

std::vector<Parameter> risk_positionals() {
  return {{.name = "file",
           .kind = ParameterKind::File,
           .summary = "The table.",
           .placeholder = "FILE",
           .required = true}};
}

std::vector<Parameter> risk_parameters(const Catalog& catalog) {
  std::vector<Parameter> out{
      {.name = "report",
       .kind = ParameterKind::File,
       .summary = "Also write a report with plots, one self-contained HTML page.",
       .placeholder = "R.html"},
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
                 input_parameters()});
}

RiskOptions risk_options(const Settings& settings, const Catalog& catalog) {
  RiskOptions out;
  FieldReader read(settings);
  visit_risk_options(out, read);
  out.parameters = read.others(risk_parameters(catalog));
  return out;
}

Settings risk_settings(const RiskOptions& options, const Catalog& catalog) {
  Settings out(joined({risk_positionals(), risk_parameters(catalog)}));
  FieldWriter write(out);
  visit_risk_options(options, write);
  write.add(options.parameters);
  return out;
}

}  // namespace privet::job
