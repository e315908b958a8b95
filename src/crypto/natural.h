// SPDX-License-Identifier: Apache-2.0
// A natural number of any size, wiped when it goes; the few operations that packing and the wire
// need. Computed by GMP, which stays out of this header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "crypto/randomness.h"

namespace privet::crypto {

class Natural {
 public:
  explicit Natural(std::uint64_t value = 0);
  ~Natural();
  Natural(const Natural& other);
  Natural& operator=(const Natural& other);
  Natural(Natural&& other) noexcept;
  Natural& operator=(Natural&& other) noexcept;

  // Little-endian.
  [[nodiscard]] static Natural from_bytes(std::span<const std::byte> bytes);
  // Throws Error{Internal} if the number is longer than `out`.
  void write_bytes(std::span<std::byte> out) const;
  // Uniform below 2^bits.
  [[nodiscard]] static Natural random_bits(std::size_t bits, Randomness& randomness);

  [[nodiscard]] std::size_t bits() const;
  // Bits [from, from + 64).
  [[nodiscard]] std::uint64_t word_at(std::size_t from) const;
  Natural& operator+=(const Natural& other);
  // Adds value * 2^shift.
  void add_shifted(std::uint64_t value, std::size_t shift);
  void add_shifted(const Natural& value, std::size_t shift);

  struct Number;  // GMP's, for this folder's sources
  [[nodiscard]] Number& number() { return *number_; }
  [[nodiscard]] const Number& number() const { return *number_; }

 private:
  std::unique_ptr<Number> number_;
};

}  // namespace privet::crypto
