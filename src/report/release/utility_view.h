// SPDX-License-Identifier: Apache-2.0
// How useful a release is, as JSON and as tables for text and pages.
#pragma once

#include <vector>

#include "base/json.h"
#include "job/release/utility.h"
#include "report/text/text_table.h"

namespace privet {

// {"discernibility","average_class_size","c_avg","ncp",...}: the loss, with C_WDM where there are
// weights.
[[nodiscard]] Json quality_json(const Quality& quality, const Utility& utility);
// Adds "weights", "queries", "classification", "selections" where they were measured.
void add_utility_json(const Utility& utility, Json& out);

// One row per metric: name, value, meaning.
[[nodiscard]] TextTable quality_table(const Quality& quality, const Utility& utility);
// One table per subject, for text and pages; empty where nothing was asked.
[[nodiscard]] std::vector<TextTable> utility_tables(const Utility& utility);

}  // namespace privet
