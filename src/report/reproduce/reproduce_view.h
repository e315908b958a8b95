// SPDX-License-Identifier: Apache-2.0
// What `privet reproduce` found, as text, JSON and a page for each source.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "job/reproduce/reproduce_job.h"

namespace privet {

[[nodiscard]] std::string reproduce_list_text(const job::ReproduceOutcome& found);
[[nodiscard]] std::string reproduce_text(const job::ReproduceOutcome& found);
[[nodiscard]] Json reproduce_json(const job::ReproduceOutcome& found);
// File name ("001.html") and text.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> reproduce_pages(
    const job::ReproduceOutcome& found);

// Parts that text and page share.
[[nodiscard]] std::string reproduce_status_word(job::ReproduceStatus status);
// One sentence: agrees, differs because ..., cannot be repeated because ...
[[nodiscard]] std::string reproduce_finding(const job::ReproducedExperiment& one);

}  // namespace privet
