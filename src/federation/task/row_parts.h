// SPDX-License-Identifier: Apache-2.0
// Tables with the same columns and different rows at several parties: how a whole is divided, what
// the parts must have in common, and the whole that they make.
// Idea: the names and kinds of columns, and the values of those that count as categories, are a
// codebook that all parties know before they begin; numbers and rows are nobody's business. A part
// carries the codebook in the dictionaries of its category columns, and of every other column only
// its own values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "federation/task/data_set.h"

namespace privet::federation {

struct RowDivision {
  std::vector<double> fractions = {};  // of the rows, by party; empty: as even as it can be
  // Rows with the same value of this column stay together; or of two, "city,age".
  std::optional<std::string> by = {};
  bool keeps_by = false;  // the column itself stays too
  Deal deal = Deal::RoundRobin;
  std::uint64_t seed = 1;
};

// "0.5,0.3,0.2". Throws Error{Usage}, naming --fractions, unless there is one above 0 for each
// party and they add up to 1.
[[nodiscard]] std::vector<double> parse_fractions(const std::vector<std::string>& texts,
                                                  std::size_t parties);

// By a column: its values are dealt to the parties in turn, in their order, and the column is left
// out. By two columns: the parties form groups, one for each value of the first, and within a group
// each has a range of the second; both stay. Throws Error{Usage} if a party would have no row.
[[nodiscard]] std::vector<DataSet> split_rows(const DataSet& whole, std::size_t parties,
                                              const RowDivision& division);

// Whose values are taken where parties have different ones in a category column.
enum class Codebook {
  Same,   // nobody's: it is an error
  Union,  // everybody's: all parties then know all of them
  Own,    // each party's own, of which the others know nothing: the task needs no codebook
};
// The parts with their columns in the order of the first, and one codebook. Columns of text are
// categories, and the numeric ones that `categories` names. Throws Error{Input}, naming the party,
// the column and the value, if the parts have different columns, kinds of columns or categories, if
// one is not a table, and if one has no rows.
[[nodiscard]] std::vector<DataSet> with_codebook(std::span<const DataSet> parts,
                                                 std::span<const std::string> categories,
                                                 Codebook codebook);
// All rows, part after part. Requires parts with a codebook.
[[nodiscard]] Table join_rows(std::span<const DataSet> parts);

}  // namespace privet::federation
