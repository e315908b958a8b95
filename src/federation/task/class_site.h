// SPDX-License-Identifier: Apache-2.0
// Which party has the class column, in tasks over columns.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "federation/task/data_set.h"

namespace privet::federation {

// Its place. Throws Error{Input}, naming the parties, unless exactly one table has the column.
[[nodiscard]] std::size_t class_site_of(std::span<const DataSet> parts, const std::string& name);

}  // namespace privet::federation
