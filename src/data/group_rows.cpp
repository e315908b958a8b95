// SPDX-License-Identifier: Apache-2.0
#include "data/group_rows.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet {
namespace {

// The codes of several columns side by side in 128 bits: equal keys are equal codes, no comparison
// needed.
struct Key {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  bool operator==(const Key&) const = default;
  void append(unsigned bits, std::uint64_t code) {
    if (bits == 0) return;
    high = high << bits | low >> (64U - bits);
    low = low << bits | code;
  }
  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t h = (low ^ std::rotl(high, 31)) * 0x9e3779b97f4a7c15U;
    h = (h ^ (h >> 32U) ^ high) * 0xd6e8feb86659fd93U;
    return h ^ (h >> 29U);
  }
};

constexpr unsigned kKeyBits = 128;
constexpr unsigned kGroupBits = 32;
constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

unsigned bits_for(std::size_t values) {
  return values <= 1 ? 0U : static_cast<unsigned>(std::bit_width(values - 1));
}

// Numbers the distinct keys among rows whose hash falls into part `part` of `parts`.
class PartTable {
 public:
  // group_of receives numbers local to the part.
  void fill(const std::vector<Key>& keys, std::size_t part, std::size_t parts,
            std::vector<std::uint32_t>& group_of, const Run& run) {
    slots_.assign(1U << 10U, kEmpty);
    for (std::size_t r = 0; r < keys.size(); ++r) {
      if (r % 65536 == 0) run.check_cancelled();
      const std::uint64_t hash = keys[r].hash();
      if ((hash >> 40U) % parts != part) continue;
      if (2 * distinct_.size() >= slots_.size()) grow();
      std::size_t slot = hash & (slots_.size() - 1);
      while (slots_[slot] != kEmpty && distinct_[slots_[slot]] != keys[r])
        slot = (slot + 1) & (slots_.size() - 1);
      if (slots_[slot] == kEmpty) {
        slots_[slot] = static_cast<std::uint32_t>(distinct_.size());
        distinct_.push_back(keys[r]);
      }
      group_of[r] = slots_[slot];
    }
  }
  [[nodiscard]] std::size_t size() const { return distinct_.size(); }

 private:
  void grow() {
    slots_.assign(slots_.size() * 4, kEmpty);
    for (std::size_t g = 0; g < distinct_.size(); ++g) {
      std::size_t slot = distinct_[g].hash() & (slots_.size() - 1);
      while (slots_[slot] != kEmpty) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<std::uint32_t>(g);
    }
  }
  std::vector<std::uint32_t> slots_;
  std::vector<Key> distinct_;
};

// Groups by keys; numbers follow the first appearance, whatever the number of threads.
void group_keys(const std::vector<Key>& keys, RowGroups& out, const Run& run) {
  const std::size_t parts = run.pool().size();
  std::vector<PartTable> tables(parts);
  out.group_of.resize(keys.size());
  run.pool().parallel_for(
      parts, [&](std::size_t p) { tables[p].fill(keys, p, parts, out.group_of, run); });
  std::vector<std::uint32_t> offset(parts);
  std::size_t groups = 0;
  for (std::size_t p = 0; p < parts; ++p) {
    offset[p] = static_cast<std::uint32_t>(groups);
    groups += tables[p].size();
  }
  std::vector<std::uint32_t> number(groups, kEmpty);
  out.sizes.clear();
  for (std::size_t r = 0; r < keys.size(); ++r) {
    const std::size_t part = parts == 1 ? 0 : (keys[r].hash() >> 40U) % parts;
    auto& named = number[offset[part] + out.group_of[r]];
    if (named == kEmpty) {
      named = static_cast<std::uint32_t>(out.sizes.size());
      out.sizes.push_back(0);
    }
    out.group_of[r] = named;
    ++out.sizes[named];
  }
}

}  // namespace

RowGroups group_rows(const Table& table, std::span<const AttributeId> columns, const Run& run) {
  const std::size_t n = table.rows();
  RowGroups out;
  std::vector<Key> keys(n);
  unsigned used = 0;
  std::size_t waiting = 0;  // columns in the keys that are not yet grouped
  const auto settle = [&] {
    group_keys(keys, out, run);
    for (std::size_t r = 0; r < n; ++r) keys[r] = {0, out.group_of[r]};
    used = kGroupBits;
    waiting = 0;
  };
  for (const AttributeId column : columns) {
    const unsigned bits = bits_for(table.column(column).dictionary.size());
    PRIVET_CHECK(bits <= kGroupBits);
    if (used + bits > kKeyBits) settle();  // what was distinguished so far goes on as one number
    const auto& codes = table.column(column).codes;
    run.pool().parallel_ranges(n, 65536, [&](std::size_t begin, std::size_t end) {
      for (std::size_t r = begin; r < end; ++r) keys[r].append(bits, codes[r]);
    });
    used += bits;
    ++waiting;
  }
  if (waiting > 0 || columns.empty()) settle();
  return out;
}

}  // namespace privet
