// SPDX-License-Identifier: Apache-2.0
#include "job/custody/decode_job.h"

#include <array>

#include "custody/decode.h"
#include "custody/tree_reader.h"
#include "data/file_bytes.h"
#include "job/input/table_input.h"
#include "mining/tree/tree_text.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 3> kViews{"tree", "rules", "dot"};

}  // namespace

std::vector<Parameter> custody_decode_positionals() {
  return {custody_file("tree",
                       "The tree: a model file of Privet, the output of Weka, of scikit-learn's "
                       "export_text or of rpart's print, or text as in docs/format/tree-text.md.")};
}

std::vector<Parameter> custody_decode_parameters() {
  return joined({decoding_parameters(),
                 {{.name = "view",
                   .kind = ParameterKind::Choice,
                   .summary = "How to show the tree.",
                   .placeholder = "VIEW",
                   .default_text = "tree",
                   .choices = kViews},
                  {.name = "save",
                   .kind = ParameterKind::File,
                   .summary = "Write the tree to this file (docs/format/model.md).",
                   .placeholder = "MODEL.json"}},
                 input_parameters()});
}

CustodyDecodeOptions custody_decode_options(const Settings& settings) {
  return {.tree = settings.text("tree"),
          .original = table_source(settings, settings.text("data")),
          .key = key_files(settings),
          .save = given_text(settings, "save")};
}

CustodyDecodeOutcome run_custody_decode(const CustodyDecodeOptions& options,
                                        const PassphraseSource& passphrase, const Run& run) {
  RunFiles files;
  files.reads(options.tree, "the tree");
  files.reads(options.original.path, "the original table");
  add_files(options.key, files);
  files.writes(options.save, "the decoded tree", "save");
  files.check();
  const std::string text(FileBytes(options.tree, run).view());
  const Table original = read_plain_table(options.original, run).table;
  const custody::Coding coding = open_key(options.key, passphrase);
  const Table encoded = custody::encoded_table(coding, original, options.original.path, run);
  const auto tree = custody::read_tree(text, options.tree, encoded, coding.class_position);
  CustodyDecodeOutcome out{
      custody::decode_against(tree, coding, {original, encoded}, options.tree, run)};
  OutputFiles outputs;
  if (options.save) outputs.add(options.save, mining::save_tree(out.tree));
  outputs.commit(run);
  out.standard_output = outputs.standard_output();
  return out;
}

}  // namespace privet::job
