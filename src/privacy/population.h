// SPDX-License-Identifier: Apache-2.0
// The people among whom an attacker looks for the records of a release: a table that has the
// quasi-identifiers, such as a register of voters. The release's own records are some of them.
#pragma once

#include <cstddef>
#include <vector>

#include "data/table.h"

namespace privet {

struct Population {
  std::size_t people = 0;
  // [quasi-identifier][person], by the dictionaries of the released table's columns.
  std::vector<std::vector<ValueId>> codes;
};

}  // namespace privet
