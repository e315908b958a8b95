// SPDX-License-Identifier: Apache-2.0
// The matrix of the post-randomisation method: with which probability a value becomes another.
// Idea: the invariant matrix of a given one P and the column's frequencies f is P times its reverse
// Q, Q[l][k] = P[k][l] f[k] / (sum over j of P[j][l] f[j]): a value is changed by P, and then drawn
// anew from those that could have led there. So f P Q = f: the expected counts stay.
// Reference: Gouweleeuw, Kooiman, Willenborg and de Wolf, "Post randomisation for statistical
// disclosure control" (1998).
#pragma once

#include <string>
#include <vector>

#include "data/table.h"

namespace privet {

struct TransitionMatrix {
  std::vector<std::string> values = {};        // in the order of rows and columns
  std::vector<std::vector<double>> rows = {};  // [from][to]; each row adds up to 1

  bool operator==(const TransitionMatrix&) const = default;
};

// The column's values that occur and are not missing, each kept with this probability and otherwise
// any other with the same. Requires two values.
[[nodiscard]] TransitionMatrix retention_matrix(const Column& column, double retention);

// Throws Error{Input} naming `file` for a matrix that is not square, whose rows do not add up to 1,
// or that lacks a value of the column. The table's first column has the values, the others are
// named by them.
[[nodiscard]] TransitionMatrix read_matrix(const Table& table, const std::string& file,
                                           const Column& column);

[[nodiscard]] TransitionMatrix make_invariant(const TransitionMatrix& matrix, const Column& column);

}  // namespace privet
