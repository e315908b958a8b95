// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "federation/joint_counter.h"
#include "protocol/replicated/joint_counts.h"

namespace privet::federation {
namespace {

class ReplicatedCounter final : public JointCounter {
 public:
  explicit ReplicatedCounter(const protocol::Setting& setting)
      : trio_(protocol::replicated::Trio::set_up(setting)), arithmetic_(trio_) {}

  std::vector<std::uint64_t> count(std::span<const JointQuestion> questions,
                                   std::span<const protocol::BitVector> vectors,
                                   std::size_t rows) override {
    std::vector<protocol::BooleanProduct> products;
    for (const auto& question : questions) products.push_back(question.product);
    const auto shared = protocol::replicated::joint_counts(arithmetic_, products, vectors, rows);
    auto counts = arithmetic_.open_to_all(shared, kJointSupports);
    check_counts(counts, rows);
    return counts;
  }

 private:
  protocol::replicated::Trio trio_;
  protocol::replicated::Arithmetic arithmetic_;
};

}  // namespace

CountingWay count_by_replication() {
  return {.choice = {.name = "replicated",
                     .summary = "replicated shares of three parties who do not collude",
                     .least_parties = protocol::replicated::kParties,
                     .most_parties = protocol::replicated::kParties,
                     .trust = Trust::HonestMajority},
          .forecast = joint_supports,
          .make = [](const CountingPlace& place) -> std::unique_ptr<JointCounter> {
            return std::make_unique<ReplicatedCounter>(place.setting);
          }};
}

}  // namespace privet::federation
