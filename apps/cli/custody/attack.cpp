// SPDX-License-Identifier: Apache-2.0
#include "custody/attack/attack.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "apps/cli/custody/commands.h"
#include "apps/cli/custody/input.h"
#include "apps/cli/paths.h"
#include "base/error.h"
#include "base/json.h"
#include "custody/attack/match.h"
#include "custody/tree_reader.h"
#include "data/file_bytes.h"
#include "job/outputs.h"
#include "mining/tree/tree.h"
#include "report/custody_page.h"

namespace privet::cli {
namespace {

std::vector<custody::Attack> attacks(const Settings& settings) {
  std::vector<custody::Attack> out;
  for (const auto& name : settings.list("methods")) {
    const auto* const at =
        std::find(std::begin(custody::kAttackNames), std::end(custody::kAttackNames), name);
    if (at == std::end(custody::kAttackNames)) {
      throw Error(ErrorCode::Usage,
                  fmt::format("there is no attack {}; choose of {}", shown(name),
                              fmt::join(custody::kAttackNames, ", ")),
                  settings.place("methods"));
    }
    const auto attack = static_cast<custody::Attack>(at - std::begin(custody::kAttackNames));
    if (std::find(out.begin(), out.end(), attack) == out.end()) out.push_back(attack);
  }
  return out;
}

custody::AttackOptions attack_options(const Settings& settings) {
  custody::AttackOptions out;
  out.radius = share_of(settings, "radius", 0.5);
  out.knowledge = settings.count("knowledge");
  out.bad = settings.count("bad");
  out.trials = settings.count("trials");
  out.seed = settings.count("seed");
  if (settings.given("methods")) out.attacks = attacks(settings);
  return out;
}

// --subspaces age+salary,age+city: positions among the attacked attributes.
std::vector<std::vector<std::size_t>> subspaces(const Settings& settings,
                                                const std::vector<custody::AttributePair>& pairs) {
  if (!settings.given("subspaces")) return custody::usual_subspaces(pairs.size());
  std::vector<std::vector<std::size_t>> out;
  for (const auto& text : settings.list("subspaces")) {
    out.emplace_back();
    for (const auto& name : split_list(text, '+')) {
      const auto at = std::find_if(pairs.begin(), pairs.end(),
                                   [&](const auto& pair) { return pair.name == name; });
      if (at == pairs.end()) {
        throw Error(ErrorCode::Usage,
                    fmt::format("{} is no numeric attribute of both tables", shown(name)),
                    settings.place("subspaces"));
      }
      out.back().push_back(static_cast<std::size_t>(at - pairs.begin()));
    }
  }
  return out;
}

std::vector<custody::PathRisk> attacked_paths(const Settings& settings,
                                              const custody::Matched& matched,
                                              const AttackSummary& summary, Console& console) {
  custody::EncodedTree tree;
  const AttributeId cls = *matched.class_column;
  if (settings.given("tree")) {
    const std::string file = settings.text("tree");
    tree = custody::read_tree(FileBytes(file, console.run()).view(), file, matched.encoded, cls);
  } else {
    tree.model = mining::learn_tree(matched.encoded, cls, mining::c45_options(), console.run());
  }
  const auto name = settings.given("tree") ? settings.text("tree") : std::string("the mined tree");
  const auto both = custody::pair_tree(tree, matched, name, console.run());
  return custody::attack_paths(matched.pairs, summary.attributes, both, summary.options,
                               console.run());
}

int run_attack(const Settings& settings, Console& console) {
  for (const auto* other : {"file", "original", "key", "tree", "passphrase-file"}) {
    refuse_same(settings, "report", other, "would replace a file that is read; name another");
  }
  if (settings.given("tree") && !settings.given("class")) {
    throw Error(ErrorCode::Usage, "the paths of a tree need --class", settings.place("tree"));
  }
  AttackSummary summary;
  summary.options = attack_options(settings);
  summary.original = settings.text("original");
  summary.encoded = settings.text("file");
  const Table encoded = custody_table(settings, summary.encoded, console).table;
  const Table original = custody_table(settings, summary.original, console).table;
  std::optional<custody::Coding> coding;
  if (settings.given("key")) coding = open_key(settings, console);
  std::optional<AttributeId> cls;
  if (settings.given("class")) cls = original.require(settings.text("class"), "--class");
  const auto matched =
      custody::match_tables(original, encoded, coding ? &*coding : nullptr, cls, summary.encoded);
  summary.rows = original.rows();
  summary.attributes = custody::attack_domains(matched.pairs, summary.options, console.run());
  summary.subspaces =
      custody::attack_subspaces(matched.pairs, summary.attributes,
                                subspaces(settings, matched.pairs), summary.options, console.run());
  if (matched.class_column) {
    summary.paths = attacked_paths(settings, matched, summary, console);
  }
  if (settings.given("report")) {
    job::OutputFiles outputs;
    outputs.add(settings.text("report"), attack_page(summary));
    outputs.commit(console.run());
  }
  console.answer(Json::parse(attack_json(summary)));
  console.say(attack_text(summary));
  return 0;
}

std::vector<Parameter> attack_parameters() {
  return {{.name = "original",
           .kind = ParameterKind::File,
           .summary = "The original table; both must have the same rows in the same order.",
           .placeholder = "ORIGINAL",
           .required = true},
          {.name = "class",
           .kind = ParameterKind::Column,
           .summary = "The class, as the original calls it; with it paths are attacked too.",
           .placeholder = "C"},
          {.name = "tree",
           .kind = ParameterKind::File,
           .summary = "The tree mined from FILE, in any form decode reads; else one is mined.",
           .placeholder = "TREE"},
          {.name = "key",
           .kind = ParameterKind::File,
           .summary = "The key, where names are hidden or columns shuffled.",
           .placeholder = "KEY"},
          passphrase_option(),
          {.name = "knowledge",
           .kind = ParameterKind::Count,
           .summary = "Good knowledge points an attribute: 2 knowledgeable, 4 expert, 8 insider.",
           .placeholder = "N",
           .default_text = "4",
           .min = 0},
          {.name = "bad",
           .kind = ParameterKind::Count,
           .summary = "Further points that are wrong, tried as well.",
           .placeholder = "N",
           .default_text = "1",
           .min = 0},
          {.name = "radius",
           .kind = ParameterKind::Text,
           .summary = "How near a guess must be, as a share of the range.",
           .placeholder = "SHARE",
           .default_text = "2%"},
          {.name = "trials",
           .kind = ParameterKind::Count,
           .summary = "Draw the knowledge points so often; medians are shown.",
           .placeholder = "N",
           .default_text = "500",
           .min = 1},
          {.name = "methods",
           .kind = ParameterKind::Columns,
           .summary = "Of sorting, regression, polyline, spline, combined; all if not given.",
           .placeholder = "A,B"},
          {.name = "subspaces",
           .kind = ParameterKind::Columns,
           .summary = "Combinations such as age+salary; all pairs and the whole if not given.",
           .placeholder = "A+B,.."},
          {.name = "seed",
           .kind = ParameterKind::Count,
           .summary = "Draw other points.",
           .placeholder = "N",
           .default_text = "1",
           .min = 0},
          {.name = "report",
           .kind = ParameterKind::File,
           .summary = "A page with plots.",
           .placeholder = "R.html"}};
}

}  // namespace

Command custody_attack_command() {
  return {.path = "custody attack",
          .summary = "Measure what an attacker gets of an encoded table.",
          .positionals = {custody_positional("file", "The encoded table.")},
          .options = custody_options(attack_parameters()),
          .example = "privet custody attack give.csv --original patients.csv --class illness",
          .run = run_attack};
}

}  // namespace privet::cli
