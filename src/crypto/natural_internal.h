// SPDX-License-Identifier: Apache-2.0
// What is inside a Natural. Private to crypto/.
#pragma once

#include <gmp.h>

#include "crypto/natural.h"
#include "crypto/secret_vector.h"

namespace privet::crypto {

// Makes GMP wipe all memory that it gives back.
void use_wiping_memory();

struct Natural::Number {
  Number() {
    use_wiping_memory();
    mpz_init(z);
  }
  ~Number() { mpz_clear(z); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  mpz_t z;
};

inline mpz_ptr z(Natural& natural) {
  return natural.number().z;
}
inline mpz_srcptr z(const Natural& natural) {
  return natural.number().z;
}

}  // namespace privet::crypto
