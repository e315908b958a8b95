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
#include "protocol/ot/pairwise.h"
#include "protocol/selection/best_of_parties.h"
#include "protocol/selection/kth_element.h"
#include "protocol/threshold/anything_left.h"
#include "tests/support/killed_peer.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace privet {

using protocol::protocol_only::line_to;
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using protocol::Mesh;
using protocol::OtReceiver;
using protocol::OtSender;
using protocol::PartyId;
using protocol::Referees;
using testing_support::KilledPeer;
using testing_support::TestSetting;
using Numbers = std::vector<std::uint64_t>;

constexpr protocol::Opening kAnswer{"answer", "test"};
const Numbers kNumbers(40, 5);

// act(setting, side) as either side.
template <class Act>
auto in_setting(Act act) {
  return [act](Channel& channel, Side own) {
    const TestSetting setting(channel, own);
    act(setting, own);
    channel.flush();
  };
}

// act(channel, transfers, randomness) as either side.
template <class Act>
auto with_transfers(Act act) {
  return [act](Channel& channel, Side own) {
    Randomness randomness;
    if (own == Side::First) {
      auto transfers = OtSender::set_up(channel, randomness);
      act(channel, transfers, randomness);
    } else {
      auto transfers = OtReceiver::set_up(channel, randomness);
      act(channel, transfers, randomness);
    }
    channel.flush();
  };
}

template <class Act>
auto garbled(Act act) {
  return in_setting([act](const TestSetting& setting, Side own) {
    if (own == Side::First) {
      protocol::Garbler context(setting, setting.other());
      act(context);
    } else {
      protocol::Evaluator context(setting, setting.other());
      act(context);
    }
  });
}

void run_all(Referees& referees) {
  const auto& all = referees.everybody();
  const std::vector<std::span<const std::uint64_t>> collections(3, kNumbers);
  const protocol::ThresholdTest test{kNumbers, protocol::Compared::AtMost};
  (void)protocol::check_thresholds(referees, kNumbers, 8, test, all, kAnswer);
  (void)protocol::check_thresholds_shared(referees, kNumbers, 8, test, {});
  (void)protocol::anything_left(referees, kNumbers, 8, std::array{PartyId(1)}, kAnswer);
  (void)protocol::best_of_sums(referees, kNumbers, {4, 8}, all, kAnswer);
  (void)protocol::extremes(referees, collections, 8, kAnswer);
}

void by_referees(Channel& channel, Side own) {
  const TestSetting setting(channel, own);
  auto referees = Referees::set_up(setting);
  run_all(referees);
  channel.flush();
}

std::vector<KilledPeer> cases() {
  const auto square = [](const TestSetting& setting, Side) {
    (void)protocol::square(setting, setting.other(), protocol::Shared(kNumbers));
  };
  const auto evaluate = [](const TestSetting& setting, Side own) {
    if (own == Side::First) {
      protocol::tell_polynomials(setting, setting.other(), kNumbers, 3, kAnswer);
    } else {
      (void)protocol::learn_at_points(setting, setting.other(), std::span(kNumbers).first(10), 3,
                                      kAnswer);
    }
  };
  const auto by_algebra = [](const TestSetting& setting, Side own) {
    using protocol::AllowWeak;
    const protocol::Shared mine(kNumbers);
    if (own == Side::First) {
      (void)protocol::algebraic_divide_a(setting, setting.other(), mine, mine, {}, AllowWeak::Yes);
    } else {
      (void)protocol::algebraic_division_view_b(setting, setting.other(), mine, mine, {},
                                                AllowWeak::Yes);
    }
  };
  const auto one_of_n = [](Channel& channel, auto& transfers, auto& randomness) {
    const protocol::OneOfN shape{5, 32};
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(transfers)>, OtSender>) {
      protocol::send_one_of_n(channel, transfers, randomness, std::as_bytes(std::span(kNumbers)),
                              shape);
    } else {
      (void)protocol::receive_one_of_n(channel, transfers, std::vector<std::uint32_t>{4, 0}, shape);
    }
  };
  const auto divide = [](auto& context) {
    (void)protocol::secure_divide(context, protocol::Shared(kNumbers), protocol::Shared(kNumbers),
                                  8);
  };
  const auto best = [](auto& context) {
    (void)protocol::secure_best(context, protocol::Shared(kNumbers), {4, 8}, Side::First, kAnswer);
    (void)protocol::secure_best_shared(context, protocol::Shared(kNumbers), {4, 8},
                                       circuit::WantValue::Yes, {});
  };
  // One after the other in one run: the set-up takes longer than they do.
  const auto by_transfers = [=](Channel& channel, auto& transfers, auto& randomness) {
    one_of_n(channel, transfers, randomness);
  };
  const auto told = [=](const TestSetting& setting, Side own) {
    square(setting, own);
    evaluate(setting, own);
    by_algebra(setting, own);
  };
  const auto circuits = [=](auto& context) {
    divide(context);
    best(context);
  };
  return {{"by transfers", with_transfers(by_transfers), 16},
          {"told and divided", in_setting(told), 16},
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
          const TestSetting setting(mesh);
          const auto die_at = [&](int now) {
            if (mesh.own().index() == victim && step == now) {
              throw Error(ErrorCode::Peer, "killed");
            }
          };
          setting->transfers.prepare(mesh);
          die_at(0);
          auto referees = Referees::set_up(setting);
          const auto shares = referees.share_sums(kNumbers);
          die_at(1);
          const auto all = referees.everybody();
          const Numbers ranks{1};
          const std::vector<std::span<const std::uint64_t>> numbers{kNumbers};
          (void)protocol::check_shared_sums(referees, shares, 10, {kNumbers}, all, kAnswer);
          (void)protocol::kth_elements(setting, numbers, ranks, 8, kAnswer);
          return 0;
        } catch (const Error& error) {
          for (const auto other : mesh.others()) line_to(mesh, other).close();
          return error.code() == ErrorCode::Peer ? 1 : 2;
        }
      });
      EXPECT_EQ(results, (std::vector<int>{1, 1, 1, 1})) << victim << " " << step;
    }
  }
}

}  // namespace
}  // namespace privet
