// SPDX-License-Identifier: Apache-2.0
// The limits of the parameters that searches for quasi-identifiers share. Each function throws
// Error{Usage} naming the parameter.
#pragma once

#include <cstddef>
#include <span>

namespace privet::quasi {

// (0, 1), both ends excluded.
void check_epsilon(double epsilon);
void check_delta(double delta);
// (0, 1], for it may be a whole.
void check_beta(double beta);
// One for each column, finite and positive; or none at all.
// `parameter`: the option that gives them, "--cost".
void check_weights(std::span<const double> weights, std::size_t columns, const char* parameter);
// At least one column and one row.
void check_table(std::size_t columns, std::size_t rows);

}  // namespace privet::quasi
