// SPDX-License-Identifier: Apache-2.0
// The prime-order group ristretto255, written additively.
// Reference: RFC 9496; computed by libsodium.
// Security: about 126 bits; operations on secret scalars take constant time. A Point is always a
// valid group element: decode() is the only way in from the wire.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "crypto/randomness.h"

namespace privet::crypto {

class Scalar {
 public:
  [[nodiscard]] static Scalar random(Randomness& randomness);
  ~Scalar();
  Scalar(const Scalar&) = default;
  Scalar& operator=(const Scalar&) = default;

  static constexpr std::size_t kSize = 32;
  // For a party that may know it; throws Error{Peer} for zero or a number not below the order.
  [[nodiscard]] static Scalar decode(std::span<const std::byte, kSize> bytes);
  [[nodiscard]] std::span<const std::byte, kSize> bytes() const { return bytes_; }
  friend Scalar operator*(const Scalar& a, const Scalar& b);
  // Undoes the multiplication of a point. Requires a scalar other than zero, as all here are.
  [[nodiscard]] Scalar inverse() const;

 private:
  friend class Point;
  Scalar() = default;
  std::array<std::byte, kSize> bytes_{};
};

class Point {
 public:
  static constexpr std::size_t kSize = 32;

  // The generator times `scalar`.
  [[nodiscard]] static Point base_times(const Scalar& scalar);
  // A point whose logarithm nobody knows, from any bytes.
  [[nodiscard]] static Point from_hash_of(std::span<const std::byte> bytes);
  [[nodiscard]] static Point random(Randomness& randomness);
  // Throws Error{Peer} unless `bytes` is the canonical form of a group element other than zero.
  [[nodiscard]] static Point decode(std::span<const std::byte, kSize> bytes);
  // Whether decode() takes the bytes.
  [[nodiscard]] static bool decodes(std::span<const std::byte, kSize> bytes);

  [[nodiscard]] std::span<const std::byte, kSize> bytes() const { return bytes_; }
  [[nodiscard]] Point times(const Scalar& scalar) const;
  // decode(bytes).times(scalar), decoding once.
  [[nodiscard]] static Point decode_times(std::span<const std::byte, kSize> bytes,
                                          const Scalar& scalar);
  friend Point operator+(const Point& a, const Point& b);
  friend Point operator-(const Point& a, const Point& b);

 private:
  Point() = default;
  std::array<std::byte, kSize> bytes_{};
};

}  // namespace privet::crypto
