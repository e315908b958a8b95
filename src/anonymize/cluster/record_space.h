// SPDX-License-Identifier: Apache-2.0
// The records of a problem as points: their positions in each attribute's order, row after row, and
// which combination of sensitive values each has.
// Threads: immutable once built. Cost: 4 bytes per cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/cluster/extent_cost.h"
#include "anonymize/problem.h"

namespace privet {

class RecordSpace {
 public:
  using Position = std::uint32_t;

  // `problem` and `orders` must outlive it.
  RecordSpace(const Problem& problem, std::span<const AttributeOrder> orders, const Run& run);

  [[nodiscard]] const Problem& problem() const { return *problem_; }
  [[nodiscard]] std::size_t attributes() const { return costs_.size(); }
  [[nodiscard]] std::size_t records() const { return problem_->table.rows(); }
  [[nodiscard]] const Position* positions(RowId row) const {
    return positions_.data() + row * costs_.size();
  }
  [[nodiscard]] std::span<const ExtentCost> costs() const { return costs_; }
  // Records of one kind have the same sensitive values. All are of kind 0 where no model looks.
  [[nodiscard]] std::uint32_t kind(RowId row) const { return kinds_.empty() ? 0 : kinds_[row]; }
  [[nodiscard]] std::size_t kind_count() const { return kind_count_; }
  // A record of this kind's sensitive codes, one for each sensitive attribute.
  [[nodiscard]] const ValueId* codes(std::uint32_t kind) const {
    return codes_.data() + kind * problem_->histograms();
  }

 private:
  void find_kinds(const Run& run);

  const Problem* problem_;
  std::vector<ExtentCost> costs_;
  std::vector<Position> positions_;  // [row * attributes + attribute]
  std::vector<std::uint32_t> kinds_;
  std::size_t kind_count_ = 1;
  std::vector<ValueId> codes_;  // kind after kind
};

}  // namespace privet
