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
#include "protocol/product/algebraic_product.h"
#include "protocol/product/boolean_dot.h"
#include "protocol/product/boolean_dot_ring.h"
#include "protocol/product/scalar_product_lattice.h"
#include "protocol/product/scalar_product_paillier.h"
#include "protocol/psi/private_intersection.h"
#include "protocol/secure_sum.h"
#include "protocol/selection/add_and_compare.h"
#include "protocol/wide/scaling.h"
#include "tests/support/killed_peer.h"
#include "tests/support/many_parties.h"

namespace privet {
namespace {

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
using Numbers = std::vector<std::uint64_t>;

constexpr std::array kParties{PartyId(0), PartyId(1)};
constexpr protocol::Opening kAnswer{"answer", "test"};

Mesh mesh_of(Channel& channel, Side own) {
  const bool first = own == Side::First;
  return {PartyId(first ? 0 : 1), first ? std::vector<Channel*>{nullptr, &channel}
                                        : std::vector<Channel*>{&channel, nullptr}};
}

void compare_garbled(Channel& channel, Side own) {
  Randomness randomness;
  Ledger ledger;
  const Numbers values(200, 5);
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    protocol::Garbler context(channel, randomness, transfers, kParties);
    (void)protocol::add_and_compare_shared(context, own, values, 16, {0}, randomness, ledger);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    protocol::Evaluator context(channel, transfers, kParties);
    (void)protocol::add_and_compare_shared(context, own, values, 16, {0}, randomness, ledger);
  }
}

void compare_on_shares(Channel& channel, Side own) {
  Randomness randomness;
  Ledger ledger;
  const auto run = [&](OtSender& sender, OtReceiver& receiver) {
    protocol::SharedBits context(own, channel, randomness, sender, receiver, kParties);
    (void)protocol::secure_less(context, own, Numbers(50, 3), 8, Side::First, ledger, kAnswer);
  };
  if (own == Side::First) {
    auto sender = OtSender::set_up(channel, randomness);
    auto receiver = OtReceiver::set_up(channel, randomness);
    run(sender, receiver);
  } else {
    auto receiver = OtReceiver::set_up(channel, randomness);
    auto sender = OtSender::set_up(channel, randomness);
    run(sender, receiver);
  }
}

void multiply_by_encryption(Channel& channel, Side own) {
  auto randomness = Randomness::repeatable(3);
  static const auto key = crypto::PaillierSecretKey::generate(1024, randomness);
  const protocol::ScalarShape shape{20, 8, 8};
  if (own == Side::First) {
    (void)protocol::paillier_product_x(channel, randomness, key, Numbers(20, 7), shape);
  } else {
    (void)protocol::paillier_product_y(channel, randomness, Numbers(20, 9), shape);
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
  Randomness randomness;
  Ledger ledger;
  const auto run =
      own == Side::First ? protocol::algebraic_product_a : protocol::algebraic_product_b;
  (void)run(channel, randomness, Numbers(30, 4), {30, 3, 1}, protocol::AllowWeak::Yes, ledger);
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
  Randomness randomness;
  Ledger ledger;
  (void)protocol::secure_sum(mesh_of(channel, own), randomness, Numbers(5, 3), 20, method, ledger,
                             kAnswer);
}

void dot(Channel& channel, Side own) {
  Randomness randomness;
  const auto mesh = mesh_of(channel, own);
  auto transfers = protocol::PairwiseTransfers::set_up(mesh, randomness);
  (void)protocol::boolean_dot(mesh, transfers, std::vector<Block>(10, Block{1, 2}), 1280);
}

void dot_in_a_ring(Channel& channel, Side own) {
  Randomness randomness;
  Ledger ledger;
  (void)protocol::boolean_dot_ring(mesh_of(channel, own), randomness, std::vector<std::uint8_t>(3),
                                   1024, ledger, kAnswer);
}

// Both sets are large enough to need all steps of the vector OLE but the largest.
void intersect(protocol::PsiResult result, Channel& channel, Side own) {
  using protocol::PsiResult;
  Randomness randomness;
  Ledger ledger;
  ThreadPool pool(1);
  std::vector<std::string> strings;
  const std::size_t count = result == PsiResult::Common ? 7'000 : 20;
  for (std::size_t i = 0; i < count; ++i) strings.push_back(std::to_string(i));
  const std::vector<std::string_view> items(strings.begin(), strings.end());
  const protocol::PsiPlace place{channel, randomness, ledger, PartyId(0), PartyId(1)};
  const bool sends = own == Side::First;
  if (result == PsiResult::Common) {
    sends ? intersect_as_sender(place, items) : void(intersect_as_receiver(place, items));
  } else if (result == PsiResult::Payloads) {
    sends ? send_payloads(place, items, std::vector<std::byte>(9 * count), 9)
          : void(receive_payloads(place, items, 9));
  } else if (result == PsiResult::Alignment) {
    (void)(sends ? align_as_sender(place, items) : align_as_receiver(place, items));
  } else {
    sends ? count_as_sender(place, items, pool) : void(count_as_receiver(place, items, pool));
  }
}

std::function<void(Channel&, Side)> intersection(protocol::PsiResult result) {
  return [=](Channel& channel, Side own) { intersect(result, channel, own); };
}

// Everything that the logarithms are made of: a circuit, polynomials, products, and scaling.
template <class Context, class Transfers>
void logarithm_in(Context& context, Transfers& transfers, Channel& channel, Side own) {
  Randomness randomness;
  Ledger ledger;
  const Numbers shares(20, 6);
  const protocol::TaylorShape shape{10, 3, protocol::LogarithmOf::XLnX};
  const auto large = protocol::taylor_logarithm(context, channel, transfers, own, shares, shape,
                                                randomness, ledger);
  const auto factor = protocol::Factor::ratio(protocol::Wide(1), shape.scale());
  (void)protocol::scale(context, own, large, shape.ring_bits(), factor, randomness, ledger);
  (void)protocol::secure_logarithm(context, own, shares, {10, 8}, protocol::LogarithmOf::XLnX,
                                   randomness, ledger);
  channel.flush();
}

void logarithms(Channel& channel, Side own) {
  Randomness randomness;
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    protocol::Garbler context(channel, randomness, transfers, kParties);
    logarithm_in(context, transfers, channel, own);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    protocol::Evaluator context(channel, transfers, kParties);
    logarithm_in(context, transfers, channel, own);
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
          {"intersection", intersection(protocol::PsiResult::Common), 12},
          {"payloads", intersection(protocol::PsiResult::Payloads), 8},
          {"alignment", intersection(protocol::PsiResult::Alignment), 12},
          {"size of intersection", intersection(protocol::PsiResult::Size), 8},
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
          Randomness randomness;
          Ledger ledger;
          const bool dies = mesh.own().index() == victim;
          if (dies && step == 0) throw Error(ErrorCode::Peer, "killed before the set-up");
          auto transfers = protocol::PairwiseTransfers::set_up(mesh, randomness);
          if (dies && step == 1) throw Error(ErrorCode::Peer, "killed after the set-up");
          (void)protocol::boolean_dot(mesh, transfers, std::vector<Block>(10, Block{1, 2}), 1280);
          if (dies) throw Error(ErrorCode::Peer, "killed before the sum");
          (void)protocol::secure_sum(mesh, randomness, Numbers(5, 3), 20,
                                     protocol::SumMethod::Shares, ledger, kAnswer);
          return 0;
        } catch (const Error& error) {
          for (const auto other : mesh.others()) mesh.to(other).close();
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
