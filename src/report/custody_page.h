// SPDX-License-Identifier: Apache-2.0
// The report of an attack on an encoded table, as a page with plots and as text for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "custody/attack/attack.h"

namespace privet {

struct AttackSummary {
  std::string original;
  std::string encoded;
  std::size_t rows = 0;
  custody::AttackOptions options;
  std::vector<custody::AttributeRisk> attributes;
  std::vector<custody::SubspaceRisk> subspaces;
  std::vector<custody::PathRisk> paths;  // empty: no tree was attacked

  [[nodiscard]] std::string subspace_name(const custody::SubspaceRisk& subspace) const;
  [[nodiscard]] std::size_t all_paths() const;
  [[nodiscard]] double cracked_paths() const;
};

[[nodiscard]] std::string attack_page(const AttackSummary& summary);
[[nodiscard]] std::string attack_text(const AttackSummary& summary);
[[nodiscard]] std::string attack_json(const AttackSummary& summary);  // one object

}  // namespace privet
