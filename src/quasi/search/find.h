// SPDX-License-Identifier: Apache-2.0
// Finds a small set of columns that tells (almost) all rows apart: what an attacker would look for.
// Idea: greedy over the whole table for a key; over sampled pairs or rows for almost a key, with
// the sample so large that what holds in it holds in the table for all sets of columns at once.
// Reference: Motwani, Xu (2008), section 2; rows instead of pairs: Hildebrant, Le, Ta, Vu (2023).
// Cost: of a sampled search, the sample times the columns picked, whatever the rows of the table;
// then one exact measurement unless it is switched off.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "quasi/answer.h"
#include "quasi/codes.h"
#include "quasi/counted_table.h"
#include "quasi/ratios.h"

namespace privet::quasi {

enum class FindKind {
  Key,             // all pairs
  Separation,      // at least 1 - epsilon of the pairs, with probability 1 - delta
  Distinct,        // a distinct ratio of at least 1 - epsilon, with probability 1 - delta
  BetaSeparation,  // at least (1 - epsilon) beta of the pairs, with probability 1 - delta
};

struct FindOptions {
  FindKind kind = FindKind::Key;
  double epsilon = 0.001;
  double delta = 0.01;
  double beta = 0.9;
  bool exhaustive = false;              // the true minimum; for Key only
  Sampling sampling = Sampling::Pairs;  // Rows is possible for Separation
  bool verify = true;
  std::uint64_t seed = 1;
  std::vector<double> weights = {};  // cost of each column; empty: 1 each
};

struct Finding {
  std::vector<std::size_t> columns;  // in the order they were picked; ascending if exhaustive
  double cost = 0;                   // the sum of their weights
  // False: no set of columns gets there (rows are identical), and these do as well as all.
  bool reached = true;
  // True: measured on all rows, the columns miss what the sample promised, as it may with
  // probability delta.
  bool broken = false;
  SampleUse sample;
  std::optional<Ratios> ratios;  // exact, of the whole table; nothing without verify
  std::string guarantee;
};

// `rows` are the table, or, if `population` is more than they are, a random sample without repeats,
// in random order, of a table that is not at hand. Then a key cannot be found, and nothing is
// verified.
[[nodiscard]] Finding find(const Codes& rows, std::uint64_t population, const FindOptions& options,
                           const Run& run);

// The same over a table that is only counted. Throws Error{Usage} where rows or pairs would have to
// be sampled, and for an exhaustive search, which looks at rows.
[[nodiscard]] Finding find(const CountedTable& table, const FindOptions& options, const Run& run);

// How many rows of a table of `population` such a sample needs.
[[nodiscard]] std::uint64_t find_sample(std::size_t columns, std::uint64_t population,
                                        const FindOptions& options);

}  // namespace privet::quasi
