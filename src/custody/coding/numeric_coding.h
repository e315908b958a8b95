// SPDX-License-Identifier: Apache-2.0
// The new values of a numeric attribute.
// Idea: every piece gets an interval of its own on a decimal grid, in the order of the pieces, with
// widths drawn from a heavy tail (similar widths would help an attacker who fits a curve); inside,
// a mixed piece follows its increasing function and a free one is shuffled. Rounding can never make
// two values collide, because the grid points of a piece are at least twice its values and
// neighbours are pushed apart. The new range has nothing to do with the old one. No value keeps its
// number. At most four decimals, so neighbours lie
// at least 1e-4 apart: Weka passes over cuts between values nearer than 1e-5 and prints six
// decimals. Reference: Bu et al. (2007), section 5 and Definition 8. Cost: linear in the distinct
// values, and a sort of each free piece.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "custody/coding/domain.h"
#include "custody/coding/functions.h"
#include "custody/coding/pieces.h"

namespace privet::custody {

struct NumericCoding {
  bool reversed = false;            // the order of the pieces is reversed
  unsigned decimals = 0;            // new value = units / 10^decimals
  std::vector<std::int64_t> units;  // of each value of the domain, in the domain's order

  bool operator==(const NumericCoding&) const = default;
};

[[nodiscard]] double value_of(std::int64_t units, unsigned decimals);
// The shortest decimal that is exactly this value.
[[nodiscard]] std::string text_of(std::int64_t units, unsigned decimals);

struct NumericOptions {
  std::vector<Family> families = {Family::Linear, Family::Polynomial, Family::Log, Family::SqrtLog};
  bool reversed = false;
  bool shuffle_monochromatic = false;  // at random inside monochromatic pieces
  bool single_precision = false;       // new values differ as floats too
};

[[nodiscard]] NumericCoding draw_coding(const Domain& domain, std::span<const Piece> pieces,
                                        const NumericOptions& options, Dice& dice);

}  // namespace privet::custody
