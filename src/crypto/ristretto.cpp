// SPDX-License-Identifier: Apache-2.0
#include "crypto/ristretto.h"

#include <sodium.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "crypto/secret_vector.h"
#include "crypto/sodium_internal.h"

namespace privet::crypto {
namespace {

static_assert(Point::kSize == crypto_core_ristretto255_BYTES);

template <std::size_t N>
unsigned char* raw(std::array<std::byte, N>& bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data());
}
template <std::size_t N>
const unsigned char* raw(const std::array<std::byte, N>& bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}
const unsigned char* raw(std::span<const std::byte> bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

Scalar Scalar::random(Randomness& randomness) {
  std::array<std::byte, 64> wide{};
  randomness.fill(wide);
  Scalar scalar;
  crypto_core_ristretto255_scalar_reduce(raw(scalar.bytes_), raw(wide));
  wipe(wide);
  return scalar;
}

Scalar Scalar::decode(std::span<const std::byte, kSize> bytes) {
  // Adding zero reduces; what is changed by that was not below the order.
  static constexpr std::array<std::byte, kSize> kZero{};
  Scalar scalar;
  std::array<std::byte, kSize> given{};
  std::ranges::copy(bytes, given.begin());
  crypto_core_ristretto255_scalar_add(raw(scalar.bytes_), raw(given), raw(kZero));
  const bool sound = sodium_memcmp(raw(scalar.bytes_), raw(given), kSize) == 0 &&
                     sodium_is_zero(raw(given), kSize) == 0;
  wipe(given);
  if (!sound)
    throw Error(ErrorCode::Peer,
                "the other party sent a key: expected a scalar of the group, got other bytes");
  return scalar;
}

Scalar operator*(const Scalar& a, const Scalar& b) {
  Scalar out;
  crypto_core_ristretto255_scalar_mul(raw(out.bytes_), raw(a.bytes_), raw(b.bytes_));
  return out;
}

Scalar Scalar::inverse() const {
  Scalar out;
  PRIVET_CHECK(crypto_core_ristretto255_scalar_invert(raw(out.bytes_), raw(bytes_)) == 0);
  return out;
}

Scalar::~Scalar() {
  wipe(bytes_);
}

Point Point::base_times(const Scalar& scalar) {
  Point out;
  PRIVET_CHECK(crypto_scalarmult_ristretto255_base(raw(out.bytes_), raw(scalar.bytes_)) == 0);
  return out;
}

Point Point::from_hash_of(std::span<const std::byte> bytes) {
  std::array<std::byte, 64> wide{};
  crypto_generichash(raw(wide), wide.size(), raw(bytes), bytes.size(), nullptr, 0);
  Point out;
  crypto_core_ristretto255_from_hash(raw(out.bytes_), raw(wide));
  return out;
}

Point Point::random(Randomness& randomness) {
  std::array<std::byte, 64> wide{};
  randomness.fill(wide);
  Point out;
  crypto_core_ristretto255_from_hash(raw(out.bytes_), raw(wide));
  return out;
}

bool Point::decodes(std::span<const std::byte, kSize> bytes) {
  return crypto_core_ristretto255_is_valid_point(raw(bytes)) == 1 &&
         sodium_is_zero(raw(bytes), kSize) == 0;
}

Point Point::decode(std::span<const std::byte, kSize> bytes) {
  if (!decodes(bytes)) {
    throw Error(ErrorCode::Peer,
                "the other party sent a group element: expected a valid one, got other bytes");
  }
  Point out;
  std::ranges::copy(bytes, out.bytes_.begin());
  return out;
}

Point Point::times(const Scalar& scalar) const {
  Point out;
  // Fails only for the zero element, which decode() keeps out and which has no other way in.
  PRIVET_CHECK(crypto_scalarmult_ristretto255(raw(out.bytes_), raw(scalar.bytes_), raw(bytes_)) ==
               0);
  return out;
}

Point Point::decode_times(std::span<const std::byte, kSize> bytes, const Scalar& scalar) {
  Point out;
  if (crypto_scalarmult_ristretto255(raw(out.bytes_), raw(scalar.bytes_), raw(bytes)) != 0) {
    throw Error(ErrorCode::Peer,
                "the other party sent a group element: expected a valid one, got other bytes");
  }
  return out;
}

Point operator+(const Point& a, const Point& b) {
  Point out;
  PRIVET_CHECK(crypto_core_ristretto255_add(raw(out.bytes_), raw(a.bytes_), raw(b.bytes_)) == 0);
  return out;
}

Point operator-(const Point& a, const Point& b) {
  Point out;
  PRIVET_CHECK(crypto_core_ristretto255_sub(raw(out.bytes_), raw(a.bytes_), raw(b.bytes_)) == 0);
  return out;
}

}  // namespace privet::crypto
