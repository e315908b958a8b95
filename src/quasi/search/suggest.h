// SPDX-License-Identifier: Apache-2.0
// Suggests what each column is for, with the evidence, so that a person can agree or not.
// Idea: a column whose values (nearly) all differ names the person. A column that, with few others,
// tells almost all rows apart is part of a quasi-identifier; the set that shows it is the evidence.
// So is what others know of a person anyway, and what people keep to themselves is sensitive: both
// are known by their names only. The rest is plain. Cost: of minimal_sets over the columns that are
// not identifiers; at most kMaxSearched of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/schema.h"
#include "data/table.h"

namespace privet::quasi {

struct SuggestOptions {
  double epsilon = 0.001;    // the share of pairs a quasi-identifier may miss
  std::size_t max_size = 3;  // the most columns an attacker is thought to collect
};

struct RoleSuggestion {
  AttributeId column = 0;
  Role role = Role::Plain;
  std::string evidence;  // "{age, zip} separates 99.99% of pairs"
};

inline constexpr std::size_t kMaxSearched = 64;

// One for each column, in their order. Never suggests Role::Class.
[[nodiscard]] std::vector<RoleSuggestion> suggest_roles(const Table& table,
                                                        const SuggestOptions& options,
                                                        const Run& run);

// A ratio as a percentage with as many digits as it takes to differ from 100%: "99.99%".
[[nodiscard]] std::string percent(double ratio);

}  // namespace privet::quasi
