// SPDX-License-Identifier: Apache-2.0
// An oblivious pseudorandom function on sets: the receiver gets the function's outputs at its own
// items, the sender can compute it anywhere, and neither learns the other's items.
// Reference: Rindal, Schoppmann, "VOLE-PSI" (EUROCRYPT 2021), section 4; Raghuraman, Rindal (CCS
// 2022), for a smaller field of the values.
// Idea: the receiver has random a and c = b + a delta (vole/vole.h) and a store p that holds for
// every item x of its own a hash h(x) (psi/key_value_store.h). It sends a + p; the sender computes
// k = b + (a + p) delta. Looking up is linear, so k looked up at x is c looked up at x plus h(x)
// delta: the sender takes h(x) delta off, and at the receiver's items both have the same. Elsewhere
// the difference is a multiple of delta that is not zero, and a hash of it is random.
// Cost: 8 bytes an element of the store, which has 1.24 for each of a million items of the
// receiver; the relations, 1.5 bytes each. The sender's items cost nothing. Adversary: semi-honest.
// Discloses: nothing; the sizes are agreed before.
// Security: that of vole/vole.h; the last hash is one block of AES as an ideal cipher, keyed by
// the item, so that each item is a target of its own. Another item of the sender's meets a value
// of the store with probability 2^-64, 2^-40 for 2^24 of them. Delta, relations and outputs meet no
// branch and no address; addresses in the own memory do depend on the own items.
// Threads: one at a time on a channel.
#pragma once

#include <cstdint>
#include <span>

#include "crypto/randomness.h"
#include "net/channel.h"
#include "protocol/ot/transfer.h"
#include "protocol/psi/key_value_store.h"

namespace privet::protocol::psi {

// What the two sides know of the function: number 0 of an item is compared, number 1 is a key.
inline constexpr std::uint64_t kTagOutput = 0;
inline constexpr std::uint64_t kKeyOutput = 1;

// Values at items of which the hash has not been taken. Both sides have the same where the sets do.
class FunctionValues {
 public:
  FunctionValues(crypto::SecretVector<crypto::Block> values,
                 crypto::SecretVector<crypto::Block> keys)
      : values_(std::move(values)), keys_(std::move(keys)) {}
  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  // The function's output with a number at item i.
  [[nodiscard]] crypto::Block output(std::size_t i, std::uint64_t number) const;
  [[nodiscard]] crypto::SecretVector<crypto::Block> outputs(std::uint64_t number) const;

 private:
  crypto::SecretVector<crypto::Block> values_;
  crypto::SecretVector<crypto::Block> keys_;  // of the last hash: public functions of the items
};

// Sets are not empty and have no item twice; `receiver_items` is the size agreed on. The transfers
// are the session's between the two: delta is theirs, so it lasts as long as the session, and the
// relations under it are fresh each time.
[[nodiscard]] FunctionValues evaluate_as_sender(net::Channel& channel,
                                                crypto::Randomness& randomness, OtSender& transfers,
                                                std::span<const crypto::Block> items,
                                                std::size_t receiver_items);
[[nodiscard]] FunctionValues evaluate_as_receiver(net::Channel& channel,
                                                  crypto::Randomness& randomness,
                                                  OtReceiver& transfers,
                                                  std::span<const crypto::Block> items);

// The sender's part that meets delta, once k is known: its values at its items.
[[nodiscard]] FunctionValues values_under(crypto::Block delta, const StoreShape& shape,
                                          crypto::Block seed, std::span<const crypto::Block> store,
                                          std::span<const crypto::Block> items);

}  // namespace privet::protocol::psi
