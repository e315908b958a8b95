// SPDX-License-Identifier: Apache-2.0
// Masks the ends of codes such as zip codes: 47906, 4790*, 479**, 47***, 4****, *.
// Idea: level i keeps the first (longest length - i * step) characters and masks up to the longest
// length, so all groups of a level differ in their prefix. A value no longer than what a
// level keeps stands for itself there. Characters are UTF-8 characters.
// Cost: O(levels) labels a distinct value.
#pragma once

#include <cstddef>

#include "data/table.h"
#include "hierarchy/hierarchy.h"

namespace privet {

struct PrefixMask {
  std::size_t step = 1;    // characters masked a level
  std::size_t levels = 0;  // masked levels below the root; 0: as long as a character stays
  char mask = '*';
};

// Throws Error{Usage} for a step of 0, or for values too long to mask one by one.
[[nodiscard]] Hierarchy build_prefix(const Column& column, const PrefixMask& options);

}  // namespace privet
