// SPDX-License-Identifier: Apache-2.0
#include "crypto/secret_words_internal.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "crypto/natural_internal.h"

namespace privet::crypto {
namespace {

SecretWords scratch(mp_size_t size) {
  return SecretWords(static_cast<std::size_t>(size));
}

std::size_t size_of(const Natural& number) {
  return mpz_size(z(number));
}

}  // namespace

SecretWords::SecretWords(const Natural& number) : SecretWords(number, size_of(number)) {}

SecretWords::SecretWords(const Natural& number, std::size_t size) : words_(size) {
  PRIVET_CHECK(size_of(number) <= size);
  std::copy_n(mpz_limbs_read(z(number)), size_of(number), words_.begin());
}

SecretWords SecretWords::resized(std::size_t size) const {
  SecretWords out(size);
  std::copy_n(words_.begin(), std::min(size, words_.size()), out.words_.begin());
  return out;
}

Natural SecretWords::to_natural() const {
  Natural out;
  if (words_.empty()) return out;
  std::ranges::copy(words_, mpz_limbs_write(z(out), limbs()));
  mpz_limbs_finish(z(out), limbs());
  return out;
}

SecretWords product(const SecretWords& a, const SecretWords& b) {
  if (a.size() < b.size()) return product(b, a);
  SecretWords out(a.size() + b.size());
  if (b.size() == 0) return out;
  auto space = scratch(mpn_sec_mul_itch(a.limbs(), b.limbs()));
  mpn_sec_mul(out.data(), a.data(), a.limbs(), b.data(), b.limbs(), space.data());
  wipe_stack();
  return out;
}

SecretWords remainder(const SecretWords& a, const Natural& divisor) {
  const auto size = size_of(divisor);
  PRIVET_CHECK(size > 0);
  auto rest = a.resized(std::max(a.size(), size));
  const auto limbs = static_cast<mp_size_t>(size);
  auto space = scratch(mpn_sec_div_r_itch(rest.limbs(), limbs));
  mpn_sec_div_r(rest.data(), rest.limbs(), mpz_limbs_read(z(divisor)), limbs, space.data());
  wipe_stack();
  return rest.resized(size);
}

SecretWords quotient(const SecretWords& a, const Natural& divisor) {
  const auto size = size_of(divisor);
  PRIVET_CHECK(size > 0);
  auto rest = a.resized(std::max(a.size(), size));
  const auto limbs = static_cast<mp_size_t>(size);
  SecretWords out(rest.size() - size + 1);
  auto space = scratch(mpn_sec_div_qr_itch(rest.limbs(), limbs));
  out.data()[out.size() - 1] = mpn_sec_div_qr(out.data(), rest.data(), rest.limbs(),
                                              mpz_limbs_read(z(divisor)), limbs, space.data());
  wipe_stack();
  return out;
}

SecretWords sum(const SecretWords& a, const SecretWords& b) {
  const auto size = std::max(a.size(), b.size()) + 1;
  auto out = a.resized(size);
  const auto other = b.resized(size);
  mpn_add_n(out.data(), out.data(), other.data(), out.limbs());
  return out;
}

SecretWords difference(const SecretWords& a, const SecretWords& b) {
  auto out = a.resized(std::max(a.size(), b.size()));
  if (out.size() == 0) return out;
  const auto other = b.resized(out.size());
  mpn_sub_n(out.data(), out.data(), other.data(), out.limbs());
  return out;
}

SecretWords power(const SecretWords& base, const SecretWords& exponent, const Natural& modulus) {
  SecretWords out(size_of(modulus));
  const auto safe_base = base.resized(std::max<std::size_t>(1, base.size()));
  const auto bits = static_cast<mp_bitcnt_t>(64 * exponent.size());
  PRIVET_CHECK(bits > 0 && out.size() > 0);
  auto space = scratch(mpn_sec_powm_itch(safe_base.limbs(), bits, out.limbs()));
  mpn_sec_powm(out.data(), safe_base.data(), safe_base.limbs(), exponent.data(), bits,
               mpz_limbs_read(z(modulus)), out.limbs(), space.data());
  wipe_stack();
  return out;
}

[[gnu::noinline]] void require_below(const Natural& a, const Natural& bound) {
  const auto size = std::max(size_of(a), size_of(bound));
  PRIVET_CHECK(size > 0);
  SecretWords out(a, size);
  const SecretWords other(bound, size);
  const auto borrow = mpn_sub_n(out.data(), out.data(), other.data(), out.limbs());
  PRIVET_CHECK(borrow != 0);
}

[[gnu::noinline]] void wipe_stack() noexcept {
  // GMP takes some scratch from the stack, at most 64 KiB at a time.
  std::array<std::byte, std::size_t{128} << 10U> below;
  wipe(below);
}

}  // namespace privet::crypto
