// SPDX-License-Identifier: Apache-2.0
// What one site brings to a query of a release in parts: how many of its records lie in each cell
// of the query and of the asker's earlier ones, and their sums. Threads: one at a time.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/settings.h"
#include "federation/query/query_log.h"
#include "protocol/shared.h"

namespace privet::federation {

// Numbers of an answer are moved by it, so that sums are not negative.
inline constexpr std::uint64_t kOffset = std::uint64_t{1} << 55U;
// Of each summed column: records with a number; middles, lower and upper ends.
inline constexpr std::size_t kNumbersOfSum = 4;

// The log of earlier answers, as the job has it; empty if there were none.
[[nodiscard]] std::string answered_before(const Settings& settings);

struct SiteAnswer {
  ReleasedPart part;
  SelectQuery query;
  QueryLog log;
  std::vector<std::uint32_t> combinations;

  SiteAnswer(const Table& table, const Settings& settings);

  [[nodiscard]] std::set<std::string> groups() const;
  // How many own records each combination of the log's cells and the query's has.
  [[nodiscard]] protocol::NumberVector sizes(const AnsweredQuery& asked) const;
  // Cell by cell of the query, without that of records it is not about: a count, and four numbers
  // for each sum.
  [[nodiscard]] protocol::NumberVector numbers(const AnsweredQuery& asked) const;
};

}  // namespace privet::federation
