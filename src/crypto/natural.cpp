// SPDX-License-Identifier: Apache-2.0
#include "crypto/natural.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "crypto/natural_internal.h"

namespace privet::crypto {

static_assert(sizeof(unsigned long) == sizeof(std::uint64_t), "GMP takes 64-bit words");

Natural::Natural(std::uint64_t value) : number_(std::make_unique<Number>()) {
  mpz_set_ui(number_->z, value);
}
Natural::~Natural() = default;
Natural::Natural(const Natural& other) : number_(std::make_unique<Number>()) {
  mpz_set(number_->z, other.number_->z);
}
Natural& Natural::operator=(const Natural& other) {
  if (this != &other) mpz_set(number_->z, other.number_->z);
  return *this;
}
Natural::Natural(Natural&& other) noexcept = default;
Natural& Natural::operator=(Natural&& other) noexcept = default;

Natural Natural::from_bytes(std::span<const std::byte> bytes) {
  Natural out;
  mpz_import(z(out), bytes.size(), -1, 1, 0, 0, bytes.data());
  return out;
}

void Natural::write_bytes(std::span<std::byte> out) const {
  PRIVET_CHECK(bits() <= 8 * out.size());
  std::ranges::fill(out, std::byte{0});
  mpz_export(out.data(), nullptr, -1, 1, 0, 0, number_->z);
}

Natural Natural::random_bits(std::size_t bits, Randomness& randomness) {
  SecretBuffer bytes((bits + 7) / 8);
  randomness.fill(bytes.bytes());
  auto out = from_bytes(bytes.bytes());
  mpz_fdiv_r_2exp(z(out), z(out), bits);
  return out;
}

std::size_t Natural::bits() const {
  return mpz_sgn(number_->z) == 0 ? 0 : mpz_sizeinbase(number_->z, 2);
}

std::uint64_t Natural::word_at(std::size_t from) const {
  Natural shifted;
  mpz_fdiv_q_2exp(z(shifted), number_->z, from);
  return mpz_get_ui(z(shifted));
}

Natural& Natural::operator+=(const Natural& other) {
  mpz_add(number_->z, number_->z, other.number_->z);
  return *this;
}

void Natural::add_shifted(std::uint64_t value, std::size_t shift) {
  add_shifted(Natural(value), shift);
}

void Natural::add_shifted(const Natural& value, std::size_t shift) {
  Natural shifted;
  mpz_mul_2exp(z(shifted), z(value), shift);
  mpz_add(number_->z, number_->z, z(shifted));
}

}  // namespace privet::crypto
