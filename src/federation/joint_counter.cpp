// SPDX-License-Identifier: Apache-2.0
#include "federation/joint_counter.h"

#include "base/error.h"
#include "protocol/ot/bit_packing.h"

namespace privet::federation {
namespace {

using protocol::PartyId;

class SharesCounter final : public JointCounter {
 public:
  explicit SharesCounter(session::Session& session) : session_(session) {}

  std::vector<std::uint64_t> count(std::span<const JointQuestion> questions,
                                   std::span<const protocol::BitVector> vectors,
                                   std::size_t rows) override {
    std::vector<protocol::BooleanProduct> products;
    for (const auto& question : questions) products.push_back(question.product);
    const auto shares = protocol::boolean_products(session_.mesh(), session_.transfers(),
                                                   session_.randomness(), products, vectors, rows);
    return open_counts(session_, shares, rows);
  }

 private:
  session::Session& session_;
};

}  // namespace

std::vector<CountingWay> counting_ways() {
  return {count_by_shares(), count_by_paillier(), count_by_ring(),
          count_by_tree(),   count_once(),        count_by_algebra()};
}

CountingWay count_by_shares() {
  return {.choice = {.name = "shares", .summary = "oblivious transfer"},
          .disclosure = joint_supports,
          .make = [](const CountingPlace& place) -> std::unique_ptr<JointCounter> {
            return std::make_unique<SharesCounter>(place.session);
          }};
}

protocol::Disclosure joint_supports(std::size_t parties) {
  protocol::Disclosure out;
  for (std::uint32_t p = 0; p < parties; ++p) {
    out.push_back({PartyId(p), std::string(kJointSupports.label), std::string(kJointSupports.why),
                   protocol::Occurs::Sometimes});
  }
  return out;
}

std::vector<std::uint64_t> open_counts(session::Session& session,
                                       std::span<const std::uint64_t> shares, std::size_t rows) {
  std::vector<PartyId> all;
  for (std::uint32_t p = 0; p < session.mesh().parties(); ++p) all.emplace_back(p);
  auto counts =
      protocol::open(session.mesh(), shares, all, session.ledger(), kJointSupports).value();
  const auto mask = protocol::low_bits(protocol::boolean_dot_width(rows));
  for (auto& count : counts) {
    count &= mask;
    if (count > rows) {
      throw Error(ErrorCode::Peer,
                  "a support came out larger than the number of rows: a party did "
                  "not keep to the protocol");
    }
  }
  return counts;
}

}  // namespace privet::federation
