// SPDX-License-Identifier: Apache-2.0
#include "crypto/aes.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "crypto/aes_internal.h"
#include "crypto/secret_vector.h"

namespace privet::crypto {
namespace {

AesKernel fastest() noexcept {
  if (runs_here(AesKernel::Vaes)) return AesKernel::Vaes;
  return runs_here(AesKernel::AesNi) ? AesKernel::AesNi : AesKernel::Portable;
}

AesKernel choose() {
  const char* asked = std::getenv("PRIVET_KERNEL");
  if (asked == nullptr) return fastest();
  const std::string_view name = asked;
  if (name == "portable") return AesKernel::Portable;
  if (name == "aesni") return AesKernel::AesNi;
  if (name == "vaes") return AesKernel::Vaes;
  throw Error(ErrorCode::Usage, "PRIVET_KERNEL is " + quote_for_message(name) +
                                    ": it must be portable, aesni, vaes or not set");
}

}  // namespace

bool runs_here(AesKernel kernel) noexcept {
#if defined(__x86_64__)
  if (kernel == AesKernel::AesNi) return __builtin_cpu_supports("aes") != 0;
  if (kernel == AesKernel::Vaes) {
    return __builtin_cpu_supports("vaes") != 0 && __builtin_cpu_supports("avx2") != 0 &&
           __builtin_cpu_supports("aes") != 0;
  }
#endif
  return kernel == AesKernel::Portable;
}

AesKernel best_aes_kernel() {
  static const AesKernel chosen = choose();
  return chosen;
}

Aes::Aes(Block key, AesKernel kernel) : kernel_(kernel) {
  if (!runs_here(kernel)) {
    throw Error(ErrorCode::Usage, "this machine lacks the AES instructions that were asked for");
  }
  rekey(key);
}

Aes::~Aes() {
  wipe(std::as_writable_bytes(std::span(round_keys_)));
}

void Aes::rekey(Block key) noexcept {
#if defined(__x86_64__)
  if (kernel_ != AesKernel::Portable) return expand_key_aesni(key, round_keys_.data());
#endif
  expand_key_portable(key, round_keys_.data());
}

void Aes::encrypt(std::span<Block> blocks) const noexcept {
#if defined(__x86_64__)
  if (kernel_ == AesKernel::Vaes) {
    return encrypt_vaes(round_keys_.data(), blocks.data(), blocks.size());
  }
  if (kernel_ == AesKernel::AesNi) {
    return encrypt_aesni(round_keys_.data(), blocks.data(), blocks.size());
  }
#endif
  encrypt_portable(round_keys_.data(), blocks.data(), blocks.size());
}

void Aes::hash_tweaked(std::span<Block> blocks, std::uint64_t first_tweak,
                       unsigned shared_log2) const noexcept {
#if defined(__x86_64__)
  if (kernel_ == AesKernel::Vaes) {
    return hash_tweaked_vaes(round_keys_.data(), blocks.data(), blocks.size(), first_tweak,
                             shared_log2);
  }
#endif
  std::array<Block, 64> inner;
  for (std::size_t at = 0; at < blocks.size(); at += inner.size()) {
    const auto part = blocks.subspan(at, std::min(inner.size(), blocks.size() - at));
    encrypt(part);
    for (std::size_t j = 0; j < part.size(); ++j) {
      inner[j] = part[j];
      part[j].low ^= first_tweak + ((at + j) >> shared_log2);
    }
    encrypt(part);
    for (std::size_t j = 0; j < part.size(); ++j) part[j] ^= inner[j];
  }
}

}  // namespace privet::crypto
