// SPDX-License-Identifier: Apache-2.0
// What parties mine: a table or baskets, whole or one party's part of it; how a whole is split, and
// the bytes of a part (for processes on one machine; never on a line between parties).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/baskets/baskets.h"
#include "data/table.h"

namespace privet::federation {

// A table to learn from, and rows to classify afterwards.
struct TablePair {
  Table table;
  Table more;
  // How many rows those are, if this party has no column of them.
  std::size_t classified = 0;

  [[nodiscard]] std::size_t rows_to_classify() const {
    return more.columns() > 0 ? more.rows() : classified;
  }
};

// Tables that join, a party's each; and instances to classify afterwards, by the numbers of their
// records in each table (a column for each, named as the table). Only ever the whole: a party has a
// Table, or with instances a TablePair.
struct TableSet {
  std::vector<Table> tables;
  Table instances;
};

// All rows and columns, of which some cells are this party's; what stands in the others means
// nothing.
struct CellPart {
  Table table;
  std::vector<std::vector<bool>> owned;  // by column and row
};

// A party's part of a model that was saved (federation/task/model_part.h), and its columns of rows
// to classify; the whole has all parties' parts, in their order.
struct ModelPart {
  std::vector<std::string> models;
  Table rows;
  std::size_t count = 0;  // of the rows: a party with no column of them knows it too
};

using DataSet = std::variant<Table, Baskets, TablePair, TableSet, CellPart, ModelPart>;

// The table of a data set, if it has one.
[[nodiscard]] const Table* table_of(const DataSet& data);
// Each part with its columns of these rows; a column that they lack is left out.
[[nodiscard]] std::vector<DataSet> with_rows_to_classify(std::span<const DataSet> parts,
                                                         const Table& more);

enum class Split {
  Vertical,    // every party has all rows and some columns (or items)
  Horizontal,  // every party has all columns and some rows (or baskets)
  Join,        // every party has a table of its own, and they join
  Arbitrary,   // every party has some cells of every row
};
[[nodiscard]] std::string_view split_name(Split split);

// Throws Error{Usage} for a name that there is not.
[[nodiscard]] Split split_of(std::string_view name);

[[nodiscard]] std::size_t rows_of(const DataSet& data);

// Who gets which of the columns, items, rows or baskets.
enum class Deal {
  RoundRobin,  // the first to the first party, the second to the second, ...
  Neighbours,  // neighbours to the same party
  Random,      // shuffled, then dealt in turn
};
[[nodiscard]] std::span<const std::string_view> deal_names();
[[nodiscard]] Deal deal_of(std::string_view name);

// As evenly as it can be done; a party's own stay in their order. Throws Error{Usage} if there are
// fewer columns, items, rows or baskets than parties. The seed is that of a random deal.
[[nodiscard]] std::vector<DataSet> split_data(const DataSet& whole, Split split,
                                              std::size_t parties, Deal deal = Deal::Neighbours,
                                              std::uint64_t seed = 1);
// Each party gets the columns that are named for it, in that order; those that are named nowhere
// are left out. Throws Error{Usage} for a column that there is not, that is named twice, and for a
// party without one.
[[nodiscard]] std::vector<DataSet> split_columns(const Table& whole,
                                                 std::span<const std::vector<std::string>> parts);
// The other way: the columns of all parts, in the order of parties. Throws Error{Input}, naming the
// party, if a part is not a table, has another number of rows or a column that another has.
[[nodiscard]] Table join_columns(std::span<const DataSet> parts);
// "columns age, zip" or "6 items": what a part holds, in words.
[[nodiscard]] std::string describe_part(const DataSet& part, Split split);

// BLAKE2b, in hexadecimal, of what others may know of a part: the names and types of a table's
// columns, or how many items baskets have. Not of any value.
[[nodiscard]] std::string schema_fingerprint(const DataSet& data);
// The same of the values that all parties of a horizontal split know: those of columns of text, and
// of the numeric ones that are named.
[[nodiscard]] std::string codebook_fingerprint(const DataSet& data,
                                               std::span<const std::string> categories);

[[nodiscard]] std::vector<std::byte> encode_data(const DataSet& data);
// Throws Error{Input} for bytes that are not a data set.
[[nodiscard]] DataSet decode_data(std::span<const std::byte> bytes);

}  // namespace privet::federation
