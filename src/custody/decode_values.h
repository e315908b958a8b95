// SPDX-License-Identifier: Apache-2.0
// Turns encoded values back into the original ones, column by column: predictions, samples, rows a
// miner points at. Cost: linear in the cells.
#pragma once

#include <span>
#include <string>

#include "base/run.h"
#include "custody/coding/coding.h"
#include "data/table.h"

namespace privet::custody {

// `table` with these columns decoded, under their original names; the others stay as they are.
// Throws Error{Input} with row and column for a value the key does not know, and Error{Usage} for a
// column it does not know. `original` is the table that was encoded, from `data_file`.
[[nodiscard]] Table decode_values(const Table& table, std::span<const std::string> columns,
                                  const Coding& coding, const Table& original,
                                  const std::string& data_file, const Run& run);

}  // namespace privet::custody
