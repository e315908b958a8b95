// SPDX-License-Identifier: Apache-2.0
// How large a sample must be for its answer to hold on the whole table. Every bound covers all sets
// of columns a search could return at once: `log_sets` is the logarithm of their number. Reference:
// Motwani, Xu (2008), theorems 2.2, 2.4, 2.5, 3.1 and 3.2; for rows_for_separation Hildebrant, Le,
// Ta, Vu, "Towards Better Bounds for Finding Quasi-Identifiers" (2023), with the explicit constant
// derived in docs/guide/quasi-identifiers.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace privet::quasi {

// ln 2^columns
[[nodiscard]] double log_sets(std::size_t columns);
// ln of the number of sets of at most max_size columns.
[[nodiscard]] double log_sets(std::size_t columns, std::size_t max_size);

// Pairs, drawn independently, such that a set that separates all of them separates at least
// 1 - epsilon of all pairs, with probability 1 - delta for all sets at once.
[[nodiscard]] std::uint64_t pairs_for_separation(double log_sets, double epsilon, double delta);
// Rows, drawn without repeats out of `rows`, such that a key of them separates at least 1 - epsilon
// of all pairs.
[[nodiscard]] std::uint64_t rows_for_separation(double log_sets, double epsilon, double delta,
                                                std::uint64_t rows);
// Rows such that a key of them has a distinct ratio of at least 1 - epsilon.
[[nodiscard]] std::uint64_t rows_for_distinct(double log_sets, double epsilon, double delta,
                                              std::uint64_t rows);
// Pairs such that the greedy answer for beta separates at least (1 - epsilon) beta.
[[nodiscard]] std::uint64_t pairs_for_beta(double log_sets, double beta, double epsilon,
                                           double delta);

// The stricter bound that a sample of `size` rows or pairs must keep so that the whole table keeps
// `beta`; not positive if the sample is too small.
[[nodiscard]] double mask_bound(double log_sets, double beta, double delta, std::uint64_t size);
// The least size for which mask_bound is positive.
[[nodiscard]] std::uint64_t least_mask_sample(double log_sets, double beta, double delta);

}  // namespace privet::quasi
