// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/profile_input.h"
#include "base/counted.h"
#include "base/error.h"
#include "profile/engine/xapian_engine.h"
#include "report/text/numbers.h"

namespace privet::cli {
namespace {

int run_index(const Settings& settings, Console& console) {
  refuse_source_as_output(settings);
  profile::IndexWriter index(settings.text("output"), settings.text("language"));
  const auto counts = read_sources(
      settings, [&](const profile::Document& document) { index.add(document); }, console);
  if (counts.documents == 0) {
    throw Error(ErrorCode::Input, "there is no document to index",
                {.file = settings.list("source").front()});
  }
  console.run().progress("writing the index");
  index.commit();
  auto answer = counts_json(counts);
  answer["output"] = settings.text("output");
  console.answer(answer);
  console.say(fmt::format("{} indexed: {}\n", counted(counts.documents, "document"),
                          settings.text("output")));
  return 0;
}

}  // namespace

Command profile_index_command() {
  return {.path = "profile index",
          .summary = "Build an index of documents, to be searched by 'serve' and 'evaluate'.",
          .positionals = {source_positional()},
          .options = {{.name = "output",
                       .kind = ParameterKind::File,
                       .summary = "The index, one file (mode 0600).",
                       .placeholder = "INDEX",
                       .required = true,
                       .letter = 'o'},
                      language_option(),
                      text_column_option()},
          .example = "privet profile index ~/library -o library.index",
          .run = run_index};
}

}  // namespace privet::cli
