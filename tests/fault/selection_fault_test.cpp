// SPDX-License-Identifier: Apache-2.0
// Arithmetic and selection with a peer that is killed at every step: both sides end with
// Error{Peer} and no result; of several parties, all.
#include <gtest/gtest.h>

#include <vector>

#include "protocol/arithmetic/algebraic_division.h"
#include "protocol/arithmetic/division.h"
#include "protocol/arithmetic/square.h"
#include "protocol/arithmetic/tell_polynomial.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/ot/one_of_n.h"
#include "protocol/selection/best_of_parties.h"
#include "protocol/selection/kth_element.h"
#include "protocol/threshold/anything_left.h"
#include "tests/support/killed_peer.h"
#include "tests/support/many_parties.h"

namespace privet {
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using protocol::Ledger;
using protocol::Mesh;
using protocol::OtReceiver;
using protocol::OtSender;
using protocol::PairwiseTransfers;
using protocol::PartyId;
using protocol::Referees;
using testing_support::KilledPeer;
using Numbers = std::vector<std::uint64_t>;

constexpr std::array kParties{PartyId(0), PartyId(1)};
constexpr protocol::Opening kAnswer{"answer", "test"};
const Numbers kNumbers(40, 5);

// act(channel, transfers, randomness, ledger) as either side.
template <class Act>
auto with_transfers(Act act) {
  return [act](Channel& channel, Side own) {
    Randomness randomness;
    Ledger ledger;
    if (own == Side::First) {
      auto transfers = OtSender::set_up(channel, randomness);
      act(channel, transfers, randomness, ledger);
    } else {
      auto transfers = OtReceiver::set_up(channel, randomness);
      act(channel, transfers, randomness, ledger);
    }
    channel.flush();
  };
}

template <class Act>
auto garbled(Act act) {
  return with_transfers(
      [act](Channel& channel, auto& transfers, Randomness& randomness, Ledger& ledger) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(transfers)>, OtSender>) {
          protocol::Garbler context(channel, randomness, transfers, kParties);
          act(context, Side::First, randomness, ledger);
        } else {
          protocol::Evaluator context(channel, transfers, kParties);
          act(context, Side::Second, randomness, ledger);
        }
      });
}

void run_all(Referees& referees) {
  Ledger ledger;
  const auto all = referees.everybody();
  const std::vector<std::span<const std::uint64_t>> collections(3, kNumbers);
  const protocol::ThresholdTest test{kNumbers, protocol::Compared::AtMost};
  (void)protocol::check_thresholds(referees, kNumbers, 8, test, all, ledger, kAnswer);
  (void)protocol::check_thresholds_shared(referees, kNumbers, 8, test, {}, ledger);
  (void)protocol::anything_left(referees, kNumbers, 8, std::array{PartyId(1)}, ledger, kAnswer);
  (void)protocol::best_of_sums(referees, kNumbers, {4, 8}, all, ledger, kAnswer);
  (void)protocol::extremes(referees, collections, 8, ledger, kAnswer);
}

void by_referees(Channel& channel, Side own) {
  const bool first = own == Side::First;
  const Mesh mesh(PartyId(first ? 0 : 1), first ? std::vector<Channel*>{nullptr, &channel}
                                                : std::vector<Channel*>{&channel, nullptr});
  Randomness randomness;
  auto transfers = PairwiseTransfers::set_up(mesh, randomness);
  auto referees = Referees::set_up(mesh, transfers, randomness);
  run_all(referees);
  channel.flush();
}

std::vector<KilledPeer> cases() {
  const auto square = [](Channel& channel, auto& transfers, auto&, auto&) {
    Numbers out(kNumbers.size());
    protocol::square_shares(channel, transfers, kNumbers, out);
  };
  const auto evaluate = [](Channel& channel, auto& transfers, auto&, Ledger& ledger) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(transfers)>, OtSender>) {
      protocol::tell_polynomials(channel, transfers, kNumbers, 3, kParties, ledger, kAnswer);
    } else {
      (void)protocol::learn_at_points(channel, transfers, std::span(kNumbers).first(10), 3,
                                      kParties, ledger, kAnswer);
    }
  };
  const auto by_algebra = [](Channel& channel, auto& transfers, auto& randomness, Ledger& ledger) {
    using protocol::AllowWeak;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(transfers)>, OtSender>) {
      (void)protocol::algebraic_divide_a(channel, transfers, randomness, kNumbers, kNumbers, {},
                                         AllowWeak::Yes, ledger);
    } else {
      (void)protocol::algebraic_division_view_b(channel, transfers, kNumbers, kNumbers, {},
                                                AllowWeak::Yes, ledger);
    }
  };
  const auto one_of_n = [](Channel& channel, auto& transfers, auto& randomness, auto&) {
    const protocol::OneOfN shape{5, 32};
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(transfers)>, OtSender>) {
      protocol::send_one_of_n(channel, transfers, randomness, std::as_bytes(std::span(kNumbers)),
                              shape);
    } else {
      (void)protocol::receive_one_of_n(channel, transfers, std::vector<std::uint32_t>{4, 0}, shape);
    }
  };
  const auto divide = [](auto& context, Side own, Randomness& randomness, Ledger& ledger) {
    (void)protocol::secure_divide(context, own, kNumbers, kNumbers, 8, randomness, ledger);
  };
  const auto best = [](auto& context, Side own, Randomness& randomness, Ledger& ledger) {
    (void)protocol::secure_best(context, own, kNumbers, {4, 8}, Side::First, ledger, kAnswer);
    (void)protocol::secure_best_shared(context, own, kNumbers, {4, 8}, circuit::WantValue::Yes, {},
                                       randomness, ledger);
  };
  // One after the other in one run: the set-up takes longer than they do.
  const auto all = [=](Channel& channel, auto& transfers, auto& randomness, Ledger& ledger) {
    square(channel, transfers, randomness, ledger);
    evaluate(channel, transfers, randomness, ledger);
    by_algebra(channel, transfers, randomness, ledger);
    one_of_n(channel, transfers, randomness, ledger);
  };
  const auto circuits = [=](auto& context, Side own, Randomness& randomness, Ledger& ledger) {
    divide(context, own, randomness, ledger);
    best(context, own, randomness, ledger);
  };
  return {{"by transfers", with_transfers(all), 24},
          {"by circuits", garbled(circuits), 12},
          {"by referees", by_referees, 24}};
}

TEST(SelectionFault, APeerKilledAtAnyStepEndsBothSides) {
  for (const auto& one : cases()) testing_support::expect_both_end(one);
}

// Whoever of four parties dies, and whenever: no party waits for ever or has an answer it should
// not.
TEST(SelectionFault, OneOfFourThatDiesEndsAll) {
  for (const std::uint32_t victim : {0U, 1U, 3U}) {
    for (const int step : {0, 1}) {
      const auto results = testing_support::run_many(4, [&](const Mesh& mesh) -> int {
        try {
          Randomness randomness;
          const auto die_at = [&](int now) {
            if (mesh.own().index() == victim && step == now) {
              throw Error(ErrorCode::Peer, "killed");
            }
          };
          auto transfers = PairwiseTransfers::set_up(mesh, randomness);
          die_at(0);
          auto referees = Referees::set_up(mesh, transfers, randomness);
          const auto shares = referees.share_sums(kNumbers);
          die_at(1);
          Ledger ledger;
          const auto all = referees.everybody();
          const Numbers ranks{1};
          const std::vector<std::span<const std::uint64_t>> numbers{kNumbers};
          (void)protocol::check_shared_sums(referees, shares, 10, {kNumbers}, all, ledger, kAnswer);
          (void)protocol::kth_elements(mesh, transfers, randomness, numbers, ranks, 8, ledger,
                                       kAnswer);
          return 0;
        } catch (const Error& error) {
          for (const auto other : mesh.others()) mesh.to(other).close();
          return error.code() == ErrorCode::Peer ? 1 : 2;
        }
      });
      EXPECT_EQ(results, (std::vector<int>{1, 1, 1, 1})) << victim << " " << step;
    }
  }
}

}  // namespace
}  // namespace privet
