// SPDX-License-Identifier: Apache-2.0
// What a release should make its owner think twice, in sentences: the text calls each a warning,
// and the JSON lists them all.
#pragma once

#include <string>
#include <vector>

#include "job/release/release_summary.h"

namespace privet {

// Columns of which nothing is left.
[[nodiscard]] std::vector<std::string> hidden_column_warnings(const ReleaseSummary& summary);
// Classes in which everybody has the same value: k does not hide it.
[[nodiscard]] std::vector<std::string> disclosure_warnings(const ReleaseSummary& summary);
// All of these, and the columns that single people out and were accepted.
[[nodiscard]] std::vector<std::string> release_warnings(const ReleaseSummary& summary);

// A line "Warning: ..." for each.
[[nodiscard]] std::string warning_lines(const std::vector<std::string>& warnings);

}  // namespace privet
