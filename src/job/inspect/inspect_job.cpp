// SPDX-License-Identifier: Apache-2.0
#include "job/inspect/inspect_job.h"

#include <filesystem>

#include "base/error.h"
#include "job/input/table_input.h"
#include "job/outputs.h"
#include "job/record_doubts.h"

namespace privet::job {

std::vector<Parameter> inspect_parameters() {
  return joined({{{.name = "write-policy",
                   .kind = ParameterKind::File,
                   .summary = "Draft a policy with the suggested roles; never replaces a file.",
                   .placeholder = "P.toml"}},
                 input_parameters()});
}

InspectOptions inspect_options(const Settings& settings) {
  return {table_source(settings, settings.text("file")), given_text(settings, "write-policy")};
}

InspectOutcome run_inspect(const InspectOptions& options, const Run& run) {
  TableSource source = options.source;
  source.csv.columns.ask = false;
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
