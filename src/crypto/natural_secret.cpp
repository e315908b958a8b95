// SPDX-License-Identifier: Apache-2.0
#include "crypto/natural_secret.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/error.h"
#include "crypto/natural_internal.h"

namespace privet::crypto {
namespace {

// Words that are wiped when they go.
class Words {
 public:
  explicit Words(mp_size_t size) : words_(static_cast<std::size_t>(size)) {}
  // The words of a number, with zeros above them up to `size`.
  Words(const Natural& number, mp_size_t size) : Words(size) {
    std::copy_n(mpz_limbs_read(z(number)), mpz_size(z(number)), words_.begin());
  }
  ~Words() { wipe(std::as_writable_bytes(std::span(words_))); }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  [[nodiscard]] mp_limb_t* data() { return words_.data(); }

 private:
  std::vector<mp_limb_t> words_;
};

mp_size_t size_of(const Natural& number) {
  return static_cast<mp_size_t>(mpz_size(z(number)));
}

Natural number_of(const mp_limb_t* words, mp_size_t size) {
  Natural out;
  if (size == 0) return out;
  std::copy_n(words, size, mpz_limbs_write(z(out), size));
  mpz_limbs_finish(z(out), size);
  return out;
}

}  // namespace

Natural secret_product(const Natural& a, const Natural& b) {
  if (size_of(a) < size_of(b)) return secret_product(b, a);
  const auto sizes = std::array{size_of(a), size_of(b)};
  if (sizes[1] == 0) return Natural();
  Words out(sizes[0] + sizes[1]);
  Words scratch(mpn_sec_mul_itch(sizes[0], sizes[1]));
  mpn_sec_mul(out.data(), mpz_limbs_read(z(a)), sizes[0], mpz_limbs_read(z(b)), sizes[1],
              scratch.data());
  return number_of(out.data(), sizes[0] + sizes[1]);
}

Natural secret_remainder(const Natural& a, const Natural& divisor) {
  const auto long_size = size_of(a);
  const auto size = size_of(divisor);
  PRIVET_CHECK(size > 0);
  if (long_size < size) return a;
  Words rest(a, long_size);
  Words scratch(mpn_sec_div_r_itch(long_size, size));
  mpn_sec_div_r(rest.data(), long_size, mpz_limbs_read(z(divisor)), size, scratch.data());
  return number_of(rest.data(), size);
}

Natural secret_quotient(const Natural& a, const Natural& divisor) {
  const auto long_size = size_of(a);
  const auto size = size_of(divisor);
  PRIVET_CHECK(size > 0);
  if (long_size < size) return Natural();
  Words rest(a, long_size);
  Words quotient(long_size - size + 1);
  Words scratch(mpn_sec_div_qr_itch(long_size, size));
  quotient.data()[long_size - size] = mpn_sec_div_qr(
      quotient.data(), rest.data(), long_size, mpz_limbs_read(z(divisor)), size, scratch.data());
  return number_of(quotient.data(), long_size - size + 1);
}

Natural secret_sum(const Natural& a, const Natural& b) {
  const auto size = std::max(size_of(a), size_of(b)) + 1;
  Words out(a, size);
  Words other(b, size);
  mpn_add_n(out.data(), out.data(), other.data(), size);
  return number_of(out.data(), size);
}

Natural secret_difference(const Natural& a, const Natural& b) {
  const auto size = std::max(size_of(a), size_of(b));
  if (size == 0) return Natural();
  Words out(a, size);
  Words other(b, size);
  mpn_sub_n(out.data(), out.data(), other.data(), size);
  return number_of(out.data(), size);
}

Natural secret_power(const Natural& base, const Natural& exponent, const Natural& modulus) {
  Natural out;
  mpz_powm_sec(z(out), z(base), z(exponent), z(modulus));
  wipe_stack();
  return out;
}

[[gnu::noinline]] void require_below(const Natural& a, const Natural& bound) {
  const auto size = std::max(size_of(a), size_of(bound));
  PRIVET_CHECK(size > 0);
  Words out(a, size);
  Words other(bound, size);
  const auto borrow = mpn_sub_n(out.data(), out.data(), other.data(), size);
  PRIVET_CHECK(borrow != 0);
}

[[gnu::noinline]] void wipe_stack() noexcept {
  // GMP takes scratch of up to 64 KiB from the stack, for the numbers used here once at a time.
  std::array<std::byte, std::size_t{128} << 10U> below;
  wipe(below);
}

}  // namespace privet::crypto
