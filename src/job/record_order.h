// SPDX-License-Identifier: Apache-2.0
// The order of the records of a release, as options ask for it: drawn by the operating system, or
// kept on request, and the file that lets the owner undo it.
#pragma once

#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "job/prepare.h"
#include "release/record_order.h"

namespace privet {

// --keep-order and --save-order.
[[nodiscard]] std::vector<Parameter> order_parameters();
// --keep-order alone.
[[nodiscard]] Parameter keep_order_parameter();
// Throws Error{Usage} for a file of an order that is kept, and for standard output.
void check_order(const Settings& settings);

// A random order; with --keep-order none, and a warning that says what this costs and which columns
// of the table the order goes with.
[[nodiscard]] RecordOrder release_order(const Settings& settings, const PreparedTable& prepared,
                                        const Run& run);

// One line per released record: the number of the original, counted from 1.
[[nodiscard]] std::string order_text(const RecordOrder& order);
// Throws Error{Input} with the line at fault if it is not an order of that many records.
[[nodiscard]] RecordOrder read_order(const std::string& path, std::size_t records, const Run& run);

}  // namespace privet
