// SPDX-License-Identifier: Apache-2.0
#include "job/release/release_options.h"

#include <concepts>
#include <type_traits>

#include "base/error.h"
#include "job/earlier.h"
#include "job/identifiers.h"
#include "job/input/engine_input.h"
#include "job/input/table_input.h"
#include "job/perturb_columns.h"
#include "job/prepare.h"
#include "job/record_order.h"
#include "job/release/decided_roles.h"
#include "job/release/long_sets.h"
#include "job/release/measure_utility.h"
#include "job/shift_dates.h"

namespace privet::job {

template <typename Options, typename Visit>
  requires std::same_as<std::remove_const_t<Options>, ReleaseOptions>
static void visit_fields(Options& options, Visit& visit) {
  visit("file", options.input);
  visit("output", options.output);
  visit("report", options.report);
  visit("summary", options.summary);
  visit("save-rules", options.save_rules);
  visit("apply-rules", options.apply_rules);
  visit("drop-suppressed", options.drop_suppressed);
  visit("engine", options.engine);
  visit("shard", options.shards);
  visit("long-sets", options.long_sets);
  visit("keep-order", options.keep_order);
  visit("save-order", options.save_order);
  visit("earlier", options.earlier);
  visit_table_options(options.table, visit);
  visit("method", options.method);
  visit("max-suppression", options.max_suppression);
  visit("sample", options.sample);
  visit("accept-unchanged", options.accept_unchanged);
  visit("accept-sets", options.accept_sets);
  visit("accept-links", options.accept_links);
  visit("pseudonym", options.pseudonym);
  visit("mask", options.mask);
  visit("shift-dates", options.shift_dates);
  visit("shift-by", options.shift_by);
  visit("shift-days", options.shift_days);
  visit("top-code", options.top_code);
  visit("bottom-code", options.bottom_code);
  visit("round", options.round);
  visit("noise", options.noise);
  visit("correlated-noise", options.correlated_noise);
  visit("rank-swap", options.rank_swap);
  visit("pram", options.pram);
  visit("pram-matrix", options.pram_matrix);
  visit("pram-invariant", options.pram_invariant);
  visit("key", options.key);
  visit("passphrase-file", options.passphrase_file);
}

std::vector<Parameter> release_positionals() {
  return {table_file()};
}

std::vector<Parameter> release_parameters(const Catalog& catalog) {
  return joined(
      {{{.name = "output",
         .kind = ParameterKind::File,
         .summary =
             "Where the release goes: CSV; or TSV, ARFF, Excel, SPSS, Stata, Parquet, SQLite, gzip "
             "by the end of the name (.tsv, .arff, .xlsx, .sav, .dta, .parquet, .sqlite, .db, "
             ".gz); or a new table, postgresql://HOST/DB?table=NAME.",
         .placeholder = "OUT",
         .required = true,
         .letter = 'o'},
        report_parameter(),
        {.name = "summary",
         .kind = ParameterKind::File,
         .summary = "Also write one page for outsiders: what is promised and what is not, without "
                    "file names or original values, with a place for a signature.",
         .placeholder = "S.html"}},
       role_parameters(Purpose::Release),
       identifier_parameters(),
       perturbation_parameters(),
       acceptance_parameters(),
       policy_parameters(catalog),
       utility_parameters(),
       {{.name = "save-rules",
         .kind = ParameterKind::File,
         .summary = "Also save the recoding, to apply it to new records of the same kind "
                    "(docs/format/rules.md).",
         .placeholder = "RULES"},
        {.name = "apply-rules",
         .kind = ParameterKind::File,
         .summary = "Use a saved recoding instead of a method; refused where a privacy model "
                    "would not hold.",
         .placeholder = "RULES"}},
       order_parameters(),
       database_parameters(),
       {earlier_parameter(true),
        {.name = "drop-suppressed",
         .kind = ParameterKind::Flag,
         .summary = "Leave suppressed records out, instead of releasing them with * in every "
                    "quasi-identifier and sensitive column."},
        long_sets_parameter()}});
}

ReleaseOptions release_options(const Settings& settings, const Catalog& catalog) {
  auto out = read_options<ReleaseOptions>(settings, release_parameters(catalog));
  if (out.summary == "-") {
    throw Error(ErrorCode::Usage, "the summary needs a file", {.parameter = "--summary"});
  }
  if (out.save_rules == "-") {
    throw Error(ErrorCode::Usage, "the rules need a file", {.parameter = "--save-rules"});
  }
  return out;
}

Settings release_settings(const ReleaseOptions& options, const Catalog& catalog) {
  return write_settings(
      options,
      joined({release_positionals(), release_parameters(catalog), {passphrase_parameter()}}));
}

}  // namespace privet::job
