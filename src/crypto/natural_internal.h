// SPDX-License-Identifier: Apache-2.0
// What is inside a Natural. Private to crypto/.
#pragma once

#include <gmp.h>

#include "crypto/natural.h"
#include "crypto/secret_buffer.h"

namespace privet::crypto {

struct Natural::Number {
  Number() { mpz_init(z); }
  ~Number() {
    wipe({reinterpret_cast<std::byte*>(mpz_limbs_modify(z, allocated())),
          static_cast<std::size_t>(allocated()) * sizeof(mp_limb_t)});
    mpz_clear(z);
  }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  mpz_t z;

 private:
  [[nodiscard]] mp_size_t allocated() const { return z->_mp_alloc; }
};

inline mpz_ptr z(Natural& natural) {
  return natural.number().z;
}
inline mpz_srcptr z(const Natural& natural) {
  return natural.number().z;
}

}  // namespace privet::crypto
