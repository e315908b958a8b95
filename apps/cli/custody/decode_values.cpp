// SPDX-License-Identifier: Apache-2.0
#include "custody/decode_values.h"

#include <fmt/format.h>

#include "apps/cli/custody/commands.h"
#include "apps/cli/custody/input.h"
#include "apps/cli/paths.h"
#include "base/atomic_file.h"
#include "base/counted.h"
#include "data/formats/open_table.h"

namespace privet::cli {
namespace {

int run_decode_values(const Settings& settings, Console& console) {
  const std::string output = settings.text("output");
  for (const auto* other : {"file", "data", "key", "passphrase-file"}) {
    refuse_same(settings, "output", other, "would replace a file that is read; name another");
  }
  if (output == "-") console.claim_output();
  const CsvFile file = custody_table(settings, settings.text("file"), console);
  const CsvFile original = custody_table(settings, settings.text("data"), console);
  const custody::Coding coding = open_key(settings, console);
  const auto columns = settings.list("column");
  const Table decoded = custody::decode_values(file.table, columns, coding, original.table,
                                               settings.text("data"), console.run());
  if (output == "-") {
    write_table_text(
        decoded, "-", file.style, [&](std::string_view text) { console.write(text); },
        console.run());
  } else {
    AtomicFile out(output);
    write_table_text(
        decoded, output, file.style, [&](std::string_view text) { out.write(text); },
        console.run());
    out.commit();
  }
  console.answer({{"rows", decoded.rows()}, {"columns", columns}});
  console.say(
      fmt::format("{} of {} decoded.\n", counted(decoded.rows(), "row"), fmt::join(columns, ", ")));
  return 0;
}

}  // namespace

Command custody_decode_values_command() {
  return {
      .path = "custody decode-values",
      .summary = "Turn encoded values of a column back into the original ones.",
      .positionals = {custody_positional(
          "file", "A table with encoded columns: predictions, or rows of the encoded table.")},
      .options = custody_options({{.name = "column",
                                   .kind = ParameterKind::Columns,
                                   .summary = "The columns to decode, as they are called in FILE.",
                                   .placeholder = "a,b",
                                   .repeatable = true,
                                   .required = true},
                                  key_parameter(),
                                  data_parameter(),
                                  passphrase_option(),
                                  {.name = "output",
                                   .kind = ParameterKind::File,
                                   .summary = "Where the decoded table goes; - is standard output.",
                                   .placeholder = "OUT",
                                   .default_text = "-",
                                   .letter = 'o'}}),
      .example =
          "privet custody decode-values predicted.csv --column class --key my.key --data p.csv",
      .run = run_decode_values};
}

}  // namespace privet::cli
