// SPDX-License-Identifier: Apache-2.0
#include "job/inspect/inspect_job.h"

#include <array>
#include <filesystem>

#include "base/error.h"
#include "job/input/engine_input.h"
#include "job/input/table_input.h"
#include "job/inspect/engine_inspect.h"
#include "job/outputs.h"
#include "job/record_doubts.h"

namespace privet::job {

std::vector<Parameter> inspect_parameters() {
  return joined({{{.name = "write-policy",
                   .kind = ParameterKind::File,
                   .summary = "Draft a policy with the suggested roles; never replaces a file.",
                   .placeholder = "P.toml"}},
                 input_parameters(),
                 database_parameters()});
}

InspectOptions inspect_options(const Settings& settings) {
  InspectOptions out{.source = table_source(settings, settings.text("file")),
                     .policy = given_text(settings, "write-policy")};
  if (wants_engine(settings)) {
    out.engine = engine_places(out.source.path, settings.list("shard"));
    refuse_reading_settings(settings);
    static constexpr std::array<std::string_view, 3> kOther{"type", "decimal", "date-format"};
    refuse_settings(settings, kOther);
  }
  return out;
}

namespace {

InspectOutcome look_at_rows(const TableSource& source, const Run& run) {
  const CsvFile file = read_table(source, run);
  const Table& table = file.table;
  InspectOutcome out{.rows = table.rows(), .columns = inspect_table(table, run)};
  for (const auto& question : file.questions) {
    run.warn(question.text);
    if (const auto id = table.find(question.column)) out.columns[*id].asked = true;
  }
  if (const auto total = find_total(table)) {
    run.warn(total_text(table, *total, source.csv.skip_last_lines));
  }
  return out;
}

}  // namespace

InspectOutcome run_inspect(const InspectOptions& options, const Run& run) {
  TableSource source = options.source;
  source.csv.columns.ask = false;
  InspectOutcome out =
      options.engine.empty() ? look_at_rows(source, run) : inspect_in_engine(options.engine, run);
  if (!options.policy) return out;
  const std::string draft = draft_policy(out.columns, options.source);
  if (std::filesystem::is_regular_file(*options.policy)) {
    throw Error(ErrorCode::Output,
                "already exists; a policy that you may have corrected is not replaced",
                {.file = *options.policy});
  }
  OutputFiles files;
  files.add(options.policy, draft);
  files.commit(run);
  out.standard_output = files.standard_output();
  if (*options.policy != "-") out.policy = options.policy;
  return out;
}

}  // namespace privet::job
