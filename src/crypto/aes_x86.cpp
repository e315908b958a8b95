// SPDX-License-Identifier: Apache-2.0
// The kernels on the processor's AES instructions. Eight registers are in flight, which hides the
// instructions' latency.
#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <array>

#include "crypto/aes_internal.h"

#define PRIVET_AESNI __attribute__((target("aes,sse4.1")))
#define PRIVET_VAES __attribute__((target("aes,vaes,avx2")))

namespace privet::crypto {
namespace {

constexpr std::size_t kInFlight = 8;

PRIVET_AESNI inline __m128i* wide(Block* block) {
  return reinterpret_cast<__m128i*>(block);
}
PRIVET_AESNI inline const __m128i* wide(const Block* block) {
  return reinterpret_cast<const __m128i*>(block);
}

// One step of the key schedule: `assist` is the output of aeskeygenassist for this round.
PRIVET_AESNI inline __m128i next_key(__m128i key, __m128i assist) {
  assist = _mm_shuffle_epi32(assist, 0xff);
  key = _mm_xor_si128(key, _mm_slli_si128(key, 4));
  key = _mm_xor_si128(key, _mm_slli_si128(key, 8));
  return _mm_xor_si128(key, assist);
}

// Encrypts up to kInFlight blocks; a full group has its count known when compiling.
template <std::size_t N>
PRIVET_AESNI inline void encrypt_group(const __m128i* keys, Block* blocks) {
  __m128i state[N];
  for (std::size_t i = 0; i < N; ++i) {
    state[i] = _mm_xor_si128(_mm_load_si128(wide(blocks + i)), keys[0]);
  }
  for (std::size_t round = 1; round < 10; ++round) {
    for (std::size_t i = 0; i < N; ++i) state[i] = _mm_aesenc_si128(state[i], keys[round]);
  }
  for (std::size_t i = 0; i < N; ++i) {
    _mm_store_si128(wide(blocks + i), _mm_aesenclast_si128(state[i], keys[10]));
  }
}

}  // namespace

PRIVET_AESNI void expand_key_aesni(Block key, Block* round_keys) noexcept {
  __m128i k = _mm_load_si128(wide(&key));
  __m128i* out = wide(round_keys);
  _mm_store_si128(out, k);
  // The round constant is an immediate of the instruction, hence ten lines and no loop.
  _mm_store_si128(out + 1, k = next_key(k, _mm_aeskeygenassist_si128(k, 0x01)));
  _mm_store_si128(out + 2, k = next_key(k, _mm_aeskeygenassist_si128(k, 0x02)));
  _mm_store_si128(out + 3, k = next_key(k, _mm_aeskeygenassist_si128(k, 0x04)));
  _mm_store_si128(out + 4, k = next_key(k, _mm_aeskeygenassist_si128(k, 0x08)));
  _mm_store_si128(out + 5, k = next_key(k, _mm_aeskeygenassist_si128(k, 0x10)));
  _mm_store_si128(out + 6, k = next_key(k, _mm_aeskeygenassist_si128(k, 0x20)));
  _mm_store_si128(out + 7, k = next_key(k, _mm_aeskeygenassist_si128(k, 0x40)));
  _mm_store_si128(out + 8, k = next_key(k, _mm_aeskeygenassist_si128(k, 0x80)));
  _mm_store_si128(out + 9, k = next_key(k, _mm_aeskeygenassist_si128(k, 0x1b)));
  _mm_store_si128(out + 10, next_key(k, _mm_aeskeygenassist_si128(k, 0x36)));
}

PRIVET_AESNI void encrypt_aesni(const Block* round_keys, Block* blocks,
                                std::size_t count) noexcept {
  __m128i keys[11];
  std::copy_n(wide(round_keys), 11, keys);
  for (; count >= kInFlight; count -= kInFlight, blocks += kInFlight) {
    encrypt_group<kInFlight>(keys, blocks);
  }
  for (; count >= 2; count -= 2, blocks += 2) encrypt_group<2>(keys, blocks);
  if (count == 1) encrypt_group<1>(keys, blocks);
}

namespace {

constexpr std::size_t kPairs = kInFlight;

// The state of kPairs pairs of blocks through all rounds.
PRIVET_VAES inline void permute(const __m256i* keys, __m256i* state) {
  for (std::size_t i = 0; i < kPairs; ++i) state[i] = _mm256_xor_si256(state[i], keys[0]);
  for (std::size_t round = 1; round < 10; ++round) {
    for (std::size_t i = 0; i < kPairs; ++i) {
      state[i] = _mm256_aesenc_epi128(state[i], keys[round]);
    }
  }
  for (std::size_t i = 0; i < kPairs; ++i) {
    state[i] = _mm256_aesenclast_epi128(state[i], keys[10]);
  }
}

PRIVET_VAES inline void spread_keys(const Block* round_keys, __m256i* keys) {
  for (std::size_t i = 0; i < 11; ++i) {
    keys[i] = _mm256_broadcastsi128_si256(_mm_load_si128(wide(round_keys + i)));
  }
}

}  // namespace

PRIVET_VAES void encrypt_vaes(const Block* round_keys, Block* blocks, std::size_t count) noexcept {
  __m256i keys[11];
  spread_keys(round_keys, keys);
  for (; count >= 2 * kPairs; count -= 2 * kPairs, blocks += 2 * kPairs) {
    auto* const pairs = reinterpret_cast<__m256i*>(blocks);
    __m256i state[kPairs];
    for (std::size_t i = 0; i < kPairs; ++i) state[i] = _mm256_loadu_si256(pairs + i);
    permute(keys, state);
    for (std::size_t i = 0; i < kPairs; ++i) _mm256_storeu_si256(pairs + i, state[i]);
  }
  encrypt_aesni(round_keys, blocks, count);
}

PRIVET_VAES void hash_tweaked_vaes(const Block* round_keys, Block* blocks, std::size_t count,
                                   std::uint64_t first_tweak, unsigned shared_log2) noexcept {
  __m256i keys[11];
  spread_keys(round_keys, keys);
  const auto tweak = [&](std::size_t j) {
    return static_cast<long long>(first_tweak + (j >> shared_log2));
  };
  std::size_t at = 0;
  for (; at + 2 * kPairs <= count; at += 2 * kPairs) {
    auto* const pairs = reinterpret_cast<__m256i*>(blocks + at);
    __m256i state[kPairs];
    __m256i inner[kPairs];
    for (std::size_t i = 0; i < kPairs; ++i) state[i] = _mm256_loadu_si256(pairs + i);
    permute(keys, state);
    for (std::size_t i = 0; i < kPairs; ++i) {
      inner[i] = state[i];
      const auto j = at + 2 * i;
      state[i] = _mm256_xor_si256(state[i], _mm256_set_epi64x(0, tweak(j + 1), 0, tweak(j)));
    }
    permute(keys, state);
    for (std::size_t i = 0; i < kPairs; ++i) {
      _mm256_storeu_si256(pairs + i, _mm256_xor_si256(state[i], inner[i]));
    }
  }
  // The rest, fewer than 2 * kPairs.
  Block rest[2 * kPairs];
  Block inner[2 * kPairs];
  std::copy(blocks + at, blocks + count, rest);
  encrypt_aesni(round_keys, rest, count - at);
  for (std::size_t j = at; j < count; ++j) {
    inner[j - at] = rest[j - at];
    rest[j - at].low ^= first_tweak + (j >> shared_log2);
  }
  encrypt_aesni(round_keys, rest, count - at);
  for (std::size_t j = at; j < count; ++j) blocks[j] = rest[j - at] ^ inner[j - at];
}

}  // namespace privet::crypto

#endif
