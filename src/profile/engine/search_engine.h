// SPDX-License-Identifier: Apache-2.0
// What finds documents for a query. It learns the query and nothing of the person.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "profile/engine/rerank.h"

namespace privet::profile {

class SearchEngine {
 public:
  virtual ~SearchEngine() = default;
  // At most `count` results, best first. May be called from several threads at once. Throws
  // Error{Peer} when the engine fails.
  [[nodiscard]] virtual std::vector<SearchResult> search(const std::string& query,
                                                         std::size_t count) = 0;
  [[nodiscard]] virtual std::string name() const = 0;
};

}  // namespace privet::profile
