// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "job/custody/attack_job.h"
#include "job/input/table_input.h"

namespace privet::job {
namespace {

std::vector<custody::Attack> attacks(const Settings& settings) {
  std::vector<custody::Attack> out;
  for (const auto& name : settings.list("methods")) {
    const auto* const at =
        std::find(std::begin(custody::kAttackNames), std::end(custody::kAttackNames), name);
    if (at == std::end(custody::kAttackNames)) {
      throw Error(ErrorCode::Usage,
                  fmt::format("unknown attack {}; choose from {}", quote_for_message(name),
                              fmt::join(custody::kAttackNames, ", ")),
                  settings.place("methods"));
    }
    const auto attack = static_cast<custody::Attack>(at - std::begin(custody::kAttackNames));
    if (std::find(out.begin(), out.end(), attack) == out.end()) out.push_back(attack);
  }
  return out;
}

std::vector<Parameter> attacked_parameters() {
  return {{.name = "original",
           .kind = ParameterKind::File,
           .summary = "The original table; without --key both must have the same rows in the same "
                      "order.",
           .placeholder = "ORIGINAL",
           .required = true},
          {.name = "class",
           .kind = ParameterKind::Column,
           .summary = "The class column, by its name in the original; with it the paths of a tree "
                      "are attacked too.",
           .placeholder = "COLUMN"},
          {.name = "tree",
           .kind = ParameterKind::File,
           .summary = "The tree mined from FILE, in any form that decode reads; mined by Privet if "
                      "not given.",
           .placeholder = "TREE"},
          {.name = "key",
           .kind = ParameterKind::File,
           .summary = "The key; needed unless the table was encoded with --keep-order.",
           .placeholder = "KEY"},
          passphrase_parameter(),
          {.name = "report",
           .kind = ParameterKind::File,
           .summary = "Write a page with plots to this file.",
           .placeholder = "OUT.html"}};
}

std::vector<Parameter> attacker_parameters() {
  return {{.name = "knowledge",
           .kind = ParameterKind::Count,
           .summary = "The number of approximately correct knowledge points per column: 2 for a "
                      "knowledgeable attacker, 4 for an expert, 8 for an insider.",
           .placeholder = "N",
           .default_text = "4",
           .min = 0},
          {.name = "wrong-points",
           .kind = ParameterKind::Count,
           .summary = "Also try with this many additional knowledge points that are wrong (bad "
                      "knowledge points in the paper).",
           .placeholder = "N",
           .default_text = "1",
           .min = 0,
           .formerly = "bad"},
          {.name = "radius",
           .kind = ParameterKind::Text,
           .summary = "How close a guess must be, as a share of the range.",
           .placeholder = "SHARE",
           .default_text = "2%"},
          {.name = "trials",
           .kind = ParameterKind::Count,
           .summary = "How many times the knowledge points are drawn; medians are shown.",
           .placeholder = "N",
           .default_text = "500",
           .min = 1},
          {.name = "methods",
           .kind = ParameterKind::Columns,
           .summary = "The attacks: sorting, rank, range, regression, polyline, spline, combined; "
                      "all if not given. Combinations and paths are tried by those named only, so "
                      "with fewer they look safer than they are.",
           .placeholder = "A,B"},
          {.name = "subspaces",
           .kind = ParameterKind::Columns,
           .summary = "Combinations of columns such as age+salary; all pairs, and all columns "
                      "together, if not given.",
           .placeholder = "A+B,.."},
          {.name = "seed",
           .kind = ParameterKind::Count,
           .summary = "The seed of the random knowledge points.",
           .placeholder = "N",
           .default_text = "1",
           .min = 0}};
}

}  // namespace

std::vector<Parameter> custody_attack_positionals() {
  return {custody_file("file", "The encoded table.")};
}

std::vector<Parameter> custody_attack_parameters() {
  return joined({attacked_parameters(), attacker_parameters(), input_parameters()});
}

CustodyAttackOptions custody_attack_options(const Settings& settings) {
  if (settings.given("tree") && !settings.given("class")) {
    throw Error(ErrorCode::Usage, "the paths of a tree need --class", settings.place("tree"));
  }
  CustodyAttackOptions out{.encoded = table_source(settings, settings.text("file")),
                           .original = table_source(settings, settings.text("original")),
                           .class_column = given_text(settings, "class"),
                           .tree = given_text(settings, "tree"),
                           .subspaces = settings.list("subspaces"),
                           .report = given_text(settings, "report")};
  if (settings.given("key")) out.key = key_files(settings);
  out.attack.radius = share_setting(settings, "radius", 0.5);
  out.attack.knowledge = settings.count("knowledge");
  out.attack.wrong_points = settings.count("wrong-points");
  out.attack.trials = settings.count("trials");
  out.attack.seed = settings.count("seed");
  if (settings.given("methods")) out.attack.attacks = attacks(settings);
  return out;
}

}  // namespace privet::job
