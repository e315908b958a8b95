// SPDX-License-Identifier: Apache-2.0
#include "job/custody/attack_job.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "custody/attack/match.h"
#include "custody/coding/coding.h"
#include "custody/tree_reader.h"
#include "data/file_bytes.h"
#include "mining/tree/tree.h"

namespace privet::job {
namespace {

void check_attack_files(const CustodyAttackOptions& options) {
  RunFiles files;
  files.reads(options.encoded.path, "the encoded table");
  files.reads(options.original.path, "the original table");
  files.reads(options.tree, "the tree");
  if (options.key) add_files(*options.key, files);
  files.writes(options.report, "the report", "report");
  files.check();
}

// Positions among the attacked attributes.
std::vector<std::vector<std::size_t>> subspaces(const std::vector<std::string>& wanted,
                                                const std::vector<custody::AttributePair>& pairs) {
  if (wanted.empty()) return custody::usual_subspaces(pairs.size());
  std::vector<std::vector<std::size_t>> out;
  for (const auto& text : wanted) {
    out.emplace_back();
    for (const auto& name : split_list(text, '+')) {
      const auto at = std::find_if(pairs.begin(), pairs.end(),
                                   [&](const auto& pair) { return pair.name == name; });
      if (at == pairs.end()) {
        throw Error(
            ErrorCode::Usage,
            fmt::format("{} is not a numeric attribute of both tables", quote_for_message(name)),
            {.parameter = "--subspaces"});
      }
      out.back().push_back(static_cast<std::size_t>(at - pairs.begin()));
    }
  }
  return out;
}

std::vector<custody::PathRisk> attack_tree(const CustodyAttackOptions& options,
                                           const custody::Matched& matched,
                                           const std::vector<custody::AttributeRisk>& attributes,
                                           const Run& run) {
  custody::EncodedTree tree;
  const AttributeId cls = *matched.class_column;
  if (options.tree) {
    const FileBytes text(*options.tree, run);
    tree = custody::read_tree(text.view(), *options.tree, matched.encoded, cls);
  } else {
    tree.model = mining::learn_tree(matched.encoded, cls, mining::c45_options(), run);
  }
  const auto both = custody::pair_tree(tree, matched, options.tree.value_or("the mined tree"), run);
  return custody::attack_paths(matched.pairs, attributes, both, options.attack, run);
}

std::vector<std::string> sorted_rows(const Table& table) {
  std::vector<std::string> out;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    auto& row = out.emplace_back();
    for (const Column& column : table.all()) {
      row += column.text(static_cast<RowId>(r));
      row += '\n';
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

// The encoded table with its rows where the original has them: encode shuffles them.
Table in_original_order(const Table& encoded, const custody::Coding& coding, const Table& original,
                        const CustodyAttackOptions& options, const Run& run) {
  Table again = custody::encoded_table(coding, original, options.original.path, run);
  if (sorted_rows(again) == sorted_rows(encoded)) return again;
  throw Error(ErrorCode::Input,
              "its rows are not those of the original under this key; the tables do not belong "
              "together",
              {.file = options.encoded.path});
}

}  // namespace

std::string CustodyAttackOutcome::subspace_name(const custody::SubspaceRisk& subspace) const {
  if (subspace.attributes.size() == attributes.size() && attributes.size() > 2) {
    return fmt::format("all {}", attributes.size());
  }
  std::vector<std::string_view> names;
  for (const std::size_t a : subspace.attributes) names.push_back(attributes[a].name);
  return fmt::format("{}", fmt::join(names, " + "));
}

std::size_t CustodyAttackOutcome::all_paths() const {
  std::size_t out = 0;
  for (const auto& path : paths) out += path.paths;
  return out;
}

double CustodyAttackOutcome::cracked_paths() const {
  double out = 0;
  for (const auto& path : paths) out += path.cracked;
  return out;
}

CustodyAttackOutcome run_custody_attack(const CustodyAttackOptions& options,
                                        const PassphraseSource& passphrase, const Run& run) {
  check_attack_files(options);
  Table encoded = read_plain_table(options.encoded, run).table;
  const Table original = read_plain_table(options.original, run).table;
  std::optional<custody::Coding> coding;
  if (options.key) {
    coding = open_key(*options.key, passphrase);
    encoded = in_original_order(encoded, *coding, original, options, run);
  }
  std::optional<AttributeId> cls;
  if (options.class_column) cls = original.require(*options.class_column, "--class");
  const auto matched = custody::match_tables(original, encoded, coding ? &*coding : nullptr, cls,
                                             options.encoded.path);
  CustodyAttackOutcome out{.original = options.original.path,
                           .encoded = options.encoded.path,
                           .rows = original.rows(),
                           .options = options.attack};
  out.attributes = custody::attack_domains(matched.pairs, options.attack, run);
  out.subspaces =
      custody::attack_subspaces(matched.pairs, out.attributes,
                                subspaces(options.subspaces, matched.pairs), options.attack, run);
  if (matched.class_column) out.paths = attack_tree(options, matched, out.attributes, run);
  OutputFiles outputs;
  if (options.report) outputs.add(options.report, options.page(out));
  outputs.commit(run);
  out.standard_output = outputs.standard_output();
  return out;
}

}  // namespace privet::job
