// SPDX-License-Identifier: Apache-2.0
// Chooses columns to publish so that nothing among them tells too many rows apart: their separation
// (or distinct) ratio together stays at most beta, and so does that of every part of them. Idea:
// greedy, each time the column that gives least away (for its utility). On a sample the bound is
// stricter, beta', so that the table keeps beta. With verify a sampled choice is measured on the
// whole table, and columns are taken back, the last first, should it break beta. Reference:
// Motwani, Xu (2008), section 3. "At most beta" as in its example, not "below". Cost: each step
// counts the remaining columns over the rows (or pairs).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "quasi/answer.h"
#include "quasi/codes.h"
#include "quasi/ratios.h"
#include "quasi/sets/greedy.h"

namespace privet::quasi {

struct MaskOptions {
  Measure kind = Measure::Separation;
  double beta = 0.8;
  double delta = 0.01;
  std::optional<std::uint64_t> sample = {};  // pairs for Separation, rows for Distinct; none: all
  bool verify = true;
  std::uint64_t seed = 1;
  std::vector<double> weights = {};  // utility of each column; empty: 1 each
};

struct Masking {
  std::vector<std::size_t> publish;   // ascending
  std::vector<std::size_t> withhold;  // ascending
  double utility = 0;                 // the sum of the weights published
  SampleUse sample;
  double bound = 0;              // what the sample had to keep: beta, or beta' below it
  std::uint64_t taken_back = 0;  // columns the sample allowed and the whole table did not
  std::optional<Ratios> ratios;  // exact, of the columns to publish; nothing without verify
  std::string guarantee;
};

// `rows` are the table, or, if `population` is more than they are, a random sample without repeats,
// in random order, of a table that is not at hand; then nothing is verified. Throws Error{Usage}
// saying how many are needed if the sample is too small for a bound above 0.
[[nodiscard]] Masking mask(const Codes& rows, std::uint64_t population, const MaskOptions& options,
                           const Run& run);

// How many rows such a sample needs.
[[nodiscard]] std::uint64_t mask_sample(const MaskOptions& options);

}  // namespace privet::quasi
