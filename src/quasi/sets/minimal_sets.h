// SPDX-License-Identifier: Apache-2.0
// Every minimal set of at most max_size columns that separates at least 1 - epsilon of all pairs.
// Idea: the border between sets that separate enough and sets that do not is found on a sample,
// where it is cheap, then each set of it is counted on the whole table, and the search goes on from
// what that corrects until nothing is left to correct. Guarantee, with verify: the answer is
// exactly those sets, not with some probability. Sound, for each set was counted on all rows, and
// each of its subsets is contained in a set counted not to be enough. Complete, for every set left
// out contains one of the answer, has more than max_size columns or is contained in a set counted
// not to be enough. The sample decides only how long it takes. Without verify (streams): the
// minimal keys of the sample. With probability 1 - delta every set of at most max_size columns that
// is a key of the sample separates 1 - epsilon of all pairs, so all listed do; every key of the
// table contains a listed set. Sets that are not a key but separate enough may be missing.
// Reference: Motwani, Xu (2008); Hildebrant, Le, Ta, Vu (2023) for the size of the sample of rows.
// Cost: a count over the table for each set of the border; the number of sets can grow
// exponentially with max_size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/run.h"
#include "quasi/answer.h"
#include "quasi/codes.h"
#include "quasi/counted_table.h"

namespace privet::quasi {

struct MinimalSetsOptions {
  double epsilon = 0.001;
  double delta = 0.01;
  std::size_t max_size = 4;
  Sampling sampling = Sampling::Rows;
  bool verify = true;
  std::uint64_t seed = 1;
};

struct MinimalSet {
  std::vector<std::size_t> columns;  // ascending
  std::uint64_t unseparated = 0;     // of the whole table; of the sample without verify
  double separation = 1.0;           // the same as a ratio
};

struct MinimalSets {
  std::vector<MinimalSet> sets;  // fewest columns first, then in the order of the columns
  SampleUse sample;
  bool verified = false;
  std::string guarantee;
};

// `rows` are the table, or, if `population` is more than they are, a random sample without repeats
// of a table that is not at hand; then nothing is verified.
[[nodiscard]] MinimalSets minimal_sets(const Codes& rows, std::uint64_t population,
                                       const MinimalSetsOptions& options, const Run& run);
// The same of a table that is only counted: always exact. Throws Error{Usage} if nothing is to be
// verified, because a sample would be needed.
[[nodiscard]] MinimalSets minimal_sets(const CountedTable& table, const MinimalSetsOptions& options,
                                       const Run& run);
// How many rows of `population` such a sample must have.
[[nodiscard]] std::uint64_t minimal_sets_sample(std::size_t columns, std::uint64_t population,
                                                const MinimalSetsOptions& options);

}  // namespace privet::quasi
