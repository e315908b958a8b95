// SPDX-License-Identifier: Apache-2.0
#include "job/custody/decode_values_job.h"

#include "custody/decode_values.h"
#include "job/input/table_input.h"

namespace privet::job {

std::vector<Parameter> custody_decode_values_positionals() {
  return {custody_file("file",
                       "A table with encoded columns: predictions, or rows of the encoded table.")};
}

std::vector<Parameter> custody_decode_values_parameters() {
  return joined({{{.name = "columns",
                   .kind = ParameterKind::Columns,
                   .summary = "The columns to decode, by their names in FILE.",
                   .placeholder = "A,B",
                   .repeatable = true,
                   .required = true,
                   .formerly = "column"}},
                 decoding_parameters(),
                 {{.name = "output",
                   .kind = ParameterKind::File,
                   .summary = "Where the decoded table goes; - is standard output.",
                   .placeholder = "OUT",
                   .default_text = "-",
                   .letter = 'o'}},
                 input_parameters()});
}

CustodyDecodeValuesOptions custody_decode_values_options(const Settings& settings) {
  return {.table = table_source(settings, settings.text("file")),
          .columns = settings.list("columns"),
          .original = table_source(settings, settings.text("data")),
          .key = key_files(settings),
          .output = settings.text("output")};
}

CustodyDecodeValuesOutcome run_custody_decode_values(const CustodyDecodeValuesOptions& options,
                                                     const PassphraseSource& passphrase,
                                                     const Run& run) {
  RunFiles files;
  files.reads(options.table.path, "the table");
  files.reads(options.original.path, "the original table");
  add_files(options.key, files);
  files.writes_table(options.output, "the decoded table", "output");
  files.check();
  const CsvFile file = read_plain_table(options.table, run);
  const Table original = read_plain_table(options.original, run).table;
  const custody::Coding coding = open_key(options.key, passphrase);
  const Table decoded = custody::decode_values(file.table, options.columns, coding, original,
                                               options.original.path, run);
  std::string bytes;
  write_checked_bytes(
      decoded, options.output, file.style, "decoded",
      [&](std::string_view piece) { bytes += piece; }, run);
  OutputFiles outputs;
  outputs.add(options.output, bytes);
  outputs.commit(run);
  return {decoded.rows(), options.columns, outputs.standard_output()};
}

}  // namespace privet::job
