// SPDX-License-Identifier: Apache-2.0
#include "protocol/records.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "crypto/secret_vector.h"

namespace privet::protocol {
namespace {

using crypto::Block;

constexpr std::size_t kMostBytes = std::size_t{1} << 40U;

// 1 if a < b, without a branch: the borrow of a - b.
std::uint64_t borrow(std::uint64_t a, std::uint64_t b) {
  return ((~a & b) | ((~a | b) & (a - b))) >> 63U;
}

// 1 if the first is the larger one.
std::uint64_t out_of_order(Block a, Block b) {
  const auto high = borrow(b.high, a.high);
  const auto equal = 1U ^ (high | borrow(a.high, b.high));
  return high | (equal & borrow(b.low, a.low));
}

void exchange_if(std::uint64_t bit, std::span<std::byte> a, std::span<std::byte> b) {
  const auto mask = static_cast<std::byte>(std::uint64_t{0} - bit);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto change = (a[i] ^ b[i]) & mask;
    a[i] ^= change;
    b[i] ^= change;
  }
}

void compare_exchange(Records& records, std::span<Block> keys, std::size_t i, std::size_t j) {
  const auto bit = out_of_order(keys[i], keys[j]);
  const auto change = crypto::when(bit, keys[i] ^ keys[j]);
  keys[i] ^= change;
  keys[j] ^= change;
  exchange_if(bit, records.at(i), records.at(j));
}

}  // namespace

Records::Records(std::size_t count, std::size_t size) : count_(count), size_(size) {
  if (size > 0 && count > kMostBytes / size) {
    throw Error(ErrorCode::Usage, std::to_string(count) + " records of " + std::to_string(size) +
                                      " bytes are too many");
  }
  bytes_.resize(count * size);
}

void Records::keep(std::size_t count) {
  PRIVET_CHECK(count <= count_);
  crypto::wipe(all().subspan(count * size_));
  count_ = count;
  bytes_.resize(count * size_);
}

bool Records::repeats(std::size_t bytes) const {
  PRIVET_CHECK(bytes <= size_);
  std::vector<const std::byte*> order(count_);
  for (std::size_t i = 0; i < count_; ++i) order[i] = at(i).data();
  std::ranges::sort(order, [bytes](const std::byte* a, const std::byte* b) {
    return std::memcmp(a, b, bytes) < 0;
  });
  return std::ranges::adjacent_find(order, [bytes](const std::byte* a, const std::byte* b) {
           return std::memcmp(a, b, bytes) == 0;
         }) != order.end();
}

void arrange(Records& records, std::span<Block> keys) {
  const auto n = records.count();
  PRIVET_CHECK(keys.size() == n);
  // p: length of the runs that are merged; k: distance of what is compared.
  for (std::size_t p = 1; p < n; p *= 2) {
    for (std::size_t k = p; k >= 1; k /= 2) {
      for (std::size_t first = k % p; first + k < n; first += 2 * k) {
        for (std::size_t i = first; i < std::min(first + k, n - k); ++i) {
          if (i / (2 * p) == (i + k) / (2 * p)) compare_exchange(records, keys, i, i + k);
        }
      }
    }
  }
}

void shuffle(Records& records, crypto::Randomness& randomness) {
  crypto::SecretVector<Block> keys(records.count());
  randomness.fill_values(std::span(keys));
  arrange(records, keys);
}

}  // namespace privet::protocol
