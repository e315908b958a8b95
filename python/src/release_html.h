// SPDX-License-Identifier: Apache-2.0
// A release in a notebook: a small table and two plots.
#pragma once

#include <string>

#include "job/release/release_summary.h"

namespace privet::python {

// Markup for inside a page; all text is escaped.
[[nodiscard]] std::string release_html(const ReleaseSummary& summary);

}  // namespace privet::python
