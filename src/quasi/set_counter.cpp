// SPDX-License-Identifier: Apache-2.0
#include "quasi/set_counter.h"

#include <algorithm>
#include <numeric>

namespace privet::quasi {

SetCounter::SetCounter(const Codes& codes) : codes_(codes) {
  Counters counters;
  const Partition whole = Partition::whole(codes.rows());
  for (std::size_t c = 0; c < codes.columns(); ++c) {
    alone_.push_back(whole.tally_refined(codes.column(c), codes.limit(c), counters).unseparated);
    firsts_.push_back(std::make_unique<First>());
  }
}

const SetCounter::First& SetCounter::first(std::size_t column, Counters& counters) const {
  First& out = *firsts_[column];
  std::call_once(out.made, [&] {
    out.groups = Partition::whole(codes_.rows())
                     .refine(codes_.column(column), codes_.limit(column), counters);
    out.order.resize(out.groups.groups_kept());
    std::iota(out.order.begin(), out.order.end(), std::size_t{0});
    std::stable_sort(out.order.begin(), out.order.end(), [&](std::size_t a, std::size_t b) {
      return out.groups.group(a).size() > out.groups.group(b).size();
    });
  });
  return out;
}

bool SetCounter::within(std::span<const std::size_t> columns, std::uint64_t allowed,
                        Work& work) const {
  return count(columns, allowed, allowed, work).high <= allowed;
}

std::optional<std::uint64_t> SetCounter::unseparated_within(std::span<const std::size_t> columns,
                                                            std::uint64_t allowed,
                                                            Work& work) const {
  const std::uint64_t found = count(columns, 0, allowed, work).low;
  if (found > allowed) return std::nullopt;
  return found;
}

std::uint64_t SetCounter::unseparated(std::span<const std::size_t> columns, Work& work) const {
  return count(columns, 0, ~std::uint64_t{0}, work).low;
}

// Bounds on the pairs left: stops once they are known to be at most `enough_below` or more than
// `enough_above`.
SetCounter::Bounds SetCounter::count(std::span<const std::size_t> columns,
                                     std::uint64_t enough_below, std::uint64_t enough_above,
                                     Work& work) const {
  if (columns.empty()) {
    const std::uint64_t all = pairs_of(codes_.rows());
    return {all, all};
  }
  work.order.assign(columns.begin(), columns.end());
  std::sort(work.order.begin(), work.order.end(), [&](std::size_t a, std::size_t b) {
    return alone_[a] != alone_[b] ? alone_[a] < alone_[b] : a < b;
  });
  const std::size_t best = work.order.front();
  std::uint64_t left = alone_[best];  // pairs in groups not yet begun
  if (columns.size() == 1 || left <= enough_below) return {columns.size() == 1 ? left : 0, left};
  const First& begin = first(best, work.counters);
  if (work.levels.size() < columns.size()) work.levels.resize(columns.size());
  std::size_t largest = 0;
  for (const std::size_t column : columns) largest = std::max(largest, codes_.limit(column));
  work.counters.reset(largest);
  std::uint64_t found = 0;
  for (const std::size_t g : begin.order) {
    const auto rows = begin.groups.group(g);
    left -= pairs_of(rows.size());
    found += descend(rows, 1, enough_above - found, work);
    if (found > enough_above || found + left <= enough_below) break;
  }
  return {found, found + left};
}

// The pairs of `rows` that the columns from `depth` on leave unseparated, or some number above
// `enough` if there are more than that.
std::uint64_t SetCounter::descend(std::span<const RowId> rows, std::size_t depth,
                                  std::uint64_t enough, Work& work) const {
  if (rows.size() == 2) {
    for (std::size_t d = depth; d < work.order.size(); ++d) {
      const auto codes = codes_.column(work.order[d]);
      if (codes[rows[0]] != codes[rows[1]]) return 0;
    }
    return 1;
  }
  const auto codes = codes_.column(work.order[depth]);
  Counters& counters = work.counters;
  counters.next_group();
  std::uint64_t same = 0;
  if (depth + 1 == work.order.size()) {
    for (const RowId row : rows) same += counters.add(codes[row]);
    return same;
  }
  SetCounter::Work::Level& level = work.levels[depth];
  level.seen.clear();
  for (const RowId row : rows) {
    const std::uint64_t before = counters.add(codes[row]);
    same += before;
    if (before == 0) level.seen.push_back(codes[row]);
  }
  if (same == 0) return 0;
  if (level.rows.size() < rows.size()) level.rows.resize(rows.size());
  level.ends.clear();
  std::size_t filled = 0;
  for (const ValueId code : level.seen) {
    const std::size_t size = counters.count(code);
    counters.set(code, size < 2 ? rows.size() : filled);
    if (size < 2) continue;
    filled += size;
    level.ends.push_back(filled);
  }
  for (const RowId row : rows) {
    const std::size_t place = counters.count(codes[row]);
    if (place == rows.size()) continue;
    counters.set(codes[row], place + 1);
    level.rows[place] = row;
  }
  std::uint64_t found = 0;
  std::size_t begin = 0;
  for (const std::size_t end : level.ends) {
    found +=
        descend(std::span(level.rows).subspan(begin, end - begin), depth + 1, enough - found, work);
    if (found > enough) break;
    begin = end;
  }
  return found;
}

}  // namespace privet::quasi
