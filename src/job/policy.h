// SPDX-License-Identifier: Apache-2.0
// A policy file: what each column of a table is, and how it is to be protected. See
// docs/format/policy.md.
//
//   [input]                     delimiter, header, table
//   [columns.age]               role, type, hierarchy (a file beside the policy, or a table of
//                               hierarchy.md), boundary, max_level, weight, pseudonym, mask,
//                               accept_unchanged, accept_sets; top_code, bottom_code, round, noise,
//                               rank_swap, pram, pram_matrix, pram_invariant
//   [privacy]                   a key for each parameter of a privacy model: k = 5
//   [method]                    name = "mondrian", and its parameters
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "data/schema.h"
#include "hierarchy/spec.h"

namespace privet {

struct ColumnPolicy {
  std::string name = {};
  Place place = {};
  std::optional<Role> role = {};
  std::optional<ColumnType> type = {};
  // A path (already relative to where the policy lies) or the hierarchy itself.
  std::variant<std::monostate, std::string, HierarchySpec> hierarchy = {};
  // How far its values may be generalized, on top of what the hierarchy itself says.
  std::vector<std::string> boundary = {};
  std::optional<std::size_t> max_level = {};
  Place boundary_place = {};  // where one of the two stands

  [[nodiscard]] bool bounded() const { return !boundary.empty() || max_level.has_value(); }
  std::optional<double> weight = {};     // of a quasi-identifier: how important it is, 0 or more
  std::vector<std::string> order = {};   // of a sensitive column: its values from low to high
  bool accept_unchanged = false;         // release it as it is although it singles records out
  bool accept_sets = false;              // release sets of its values although they look like names
  bool pseudonym = false;                // of an identifier: release pseudonyms
  std::optional<std::size_t> mask = {};  // of an identifier: release this many first characters
  // How its values are perturbed: the flag without dashes, and its value ("top-code", "90").
  std::vector<std::pair<std::string, std::string>> perturb = {};
};

struct Policy {
  std::string path;
  std::vector<ColumnPolicy> columns;
  Settings settings;  // of the sections input, privacy and method
};

// `known`: the parameters that may stand in the sections. Throws Error{Input} with line and column
// for what is not TOML or not known, Error{Usage} for values out of range.
[[nodiscard]] Policy parse_policy(std::string_view text, const std::string& path,
                                  const std::vector<Parameter>& known);
[[nodiscard]] Policy read_policy(const std::string& path, const std::vector<Parameter>& known,
                                 const Run& run);

}  // namespace privet
