// SPDX-License-Identifier: Apache-2.0
#include "data/group_rows.h"

#include <bit>
#include <limits>

namespace privet {
namespace {

constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

std::vector<std::uint64_t> hash_rows(const Table& table, std::span<const AttributeId> columns,
                                     const Run& run) {
  std::vector<std::uint64_t> hashes(table.rows());
  run.pool().parallel_ranges(table.rows(), 65536, [&](std::size_t begin, std::size_t end) {
    run.check_cancelled();
    for (const AttributeId column : columns) {
      const auto& codes = table.column(column).codes;
      for (std::size_t r = begin; r < end; ++r) {
        const std::uint64_t mixed = (hashes[r] ^ codes[r]) * 0x9e3779b97f4a7c15U;
        hashes[r] = mixed ^ (mixed >> 29U);
      }
    }
  });
  return hashes;
}

}  // namespace

RowGroups group_rows(const Table& table, std::span<const AttributeId> columns, const Run& run) {
  const std::size_t n = table.rows();
  RowGroups out;
  out.group_of.resize(n);
  const auto hashes = hash_rows(table, columns, run);
  std::vector<RowId> first_row;  // [group]
  std::vector<std::uint32_t> slots(std::bit_ceil(2 * n + 2), kEmpty);
  const std::size_t mask = slots.size() - 1;
  const auto same = [&](RowId a, RowId b) {
    if (hashes[a] != hashes[b]) return false;
    for (const AttributeId column : columns) {
      const auto& codes = table.column(column).codes;
      if (codes[a] != codes[b]) return false;
    }
    return true;
  };
  for (std::size_t r = 0; r < n; ++r) {
    if (r % 65536 == 0) run.check_cancelled();
    const auto row = static_cast<RowId>(r);
    std::size_t slot = (hashes[r] * 0xff51afd7ed558ccdU >> 20U) & mask;
    while (slots[slot] != kEmpty && !same(first_row[slots[slot]], row)) slot = (slot + 1) & mask;
    if (slots[slot] == kEmpty) {
      slots[slot] = static_cast<std::uint32_t>(out.sizes.size());
      out.sizes.push_back(0);
      first_row.push_back(row);
    }
    out.group_of[r] = slots[slot];
    ++out.sizes[slots[slot]];
  }
  return out;
}

}  // namespace privet
