// SPDX-License-Identifier: Apache-2.0
#include "federation/joint_counter.h"

#include <fmt/format.h>

#include <array>

#include "base/error.h"
#include "protocol/bit_packing.h"

namespace privet::federation {
namespace {

class SharesCounter final : public JointCounter {
 public:
  explicit SharesCounter(const protocol::Setting& setting) : setting_(setting) {}

  std::vector<std::uint64_t> count(std::span<const JointQuestion> questions,
                                   std::span<const protocol::BitVector> vectors,
                                   std::size_t rows) override {
    std::vector<protocol::BooleanProduct> products;
    for (const auto& question : questions) products.push_back(question.product);
    return open_counts(setting_, protocol::boolean_products(setting_, products, vectors, rows),
                       rows);
  }

 private:
  const protocol::Setting& setting_;
};

}  // namespace

std::vector<CountingWay> counting_ways() {
  return {count_by_shares(), count_by_paillier(), count_by_ring(),       count_by_tree(),
          count_once(),      count_by_algebra(),  count_by_replication()};
}

CountingWay count_by_shares() {
  return {.choice = {.name = "shares", .summary = "oblivious transfer"},
          .forecast = joint_supports,
          .make = [](const CountingPlace& place) -> std::unique_ptr<JointCounter> {
            return std::make_unique<SharesCounter>(place.setting);
          }};
}

std::string no_referees(std::size_t /*parties*/) {
  return "none";
}

std::string for_each_pair(std::size_t parties,
                          protocol::PartyId (*chosen)(std::span<const protocol::PartyId>,
                                                      std::span<const protocol::PartyId>)) {
  std::string out;
  const auto all = protocol::PartySet::first(parties).list();
  for (std::size_t a = 0; a < parties; ++a) {
    for (std::size_t b = a + 1; b < parties; ++b) {
      const std::array pair{all[a], all[b]};
      out +=
          fmt::format("{}{} and {}: {}", out.empty() ? "" : ", ", a, b, chosen(pair, all).index());
    }
  }
  return out;
}

protocol::Forecast told_to_all(std::size_t parties, protocol::Opening opening,
                               const protocol::Bound& most, protocol::Occurs occurs,
                               protocol::About about) {
  protocol::Forecast out;
  const auto all = protocol::PartySet::first(parties);
  for (const auto party : all.list()) {
    out.emplace_back(opening, all.without(party), party, most, occurs, about);
  }
  return out;
}

protocol::Forecast joint_supports(std::size_t parties) {
  return told_to_all(parties, kJointSupports, protocol::Bound::of(kSpanningCandidates),
                     protocol::Occurs::Sometimes, protocol::About::All);
}

void check_counts(std::span<const std::uint64_t> counts, std::size_t rows) {
  for (const auto count : counts) {
    if (count <= rows) continue;
    throw Error(ErrorCode::Peer,
                "another party sent its part of a support: expected a sum of at most " +
                    std::to_string(rows) + ", got " + std::to_string(count));
  }
}

std::vector<std::uint64_t> open_counts(const protocol::Setting& setting,
                                       const protocol::Shared<protocol::NumberVector>& shares,
                                       std::size_t rows) {
  auto counts = protocol::open_to_all(setting, shares, kJointSupports);
  const auto mask = protocol::low_bits(protocol::boolean_dot_width(rows));
  for (auto& count : counts) count &= mask;
  check_counts(counts, rows);
  return counts;
}

}  // namespace privet::federation
