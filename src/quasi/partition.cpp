// SPDX-License-Identifier: Apache-2.0
#include "quasi/partition.h"

#include <algorithm>
#include <numeric>

namespace privet::quasi {

void Counters::reset(std::size_t limit) {
  if (cells_.size() < limit) cells_.resize(limit, 0);
  if (base_ >> 63U != 0) {  // long before the stamp could wrap
    std::fill(cells_.begin(), cells_.end(), 0);
    base_ = 0;
  }
  next_group();
}

Partition Partition::whole(std::size_t rows) {
  Partition out;
  out.total_ = rows;
  if (rows < 2) return out;
  out.rows_.resize(rows);
  std::iota(out.rows_.begin(), out.rows_.end(), RowId{0});
  out.ends_.push_back(static_cast<std::uint32_t>(rows));
  return out;
}

Tally Partition::tally() const {
  Tally out{0, ends_.size() + (total_ - rows_.size())};
  for (std::size_t g = 0; g < ends_.size(); ++g) out.unseparated += pairs_of(group(g).size());
  return out;
}

Partition Partition::refine(std::span<const ValueId> codes, std::size_t limit,
                            Counters& counters) const {
  Partition out;
  out.total_ = total_;
  out.rows_.resize(rows_.size());
  counters.reset(limit);
  std::vector<ValueId> seen;  // the codes of the group, by first appearance
  std::size_t filled = 0;
  for (std::size_t g = 0; g < ends_.size(); ++g) {
    const auto rows = group(g);
    counters.next_group();
    seen.clear();
    for (const RowId row : rows) {
      if (counters.add(codes[row]) == 0) seen.push_back(codes[row]);
    }
    const std::size_t begin = filled;
    // From here on a counter holds where the next row of its code goes, counted from `begin`; the
    // codes of one row get the place past all, which marks them.
    for (const ValueId code : seen) {
      const std::size_t size = counters.count(code);
      counters.set(code, size < 2 ? rows.size() : filled - begin);
      if (size < 2) continue;
      filled += size;
      out.ends_.push_back(static_cast<std::uint32_t>(filled));
    }
    if (filled == begin) continue;
    for (const RowId row : rows) {
      const std::size_t place = counters.count(codes[row]);
      if (place == rows.size()) continue;
      counters.set(codes[row], place + 1);
      out.rows_[begin + place] = row;
    }
  }
  out.rows_.resize(filled);
  return out;
}

Tally Partition::tally_refined(std::span<const ValueId> codes, std::size_t limit,
                               Counters& counters) const {
  Tally out{0, total_ - rows_.size()};
  counters.reset(limit);
  for (std::size_t g = 0; g < ends_.size(); ++g) {
    const auto rows = group(g);
    if (rows.size() == 2) {
      const bool same = codes[rows[0]] == codes[rows[1]];
      out.unseparated += same ? 1 : 0;
      out.groups += same ? 1 : 2;
      continue;
    }
    counters.next_group();
    for (const RowId row : rows) {
      const std::uint64_t before = counters.add(codes[row]);
      out.unseparated += before;
      out.groups += before == 0 ? 1 : 0;
    }
  }
  return out;
}

}  // namespace privet::quasi
