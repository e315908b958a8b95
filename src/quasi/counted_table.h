// SPDX-License-Identifier: Apache-2.0
// A table that is not at hand, such as one in a database: somebody there counts what its columns
// do together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "quasi/partition.h"

namespace privet::quasi {

struct CountedTable {
  std::size_t columns = 0;
  std::uint64_t rows = 0;
  // What grouping by these columns, of which there is one at least, comes to. Asked by one thread
  // at a time.
  std::function<Tally(std::span<const std::size_t>)> count;
};

}  // namespace privet::quasi
