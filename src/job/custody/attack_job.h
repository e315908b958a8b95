// SPDX-License-Identifier: Apache-2.0
// privet custody attack: what an attacker gets of an encoded table (custody/attack/attack.h).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "custody/attack/attack.h"
#include "data/formats/open_table.h"
#include "job/custody/custody_input.h"

namespace privet::job {

struct CustodyAttackOutcome {
  std::string original;
  std::string encoded;
  std::size_t rows = 0;
  custody::AttackOptions options = {};
  std::vector<custody::AttributeRisk> attributes = {};
  std::vector<custody::SubspaceRisk> subspaces = {};
  std::vector<custody::PathRisk> paths = {};  // empty: no tree was attacked
  std::string standard_output = {};

  [[nodiscard]] std::string subspace_name(const custody::SubspaceRisk& subspace) const;
  [[nodiscard]] std::size_t all_paths() const;
  [[nodiscard]] double cracked_paths() const;
};

struct CustodyAttackOptions {
  TableSource encoded;
  TableSource original;
  std::optional<std::string> class_column = {};  // with it paths of a tree are attacked too
  std::optional<std::string> tree = {};          // mined from the encoded table; else one is mined
  std::optional<KeyFiles> key = {};              // where names are hidden or columns shuffled
  custody::AttackOptions attack = {};
  std::vector<std::string> subspaces = {};  // "age+salary"; empty: all pairs, and all together
  std::optional<std::string> report = {};   // a page, which this makes:
  std::function<std::string(const CustodyAttackOutcome&)> page = {};
};

[[nodiscard]] std::vector<Parameter> custody_attack_positionals();
[[nodiscard]] std::vector<Parameter> custody_attack_parameters();
[[nodiscard]] CustodyAttackOptions custody_attack_options(const Settings& settings);
[[nodiscard]] CustodyAttackOutcome run_custody_attack(const CustodyAttackOptions& options,
                                                      const PassphraseSource& passphrase,
                                                      const Run& run);

}  // namespace privet::job
