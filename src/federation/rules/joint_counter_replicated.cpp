// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "federation/rules/joint_counter.h"
#include "federation/task/task_parts.h"
#include "protocol/replicated/convert.h"
#include "protocol/replicated/joint_counts.h"

namespace privet::federation {
namespace {

class ReplicatedCounter final : public JointCounter {
 public:
  explicit ReplicatedCounter(const CountingPlace& place)
      : setting_(place.setting),
        threshold_(place.threshold),
        trio_(protocol::replicated::Trio::set_up(place.setting)),
        arithmetic_(trio_) {}

  std::vector<std::uint64_t> count(std::span<const JointQuestion> questions,
                                   std::span<const protocol::BitVector> vectors,
                                   std::size_t rows) override {
    if (threshold_ > rows) return std::vector<std::uint64_t>(questions.size());
    std::vector<protocol::BooleanProduct> products;
    for (const auto& question : questions) products.push_back(question.product);
    const auto shared = protocol::replicated::joint_counts(arithmetic_, products, vectors, rows);
    // Below the threshold where the difference is below zero.
    const auto limit = arithmetic_.constant(threshold_, shared.size());
    auto& bits = arithmetic_.bits();
    const auto enough = circuit::negation(bits, sign_bit(arithmetic_, shared - limit));
    const auto places =
        frequent_places(setting_, bits.reveal_to_all(enough, shared.size(), kFrequent));
    const auto counts = arithmetic_.open_to_all(shared.picked(places), kFrequentSupports);
    return frequent_counts(places, counts, questions.size(), threshold_, rows);
  }

 private:
  const protocol::Setting& setting_;
  std::uint64_t threshold_;
  protocol::replicated::Trio trio_;
  protocol::replicated::Arithmetic arithmetic_;
};

}  // namespace

CountingWay count_by_replication() {
  return {
      .choice = among_three("replicated", "replicated shares of three parties who do not collude"),
      .forecast = frequent_supports,
      .make = [](const CountingPlace& place) -> std::unique_ptr<JointCounter> {
        return std::make_unique<ReplicatedCounter>(place);
      }};
}

}  // namespace privet::federation
