// SPDX-License-Identifier: Apache-2.0
// What one asker has been answered, and which records the answers tell apart.
// Idea: an answer is made of numbers about sets of records: those that satisfy the condition to the
// same tenth, show the same group, and have numbers in the same summed columns. Whatever an asker
// computes from answers, it finds sums over cells of the coarsest division that all answered
// queries together make (two records are in one cell if no answer treats them differently). So an
// answer is given only if every cell has none or at least k records, of at least the promised
// number of sites: then no difference of any number of answers is about fewer. The log keeps the
// cells that have records, and what was refused.
// A refusal tells that a cell has one to k - 1 records, and an answer that it has none: who asks
// about ever other conditions could read a single record's cells from refusals. So an asker is
// refused kMostRefused different queries, and then answered nothing new.
// Covered: everything that follows from answers to this log's asker by adding and subtracting.
// Not covered: as many bits as there are refusals, askers who share what they learned, a site that
// asks about its own records, what the asker knows of persons beforehand, extreme values inside a
// sum, and a log that is lost. Whatever happens, an asker learns nothing that the records of all
// parts, published together, would not show.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "federation/query/released_part.h"

namespace privet::federation {

// The divisions of records that an answer makes: 0 are those it is not about, then for each group
// one for each tenth, and of these one for each choice of summed columns without a number.
struct AnsweredQuery {
  std::string text;
  bool coarse = false;              // "perhaps" is one tenth, the fifth
  std::size_t summed = 0;           // columns; at most kMostSummed
  std::vector<std::string> groups;  // what is shown, as one text each; "" where there are none

  [[nodiscard]] std::uint32_t lacks() const { return 1U << summed; }
  [[nodiscard]] std::uint32_t cells() const {
    return 1 + kCertain * lacks() * static_cast<std::uint32_t>(groups.size());
  }
  // Of a cell other than 0.
  [[nodiscard]] std::size_t group_of(std::uint32_t cell) const {
    return (cell - 1) / (kCertain * lacks());
  }
  [[nodiscard]] std::uint32_t tenth_of(std::uint32_t cell) const {
    return (cell - 1) / lacks() % kCertain + 1;
  }
};
inline constexpr std::size_t kMostSummed = 4;
inline constexpr std::size_t kMostRefused = 10;

struct QueryLog {
  std::size_t k = 0;
  std::size_t sites = 0;
  std::vector<std::string> columns;
  std::vector<AnsweredQuery> queries;
  std::vector<std::string> refused;  // each once
  // Which combinations of cells, one of each query, have records; sorted. One empty one at first.
  std::vector<std::vector<std::uint32_t>> occupied;
};

[[nodiscard]] Json log_json(const QueryLog& log);
// Throws Error{Input} for what is not a log, or one of other promises or columns.
[[nodiscard]] QueryLog read_log(std::string_view text, std::size_t k, std::size_t sites,
                                const std::vector<std::string>& columns);

// The log after a refusal.
[[nodiscard]] QueryLog with_refused(QueryLog log, const std::string& query);
// Throws Error{Infeasible} if the asker was refused too often to be answered anything new.
void check_refusals(const QueryLog& log, const std::string& query);

// The texts that a record shows as one, and back.
[[nodiscard]] std::string group_text(const std::vector<std::string>& shown);
[[nodiscard]] std::vector<std::string> group_columns(std::string_view group);

// Of each own record the cell of the query; a group that is not listed is an Error{Input}.
[[nodiscard]] std::vector<std::uint32_t> cells_of(const ReleasedPart& part,
                                                  const SelectQuery& parsed,
                                                  const AnsweredQuery& query);
// Of each own record the number of its combination of cells in the log.
[[nodiscard]] std::vector<std::uint32_t> combinations_of(const ReleasedPart& part,
                                                         const QueryLog& log);

}  // namespace privet::federation
