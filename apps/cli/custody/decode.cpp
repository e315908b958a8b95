// SPDX-License-Identifier: Apache-2.0
#include "custody/decode.h"

#include <fmt/format.h>

#include <array>

#include "apps/cli/custody/commands.h"
#include "apps/cli/custody/input.h"
#include "apps/cli/paths.h"
#include "base/json.h"
#include "custody/tree_reader.h"
#include "data/file_bytes.h"
#include "job/outputs.h"
#include "mining/tree/tree_text.h"

namespace privet::cli {
namespace {

constexpr std::array<std::string_view, 3> kViews{"tree", "rules", "dot"};

int run_decode(const Settings& settings, Console& console) {
  for (const auto* other : {"tree", "data", "key", "passphrase-file"}) {
    refuse_same(settings, "save", other, "would replace a file that is read; name another");
  }
  const std::string file = settings.text("tree");
  const std::string text(FileBytes(file, console.run()).view());
  const CsvFile original = custody_table(settings, settings.text("data"), console);
  const custody::Coding coding = open_key(settings, console);
  const Table encoded =
      custody::encoded_table(coding, original.table, settings.text("data"), console.run());
  const auto tree = custody::read_tree(text, file, encoded, coding.class_position);
  const auto model =
      custody::decode_against(tree, coding, original.table, encoded, file, console.run());
  if (settings.given("save")) {
    job::OutputFiles outputs;
    outputs.add(settings.text("save"), mining::save_tree(model));
    outputs.commit(console.run());
  }
  const std::string view = settings.text("view");
  console.say(view == "dot"    ? mining::tree_dot(model)
              : view == "tree" ? mining::draw_tree(model)
                               : fmt::format("{}\n", fmt::join(mining::tree_rules(model), "\n")));
  console.answer({{"nodes", model.nodes.size()},
                  {"leaves", model.leaves()},
                  {"depth", model.depth()},
                  {"tree", Json::parse(mining::canonical_tree(model))}});
  return 0;
}

}  // namespace

Command custody_decode_command() {
  return {
      .path = "custody decode",
      .summary = "Turn a tree mined from an encoded table into the tree of the original.",
      .positionals = {custody_positional(
          "tree", "A model file of ours, Weka's text, or the text of docs/format/tree-text.md.")},
      .options = custody_options({key_parameter(),
                                  data_parameter(),
                                  passphrase_option(),
                                  {.name = "view",
                                   .kind = ParameterKind::Choice,
                                   .summary = "How to show the tree.",
                                   .default_text = "tree",
                                   .choices = kViews},
                                  {.name = "save",
                                   .kind = ParameterKind::File,
                                   .summary = "Keep the tree in this file (docs/format/model.md).",
                                   .placeholder = "MODEL.json"}}),
      .example = "privet custody decode tree.json --key my.key --data patients.csv",
      .run = run_decode};
}

}  // namespace privet::cli
