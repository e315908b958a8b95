// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "base/error.h"
#include "crypto/paillier.h"
#include "federation/rules/joint_counter.h"
#include "federation/rules/unpack_bits.h"
#include "protocol/bit_packing.h"
#include "protocol/product/boolean_dot_ring.h"
#include "protocol/product/scalar_product_paillier.h"

namespace privet::federation {
namespace {

using protocol::Factor;
using protocol::PartyId;
using protocol::Shared;

constexpr protocol::Opening kLeaderCounts{
    "supports of candidates of three parties or more, as the first of them",
    "who holds the key sees the count before it is opened to all (Vaidya 2004, section 4.4)"};

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
  explicit PaillierCounter(const protocol::Setting& setting) : setting_(setting) {}

  std::vector<std::uint64_t> count(std::span<const JointQuestion> questions,
                                   std::span<const protocol::BitVector> vectors,
                                   std::size_t rows) override {
    std::vector<Shared<std::uint64_t>> shares(questions.size());
    // Pair by pair, in one order at all parties.
    for (const auto a : setting_.mesh.members()) {
      for (const auto b : setting_.mesh.members()) {
        if (a < b) of_pair({a, b}, questions, vectors, rows, shares);
      }
    }
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const auto& product = questions[i].product;
      const auto own = std::ranges::find(product, setting_.own(), &Factor::party);
      if (own == product.end() || product.size() == 2) continue;
      shares[i] = of_many(product, unpacked(vectors[own->vector], rows));
    }
    return open_counts(setting_, protocol::joined(shares), rows);
  }

 private:
  // All questions about just these two; the first has the key.
  void of_pair(std::pair<PartyId, PartyId> parties, std::span<const JointQuestion> questions,
               std::span<const protocol::BitVector> vectors, std::size_t rows,
               std::span<Shared<std::uint64_t>> shares) {
    const auto [first, second] = parties;
    const auto own = setting_.own();
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
    const protocol::PaillierProducts products{
        .x_count = xs.size(), .pairs = pairs, .shape = {.entries = rows, .x_bits = 1, .y_bits = 1}};
    const auto mine = (own == first ? xs : ys).numbers_of(vectors, rows);
    Shared<protocol::NumberVector> found;
    if (own == first) {
      if (!key_) key_ = crypto::PaillierSecretKey::generate(kPaillierBits, setting_.randomness);
      found = protocol::paillier_products_x(setting_, second, *key_, mine, products);
    } else {
      found = protocol::paillier_products_y(setting_, first, kPaillierBits, mine, products);
    }
    for (std::size_t j = 0; j < chosen.size(); ++j) shares[chosen[j]] = protocol::part(found, j);
  }

  // The first party of the product learns the count; nobody else has a share.
  Shared<std::uint64_t> of_many(const protocol::BooleanProduct& product,
                                const std::vector<std::uint64_t>& bits) {
    std::vector<PartyId> parties;
    for (const auto& factor : product) parties.push_back(factor.party);
    const std::vector<std::uint8_t> bytes(bits.begin(), bits.end());
    return Shared<std::uint64_t>(
        protocol::boolean_dot_ring(setting_.among(parties), bytes, kPaillierBits, kLeaderCounts)
            .value_or(0));
  }

  const protocol::Setting& setting_;
  std::optional<crypto::PaillierSecretKey> key_;
};

}  // namespace

CountingWay count_by_paillier() {
  return {.choice = {.name = "paillier",
                     .summary =
                         "homomorphic encryption: slow, but sends few bytes between two parties"},
          .forecast =
              [](std::size_t parties) {
                auto out = joint_supports(parties);
                // The last two parties are never the first of three.
                for (std::uint32_t p = 0; p + 2 < parties; ++p) {
                  out.emplace_back(kLeaderCounts,
                                   protocol::PartySet::first(parties).without(PartyId(p)),
                                   PartyId(p), protocol::Bound::of(kSpanningCandidates),
                                   protocol::Occurs::Sometimes, protocol::About::Some);
                }
                return out;
              },
          .make = [](const CountingPlace& place) -> std::unique_ptr<JointCounter> {
            return std::make_unique<PaillierCounter>(place.setting);
          },
          .referees = [](std::size_t parties) -> std::string {
            return parties < 3 ? "none" : "of three or more, the first holds the key";
          }};
}

}  // namespace privet::federation
