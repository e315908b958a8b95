// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <deque>

#include "base/thread_pool.h"
#include "baskets/check_internal.h"

namespace privet::baskets {
namespace {

using Bits = std::vector<std::uint64_t>;
using Counts = std::vector<std::uint32_t>;

[[gnu::always_inline]] inline std::uint32_t both_loop(const std::uint64_t* a,
                                                      const std::uint64_t* b, std::size_t words) {
  std::uint32_t total = 0;
  for (std::size_t i = 0; i < words; ++i) {
    total += static_cast<std::uint32_t>(std::popcount(a[i] & b[i]));
  }
  return total;
}

#if defined(__x86_64__)
[[gnu::target("popcnt")]] std::uint32_t both_fast(const std::uint64_t* a, const std::uint64_t* b,
                                                  std::size_t words) {
  return both_loop(a, b, words);
}
std::uint32_t in_both(const Bits& a, const Bits& b) {
  return __builtin_cpu_supports("popcnt") != 0 ? both_fast(a.data(), b.data(), a.size())
                                               : both_loop(a.data(), b.data(), a.size());
}
#else
std::uint32_t in_both(const Bits& a, const Bits& b) {
  return both_loop(a.data(), b.data(), a.size());
}
#endif

// A bitmap of baskets for each public item that occurs and each private one.
struct Columns {
  std::vector<ItemId> items;
  std::vector<Bits> holders;
  std::vector<ItemId> secrets;
  std::vector<Bits> secret_holders;
};

Columns columns_of(const CheckedData& data) {
  const std::size_t words = (data.known.size() + 63) / 64;
  Columns out;
  for (ItemId item = 0; item < data.items; ++item) {
    if (data.holders[item].empty()) continue;
    out.items.push_back(item);
    out.holders.emplace_back(words);
    for (const std::uint32_t id : data.holders[item]) {
      out.holders.back()[id / 64] |= std::uint64_t{1} << (id % 64);
    }
  }
  std::vector<std::uint32_t> place(data.items, UINT32_MAX);
  for (std::size_t id = 0; id < data.secrets.size(); ++id) {
    for (const ItemId secret : data.secrets[id]) {
      if (place[secret] == UINT32_MAX) {
        place[secret] = static_cast<std::uint32_t>(out.secrets.size());
        out.secrets.push_back(secret);
        out.secret_holders.emplace_back(words);
      }
      out.secret_holders[place[secret]][id / 64] |= std::uint64_t{1} << (id % 64);
    }
  }
  return out;
}

class BitmapWalk {
 public:
  BitmapWalk(const Columns& columns, const Coherence& wanted, Findings& findings, const Run& run)
      : columns_(columns), wanted_(wanted), findings_(findings), run_(run) {}

  void begin(std::size_t first) {
    known_.assign(1, columns_.items[first]);
    const Bits& cohort = columns_.holders[first];
    const auto support = in_both(cohort, cohort);
    // Nothing bounds the private items yet: they may be in all of the cohort.
    if (good(cohort, support, Counts(columns_.secrets.size(), support))) descend(first, cohort);
  }

 private:
  void descend(std::size_t last, const Bits& cohort) {
    if (known_.size() >= wanted_.p) return;
    const std::size_t depth = known_.size();
    if (scratch_.size() <= depth) scratch_.resize(depth + 1);
    Counts secrets;  // in this cohort: no larger set has more
    if (wanted_.h < 1.0) {
      for (const auto& holders : columns_.secret_holders) {
        secrets.push_back(in_both(cohort, holders));
      }
    }
    for (std::size_t next = last + 1; next < columns_.items.size() && !findings_.full(); ++next) {
      if (++steps_ % 256 == 0) run_.check_cancelled();
      const auto support = in_both(cohort, columns_.holders[next]);
      if (support == 0) continue;
      known_.push_back(columns_.items[next]);
      const bool needed = known_.size() < wanted_.p || may_breach(secrets, support);
      if (needed) conjunction(cohort, columns_.holders[next], scratch_[depth]);
      if (good(scratch_[depth], support, secrets)) descend(next, scratch_[depth]);
      known_.pop_back();
    }
  }

  static void conjunction(const Bits& a, const Bits& b, Bits& out) {
    out.resize(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) out[i] = a[i] & b[i];
  }

  [[nodiscard]] bool above(std::uint32_t count, std::uint32_t support) const {
    // A share written in decimal is not exact in binary: allow the last digits.
    return static_cast<long double>(count) >
           (static_cast<long double>(wanted_.h) + 5e-10L) * static_cast<long double>(support);
  }
  [[nodiscard]] bool may_breach(const Counts& most, std::uint32_t support) const {
    return std::any_of(most.begin(), most.end(), [&](std::uint32_t count) {
      return above(std::min(count, support), support);
    });
  }

  // Judges the set at hand; `most` bounds how often each private item is in the cohort.
  bool good(const Bits& cohort, std::uint32_t support, const Counts& most) {
    if (support < wanted_.k) {
      findings_.add({known_, support, kNoItem, 0});
      return false;
    }
    if (wanted_.h >= 1.0) return true;
    for (std::size_t s = 0; s < most.size(); ++s) {
      if (!above(std::min(most[s], support), support)) continue;
      const auto count = in_both(cohort, columns_.secret_holders[s]);
      if (!above(count, support)) continue;
      findings_.add({known_, support, columns_.secrets[s], count});
      return false;
    }
    return true;
  }

  const Columns& columns_;
  const Coherence& wanted_;
  Findings& findings_;
  const Run& run_;
  std::vector<ItemId> known_;
  std::deque<Bits> scratch_;  // a deque: references stay valid while it grows
  std::size_t steps_ = 0;
};

}  // namespace

bool worth_bitmaps(const CheckedData& data) {
  constexpr std::size_t kFewSecrets = 64;
  std::size_t entries = 0;
  std::size_t items = 0;
  for (const auto& holders : data.holders) {
    entries += holders.size();
    items += holders.empty() ? 0 : 1;
  }
  std::vector<bool> seen(data.items);
  std::size_t secrets = 0;
  for (const auto& row : data.secrets) {
    for (const ItemId secret : row) {
      secrets += seen[secret] ? 0 : 1;
      seen[secret] = true;
    }
  }
  // Sets of two and more items are in few baskets unless one basket in 16 has an item: then lists
  // are shorter.
  return secrets <= kFewSecrets && entries * 16 >= items * data.known.size();
}

void check_by_bitmaps(const CheckedData& data, const Coherence& wanted,
                      std::vector<Findings>& parts, const Run& run) {
  const Columns columns = columns_of(data);
  run.pool().parallel_for(columns.items.size(), [&](std::size_t first) {
    BitmapWalk(columns, wanted, parts[columns.items[first]], run).begin(first);
  });
}

}  // namespace privet::baskets
