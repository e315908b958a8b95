// SPDX-License-Identifier: Apache-2.0
// Randomness: the source of secrets that every protocol function takes explicitly.
// Idea: AES-128 in counter mode, keyed by the operating system; in tests and wire baselines keyed
// by a given block. The same generator expands seeds (Prg) on which two parties agree.
// Reference: NIST SP 800-38A (counter mode).
// Security: 2^128 keys; a generator gives at most 2^64 blocks. State is wiped. A generator moves
// and is not copied, for a copy would give the same "random" numbers twice; one that was moved from
// refuses to go on.
// Threads: each thread its own.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "crypto/aes.h"

namespace privet::crypto {

// Expands a seed to as many bytes as wanted; the bytes do not depend on the sizes asked for.
class Prg {
 public:
  explicit Prg(Block seed, AesKernel kernel = best_aes_kernel()) : aes_(seed, kernel) {}
  ~Prg();
  Prg(Prg&& other) noexcept;
  Prg& operator=(Prg&& other) noexcept;
  Prg(const Prg&) = delete;
  Prg& operator=(const Prg&) = delete;

  // Throw Error{Internal} if this was moved from.
  void fill(std::span<std::byte> out);
  // Whole blocks straight into place; the rest of a block that was begun is skipped.
  void fill_blocks(std::span<Block> out);

 private:
  static constexpr std::size_t kAhead = 32;
  void refill();
  void take_over(Prg& other) noexcept;

  Aes aes_;
  std::uint64_t counter_ = 0;
  std::array<Block, kAhead> ahead_{};
  std::size_t taken_ = sizeof(ahead_);
  bool moved_ = false;
};

class Randomness {
 public:
  // Keyed by the operating system.
  Randomness();
  // The same numbers for the same seed. Only for tests and recorded transcripts: whoever knows the
  // seed knows every secret.
  [[nodiscard]] static Randomness repeatable(std::uint64_t seed);

  void fill(std::span<std::byte> out) { prg_.fill(out); }
  template <class T>
    requires std::unsigned_integral<T> || std::same_as<T, Block>
  void fill_values(std::span<T> out) {
    if constexpr (std::same_as<T, Block>) {
      prg_.fill_blocks(out);
    } else {
      prg_.fill(std::as_writable_bytes(out));
    }
  }
  [[nodiscard]] Block block();
  [[nodiscard]] std::uint64_t u64();
  // Uniform in [0, bound), without bias. Requires bound > 0. Takes a varying time that depends on
  // rejected values only.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);

 private:
  explicit Randomness(Block key) : prg_(key) {}
  Prg prg_;
};

}  // namespace privet::crypto
