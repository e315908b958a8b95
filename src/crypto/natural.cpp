// SPDX-License-Identifier: Apache-2.0
#include "crypto/natural.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/error.h"
#include "crypto/natural_internal.h"

namespace privet::crypto {

static_assert(sizeof(unsigned long) == sizeof(std::uint64_t), "GMP takes 64-bit words");

namespace {

// GMP grows numbers and takes scratch by these; what they give back is wiped first.
void* take_memory(std::size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void give_back(void* memory, std::size_t size) {
  wipe({static_cast<std::byte*>(memory), size});
  std::free(memory);
}
void* change_size(void* memory, std::size_t old_size, std::size_t new_size) {
  void* const moved = take_memory(new_size);
  std::memcpy(moved, memory, std::min(old_size, new_size));
  give_back(memory, old_size);
  return moved;
}

}  // namespace

void use_wiping_memory() {
  // GMP keeps one set of functions for the whole process; memory taken by malloc before stays good.
  static const bool done = [] {
    mp_set_memory_functions(take_memory, change_size, give_back);
    return true;
  }();
  (void)done;
}

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
  SecretBytes bytes((bits + 7) / 8);
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
