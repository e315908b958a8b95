// SPDX-License-Identifier: Apache-2.0
// Search results as engines give them in JSON.
// Idea: the list of results and the fields of each are found by JSON pointers the user gives, or
// where engines usually have them: the list at the top, in "results", or in "hits.hits"
// (OpenSearch, with the fields in "_source"). Reference: RFC 6901 (JSON pointer). The forms are
// described in docs/format/profile.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "profile/engine/rerank.h"

namespace privet::profile {

// JSON pointers; empty ones are found out. The fields' count from a result.
struct ResultMapping {
  std::string results = {};
  std::string title = {};
  std::string address = {};
  std::string text = {};
};

// Reads "title=/doc/name" into the mapping (results, title, url, text). Throws Error{Usage} at
// --map.
void add_to_mapping(ResultMapping& mapping, const std::string& entry);

// At most `limit` results. Throws an Error of this code, naming the source, for what is not JSON or
// holds no list of results, and for a result without any of the fields.
[[nodiscard]] std::vector<SearchResult> parse_results(std::string_view bytes,
                                                      const ResultMapping& mapping,
                                                      std::size_t limit, const std::string& name,
                                                      ErrorCode code);

}  // namespace privet::profile
