// SPDX-License-Identifier: Apache-2.0
// AES-128 encryption of many blocks at a time.
// Idea: three kernels behind one type: the processor's wide (VAES) and plain AES instructions, and
// a portable bitsliced one, 4 blocks at a time, whose S-box is computed as x^254 in GF(2^8). The
// best one that runs here is chosen when the key is made; PRIVET_KERNEL=portable|aesni|vaes in the
// environment asks for another.
// Reference: FIPS 197; for bitslicing, Biham, "A fast new DES implementation in software" (1997).
// Security: no table look-ups and no branches on data in any kernel.
// Threads: a key may be used by many threads at once.
#pragma once

#include <array>
#include <span>

#include "crypto/block.h"

namespace privet::crypto {

enum class AesKernel { Portable, AesNi, Vaes };

[[nodiscard]] bool runs_here(AesKernel kernel) noexcept;
// The fastest that runs here, unless the environment asks for another.
[[nodiscard]] AesKernel best_aes_kernel();

class Aes {
 public:
  explicit Aes(Block key) : Aes(key, best_aes_kernel()) {}
  // Throws Error{Usage} if the kernel does not run on this machine.
  Aes(Block key, AesKernel kernel);
  ~Aes();
  Aes(const Aes&) = default;
  Aes& operator=(const Aes&) = default;

  // Another key under the same kernel.
  void rekey(Block key) noexcept;
  // Encrypts every block in place.
  void encrypt(std::span<Block> blocks) const noexcept;
  // Replaces block j by E(E(x) + t) + E(x) with the tweak t = first_tweak + (j >> shared_log2) in
  // the low half; see crypto/hash.h. Requires shared_log2 < 64.
  void hash_tweaked(std::span<Block> blocks, std::uint64_t first_tweak,
                    unsigned shared_log2) const noexcept;

 private:
  AesKernel kernel_;
  std::array<Block, 11> round_keys_{};
};

}  // namespace privet::crypto
