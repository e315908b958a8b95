// SPDX-License-Identifier: Apache-2.0
// How much of each attribute of a table an attacker would tell once it is encoded.
// Idea: an attacker who knows the extremes of an attribute sorts its encoded values. What rank
// allows for is a range, and gaps in the values (discontinuities) widen it; but a guess evenly
// spaced by rank is right far more often where values lie evenly, and more so between a few values
// that the attacker knows. All are foretold, as shares of rows, and the largest decides. At --level
// monochromatic values in pieces of one class are shuffled: sorting gives them up, and a guess by
// rank falls anywhere in the piece. A column with another whole number or text in every row is an
// identifier: whatever it is encoded as, whoever has the original's list can find the person by it.
// Reference: Bu et al. (2007), section 5.4 (the recipe), Figures 8 and 11. Cost: one pass per
// column.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "custody/coding/domain.h"
#include "custody/coding/pieces.h"
#include "data/table.h"

namespace privet::custody {

struct AdviseOptions {
  std::size_t min_width = 5;
  double radius = 0.02;
  double limit = 0.5;         // a worst case above it makes an attribute weak
  std::size_t knowledge = 4;  // rows whose value the attacker knows about, beside the extremes
};

struct AttributeAdvice {
  std::string name;
  std::size_t values = 0;
  Grid grid;
  MonochromaticShare monochromatic;
  double share = 0;           // of values in monochromatic pieces
  double sorting_order = 0;   // expected share of rows cracked by sorting, order kept
  double sorting_pieces = 0;  // the same when monochromatic pieces are shuffled
  double rank_order = 0;      // share of rows cracked by evenly spaced guesses, order kept
  double rank_pieces = 0;     // expected, when monochromatic pieces are shuffled
  double points_order = 0;    // as rank_order with knowledge points too, the median of trials
  double points_pieces = 0;   // as rank_pieces with them
  bool identifier = false;
  [[nodiscard]] double risk_order() const {
    return std::max({sorting_order, rank_order, points_order});
  }
  [[nodiscard]] double risk_pieces() const {
    return std::max({sorting_pieces, rank_pieces, points_pieces});
  }
  bool weak_order = false;   // at --level order
  bool weak_pieces = false;  // at --level monochromatic
  std::string reason;
};

// A text column: it is renamed, but how often each value occurs can still be seen.
struct NominalAdvice {
  std::string name;
  std::size_t values = 0;
  std::size_t unique_counts = 0;  // values that occur a number of times that no other does
  std::size_t once = 0;           // values that occur in one row
  bool names = false;        // nearly every row has its own: it says who somebody is, and should go
  std::string because = {};  // it holds names of persons, however often each occurs
};

struct Advice {
  std::vector<AttributeAdvice> attributes;
  std::vector<NominalAdvice> nominal;
};

// Throws Error{Input} as encode does.
[[nodiscard]] Advice advise(const Table& table, AttributeId class_column,
                            const AdviseOptions& options, const Run& run);

// The expected share that sorting cracks within the radius, each value counting its weight. With
// `min_width` > 0 values in monochromatic pieces of that width count as safe.
[[nodiscard]] double worst_sorting(const Domain& domain, const Grid& grid, double radius,
                                   std::size_t min_width, std::span<const std::uint64_t> weights);
// The same for guesses evenly spaced by rank between the extremes, and between the values that the
// attacker knows beside them; values in shuffled pieces have a random rank of the piece. With
// knowledge the median of trials, always the same ones.
[[nodiscard]] double worst_rank(const Domain& domain, double radius, std::size_t min_width,
                                std::span<const std::uint64_t> weights, std::size_t knowledge);
}  // namespace privet::custody
