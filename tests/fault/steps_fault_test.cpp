// SPDX-License-Identifier: Apache-2.0
// Every protocol with a peer that is killed at every step of it: where it turns from speaking to
// listening, and in the middle of what it says. Both sides end with Error{Peer} and no result.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "base/thread_pool.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/logarithm/taylor.h"
#include "protocol/ot/pairwise.h"
#include "protocol/product/algebraic_product.h"
#include "protocol/product/boolean_dot.h"
#include "protocol/product/boolean_dot_ring.h"
#include "protocol/product/scalar_product_lattice.h"
#include "protocol/product/scalar_product_paillier.h"
#include "protocol/psi/private_intersection.h"
#include "protocol/raw_share.h"
#include "protocol/secure_sum.h"
#include "protocol/selection/add_and_compare.h"
#include "protocol/wide/scaling.h"
#include "tests/support/killed_peer.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"
#include "tests/support/shared_bits.h"
#include "tests/support/short_keys.h"

namespace privet {

using protocol::protocol_only::line_to;
namespace {

const crypto::ShortKeysForTests kShortKeys;

using circuit::Side;
using crypto::Block;
using crypto::Randomness;
using net::Channel;
using protocol::Ledger;
using protocol::Mesh;
using protocol::OtPlan;
using protocol::OtReceiver;
using protocol::OtSender;
using protocol::PartyId;
using testing_support::KilledPeer;
using testing_support::TestSetting;
using Numbers = std::vector<std::uint64_t>;
using testing_support::with_shared_bits;

constexpr std::array kParties{PartyId(0), PartyId(1)};
constexpr protocol::Opening kAnswer{"answer", "test"};

void compare_garbled(Channel& channel, Side own) {
  Randomness randomness;
  auto ledger = Ledger::without_forecast();
  const Numbers values(200, 5);
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    protocol::Garbler context({circuit::Side::First, channel, randomness, ledger, kParties},
                              transfers);
    (void)protocol::protocol_only::raw(
        protocol::add_and_compare_shared(context, protocol::Shared(values), 16, {0}));
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    protocol::Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties},
                                transfers);
    (void)protocol::protocol_only::raw(
        protocol::add_and_compare_shared(context, protocol::Shared(values), 16, {0}));
  }
}

void compare_on_shares(Channel& channel, Side own) {
  Randomness randomness;
  auto ledger = Ledger::without_forecast();
  with_shared_bits(channel, randomness, ledger, own, [&](protocol::SharedBits& context) {
    (void)protocol::secure_less(context, Numbers(50, 3), 8, Side::First, kAnswer);
  });
}

void multiply_by_encryption(Channel& channel, Side own) {
  auto randomness = Randomness::repeatable(3);
  static const auto key = crypto::PaillierSecretKey::generate(1024, randomness);
  const protocol::ScalarShape shape{20, 8, 8};
  if (own == Side::First) {
    (void)protocol::protocol_only::raw(
        protocol::paillier_product_x(channel, randomness, key, Numbers(20, 7), shape));
  } else {
    (void)protocol::protocol_only::raw(
        protocol::paillier_product_y(channel, randomness, 1024, Numbers(20, 9), shape));
  }
}

// Two answers, so that both sides turn twice.
void multiply_by_lattice(Channel& channel, Side own) {
  Randomness randomness;
  const protocol::ScalarShape shape{9000, 8, 8};
  const auto run = own == Side::First ? protocol::lattice_product_x : protocol::lattice_product_y;
  (void)run(channel, randomness, Numbers(9000, 7), shape, 1);
}

void multiply_by_algebra(Channel& channel, Side own) {
  const TestSetting setting(channel, own);
  const auto run =
      own == Side::First ? protocol::algebraic_product_a : protocol::algebraic_product_b;
  (void)run(setting, setting.other(), Numbers(30, 4), {30, 3, 1}, protocol::AllowWeak::Yes);
}

void transfer(const OtPlan& plan, Channel& channel, Side own) {
  Randomness randomness;
  Numbers shares(1000);
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness, plan);
    transfers.additive(channel, Numbers(1000, 3), 20, shares);
    transfers.one_of_many(channel, std::vector<Block>(32, Block{1, 2}), 4);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness, plan);
    transfers.additive(channel, std::vector<Block>(8, Block{5, 6}), 20, shares);
    std::vector<Block> taken(2);
    transfers.one_of_many(channel, std::vector<std::uint32_t>{3, 4}, 4, taken);
  }
}

void sum_by(protocol::SumMethod method, Channel& channel, Side own) {
  const TestSetting setting(channel, own);
  (void)protocol::secure_sum(setting, Numbers(5, 3), 20, method, kAnswer);
}

void dot(Channel& channel, Side own) {
  const TestSetting setting(channel, own);
  (void)protocol::boolean_dot(setting, std::vector<Block>(10, Block{1, 2}), 1280);
}

void dot_in_a_ring(Channel& channel, Side own) {
  const TestSetting setting(channel, own);
  (void)protocol::boolean_dot_ring(setting, std::vector<std::uint8_t>(3), 1024, kAnswer);
}

// Both sets are large enough to need all steps of the vector OLE but the largest.
void intersect(protocol::psi::PsiResult result, Channel& channel, Side own) {
  using protocol::psi::PsiResult;
  const TestSetting setting(channel, own);
  std::vector<std::string> strings;
  const std::size_t count = result == PsiResult::Common ? 7'000 : 20;
  for (std::size_t i = 0; i < count; ++i) strings.push_back(std::to_string(i));
  const std::vector<std::string_view> items(strings.begin(), strings.end());
  const bool sends = own == Side::First;
  if (result == PsiResult::Common) {
    sends ? protocol::psi::intersect_as_sender(setting, setting.other(), items)
          : void(protocol::psi::intersect_as_receiver(setting, setting.other(), items));
  } else if (result == PsiResult::Payloads) {
    sends ? protocol::psi::send_payloads(setting, setting.other(), items,
                                         {std::vector<std::byte>(9 * count), 9})
          : void(protocol::psi::receive_payloads(setting, setting.other(), items, 9));
  } else if (result == PsiResult::Alignment) {
    (void)(sends ? protocol::psi::align_as_sender(setting, setting.other(), items)
                 : protocol::psi::align_as_receiver(setting, setting.other(), items));
  } else {
    sends ? protocol::psi::count_as_sender(setting, setting.other(), items)
          : void(protocol::psi::count_as_receiver(setting, setting.other(), items));
  }
}

std::function<void(Channel&, Side)> intersection(protocol::psi::PsiResult result) {
  return [=](Channel& channel, Side own) { intersect(result, channel, own); };
}

// Everything that the logarithms are made of: a circuit, polynomials, products, and scaling.
template <class Context, class Transfers>
void logarithm_in(Context& context, Transfers& transfers, Channel& channel) {
  const Numbers shares(20, 6);
  const protocol::TaylorShape shape{10, 3, protocol::LogarithmOf::XLnX};
  const auto large = protocol::protocol_only::raw(
      protocol::taylor_logarithm(context, transfers, protocol::Shared(shares), shape));
  const auto factor = protocol::wide::Factor::ratio(protocol::Wide(1), shape.scale());
  (void)protocol::protocol_only::raw(
      protocol::scale(context, protocol::Shared(large), shape.ring_bits(), factor));
  (void)protocol::protocol_only::raw(protocol::secure_logarithm(
      context, protocol::Shared(shares), {10, 8}, protocol::LogarithmOf::XLnX));
  channel.flush();
}

void logarithms(Channel& channel, Side own) {
  Randomness randomness;
  auto ledger = Ledger::without_forecast();
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    protocol::Garbler context({circuit::Side::First, channel, randomness, ledger, kParties},
                              transfers);
    logarithm_in(context, transfers, channel);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    protocol::Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties},
                                transfers);
    logarithm_in(context, transfers, channel);
  }
}

std::vector<KilledPeer> cases() {
  using protocol::SumMethod;
  return {{"compare, garbled", compare_garbled, 12},
          {"compare, on shares", compare_on_shares, 16},
          {"logarithms", logarithms, 24},
          {"product by encryption", multiply_by_encryption, 12},
          {"product by lattice encryption", multiply_by_lattice, 12},
          {"product by algebra", multiply_by_algebra, 12},
          {"transfers", [](Channel& c, Side s) { transfer({}, c, s); }, 16},
          {"silent transfers", [](Channel& c, Side s) { transfer(OtPlan::silently(), c, s); }, 8},
          {"sum, ring", [](Channel& c, Side s) { sum_by(SumMethod::Ring, c, s); }, 8},
          {"sum, shares", [](Channel& c, Side s) { sum_by(SumMethod::Shares, c, s); }, 8},
          {"intersection", intersection(protocol::psi::PsiResult::Common), 12},
          {"payloads", intersection(protocol::psi::PsiResult::Payloads), 8},
          {"alignment", intersection(protocol::psi::PsiResult::Alignment), 12},
          {"size of intersection", intersection(protocol::psi::PsiResult::Size), 8},
          {"boolean dot product", dot, 12},
          {"boolean dot product, ring", dot_in_a_ring, 6}};
}

TEST(StepsFault, APeerKilledAtAnyStepEndsBothSides) {
  for (const auto& one : cases()) testing_support::expect_both_end(one);
}

TEST(StepsFault, OneOfThreeThatDiesEndsAll) {
  for (const std::uint32_t victim : {0U, 1U, 2U}) {
    for (const int step : {0, 1, 2}) {
      const auto task = [&](const Mesh& mesh) -> int {
        try {
          const TestSetting setting(mesh);
          const bool dies = mesh.own().index() == victim;
          if (dies && step == 0) throw Error(ErrorCode::Peer, "killed before the set-up");
          setting->transfers.prepare(mesh);
          if (dies && step == 1) throw Error(ErrorCode::Peer, "killed after the set-up");
          (void)protocol::boolean_dot(setting, std::vector<Block>(10, Block{1, 2}), 1280);
          if (dies) throw Error(ErrorCode::Peer, "killed before the sum");
          (void)protocol::secure_sum(setting, Numbers(5, 3), 20, protocol::SumMethod::Shares,
                                     kAnswer);
          return 0;
        } catch (const Error& error) {
          for (const auto other : mesh.others()) line_to(mesh, other).close();
          return error.code() == ErrorCode::Peer ? 1 : 2;
        }
      };
      const auto results = testing_support::run_many(3, task);
      EXPECT_EQ(results, (std::vector<int>{1, 1, 1})) << victim << " " << step;
    }
  }
}

}  // namespace
}  // namespace privet
