// SPDX-License-Identifier: Apache-2.0
#include "quasi/sets/set_counter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace privet::quasi {

namespace {

// A mask of W words in registers; almost every set needs one or two.
template <std::size_t W>
class FewWords {
 public:
  explicit FewWords(const PackedRows::Mask& mask) {
    std::copy_n(mask.words.begin(), W, words_.begin());
    std::copy_n(mask.bits.begin(), W, bits_.begin());
  }
  [[nodiscard]] bool same(const std::uint64_t* a, const std::uint64_t* b) const {
    std::uint64_t differ = 0;
    for (std::size_t i = 0; i < W; ++i) differ |= (a[words_[i]] ^ b[words_[i]]) & bits_[i];
    return differ == 0;
  }
  [[nodiscard]] std::uint64_t hash(const std::uint64_t* row) const {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < W; ++i) {
      out = (out ^ (row[words_[i]] & bits_[i])) * PackedRows::kOdd;
      out ^= out >> 32U;
    }
    return out * PackedRows::kOdd;
  }

 private:
  std::array<std::size_t, W> words_;
  std::array<std::uint64_t, W> bits_;
};

class ManyWords {
 public:
  explicit ManyWords(const PackedRows::Mask& mask) : mask_(mask) {}
  [[nodiscard]] bool same(const std::uint64_t* a, const std::uint64_t* b) const {
    return PackedRows::same(a, b, mask_);
  }
  [[nodiscard]] std::uint64_t hash(const std::uint64_t* row) const {
    return PackedRows::hash(row, mask_);
  }

 private:
  const PackedRows::Mask& mask_;
};

// The pairs of the rows that `compare` finds the same, or some number above `enough` if there are
// more than that.
template <class Compare>
std::uint64_t same_in_group(std::span<const std::uint64_t> words, std::size_t stride,
                            std::uint64_t enough, const Compare& compare, SetCounter::Work& work) {
  constexpr std::size_t kFew = 8;  // rows so few that comparing each two is quicker
  const std::size_t rows = words.size() / stride;
  const auto row = [&](std::size_t i) { return words.data() + i * stride; };
  std::uint64_t same = 0;
  if (rows <= kFew) {
    for (std::size_t i = 1; i < rows; ++i) {
      for (std::size_t j = 0; j < i; ++j) same += compare.same(row(i), row(j)) ? 1 : 0;
    }
    return same;
  }
  const std::size_t capacity = std::bit_ceil(2 * rows);
  if (work.slots.size() < capacity) work.slots.resize(capacity);
  if (++work.stamp == 0) {  // after four thousand million groups
    std::fill(work.slots.begin(), work.slots.end(), SetCounter::Work::Slot{});
    work.stamp = 1;
  }
  const std::uint32_t stamp = work.stamp;
  SetCounter::Work::Slot* const slots = work.slots.data();
  const auto shift = static_cast<unsigned>(64 - std::bit_width(capacity - 1));
  for (std::size_t i = 0; i < rows && same <= enough; ++i) {
    std::size_t at = compare.hash(row(i)) >> shift;
    while (slots[at].stamp == stamp && !compare.same(slots[at].row, row(i))) {
      at = (at + 1) & (capacity - 1);
    }
    if (slots[at].stamp != stamp) slots[at] = {stamp, 0, row(i)};
    same += slots[at].count++;
  }
  return same;
}

}  // namespace

SetCounter::SetCounter(const Codes& codes) : codes_(codes), packed_(codes) {
  Counters counters;
  const Partition whole = Partition::whole(codes.rows());
  for (std::size_t c = 0; c < codes.columns(); ++c) {
    alone_.push_back(whole.tally_refined(codes.column(c), codes.limit(c), counters).unseparated);
  }
}

const SetCounter::Groups& SetCounter::groups_of(std::span<const std::size_t> order,
                                                std::size_t& used, Counters& counters) const {
  used = order.size() > 1 && kept_words_.load() < kKeptWords ? 2 : 1;
  const std::size_t single = order[0] * (codes_.columns() + 1);
  std::size_t name = used == 1 ? single : single + 1 + order[1];
  Groups* groups = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    auto& entry = kept_[name];
    if (!entry) entry = std::make_unique<Groups>();
    groups = entry.get();
  }
  std::call_once(groups->made, [&] { make(*groups, order.first(used), counters); });
  return *groups;
}

void SetCounter::make(Groups& out, std::span<const std::size_t> columns, Counters& counters) const {
  Partition partition = Partition::whole(codes_.rows());
  for (const std::size_t c : columns) {
    partition = partition.refine(codes_.column(c), codes_.limit(c), counters);
  }
  std::vector<std::size_t> order(partition.groups_kept());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return partition.group(a).size() > partition.group(b).size();
  });
  out.words.reserve(partition.rows_kept() * packed_.stride());
  std::size_t rows = 0;
  for (const std::size_t g : order) {
    for (const RowId row : partition.group(g)) {
      const std::uint64_t* words = packed_.row(row);
      out.words.insert(out.words.end(), words, words + packed_.stride());
    }
    rows += partition.group(g).size();
    out.ends.push_back(rows);
  }
  out.pairs = partition.tally().unseparated;
  kept_words_ += out.words.size();
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
  if (columns.size() == 1) return {alone_[columns[0]], alone_[columns[0]]};
  std::size_t used = 0;
  const Groups& groups = groups_of(work.order, used, work.counters);
  std::uint64_t left = groups.pairs;  // in groups not yet begun
  if (columns.size() == used) return {left, left};
  packed_.mask_of(std::span(work.order).subspan(used), work.mask);
  const auto walk = [&](const auto& compare) {
    const std::size_t stride = packed_.stride();
    std::uint64_t found = 0;
    std::size_t begin = 0;
    for (const std::size_t end : groups.ends) {
      if (found > enough_above || found + left <= enough_below) break;
      const auto words = std::span(groups.words).subspan(begin * stride, (end - begin) * stride);
      left -= pairs_of(end - begin);
      found += same_in_group(words, stride, enough_above - found, compare, work);
      begin = end;
    }
    return Bounds{found, found + left};
  };
  if (work.mask.words.size() == 1) return walk(FewWords<1>(work.mask));
  if (work.mask.words.size() == 2) return walk(FewWords<2>(work.mask));
  return walk(ManyWords(work.mask));
}

}  // namespace privet::quasi
