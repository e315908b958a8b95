// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/itemsets_bits.h"

#include <bit>

namespace privet::mining {
namespace {

// The loops are written once and compiled twice: plainly, and with the popcnt instruction allowed.
[[gnu::always_inline]] inline std::size_t count_loop(const Word* a, std::size_t words) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < words; ++i) total += static_cast<std::size_t>(std::popcount(a[i]));
  return total;
}

[[gnu::always_inline]] inline std::size_t common_loop(const Word* a, const Word* b,
                                                      std::size_t words) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < words; ++i) {
    total += static_cast<std::size_t>(std::popcount(a[i] & b[i]));
  }
  return total;
}

[[gnu::always_inline]] inline std::size_t intersect_loop(const Word* a, const Word* b, Word* out,
                                                         std::size_t words) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < words; ++i) {
    const Word both = a[i] & b[i];
    out[i] = both;
    total += static_cast<std::size_t>(std::popcount(both));
  }
  return total;
}

#if defined(__x86_64__)
[[gnu::target("popcnt")]] std::size_t count_fast(const Word* a, std::size_t words) {
  return count_loop(a, words);
}
[[gnu::target("popcnt")]] std::size_t common_fast(const Word* a, const Word* b, std::size_t words) {
  return common_loop(a, b, words);
}
[[gnu::target("popcnt")]] std::size_t intersect_fast(const Word* a, const Word* b, Word* out,
                                                     std::size_t words) {
  return intersect_loop(a, b, out, words);
}
bool fast() {
  return __builtin_cpu_supports("popcnt") != 0;
}
#else
std::size_t count_fast(const Word* a, std::size_t words) {
  return count_loop(a, words);
}
std::size_t common_fast(const Word* a, const Word* b, std::size_t words) {
  return common_loop(a, b, words);
}
std::size_t intersect_fast(const Word* a, const Word* b, Word* out, std::size_t words) {
  return intersect_loop(a, b, out, words);
}
bool fast() {
  return false;
}
#endif

}  // namespace

std::size_t count_bits(std::span<const Word> a) {
  return fast() ? count_fast(a.data(), a.size()) : count_loop(a.data(), a.size());
}

std::size_t count_common(std::span<const Word> a, std::span<const Word> b) {
  return fast() ? common_fast(a.data(), b.data(), a.size())
                : common_loop(a.data(), b.data(), a.size());
}

std::size_t intersect(std::span<const Word> a, std::span<const Word> b, std::span<Word> out) {
  return fast() ? intersect_fast(a.data(), b.data(), out.data(), a.size())
                : intersect_loop(a.data(), b.data(), out.data(), a.size());
}

bool contained(std::span<const Word> a, std::span<const Word> b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & ~b[i]) != 0) return false;
  }
  return true;
}

}  // namespace privet::mining
