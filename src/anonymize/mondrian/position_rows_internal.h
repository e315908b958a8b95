// SPDX-License-Identifier: Apache-2.0
// The records as positions in each attribute's order, row by row in one array, followed in each row
// by the codes of the further columns. A partition is a slice of the array, and a cut rearranges
// its slice; the extents of both halves fall out of the same pass.
// Positions are signed, so that the compiler finds vector minima and maxima on every x86-64.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/mondrian/cut_side.h"
#include "anonymize/mondrian/partition_oracle.h"
#include "anonymize/problem.h"
#include "base/error.h"
#include "base/thread_pool.h"

namespace privet {

struct PositionSlice {
  std::size_t begin = 0;
  std::size_t end = 0;
  [[nodiscard]] std::size_t size() const { return end - begin; }
};

// How many records a task should have at least, so that handing it out costs little.
inline constexpr std::size_t kTaskRecords = 8192;

template <class Position>
class PositionRows {
 public:
  // The groups of records are the partitions 0, 1, ...
  PositionRows(const Problem& problem, std::span<const AttributeOrder> orders,
               std::span<const std::span<const RowId>> groups, const Run& run)
      : stride_((orders.size() + problem.further_columns().size() + 7) / 8 * 8) {
    for (const auto& group : groups) {
      rows_.insert(rows_.end(), group.begin(), group.end());
      slices_.push_back({rows_.size() - group.size(), rows_.size()});
    }
    load(problem, orders, run);
    bounds_.resize(slices_.size() * 2 * stride_);
    for (std::size_t g = 0; g < slices_.size(); ++g) {
      Position* bounds = fresh_bounds(static_cast<PartitionId>(g));
      for (std::size_t r = slices_[g].begin; r < slices_[g].end; ++r) widen(bounds, (*this)[r]);
    }
  }

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const Position* operator[](std::size_t r) const {
    return records_.data() + r * stride_;
  }
  // Which record of the table lies at a place.
  [[nodiscard]] RowId row(std::size_t r) const { return rows_[r]; }
  [[nodiscard]] const PositionSlice& slice(PartitionId id) const { return slices_[id]; }
  [[nodiscard]] Extent extent(PartitionId id, std::size_t a) const {
    const Position* bounds = bounds_.data() + std::size_t{id} * 2 * stride_;
    return {static_cast<std::uint32_t>(bounds[a]), static_cast<std::uint32_t>(bounds[stride_ + a])};
  }

  // Names the halves of cuts that divide() will carry out.
  [[nodiscard]] std::vector<Halves> announce(std::span<const Cut> cuts) {
    std::vector<Halves> out(cuts.size());
    const std::size_t first = slices_.size();
    slices_.resize(first + 2 * cuts.size());
    bounds_.resize(slices_.size() * 2 * stride_);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      const PositionSlice whole = slices_[cuts[i].partition];
      const std::size_t middle = whole.begin + cuts[i].left;
      out[i] = {static_cast<PartitionId>(first + 2 * i),
                static_cast<PartitionId>(first + 2 * i + 1)};
      slices_[out[i].left] = {whole.begin, middle};
      slices_[out[i].right] = {middle, whole.end};
    }
    return out;
  }

  // Memory that divide() uses, kept from cut to cut.
  struct Spare {
    std::vector<Position> positions = {};
    std::vector<RowId> rows = {};
  };
  // Moves the left records to the front, in place; the right ones wait in `spare`. Different
  // partitions may be divided at the same time.
  void divide(const Cut& cut, const Halves& halves, Spare& spare) {
    const PositionSlice whole = slices_[cut.partition];
    spare.positions.resize(std::max(spare.positions.size(), cut.right * stride_));
    spare.rows.resize(std::max(spare.rows.size(), cut.right));
    Position* left_bounds = fresh_bounds(halves.left);
    Position* right_bounds = fresh_bounds(halves.right);
    std::size_t kept = whole.begin;
    std::size_t moved = 0;
    CutSide<Position> side(cut);
    const std::size_t bytes = stride_ * sizeof(Position);
    for (std::size_t r = whole.begin; r < whole.end; ++r) {
      if (side.left(at(r))) {
        widen(left_bounds, at(r));
        if (kept != r) std::memcpy(at(kept), at(r), bytes);
        rows_[kept++] = rows_[r];
      } else {
        PRIVET_CHECK(moved < cut.right);
        widen(right_bounds, at(r));
        std::memcpy(spare.positions.data() + moved * stride_, at(r), bytes);
        spare.rows[moved++] = rows_[r];
      }
    }
    PRIVET_CHECK(kept == whole.begin + cut.left && moved == cut.right);
    if (moved == 0) return;
    std::memcpy(at(kept), spare.positions.data(), moved * bytes);
    std::copy_n(spare.rows.begin(), moved, rows_.begin() + static_cast<std::ptrdiff_t>(kept));
  }

 private:
  [[nodiscard]] Position* at(std::size_t r) { return records_.data() + r * stride_; }

  void load(const Problem& problem, std::span<const AttributeOrder> orders, const Run& run) {
    const auto further = problem.further_columns();
    records_.resize(rows_.size() * stride_);
    run.pool().parallel_ranges(rows_.size(), kTaskRecords, [&](std::size_t begin, std::size_t end) {
      for (std::size_t a = 0; a < orders.size(); ++a) {
        const auto& codes = problem.table.column(problem.quasi[a].column).codes;
        for (std::size_t r = begin; r < end; ++r) {
          at(r)[a] = static_cast<Position>(orders[a].position(codes[rows_[r]]));
        }
      }
      for (std::size_t f = 0; f < further.size(); ++f) {
        const auto& codes = further[f]->codes;
        for (std::size_t r = begin; r < end; ++r) {
          at(r)[orders.size() + f] = static_cast<Position>(codes[rows_[r]]);
        }
      }
    });
  }

  // The bounds of a partition, around nothing yet.
  [[nodiscard]] Position* fresh_bounds(PartitionId id) {
    Position* bounds = bounds_.data() + std::size_t{id} * 2 * stride_;
    std::fill_n(bounds, stride_, std::numeric_limits<Position>::max());
    return bounds;
  }
  // bounds: stride_ minima, then stride_ maxima.
  void widen(Position* bounds, const Position* values) const {
    Position* high = bounds + stride_;
    for (std::size_t f = 0; f < stride_; ++f) {
      bounds[f] = std::min(bounds[f], values[f]);
      high[f] = std::max(high[f], values[f]);
    }
  }

  std::size_t stride_;                 // positions per record, padded for vector instructions
  std::vector<Position> records_;      // row by row
  std::vector<RowId> rows_;            // which record of the table
  std::vector<PositionSlice> slices_;  // [PartitionId]
  std::vector<Position> bounds_;       // [PartitionId]: minima, then maxima
};

}  // namespace privet
