// SPDX-License-Identifier: Apache-2.0
// What a privacy model knows of the table it is promised for: how many records there are and how
// the sensitive attributes are distributed over all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/table.h"
#include "hierarchy/bind.h"

namespace privet {

struct CountedAttribute {
  std::string name;
  std::vector<std::uint32_t> counts;          // [ValueId], over all records
  const BoundHierarchy* hierarchy = nullptr;  // null: none
  // How many values are missing ones; they come first. Nobody learns anything from them, so they
  // add no diversity.
  std::size_t missing = 0;
  bool text = false;  // the order of its values is that of bytes, which has no meaning
  // All values from low to high, where somebody said so; empty: in the order of their numbers.
  std::vector<ValueId> order = {};
  // How many persons have a value that is not missing, where some have several; the counts are of
  // persons then. 0: one value per record.
  std::size_t persons = 0;
};

// The attributes in the order of EquivalenceClass::histograms: the sensitive ones, then the site if
// there is one.
struct ModelContext {
  std::size_t records = 0;
  std::vector<CountedAttribute> sensitive;
  std::optional<CountedAttribute> site;
  std::optional<std::size_t> people;  // of the population, if one is known
};

[[nodiscard]] CountedAttribute count_attribute(const Column& column,
                                               const BoundHierarchy* hierarchy);

}  // namespace privet
