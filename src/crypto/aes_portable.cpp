// SPDX-License-Identifier: Apache-2.0
// Bitsliced AES-128: 64 bytes of state (4 blocks) lie across 8 words, word b holding bit b of every
// byte. Byte p of the 64 is byte p % 16 of block p / 16; within a block, byte 4c + r is row r of
// column c, so a column is a group of 4 neighbouring bits and a block a lane of 16.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "crypto/aes_internal.h"

namespace privet::crypto {
namespace {

using Slices = std::array<std::uint64_t, 8>;

// Transposes an 8 x 8 matrix of bits, row i in byte i.
std::uint64_t transpose_bits(std::uint64_t x) {
  std::uint64_t t = (x ^ (x >> 7U)) & 0x00aa00aa00aa00aaULL;
  x = x ^ t ^ (t << 7U);
  t = (x ^ (x >> 14U)) & 0x0000cccc0000ccccULL;
  x = x ^ t ^ (t << 14U);
  t = (x ^ (x >> 28U)) & 0x00000000f0f0f0f0ULL;
  return x ^ t ^ (t << 28U);
}

Slices slice(const std::array<std::uint64_t, 8>& bytes) {
  Slices out{};
  for (unsigned group = 0; group < 8; ++group) {
    const auto rows = transpose_bits(bytes[group]);
    for (unsigned bit = 0; bit < 8; ++bit) {
      out[bit] |= ((rows >> (8 * bit)) & 0xffU) << (8 * group);
    }
  }
  return out;
}

std::array<std::uint64_t, 8> unslice(const Slices& slices) {
  std::array<std::uint64_t, 8> out{};
  for (unsigned group = 0; group < 8; ++group) {
    std::uint64_t rows = 0;
    for (unsigned bit = 0; bit < 8; ++bit) {
      rows |= ((slices[bit] >> (8 * group)) & 0xffU) << (8 * bit);
    }
    out[group] = transpose_bits(rows);
  }
  return out;
}

// Reduces a polynomial of degree 14 modulo x^8 + x^4 + x^3 + x + 1.
Slices reduce(std::array<std::uint64_t, 15>& product) {
  for (std::size_t degree = 14; degree >= 8; --degree) {
    for (const std::size_t tap : {4U, 3U, 1U, 0U}) {
      product[degree - 8 + tap] ^= product[degree];
    }
  }
  Slices out{};
  std::copy_n(product.begin(), 8, out.begin());
  return out;
}

Slices multiply(const Slices& a, const Slices& b) {
  std::array<std::uint64_t, 15> product{};
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = 0; j < 8; ++j) product[i + j] ^= a[i] & b[j];
  }
  return reduce(product);
}

Slices square(const Slices& a) {
  std::array<std::uint64_t, 15> product{};
  for (std::size_t i = 0; i < 8; ++i) product[2 * i] = a[i];
  return reduce(product);
}

// The inverse (x^254; 0 stays 0), then the affine map of FIPS 197, section 5.1.1.
Slices substitute(const Slices& x) {
  const auto x2 = square(x);
  const auto x3 = multiply(x2, x);
  const auto x12 = square(square(x3));
  const auto x15 = multiply(x12, x3);
  const auto x240 = square(square(square(square(x15))));
  const auto inverse = multiply(multiply(x240, x12), x2);
  Slices out{};
  for (std::size_t i = 0; i < 8; ++i) {
    out[i] = inverse[i] ^ inverse[(i + 4) % 8] ^ inverse[(i + 5) % 8] ^ inverse[(i + 6) % 8] ^
             inverse[(i + 7) % 8];
    if (((0x63U >> i) & 1U) != 0) out[i] = ~out[i];
  }
  return out;
}

// Row r of every block moves left by r columns.
std::uint64_t shift_rows(std::uint64_t x) {
  std::uint64_t out = x & 0x1111111111111111ULL;
  for (unsigned row = 1; row < 4; ++row) {
    const std::uint64_t bits = x & (0x1111111111111111ULL << row);
    const std::uint64_t low_columns = (0x1111ULL >> (4 * row)) * 0x0001000100010001ULL << row;
    out |= ((bits >> (4 * row)) & low_columns) | ((bits << (16 - 4 * row)) & ~low_columns);
  }
  return out;
}

// Row r takes the place of row r - n, within each column.
std::uint64_t rotate_rows(std::uint64_t x, unsigned n) {
  const std::uint64_t low = (0xfULL >> n) * 0x1111111111111111ULL;
  return ((x >> n) & low) | ((x << (4 - n)) & ~low);
}

Slices mix_columns(const Slices& a) {
  Slices pair{};  // a_r + a_{r+1}
  for (std::size_t i = 0; i < 8; ++i) pair[i] = a[i] ^ rotate_rows(a[i], 1);
  Slices out{};
  for (std::size_t i = 0; i < 8; ++i) {
    // Twice the pair: bits move up by one, and the top bit comes back at 4, 3, 1 and 0.
    std::uint64_t doubled = i > 0 ? pair[i - 1] : 0;
    if (i == 0 || i == 1 || i == 3 || i == 4) doubled ^= pair[7];
    out[i] = doubled ^ rotate_rows(a[i], 1) ^ rotate_rows(pair[i], 2);
  }
  return out;
}

void add_key(Slices& state, const Slices& key) {
  for (std::size_t i = 0; i < 8; ++i) state[i] ^= key[i];
}

void encrypt_four(const std::array<Slices, 11>& keys, std::array<std::uint64_t, 8>& bytes) {
  auto state = slice(bytes);
  add_key(state, keys[0]);
  for (std::size_t round = 1; round <= 10; ++round) {
    state = substitute(state);
    for (auto& word : state) word = shift_rows(word);
    if (round < 10) state = mix_columns(state);
    add_key(state, keys.at(round));
  }
  bytes = unslice(state);
}

std::uint32_t substitute_word(std::uint32_t word) {
  return static_cast<std::uint32_t>(unslice(substitute(slice({word})))[0]);
}

}  // namespace

void expand_key_portable(Block key, Block* round_keys) noexcept {
  std::array<std::uint32_t, 44> words{};
  std::memcpy(words.data(), &key, sizeof(key));
  std::uint32_t constant = 1;
  for (std::size_t i = 4; i < words.size(); ++i) {
    std::uint32_t word = words[i - 1];
    if (i % 4 == 0) {
      word = substitute_word((word >> 8U) | (word << 24U)) ^ constant;
      constant = (constant << 1U) ^ ((constant >> 7U) * 0x11bU);
    }
    words[i] = words[i - 4] ^ word;
  }
  std::memcpy(round_keys, words.data(), sizeof(words));
}

void encrypt_portable(const Block* round_keys, Block* blocks, std::size_t count) noexcept {
  std::array<Slices, 11> keys{};
  for (std::size_t round = 0; round < keys.size(); ++round) {
    std::array<std::uint64_t, 8> repeated{};
    for (std::size_t i = 0; i < 8; i += 2) {
      repeated[i] = round_keys[round].low;
      repeated[i + 1] = round_keys[round].high;
    }
    keys[round] = slice(repeated);
  }
  for (std::size_t done = 0; done < count; done += 4) {
    const auto group = std::min<std::size_t>(4, count - done);
    std::array<std::uint64_t, 8> bytes{};
    std::memcpy(bytes.data(), blocks + done, group * sizeof(Block));
    encrypt_four(keys, bytes);
    std::memcpy(blocks + done, bytes.data(), group * sizeof(Block));
  }
}

}  // namespace privet::crypto
