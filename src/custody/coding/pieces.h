// SPDX-License-Identifier: Apache-2.0
// Where an attribute's domain is broken into pieces, each to be encoded by a function of its own.
// Idea: random_breaks (ChooseBP in the paper) breaks at random values; pure_runs (ChooseMaxMP)
// breaks where maximal runs of monochromatic values of one class begin and end, and adds random
// breakpoints elsewhere if there are too few. Runs shorter than the minimum width stay part of the
// mixed piece around them. Reference: Bu et al. (2007), Figures 5 and 6. Cost: one scan of the
// distinct values.
#pragma once

#include <cstddef>
#include <vector>

#include "custody/coding/dice.h"
#include "custody/coding/domain.h"

namespace privet::custody {

struct Piece {
  std::size_t begin = 0;  // positions in the domain
  std::size_t end = 0;
  bool monochromatic = false;  // all its values have the same class

  [[nodiscard]] std::size_t size() const { return end - begin; }
  bool operator==(const Piece&) const = default;
};

// `breakpoints` breakpoints at random; the pieces cover the domain in order. A piece that happens
// to be monochromatic is marked so.
[[nodiscard]] std::vector<Piece> random_breaks(const Domain& domain, std::size_t breakpoints,
                                               Dice& dice);
// Maximal monochromatic pieces of at least `min_width` values, and mixed pieces between them,
// broken further until there are `breakpoints` in all or no mixed value is left to break at.
[[nodiscard]] std::vector<Piece> pure_runs(const Domain& domain, std::size_t breakpoints,
                                           std::size_t min_width, Dice& dice);

// The maximal monochromatic pieces of a domain at a glance.
struct MonochromaticShare {
  std::size_t pieces = 0;
  std::size_t values = 0;  // in them

  [[nodiscard]] double average() const {
    return pieces == 0 ? 0 : static_cast<double>(values) / static_cast<double>(pieces);
  }
};
[[nodiscard]] MonochromaticShare monochromatic_share(const Domain& domain, std::size_t min_width);

}  // namespace privet::custody
