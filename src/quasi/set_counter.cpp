// SPDX-License-Identifier: Apache-2.0
#include "quasi/set_counter.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace privet::quasi {

SetCounter::SetCounter(const Codes& codes) : codes_(codes), packed_(codes) {
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
  packed_.mask_of(std::span(work.order).subspan(1), work.mask);
  std::uint64_t found = 0;
  for (const std::size_t g : begin.order) {
    const auto rows = begin.groups.group(g);
    left -= pairs_of(rows.size());
    found += same_in_group(rows, enough_above - found, work);
    if (found > enough_above || found + left <= enough_below) break;
  }
  return {found, found + left};
}

// The pairs of `rows` that agree in the bits of the mask, or some number above `enough` if there
// are more than that.
std::uint64_t SetCounter::same_in_group(std::span<const RowId> rows, std::uint64_t enough,
                                        Work& work) const {
  constexpr std::size_t kFew = 6;  // rows so few that comparing each two is quicker
  std::uint64_t same = 0;
  if (rows.size() <= kFew) {
    for (std::size_t i = 1; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) same += packed_.same(rows[i], rows[j], work.mask) ? 1 : 0;
    }
    return same;
  }
  const std::size_t capacity = std::bit_ceil(2 * rows.size());
  if (work.slots.size() < capacity) work.slots.resize(capacity);
  if (++work.stamp == 0) {  // after four thousand million groups
    std::fill(work.slots.begin(), work.slots.end(), Work::Slot{});
    work.stamp = 1;
  }
  const auto shift = static_cast<unsigned>(64 - std::bit_width(capacity - 1));
  for (const RowId row : rows) {
    std::size_t at = packed_.hash(row, work.mask) >> shift;
    while (work.slots[at].stamp == work.stamp &&
           !packed_.same(work.slots[at].row, row, work.mask)) {
      at = (at + 1) & (capacity - 1);
    }
    Work::Slot& slot = work.slots[at];
    if (slot.stamp != work.stamp) slot = {work.stamp, row, 0};
    same += slot.count++;
    if (same > enough) break;
  }
  return same;
}

}  // namespace privet::quasi
