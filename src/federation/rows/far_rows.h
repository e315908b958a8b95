// SPDX-License-Identifier: Apache-2.0
// For every row of all parties, the shared number of rows that are farther from it than a limit.
// federation/rows/outliers_rows.h has the idea. Rows are in whole units; those of a party lie one
// after the other, parties in order.
// Threads: one at a time. Discloses: nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/run.h"
#include "protocol/number_operations.h"

namespace privet::federation {

// In whole units, row after row.
struct UnitRows {
  std::size_t columns = 0;
  std::vector<std::int64_t> cells = {};
  [[nodiscard]] std::size_t rows() const { return columns == 0 ? 0 : cells.size() / columns; }
};

// For each row, how many of these rows have a squared distance above the limit.
[[nodiscard]] std::vector<std::uint64_t> far_rows(const UnitRows& rows, std::uint64_t limit,
                                                  const Run& run);

// What is shared of all rows; every party's own part elsewhere is zeros.
template <class A>
struct SharedRows {
  typename A::Numbers cells;    // row after row
  typename A::Numbers squares;  // |row|^2
  typename A::Numbers counts;   // far rows at the row's own party
};

// Rows of one party, first .. end - 1, against all rows of later parties.
struct RowBlock {
  std::size_t first = 0;
  std::size_t end = 0;
  std::size_t all = 0;
  std::size_t columns = 0;
};

namespace detail {

// 1 for each pair that is farther than the limit: row after row of the piece, each with all later
// parties' rows.
template <class A>
typename A::Numbers far_pairs(A& a, const SharedRows<A>& rows, const RowBlock& piece,
                              std::size_t later, std::uint64_t limit) {
  const auto count = piece.all - later;
  const auto pairs = (piece.end - piece.first) * count;
  typename A::Numbers left;
  typename A::Numbers right;
  typename A::Numbers squares;
  const auto cells = A::slice(rows.cells, later * piece.columns, count * piece.columns);
  const auto ends = A::slice(rows.squares, later, count);
  for (auto i = piece.first; i < piece.end; ++i) {
    const auto row = A::slice(rows.cells, i * piece.columns, piece.columns);
    typename A::Numbers begin;
    for (std::size_t j = 0; j < count; ++j) {
      A::append(left, row);
      A::append(begin, A::slice(rows.squares, i, 1));
    }
    A::append(right, cells);
    A::append(squares, ends + begin);
  }
  const auto products = a.scalar_products(left, right, piece.columns);
  return protocol::negative(a, a.constant(limit, pairs) - squares + products * 2);
}

}  // namespace detail

// The counts of all rows with the pairs of a block added. `at_once` pairs go through the circuits
// together.
template <class A>
void add_block(A& a, SharedRows<A>& rows, const RowBlock& block, std::uint64_t limit,
               std::size_t at_once, const Run& run) {
  using Numbers = typename A::Numbers;
  const auto count = block.all - block.end;
  if (count == 0 || block.first == block.end) return;
  Numbers own;
  Numbers later = A::slice(rows.counts, block.end, count);
  const auto step = std::max<std::size_t>(1, at_once / count);
  for (auto first = block.first; first < block.end; first += step) {
    run.progress("comparing rows", static_cast<double>(first) / static_cast<double>(block.all));
    const auto end = std::min(first + step, block.end);
    const auto far =
        detail::far_pairs(a, rows, {first, end, block.all, block.columns}, block.end, limit);
    for (std::size_t i = 0; i < end - first; ++i) {
      const auto row = A::slice(far, i * count, count);
      A::append(own, A::sums(row, count));
      later = later + row;
    }
  }
  Numbers out = A::slice(rows.counts, 0, block.first);
  A::append(out, A::slice(rows.counts, block.first, block.end - block.first) + own);
  A::append(out, later);
  rows.counts = out;
}

}  // namespace privet::federation
