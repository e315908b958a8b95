// SPDX-License-Identifier: Apache-2.0
// Byte strings of one length, one after the other, as they travel; and bringing them into a secret
// order.
// Reference: Batcher's merge exchange; Knuth, "The art of computer programming" volume 3, algorithm
// 5.2.2M.
// Idea: a sorting network compares and exchanges fixed places. What is exchanged is decided by
// masks, so neither time nor addresses tell the order. They are wiped when they go.
// Cost: about n log2(n)^2 / 4 exchanges. Threads: one at a time.
#pragma once

#include <cstddef>
#include <span>

#include "crypto/randomness.h"
#include "crypto/secret_vector.h"

namespace privet::protocol {

class Records {
 public:
  // `count` records of `size` zero bytes. Throws Error{Usage} if they are too many to hold.
  Records(std::size_t count, std::size_t size);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<std::byte> at(std::size_t i) { return all().subspan(i * size_, size_); }
  [[nodiscard]] std::span<const std::byte> at(std::size_t i) const {
    return all().subspan(i * size_, size_);
  }
  [[nodiscard]] std::span<std::byte> all() { return bytes_; }
  [[nodiscard]] std::span<const std::byte> all() const { return bytes_; }
  // The first `count` are left. Requires no more than there are.
  void keep(std::size_t count);

  // Whether two records have the same `bytes` first bytes. Not for secrets.
  [[nodiscard]] bool repeats(std::size_t bytes) const;

 private:
  std::size_t count_;
  std::size_t size_;
  crypto::SecretBytes bytes_;
};

// Brings the records into the ascending order of their keys, which are sorted too. Equal keys:
// either order.
void arrange(Records& records, std::span<crypto::Block> keys);

// Any order is as likely as any other, except for n^2 / 2^129.
void shuffle(Records& records, crypto::Randomness& randomness);

}  // namespace privet::protocol
