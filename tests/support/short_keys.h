// SPDX-License-Identifier: Apache-2.0
// Paillier keys of 1024 bits, for tests only: while one of these lives, they are taken.
#pragma once

#include "crypto/paillier.h"

namespace privet::crypto {

struct ShortKeysForTests {
  ShortKeysForTests() : alive() {}
  ShortKeys alive;
};

}  // namespace privet::crypto
