// SPDX-License-Identifier: Apache-2.0
// Which classes of a release cover which people of another table.
// Idea: people are divided by one attribute after the other, and at each step only the classes
// whose cell covers the value go on; classes with the same cell are asked once. Cost: close to the
// number of pairs of distinct people and classes that agree so far, not to all pairs.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/table.h"

namespace privet {

// One quasi-identifier: what the classes show of it, what the people have.
struct CoverAttribute {
  std::vector<std::uint32_t> cell_of_class;  // [class]
  std::span<const ValueId> value_of_person;  // [person]
  std::size_t values = 0;                    // values are below it
  std::vector<bool> covers;                  // [cell * values + value]
};

// Called with people who agree on all attributes (or whom nothing covers), and the classes that
// cover them.
using CoverVisitor =
    std::function<void(std::span<const RowId> people, std::span<const std::uint32_t> classes)>;

// Every person is visited once.
void cover_join(std::size_t classes, std::size_t people, std::span<const CoverAttribute> attributes,
                const CoverVisitor& visit, const Run& run);

}  // namespace privet
