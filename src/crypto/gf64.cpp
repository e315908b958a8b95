// SPDX-License-Identifier: Apache-2.0
#include "crypto/gf64.h"

#include "crypto/aes.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define PRIVET_CLMUL __attribute__((target("pclmul,sse4.1")))
#endif

namespace privet::crypto {
namespace {

std::uint64_t multiply_portable(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  for (unsigned i = 64; i-- > 0;) {
    product = gf64_double(product) ^ ((std::uint64_t{0} - ((b >> i) & 1U)) & a);
  }
  return product;
}
Block multiply_portable(Block a, std::uint64_t b) {
  return {multiply_portable(a.low, b), multiply_portable(a.high, b)};
}

// By Horner's rule, from the highest coefficient down.
template <class T>
void add_powers_portable(std::span<T> sums, std::span<const std::uint64_t> points,
                         std::span<const T> coefficients) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    T value{};
    for (std::size_t j = coefficients.size(); j-- > 0;) {
      value = multiply_portable(value ^ coefficients[j], points[i]);
    }
    sums[i] ^= value;
  }
}

// By Horner's rule over the bits of all factors of a sum at once.
template <class T>
void add_products_portable(std::span<T> sums, std::size_t terms,
                           std::span<const std::uint64_t> factors,
                           std::span<const std::uint32_t> places, std::span<const T> values) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    T total{};
    for (unsigned bit = 64; bit-- > 0;) {
      total = gf64_double(total);
      for (std::size_t j = i * terms; j < (i + 1) * terms; ++j) {
        if (((factors[j] >> bit) & 1U) != 0) total ^= values[places[j]];
      }
    }
    sums[i] ^= total;
  }
}

#if defined(__x86_64__)

// A product of 128 bits to its remainder, in the low half: the high half counts x^64 = 0x1b, and
// the four bits that this leaves above count it once more.
PRIVET_CLMUL inline __m128i reduced(__m128i product) {
  const __m128i modulus = _mm_cvtsi64_si128(0x1b);
  const __m128i once = _mm_clmulepi64_si128(product, modulus, 0x01);
  const __m128i twice = _mm_clmulepi64_si128(once, modulus, 0x01);
  return _mm_xor_si128(_mm_xor_si128(product, once), twice);
}

PRIVET_CLMUL std::uint64_t multiply_clmul(std::uint64_t a, std::uint64_t b) {
  const __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128(static_cast<long long>(a)),
                                               _mm_cvtsi64_si128(static_cast<long long>(b)), 0x00);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(reduced(product)));
}

PRIVET_CLMUL void add_powers_clmul(std::span<std::uint64_t> sums,
                                   std::span<const std::uint64_t> points,
                                   std::span<const std::uint64_t> coefficients) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const __m128i point = _mm_cvtsi64_si128(static_cast<long long>(points[i]));
    __m128i value = _mm_setzero_si128();
    for (std::size_t j = coefficients.size(); j-- > 0;) {
      const __m128i next = _mm_cvtsi64_si128(static_cast<long long>(coefficients[j]));
      value = reduced(_mm_clmulepi64_si128(_mm_xor_si128(value, next), point, 0x00));
    }
    sums[i] ^= static_cast<std::uint64_t>(_mm_cvtsi128_si64(value));
  }
}

PRIVET_CLMUL void add_powers_clmul(std::span<Block> sums, std::span<const std::uint64_t> points,
                                   std::span<const Block> coefficients) {
  const auto wide = [](Block* block) { return reinterpret_cast<__m128i*>(block); };
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const __m128i point = _mm_cvtsi64_si128(static_cast<long long>(points[i]));
    __m128i value = _mm_setzero_si128();
    for (std::size_t j = coefficients.size(); j-- > 0;) {
      const auto* const next = reinterpret_cast<const __m128i*>(&coefficients[j]);
      value = _mm_xor_si128(value, _mm_load_si128(next));
      const __m128i low = reduced(_mm_clmulepi64_si128(value, point, 0x00));
      const __m128i high = reduced(_mm_clmulepi64_si128(value, point, 0x01));
      value = _mm_unpacklo_epi64(low, high);
    }
    __m128i* const sum = wide(&sums[i]);
    _mm_store_si128(sum, _mm_xor_si128(_mm_load_si128(sum), value));
  }
}

// Products are summed before they are reduced.
PRIVET_CLMUL void add_products_clmul(std::span<std::uint64_t> sums, std::size_t terms,
                                     std::span<const std::uint64_t> factors,
                                     std::span<const std::uint32_t> places,
                                     std::span<const std::uint64_t> values) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    __m128i total = _mm_setzero_si128();
    for (std::size_t j = i * terms; j < (i + 1) * terms; ++j) {
      const __m128i factor = _mm_cvtsi64_si128(static_cast<long long>(factors[j]));
      const __m128i value = _mm_cvtsi64_si128(static_cast<long long>(values[places[j]]));
      total = _mm_xor_si128(total, _mm_clmulepi64_si128(value, factor, 0x00));
    }
    sums[i] ^= static_cast<std::uint64_t>(_mm_cvtsi128_si64(reduced(total)));
  }
}

PRIVET_CLMUL void add_products_clmul(std::span<Block> sums, std::size_t terms,
                                     std::span<const std::uint64_t> factors,
                                     std::span<const std::uint32_t> places,
                                     std::span<const Block> values) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    __m128i low = _mm_setzero_si128();
    __m128i high = _mm_setzero_si128();
    for (std::size_t j = i * terms; j < (i + 1) * terms; ++j) {
      const __m128i factor = _mm_cvtsi64_si128(static_cast<long long>(factors[j]));
      const __m128i value = _mm_load_si128(reinterpret_cast<const __m128i*>(&values[places[j]]));
      low = _mm_xor_si128(low, _mm_clmulepi64_si128(value, factor, 0x00));
      high = _mm_xor_si128(high, _mm_clmulepi64_si128(value, factor, 0x01));
    }
    auto* const sum = reinterpret_cast<__m128i*>(&sums[i]);
    const __m128i both = _mm_unpacklo_epi64(reduced(low), reduced(high));
    _mm_store_si128(sum, _mm_xor_si128(_mm_load_si128(sum), both));
  }
}

#endif

template <class T>
void add_products(std::span<T> sums, std::size_t terms, std::span<const std::uint64_t> factors,
                  std::span<const std::uint32_t> places, std::span<const T> values,
                  Gf64Kernel kernel) {
#if defined(__x86_64__)
  if (kernel == Gf64Kernel::Clmul) {
    return add_products_clmul(sums, terms, factors, places, values);
  }
#endif
  add_products_portable<T>(sums, terms, factors, places, values);
}

template <class T>
void add_powers(std::span<T> sums, std::span<const std::uint64_t> points,
                std::span<const T> coefficients, Gf64Kernel kernel) {
#if defined(__x86_64__)
  if (kernel == Gf64Kernel::Clmul) return add_powers_clmul(sums, points, coefficients);
#endif
  add_powers_portable<T>(sums, points, coefficients);
}

}  // namespace

bool runs_here(Gf64Kernel kernel) noexcept {
#if defined(__x86_64__)
  if (kernel == Gf64Kernel::Clmul) return __builtin_cpu_supports("pclmul") != 0;
#endif
  return kernel == Gf64Kernel::Portable;
}

Gf64Kernel best_gf64_kernel() {
  static const bool portable =
      best_aes_kernel() == AesKernel::Portable || !runs_here(Gf64Kernel::Clmul);
  return portable ? Gf64Kernel::Portable : Gf64Kernel::Clmul;
}

std::uint64_t gf64_multiply(std::uint64_t a, std::uint64_t b) {
#if defined(__x86_64__)
  if (best_gf64_kernel() == Gf64Kernel::Clmul) return multiply_clmul(a, b);
#endif
  return multiply_portable(a, b);
}

std::uint64_t gf64_inverse(std::uint64_t a) {
  // 2^64 - 2 = 2 + 4 + ... + 2^63.
  std::uint64_t power = a;
  std::uint64_t product = 1;
  for (int i = 1; i < 64; ++i) {
    power = gf64_multiply(power, power);
    product = gf64_multiply(product, power);
  }
  return product;
}

void gf64_add_powers(std::span<Block> sums, std::span<const std::uint64_t> points,
                     std::span<const Block> coefficients, Gf64Kernel kernel) noexcept {
  add_powers(sums, points, coefficients, kernel);
}

void gf64_add_powers(std::span<std::uint64_t> sums, std::span<const std::uint64_t> points,
                     std::span<const std::uint64_t> coefficients, Gf64Kernel kernel) noexcept {
  add_powers(sums, points, coefficients, kernel);
}

void gf64_add_products(std::span<Block> sums, std::size_t terms,
                       std::span<const std::uint64_t> factors,
                       std::span<const std::uint32_t> places, std::span<const Block> values,
                       Gf64Kernel kernel) noexcept {
  add_products(sums, terms, factors, places, values, kernel);
}

void gf64_add_products(std::span<std::uint64_t> sums, std::size_t terms,
                       std::span<const std::uint64_t> factors,
                       std::span<const std::uint32_t> places, std::span<const std::uint64_t> values,
                       Gf64Kernel kernel) noexcept {
  add_products(sums, terms, factors, places, values, kernel);
}

}  // namespace privet::crypto
