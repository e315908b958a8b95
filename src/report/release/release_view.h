// SPDX-License-Identifier: Apache-2.0
// The three views of one release: text, JSON, a page with plots.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "job/release/release_summary.h"

namespace privet {

[[nodiscard]] std::string release_text(const ReleaseSummary& summary);
// How the search found what it found; empty if the method keeps no account.
[[nodiscard]] std::string search_text(const SearchAccount& account);
[[nodiscard]] Json search_json(const SearchAccount& account);
// `warnings`: what the run warned of.
[[nodiscard]] Json release_json(const ReleaseSummary& summary,
                                const std::vector<std::string>& warnings);
[[nodiscard]] std::string release_page(const ReleaseSummary& summary);
// One page for outsiders: no file names, no original values.
[[nodiscard]] std::string release_summary_page(const ReleaseSummary& summary);

// {"model","parameters","holds","value"}
[[nodiscard]] Json verdict_json(const Verdict& verdict);

}  // namespace privet
