// SPDX-License-Identifier: Apache-2.0
// Hashing single blocks with fixed-key AES, for garbling and oblivious transfer.
// Idea: with pi = AES under a public random key,
//   correlation-robust:            H(x)    = pi(x) + x
//   tweakable circular version:    H(x, i) = pi(pi(x) + i) + pi(x)
// The second stays secure when inputs and outputs are offset by the same secret (free XOR, half
// gates), the first suffices for oblivious transfer extension.
// Reference: Guo, Katz, Wang, Yu, "Efficient and secure multiparty computation from fixed-key block
// ciphers" (2020), sections 4 and 7.
// Security: in the ideal-cipher model an attacker who makes p evaluations of pi wins with
// probability about p q / 2^128, q being the number of hashes under one key. So the key is changed
// after kHashesPerKey hashes (it is derived from a public seed, which the parties draw at random
// for each run), and 2^112 work is needed however large the circuit is. Threads: each thread its
// own.
#pragma once

#include <cstdint>
#include <span>

#include "crypto/aes.h"

namespace privet::crypto {

inline constexpr std::uint64_t kHashesPerKey = std::uint64_t{1} << 14U;

// H(x) for oblivious transfer. The caller numbers its inputs; number / kHashesPerKey picks the key.
class BlockHash {
 public:
  explicit BlockHash(Block public_seed, AesKernel kernel = best_aes_kernel());

  // Replaces blocks[i] by H(blocks[i]), with numbers first, first + 1, ...
  void hash(std::span<Block> blocks, std::uint64_t first);

 private:
  void use_epoch(std::uint64_t epoch);

  Aes schedule_;  // epoch -> key
  Aes pi_;
  std::uint64_t epoch_;
};

// H(x, i) for garbling: the tweak of input j of a call is first_tweak + (j >> shared_log2), so
// 2^shared_log2 neighbours share a tweak.
class TweakedHash {
 public:
  explicit TweakedHash(Block public_seed, AesKernel kernel = best_aes_kernel());

  // Replaces inputs[j] by its hash. Requires at most kLargestCall inputs.
  static constexpr std::size_t kLargestCall = 512;
  void hash(std::span<Block> inputs, std::uint64_t first_tweak, unsigned shared_log2);

 private:
  void use_epoch(std::uint64_t epoch);

  Aes schedule_;
  Aes pi_;
  std::uint64_t epoch_;
};

}  // namespace privet::crypto
