// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "base/error.h"
#include "crypto/paillier.h"
#include "federation/joint_counter.h"
#include "federation/unpack_bits.h"
#include "protocol/ot/bit_packing.h"
#include "protocol/product/boolean_dot_ring.h"
#include "protocol/product/scalar_product_paillier.h"

namespace privet::federation {
namespace {

using protocol::Factor;
using protocol::Mesh;
using protocol::PartyId;

// The vectors that occur with one other party, numbered in the order of their first use.
class VectorNumbers {
 public:
  std::uint32_t number(std::uint32_t vector) {
    const auto known = std::ranges::find(used_, vector);
    if (known == used_.end()) used_.push_back(vector);
    return static_cast<std::uint32_t>(std::ranges::find(used_, vector) - used_.begin());
  }
  [[nodiscard]] std::size_t size() const { return used_.size(); }
  [[nodiscard]] std::vector<protocol::NumberVector> numbers_of(
      std::span<const protocol::BitVector> vectors, std::size_t rows) const {
    std::vector<protocol::NumberVector> out;
    for (const auto vector : used_) out.push_back(unpacked(vectors[vector], rows));
    return out;
  }

 private:
  std::vector<std::uint32_t> used_;
};

class PaillierCounter final : public JointCounter {
 public:
  explicit PaillierCounter(session::Session& session) : session_(session) {}

  std::vector<std::uint64_t> count(std::span<const JointQuestion> questions,
                                   std::span<const protocol::BitVector> vectors,
                                   std::size_t rows) override {
    std::vector<std::uint64_t> shares(questions.size(), 0);
    const auto parties = static_cast<std::uint32_t>(session_.mesh().parties());
    // Pair by pair, in one order at all parties.
    for (std::uint32_t a = 0; a < parties; ++a) {
      for (std::uint32_t b = a + 1; b < parties; ++b) {
        of_pair(PartyId(a), PartyId(b), questions, vectors, rows, shares);
      }
    }
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const auto& product = questions[i].product;
      const auto own = std::ranges::find(product, session_.mesh().own(), &Factor::party);
      if (own == product.end() || product.size() == 2) continue;
      shares[i] = of_many(product, unpacked(vectors[own->vector], rows));
    }
    return open_counts(session_, shares, rows);
  }

 private:
  // All questions about just these two; the first has the key.
  void of_pair(PartyId first, PartyId second, std::span<const JointQuestion> questions,
               std::span<const protocol::BitVector> vectors, std::size_t rows,
               std::span<std::uint64_t> shares) {
    const auto own = session_.mesh().own();
    if (own != first && own != second) return;
    std::vector<std::size_t> chosen;
    std::vector<protocol::PaillierPair> pairs;
    VectorNumbers xs;
    VectorNumbers ys;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const auto& product = questions[i].product;
      if (product.size() != 2 || product[0].party != first || product[1].party != second) continue;
      chosen.push_back(i);
      pairs.push_back({xs.number(product[0].vector), ys.number(product[1].vector)});
    }
    if (chosen.empty()) return;
    const protocol::ScalarShape shape{.entries = rows, .x_bits = 1, .y_bits = 1};
    const auto mine = (own == first ? xs : ys).numbers_of(vectors, rows);
    std::vector<std::uint64_t> found;
    if (own == first) {
      if (!key_) key_ = crypto::PaillierSecretKey::generate(kPaillierBits, session_.randomness());
      found = protocol::paillier_products_x(session_.mesh().to(second), session_.randomness(),
                                            *key_, mine, pairs, shape);
    } else {
      found = protocol::paillier_products_y(session_.mesh().to(first), session_.randomness(), mine,
                                            xs.size(), pairs, shape);
    }
    for (std::size_t j = 0; j < chosen.size(); ++j) shares[chosen[j]] = found[j];
  }

  // The first party learns the count; nobody else has a share.
  std::uint64_t of_many(const protocol::BooleanProduct& product,
                        const std::vector<std::uint64_t>& bits) {
    std::vector<net::Channel*> lines;
    std::uint32_t own = 0;
    for (const auto& factor : product) {
      const bool self = factor.party == session_.mesh().own();
      if (self) own = static_cast<std::uint32_t>(lines.size());
      lines.push_back(self ? nullptr : &session_.mesh().to(factor.party));
    }
    const Mesh ring(PartyId(own), lines);
    // The first party's count is opened to all in the next step, and listed there.
    protocol::Ledger unlisted;
    const std::vector<std::uint8_t> bytes(bits.begin(), bits.end());
    return protocol::boolean_dot_ring(ring, session_.randomness(), bytes, kPaillierBits, unlisted,
                                      kJointSupports)
        .value_or(0);
  }

  session::Session& session_;
  std::optional<crypto::PaillierSecretKey> key_;
};

}  // namespace

CountingWay count_by_paillier() {
  return {.choice = {.name = "paillier",
                     .summary = "homomorphic encryption: few bytes between two, much computing"},
          .disclosure = joint_supports,
          .make = [](const CountingPlace& place) -> std::unique_ptr<JointCounter> {
            return std::make_unique<PaillierCounter>(place.session);
          }};
}

}  // namespace privet::federation
