// SPDX-License-Identifier: Apache-2.0
// One party's part of a support vector machine on a random kernel over columns: its own columns and
// its random matrix, which only it has, and the weights, which all have.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "crypto/randomness.h"
#include "data/table.h"
#include "mining/regression/svm.h"

namespace privet::federation {

// A column of a table, and what it is in the machine.
struct SvmColumn {
  std::string name;
  bool numeric = true;
  std::vector<std::string> values;  // of text: those with a number of their own, all but one
};

struct SvmPart {
  std::vector<SvmColumn> columns;
  mining::SvmModel model;  // of these columns' numbers; class and classes at the class site only

  // The columns of a table's rows as numbers. Throws Error{Input}, naming `parameter`, for a column
  // or a value that is missing; a text that the machine does not know counts as the value
  // without a number.
  [[nodiscard]] mining::Matrix numbers_of(const Table& rows, std::string_view parameter) const;
};

// The columns as they are in a table, without the class.
[[nodiscard]] std::vector<SvmColumn> svm_columns_of(const Table& table,
                                                    const std::string& class_name);
[[nodiscard]] std::vector<std::string> number_names(std::span<const SvmColumn> columns);
// Standard normal numbers that nobody else can draw.
[[nodiscard]] mining::Matrix secret_basis(std::size_t rows, std::size_t columns,
                                          crypto::Randomness& randomness);

// The part as JSON, and back; and the machine of all parts together, by parties.
[[nodiscard]] Json svm_part_json(const SvmPart& part);
[[nodiscard]] SvmPart read_svm_part(const Json& in);
[[nodiscard]] mining::SvmModel joined_machine(std::span<const SvmPart> parts);

}  // namespace privet::federation
