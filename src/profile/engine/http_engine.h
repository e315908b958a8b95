// SPDX-License-Identifier: Apache-2.0
// A search engine behind HTTP or HTTPS that answers in JSON.
// Idea: one GET per query, with a deadline for the whole answer and a limit on its size, so that an
// engine that is silent, slow or answers nonsense causes an error and nothing else. Redirections
// are not followed: the query goes where the user said. Discloses: the query, to the engine.
// Threads: any number.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "profile/engine/results.h"
#include "profile/engine/search_engine.h"

namespace privet::profile {

struct HttpEngineOptions {
  // {query} and {count} are replaced; without {query}, "?q={query}&size={count}" is added.
  std::string url;
  ResultMapping mapping = {};
  std::chrono::milliseconds timeout{10'000};
  std::size_t most_bytes = 10'000'000;
};

// Throws Error{Usage} for a URL that is not http:// or https:// with a host.
[[nodiscard]] std::unique_ptr<SearchEngine> make_http_engine(const HttpEngineOptions& options);

// "xapian:INDEX", "http:URL", or a URL.
[[nodiscard]] std::unique_ptr<SearchEngine> make_engine(const std::string& specification,
                                                        const HttpEngineOptions& options);

}  // namespace privet::profile
