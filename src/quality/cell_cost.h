// SPDX-License-Identifier: Apache-2.0
// What one cell of a release costs: how much of its column it covers.
// Idea: a cell covers values that occur in the table, or leaves of the column's hierarchy. A
// dictionary may hold more than that (the ends of saved rules, the values of a population, of a
// table that was sampled from): these count for nothing, so that whoever has the release and the
// table alone finds the same figures. Spellings of one number are one value.
#pragma once

#include <cstddef>
#include <vector>

#include "data/table.h"
#include "hierarchy/bind.h"
#include "recoding/recoding.h"

namespace privet {

class CellCost {
 public:
  // What it refers to must outlive it.
  CellCost(const Column& column, const BoundHierarchy* hierarchy);

  // The certainty penalty: 0 for a single value; for a range of numbers its width over the column's
  // width; for a set or a node its share of the column's values; for a range with missing values
  // that of a set of these and one number, and the range's width; 1 for anything. Never above 1.
  [[nodiscard]] double certainty_penalty(const GeneralizedValue& value) const;
  // Like it, but m of n values cost (m - 1) / (n - 1).
  [[nodiscard]] double general_loss(const GeneralizedValue& value) const;
  // The share of the column's values covered. A single value covers nothing of the rest: 0.
  [[nodiscard]] double covered_share(const GeneralizedValue& value) const;
  // How many values the column has.
  [[nodiscard]] double values() const { return all_; }

 private:
  [[nodiscard]] double covered(const GeneralizedValue& value) const;
  [[nodiscard]] double members(const GeneralizedValue& value) const;
  [[nodiscard]] double width(const GeneralizedValue& range) const;

  // Values from `low` to `high`, with all spellings of both.
  struct Span {
    std::size_t first;  // index into occurring_
    std::size_t end;
  };
  [[nodiscard]] Span span(ValueId low, ValueId high) const;

  const Column* column_;
  const BoundHierarchy* hierarchy_;
  std::vector<std::size_t> below_;  // [ValueId] how many smaller values occur; one more: all
  std::vector<ValueId> occurring_;  // ascending; of spellings of one number the first
  double all_ = 0;
};

}  // namespace privet
