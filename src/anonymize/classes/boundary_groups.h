// SPDX-License-Identifier: Apache-2.0
// Which records may share a class at all, given how far the owner allows each value to be
// generalized.
// Idea: generalize every value to its boundary (the maximum allowed microdata). Records that then
// differ can share no class: their lowest common ancestor would pass somebody's boundary. Records
// that agree always can. So a release within the boundaries is a release of each group by itself,
// and a group for which the models do not hold (OUT) must be suppressed. If a further record
// never breaks the models (k-anonymity, distinct l-diversity, p-sensitivity), no smaller part of
// such a group can satisfy them either: OUT is the least that any release within the boundaries
// suppresses. Reference: Miller, Campan and Truta, "Constrained k-anonymity: privacy with
// generalization boundaries" (2008), properties 1 to 6. Cost: one look-up per record and bounded
// attribute.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "anonymize/problem.h"

namespace privet {

class BoundaryGroups {
 public:
  // Groups in the order of their first records.
  BoundaryGroups(const Problem& problem, const Run& run);

  [[nodiscard]] std::size_t groups() const { return begin_.size() - 1; }
  // Ascending.
  [[nodiscard]] std::span<const RowId> rows(std::size_t group) const {
    return std::span(rows_).subspan(begin_[group], begin_[group + 1] - begin_[group]);
  }
  // Whether the models hold for the group as one class.
  [[nodiscard]] bool holds(std::size_t group) const { return holds_[group] != 0; }
  // The groups for which they do, and how many records are in the others.
  [[nodiscard]] std::vector<std::size_t> kept() const;
  [[nodiscard]] std::size_t out_groups() const;
  [[nodiscard]] std::size_t out_records() const;
  // Whether no release within the boundaries can suppress fewer records.
  [[nodiscard]] bool least() const { return least_; }

 private:
  std::vector<RowId> rows_;         // group after group
  std::vector<std::size_t> begin_;  // [group], one more at the end
  std::vector<std::uint8_t> holds_;
  bool least_ = true;
};

// Whether any quasi-identifier has boundaries.
[[nodiscard]] bool bounded(const Problem& problem);

// Throws Error{Infeasible} if OUT is more than the problem lets be suppressed, saying what would
// do.
void require_suppression(const BoundaryGroups& groups, const Problem& problem);

}  // namespace privet
