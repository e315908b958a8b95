// SPDX-License-Identifier: Apache-2.0
// A key-value store as one vector of field elements: the value of a key is a sum, which the key
// alone determines, of a few of its elements. Looking up is linear in the vector, so it can be done
// on anything linear in it; private set intersection rests on that (psi/oblivious_function.h).
// Reference: Garimella, Pinkas, Rosulek, Trieu, Yanai, "Oblivious key-value stores" (CRYPTO 2021);
// Raghuraman, Rindal, "Blazing fast PSI from improved OKVS and subfield VOLE" (CCS 2022),
// section 3. Idea: a key has one place in each third of the vector and a point r; its value is the
// sum of the three elements and of r d_1 + r^2 d_2 + ... over a few more elements d. Peeling solves
// it: a key that alone has some place is solved last, and taken away; when no key is alone, one is
// put aside. Those aside, at most as many as there are d's, are solved by elimination over the d's.
// Cost: 1.24 elements a key for a million keys, 1.5 for a thousand. Three scattered reads and the d
// multiplications a look-up.
// Security: a random choice of places and points fails with a probability below 2^-40; then the
// owner takes another one. Sizes follow the fit of the reference (their section 4) with a reserve
// of 0.01; so large a system has many a standard deviation to the threshold of peeling (1.222), and
// keys put aside come from keys with the same three places, of which there are h with probability
// 2^-bh, 2^b = 2 third^3 / n^2: the d's are 44 / b. Addresses depend on the owner's keys.
// Threads: any.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "crypto/aes.h"
#include "crypto/secret_vector.h"

namespace privet::protocol::psi {

inline constexpr std::size_t kLargestStore = std::size_t{1} << 24U;  // keys

struct StoreShape {
  std::size_t third = 0;
  std::size_t dense = 0;  // the elements d, after the thirds
  [[nodiscard]] constexpr std::size_t size() const { return 3 * third + dense; }

  // Requires 0 < keys <= kLargestStore. In whole numbers, so that all parties get the same.
  [[nodiscard]] static StoreShape for_keys(std::size_t keys);
};

// What the keys determine; values[i] is what the store shall hold for key i.
struct StoreRows {
  crypto::SecretVector<std::array<std::uint32_t, 3>> places;
  crypto::SecretVector<std::uint64_t> points;
  crypto::SecretVector<std::uint64_t> values;

  explicit StoreRows(std::size_t keys) : places(keys), points(keys), values(keys) {}
};

// From keys of 128 bits to rows, under a seed that all parties know.
class StoreHash {
 public:
  StoreHash(crypto::Block seed, const StoreShape& shape);
  // Requires as many rows as keys.
  void hash(std::span<const crypto::Block> keys, StoreRows& rows) const;

 private:
  crypto::Aes values_;
  crypto::Aes places_;
  std::uint64_t third_;
};

// The vector in which every key has its value; nothing if there is none for these rows.
[[nodiscard]] std::optional<crypto::SecretVector<std::uint64_t>> fill_store(const StoreShape& shape,
                                                                            const StoreRows& rows);

// Looks every key up in a vector of pairs of elements: found[i] is set.
void look_up(const StoreShape& shape, std::span<const crypto::Block> store, const StoreRows& rows,
             std::span<crypto::Block> found);

}  // namespace privet::protocol::psi
