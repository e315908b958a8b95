// SPDX-License-Identifier: Apache-2.0
#include "crypto/ring/sampling.h"

#include <algorithm>
#include <array>

#include "crypto/secret_vector.h"

namespace privet::crypto::ring {
namespace {

constexpr std::size_t kBatch = 512;

// Calls make(random word) for every place.
template <class Make>
void fill_from_words(Randomness& randomness, std::span<std::int8_t> out, Make make) {
  SecretVector<std::uint64_t> words(std::min(kBatch, out.size()));
  while (!out.empty()) {
    const auto batch = std::span(words).first(std::min(kBatch, out.size()));
    randomness.fill_values(batch);
    for (std::size_t i = 0; i < batch.size(); ++i) out[i] = make(batch[i]);
    out = out.subspan(batch.size());
  }
}

// Ones among the bits, without the table that a library's count may look into.
constexpr std::uint64_t ones(std::uint64_t bits) noexcept {
  bits -= (bits >> 1U) & 0x5555555555555555ULL;
  bits = (bits & 0x3333333333333333ULL) + ((bits >> 2U) & 0x3333333333333333ULL);
  bits = (bits + (bits >> 4U)) & 0x0f0f0f0f0f0f0f0fULL;
  return (bits * 0x0101010101010101ULL) >> 56U;
}

}  // namespace

void fill_errors(Randomness& randomness, std::span<std::int8_t> out) {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << kErrorBits) - 1;
  fill_from_words(randomness, out, [](std::uint64_t word) {
    return static_cast<std::int8_t>(ones(word & kMask) - ones((word >> kErrorBits) & kMask));
  });
}

void fill_ternary(Randomness& randomness, std::span<std::int8_t> out) {
  fill_from_words(randomness, out, [](std::uint64_t word) {
    return static_cast<std::int8_t>(high_half(word, 3) - 1);
  });
}

Residues uniform_residues(Randomness& randomness) {
  Residues out{};
  for (std::size_t p = 0; p < kPrimes; ++p) {
    std::array<std::uint64_t, 2> words{};
    randomness.fill_values(std::span<std::uint64_t>(words));
    // 125 bits exceed the prime's 62 by enough that their remainder is uniform.
    out[p] = kModuli[p].montgomery((Wide{words[1] >> 3U} << 64U) | words[0]);
    wipe(std::as_writable_bytes(std::span(words)));
  }
  return out;
}

}  // namespace privet::crypto::ring
