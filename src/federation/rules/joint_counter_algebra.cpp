// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/error.h"
#include "federation/rules/joint_counter.h"
#include "federation/rules/unpack_bits.h"
#include "protocol/product/algebraic_product.h"

namespace privet::federation {
namespace {

using protocol::PartyId;

constexpr std::size_t kGroups = 16;
constexpr std::uint64_t kMatrixSeed = 2004;

class AlgebraicCounter final : public JointCounter {
 public:
  explicit AlgebraicCounter(const protocol::Setting& setting) : setting_(setting) {}

  std::vector<std::uint64_t> count(std::span<const JointQuestion> questions,
                                   std::span<const protocol::BitVector> vectors,
                                   std::size_t rows) override {
    const auto own = setting_.own().index();
    const PartyId other(1 - own);
    const auto product_at =
        own == 0 ? protocol::algebraic_product_a : protocol::algebraic_product_b;
    std::vector<std::uint64_t> out;
    for (const auto& question : questions) {
      auto bits = unpacked(vectors[question.product.at(own).vector], rows);
      // Zeros at the end, so that the groups divide the entries.
      bits.resize((rows + kGroups - 1) / kGroups * kGroups, 0);
      const protocol::AlgebraicShape shape{bits.size(), kGroups, kMatrixSeed};
      out.push_back(product_at(setting_, other, bits, shape, protocol::AllowWeak::Yes));
    }
    return out;
  }

 private:
  const protocol::Setting& setting_;
};

}  // namespace

CountingWay count_by_algebra() {
  return {.choice = {.name = "algebraic",
                     .summary = "the thesis's linear algebra",
                     .most_parties = 2,
                     .weakness = "each side can compute the other's bits from what it is sent"},
          .forecast =
              [](std::size_t /*parties*/) {
                return protocol::algebraic_forecast(
                    {PartyId(0), PartyId(1)}, protocol::Bound::of(kSpanningCandidates),
                    protocol::Bound::of(kRowCount), kGroups, protocol::Occurs::Sometimes);
              },
          .make = [](const CountingPlace& place) -> std::unique_ptr<JointCounter> {
            return std::make_unique<AlgebraicCounter>(place.setting);
          }};
}

}  // namespace privet::federation
