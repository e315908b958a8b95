// SPDX-License-Identifier: Apache-2.0
#include "job/pseudonyms/reverse_job.h"

#include "base/error.h"
#include "crypto/pseudonym.h"
#include "data/csv/write_csv.h"
#include "data/file_bytes.h"
#include "job/identifiers.h"
#include "job/input/table_input.h"
#include "job/outputs.h"

namespace privet::job {

std::vector<Parameter> reverse_positionals() {
  return {{.name = "file",
           .kind = ParameterKind::File,
           .summary = "The release, or any table with its pseudonyms.",
           .placeholder = "FILE",
           .required = true}};
}

std::vector<Parameter> reverse_parameters() {
  return joined({{{.name = "columns",
                   .kind = ParameterKind::Columns,
                   .summary = "The columns whose pseudonyms are turned back.",
                   .placeholder = "A,B,..",
                   .repeatable = true,
                   .required = true},
                  {.name = "key",
                   .kind = ParameterKind::File,
                   .summary = "The key that the release was made with.",
                   .placeholder = "K.key",
                   .required = true,
                   .formerly = "key-file"},
                  {.name = "output",
                   .kind = ParameterKind::File,
                   .summary = "The table with the identifiers (mode 0600).",
                   .placeholder = "OUT",
                   .required = true,
                   .letter = 'o'},
                  passphrase_parameter()},
                 input_parameters()});
}

ReverseOptions reverse_options(const Settings& settings) {
  return {.source = table_source(settings, settings.text("file")),
          .columns = settings.list("columns"),
          .key = settings.text("key"),
          .output = settings.text("output"),
          .passphrase_file = given_text(settings, "passphrase-file")};
}

ReverseOutcome run_reverse(const ReverseOptions& options, const PassphraseSource& passphrase,
                           const Run& run) {
  RunFiles files;
  files.reads(options.source.path, "the release");
  files.reads(options.key, "the key");
  files.reads(options.passphrase_file, "the passphrase");
  files.writes_table(options.output, "the table", "output");
  files.check();
  TableSource source = options.source;
  source.csv.columns.ask = false;
  const CsvFile input = read_table(source, run);
  std::vector<AttributeId> columns;
  for (const auto& name : options.columns)
    columns.push_back(input.table.require(name, "--columns"));
  refuse_directory(options.key);
  std::optional<crypto::PseudonymKey> key;
  passphrase(options.key, false,
             [&](std::string_view text) { key = crypto::read_pseudonym_key(options.key, text); });
  PRIVET_CHECK(key.has_value());
  const Table reversed = reverse_pseudonyms(input.table, options.source.path, columns, *key);
  // It names people again: for its owner only.
  OutputFiles outputs;
  if (options.output == "-") {
    outputs.add(options.output, csv_text(reversed, input.style, run));
  } else {
    auto file = std::make_unique<AtomicFile>(options.output, AtomicFile::Access::OwnerOnly);
    write_checked_bytes(
        reversed, options.output, input.style, "table",
        [&](std::string_view piece) { file->write(piece); }, run);
    outputs.add(std::move(file));
  }
  outputs.commit(run);
  ReverseOutcome out{.rows = reversed.rows(),
                     .columns = options.columns,
                     .standard_output = outputs.standard_output()};
  if (options.output != "-") out.output = options.output;
  return out;
}

}  // namespace privet::job
