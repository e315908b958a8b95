// SPDX-License-Identifier: Apache-2.0
// Tables that join in a chain, as the generator of a thesis makes them: T1 with the class, T2, ...
// Idea: rows with the same join value k are a group. A group has as many rows in every table
// (Poisson around 4), and decides for each numeric column of all tables whether its values lie in
// the top half; the class says whether at least half of them do. So no table tells the class alone.
// Reference: Xu, "Privacy-preserving data mining" (thesis, Simon Fraser University 2008),
// section 3.4.1. Cost: linear in tables times rows.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace privet::job {

// The tables as CSV: k, five numeric and five nominal columns, and in the first the class. About
// `rows` rows each; always the same.
[[nodiscard]] std::vector<std::string> chain_tables(std::size_t tables, std::size_t rows);

// Their join as one CSV, columns called T1.a0 and so on, `class` at the end: the size of the join,
// four times as many rows for each table more.
[[nodiscard]] std::string joined_chain(const std::vector<std::string>& tables);

}  // namespace privet::job
