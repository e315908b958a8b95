// SPDX-License-Identifier: Apache-2.0
// With fixed randomness every protocol puts fixed bytes on the wire: digest, bytes and rounds are
// pinned here, so that a change of format or cost is seen and meant. And no message holds a party's
// own values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "net/counting.h"
#include "net/digest.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/product/algebraic_product.h"
#include "protocol/product/boolean_dot.h"
#include "protocol/product/boolean_dot_ring.h"
#include "protocol/product/boolean_products.h"
#include "protocol/product/scalar_product_lattice.h"
#include "protocol/product/scalar_product_paillier.h"
#include "protocol/psi/private_intersection.h"
#include "protocol/raw_share.h"
#include "protocol/secure_sum.h"
#include "protocol/selection/add_and_compare.h"
#include "tests/support/recording.h"
#include "tests/support/setting.h"
#include "tests/support/shared_bits.h"
#include "tests/support/short_keys.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

const crypto::ShortKeysForTests kShortKeys;

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::RecordingChannel;
using testing_support::TestSetting;

constexpr std::array kParties{PartyId(0), PartyId(1)};
// Eight bytes that occur in no random string of this length, save once in 2^40 runs.
constexpr std::uint64_t kFirstSecret = 0x1122334455667788ULL;
constexpr std::uint64_t kSecondSecret = 0x0fedcba987654321ULL;
constexpr std::uint64_t kShort = 0xffffff;

std::vector<std::uint64_t> values(Side own) {
  return std::vector<std::uint64_t>(300, own == Side::First ? kFirstSecret : kSecondSecret);
}

using Protocol = std::function<void(Channel&, Randomness&, Side)>;
using testing_support::with_shared_bits;

void compare_garbled(Channel& channel, Randomness& randomness, Side own) {
  auto ledger = Ledger::without_forecast();
  const Opening opening{"answer", "test"};
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    Garbler context({circuit::Side::First, channel, randomness, ledger, kParties}, transfers);
    (void)add_and_compare(context, Shared(values(own)), 64, Side::First, opening);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties}, transfers);
    (void)add_and_compare(context, Shared(values(own)), 64, Side::First, opening);
  }
}

void compare_shared(Channel& channel, Randomness& randomness, Side own) {
  auto ledger = Ledger::without_forecast();
  with_shared_bits(channel, randomness, ledger, own, [&](SharedBits& context) {
    (void)add_and_compare(context, Shared(values(own)), 64, Side::First, {"answer", "test"});
  });
}

void compare_for_shares(Channel& channel, Randomness& randomness, Side own) {
  auto ledger = Ledger::without_forecast();
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    Garbler context({circuit::Side::First, channel, randomness, ledger, kParties}, transfers);
    (void)raw(add_and_compare_shared(context, Shared(values(own)), 64, {0}));
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties}, transfers);
    (void)raw(add_and_compare_shared(context, Shared(values(own)), 64, {0}));
  }
}

void multiply_by_algebra(Channel& channel, Randomness& randomness, Side own) {
  const TestSetting setting(channel, own, randomness);
  const auto run = own == Side::First ? algebraic_product_a : algebraic_product_b;
  (void)run(setting, setting.other(), values(own), {300, 3, 99}, AllowWeak::Yes);
}

// Values short enough for packing, and still eight bytes that show up nowhere by chance.
void multiply_by_encryption(Channel& channel, Randomness& randomness, Side own) {
  auto mine = values(own);
  for (auto& value : mine) value &= kShort;
  const ScalarShape shape{300, 24, 24};
  if (own == Side::First) {
    const auto key = crypto::PaillierSecretKey::generate(1024, randomness);
    (void)raw(paillier_product_x(channel, randomness, key, mine, shape));
  } else {
    (void)raw(paillier_product_y(channel, randomness, 1024, mine, shape));
  }
}

void multiply_by_lattice(Channel& channel, Randomness& randomness, Side own) {
  const ScalarShape shape{300, 64, 64, Overflow::Wrap};
  const auto run = own == Side::First ? lattice_product_x : lattice_product_y;
  (void)run(channel, randomness, values(own), shape, kMostChunksAnAnswer);
}

void dot(Channel& channel, Randomness& randomness, Side own) {
  const TestSetting setting(channel, own, randomness);
  const auto secret = own == Side::First ? kFirstSecret : kSecondSecret;
  const std::vector<crypto::Block> bits(150, crypto::Block{secret, secret});
  (void)boolean_dot(setting, bits, 150 * std::size_t{128});
}

// Two products that share the second party's vector.
void many_products(Channel& channel, Randomness& randomness, Side own) {
  const TestSetting setting(channel, own, randomness);
  const auto secret = own == Side::First ? kFirstSecret : kSecondSecret;
  const std::vector vectors(2,
                            BitVector::of_blocks(std::vector(16, crypto::Block{secret, secret})));
  const std::vector<BooleanProduct> products{{{PartyId(0), 0}, {PartyId(1), 0}},
                                             {{PartyId(0), 1}, {PartyId(1), 0}}};
  (void)boolean_products(setting, products, vectors, 16 * std::size_t{128});
}

void dot_in_a_ring(Channel& channel, Randomness& randomness, Side own) {
  const TestSetting setting(channel, own, randomness);
  const std::vector<std::uint8_t> bits(20, own == Side::First ? 1 : 0);
  (void)boolean_dot_ring(setting, bits, 1024, {"count", "test"});
}

void transfer_silently(Channel& channel, Randomness& randomness, Side own) {
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness, OtPlan::silently());
    std::vector<std::uint64_t> shares(300);
    transfers.additive(channel, values(own), 64, shares);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness, OtPlan::silently());
    const std::vector<crypto::Block> bits(3, crypto::Block{kSecondSecret, kSecondSecret});
    std::vector<std::uint64_t> shares(300);
    transfers.additive(channel, bits, 64, shares);
  }
}

// Sets of `count` items that hold the party's secret, and one that both have.
void intersect(psi::PsiResult result, std::size_t count, Channel& channel, Randomness& randomness,
               Side own) {
  std::vector<std::string> strings{"both"};
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto& number = own == Side::First ? kFirstSecret : kSecondSecret;
    strings.emplace_back(reinterpret_cast<const char*>(&number), sizeof(number));
    strings.back() += std::to_string(i);
  }
  const std::vector<std::string_view> items(strings.begin(), strings.end());
  const TestSetting setting(channel, own, randomness, OtPiece::Lean);
  const auto other = setting.other();
  const bool sends = own == Side::First;
  if (result == psi::PsiResult::Common) {
    sends ? psi::intersect_as_sender(setting, other, items)
          : void(psi::intersect_as_receiver(setting, other, items));
  } else if (result == psi::PsiResult::Payloads) {
    const std::vector<std::uint64_t> payloads(items.size(), kFirstSecret);
    sends ? psi::send_payloads(setting, other, items, {std::as_bytes(std::span(payloads)), 8})
          : void(psi::receive_payloads(setting, other, items, 8));
  } else if (result == psi::PsiResult::Alignment) {
    (void)(sends ? psi::align_as_sender(setting, other, items)
                 : psi::align_as_receiver(setting, other, items));
  } else {
    sends ? psi::count_as_sender(setting, other, items)
          : void(psi::count_as_receiver(setting, other, items));
  }
}

Protocol intersection(psi::PsiResult result, std::size_t count) {
  return [=](Channel& channel, Randomness& randomness, Side own) {
    intersect(result, count, channel, randomness, own);
  };
}

void multiply_vectors(Channel& channel, Randomness& randomness, Side own) {
  const ScalarShape shape{300, 64, 64, Overflow::Wrap};
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    (void)raw(scalar_product_y(channel, transfers, values(own), shape));
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    (void)raw(scalar_product_x(channel, transfers, values(own), shape));
  }
}

void sum_by(SumMethod method, Channel& channel, Randomness& randomness, Side own) {
  const TestSetting setting(channel, own, randomness);
  (void)secure_sum(setting, values(own), 62, method, {"sum", "test"});
}

struct Baseline {
  const char* name;
  Protocol run;
  net::Traffic traffic;     // of the first party
  const char* sent_digest;  // its beginning
};

std::vector<Baseline> baselines() {
  return {
      {"compare, garbled", compare_garbled, {1'227'440, 157'768, 3}, "40694c5bed97664f"},
      {"compare, shared", compare_shared, {1'872'176, 1'872'216, 23}, "258d2390b8d4ea23"},
      {"compare, answer shared", compare_for_shares, {1'834'640, 157'728, 2}, "1caa052c44aa1c5c"},
      {"boolean dot product", dot, {44'208, 157'728, 3}, "74e94644d392c481"},
      {"many boolean products", many_products, {14'368, 20'512, 2}, "51c585f4a9bbd5c4"},
      {"boolean dot product, ring", dot_in_a_ring, {5'252, 256, 1}, "d2dc2528458dc528"},
      {"scalar product, encryption", multiply_by_encryption, {15'492, 256, 1}, "3e1e3f9cca1302e3"},
      {"scalar product, lattice", multiply_by_lattice, {393'248, 196'632, 1}, "eb1cf3558f664eac"},
      {"scalar product, algebra", multiply_by_algebra, {2'432, 2'416, 2}, "4b09c08d1554a1e2"},
      {"silent transfers", transfer_silently, {77'824, 1'251'016, 3}, "e5cdafd984d94cc3"},
      {"intersection",
       intersection(psi::PsiResult::Common, 300),
       {10'664, 140'920, 3},
       "746bad95f7b563dc"},
      {"intersection, many",
       intersection(psi::PsiResult::Common, 9'000),
       {153'681, 1'940'456, 4},
       "128cd161216cb1dc"},
      {"payloads",
       intersection(psi::PsiResult::Payloads, 300),
       {13'072, 140'920, 3},
       "14b9108996208969"},
      {"alignment",
       intersection(psi::PsiResult::Alignment, 300),
       {10'664, 140'958, 4},
       "a64af1b204a9a573"},
      {"size of intersection",
       intersection(psi::PsiResult::Size, 30),
       {2'016, 1'024, 2},
       "c283a2b0d2951c28"},
      {"scalar product", multiply_vectors, {86'448, 200'736, 65}, "5d0899b648bda5f2"},
      {"sum, ring",
       [](Channel& c, Randomness& r, Side s) { sum_by(SumMethod::Ring, c, r, s); },
       {4800, 2400, 1},
       "5df456ef748d89f0"},
      {"sum, shares",
       [](Channel& c, Randomness& r, Side s) { sum_by(SumMethod::Shares, c, r, s); },
       {4800, 4800, 2},
       "f2eb00172c960422"}};
}

bool contains(const std::vector<std::byte>& transcript, std::uint64_t value) {
  std::array<std::byte, 8> pattern{};
  std::memcpy(pattern.data(), &value, 8);
  return std::ranges::search(transcript, pattern).begin() != transcript.end();
}

TEST(Wire, DigestsAndCostsAreTheBaselines) {
  for (const auto& [name, run, traffic, digest] : baselines()) {
    auto [left, right] = testing_support::make_pair(Line::Memory);
    RecordingChannel recording(*left);
    net::DigestChannel hashing(recording);
    net::CountingChannel counting(hashing);
    testing_support::run_two(
        counting, *right,
        [&](Channel& channel) {
          auto randomness = Randomness::repeatable(1);
          run(channel, randomness, Side::First);
          return 0;
        },
        [&](Channel& channel) {
          auto randomness = Randomness::repeatable(2);
          run(channel, randomness, Side::Second);
          return 0;
        });
    EXPECT_EQ(counting.traffic(), traffic)
        << name << ": " << counting.traffic().sent << ", " << counting.traffic().received << ", "
        << counting.traffic().rounds;
    EXPECT_EQ(hashing.sent_digest().substr(0, 16), digest) << name;
    for (const auto cut : {~std::uint64_t{0}, kShort}) {
      EXPECT_FALSE(contains(recording.sent(), kFirstSecret & cut)) << name;
      EXPECT_FALSE(contains(recording.received(), kSecondSecret & cut)) << name;
    }
  }
}

}  // namespace
}  // namespace privet::protocol
