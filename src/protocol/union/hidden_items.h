// SPDX-License-Identifier: Apache-2.0
// Records of group elements, encrypted for several parties together, that travel from one party to
// the next and change beyond recognition at each, also for who made them.
// Reference: ElGamal (1985); for taking off one key at a time Park, Itoh, Kurosawa (EUROCRYPT
// 1993); for factors that commute Pohlig and Hellman's exponents in Kantarcioglu and Clifton (TKDE
// 2004).
// Idea: M is encrypted as (r B, M + r Y) for the sum Y of the public keys of the parties that are
// still to come. A party takes its own key x off, multiplies what is encrypted by a factor f of its
// own and adds an encryption of zero: (f U + s B, f (V - x U) + s Y'). The last one gets V - x U.
// Cost for each element of a step: three multiplications and, for the zero, which can be made
// before anything has come, one and one of the base. 64 bytes.
// Security: decisional Diffie-Hellman in ristretto255. Threads: as the pool has.
#pragma once

#include <cstddef>
#include <vector>

#include "base/thread_pool.h"
#include "crypto/ristretto.h"
#include "protocol/records.h"

namespace privet::protocol::unions {

// Encryptions of zero, two elements each.
using HiddenZeros = std::vector<crypto::Point>;
[[nodiscard]] HiddenZeros encrypt_zeros(std::size_t count, const crypto::Point& target,
                                        crypto::Randomness& randomness, ThreadPool& pool);

// Records of elements, encrypted. Requires as many encryptions of zero as there are elements, for
// the keys that are to be taken off.
[[nodiscard]] Records hide_items(const Records& items, const HiddenZeros& zeros, ThreadPool& pool);

// One party's step on encrypted records. Throws Error{Peer} if something in them is not an element.
[[nodiscard]] Records pass_hidden(const Records& hidden, const crypto::Scalar& key,
                                  const crypto::Scalar& factor, const HiddenZeros& zeros,
                                  ThreadPool& pool);
// The last party's: the elements, each times all factors. Throws as before.
[[nodiscard]] Records reveal_items(const Records& hidden, const crypto::Scalar& key,
                                   ThreadPool& pool);

// Elements that are not encrypted, each times the factor. Throws as before.
[[nodiscard]] Records times_factor(const Records& items, const crypto::Scalar& factor,
                                   ThreadPool& pool);

}  // namespace privet::protocol::unions
