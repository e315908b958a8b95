// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/passphrase.h"
#include "apps/cli/paths.h"
#include "base/atomic_file.h"
#include "data/csv/write_csv.h"
#include "data/file_bytes.h"
#include "job/identifiers.h"

namespace privet::cli {
namespace {

int run_reverse(const Settings& settings, Console& console) {
  const std::string path = settings.text("file");
  const std::string output = settings.text("output");
  refuse_same(settings, "output", "file", "the release would be replaced; name another file");
  refuse_same(settings, "output", "key-file", "the key would be replaced; name another file");
  refuse_same(settings, "output", "passphrase-file",
              "the passphrase would be replaced; name another file");
  if (output == "-") console.claim_output();
  const auto table = prepare_table(path, settings, std::nullopt, Purpose::Check, console.run());
  std::vector<AttributeId> columns;
  for (const auto& name : settings.list("columns")) {
    columns.push_back(table.table().require(name, "--columns"));
  }
  const std::string key_file = settings.text("key-file");
  refuse_directory(key_file);
  const auto key = crypto::read_pseudonym_key(
      key_file,
      read_passphrase(settings, PassphraseUse::Open, fmt::format("the key {}", key_file), console)
          .view());
  const Table reversed = reverse_pseudonyms(table.table(), path, columns, key);
  if (output == "-") {
    console.write(csv_text(reversed, table.file.style, console.run()));
  } else {
    // It names people again: for its owner only.
    AtomicFile file(output, AtomicFile::Access::OwnerOnly);
    write_csv(
        reversed, table.file.style, [&](std::string_view piece) { file.write(piece); },
        console.run());
    file.commit();
    console.say(fmt::format("{} has the identifiers again; only you can read it.\n", output));
  }
  console.answer({{"rows", reversed.rows()}, {"columns", settings.list("columns")}});
  return 0;
}

}  // namespace

Command pseudonyms_reverse_command() {
  std::vector<Parameter> options{{.name = "columns",
                                  .kind = ParameterKind::Columns,
                                  .summary = "The columns whose pseudonyms are turned back.",
                                  .placeholder = "A,B,..",
                                  .repeatable = true,
                                  .required = true},
                                 {.name = "key-file",
                                  .kind = ParameterKind::File,
                                  .summary = "The key the release was made with.",
                                  .placeholder = "K.key",
                                  .required = true},
                                 {.name = "output",
                                  .kind = ParameterKind::File,
                                  .summary = "Where the table with the identifiers goes.",
                                  .placeholder = "OUT",
                                  .required = true,
                                  .letter = 'o'},
                                 passphrase_option()};
  const auto more = input_parameters();
  options.insert(options.end(), more.begin(), more.end());
  return {.path = "pseudonyms reverse",
          .summary = "Turn the pseudonyms of a release back into the identifiers.",
          .positionals = {{.name = "file",
                           .kind = ParameterKind::File,
                           .summary = "The release, or any table with its pseudonyms.",
                           .placeholder = "FILE",
                           .required = true}},
          .options = std::move(options),
          .example =
              "privet pseudonyms reverse release.csv --columns patient --key-file k.key -o "
              "named.csv",
          .run = run_reverse};
}

}  // namespace privet::cli
