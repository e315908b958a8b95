// SPDX-License-Identifier: Apache-2.0
// The best of shared numbers, in every context, against a plain search.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/sampling.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/ot/bit_packing.h"
#include "protocol/selection/best.h"
#include "tests/support/chi_square.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {
namespace {

using circuit::Side;
using circuit::WantValue;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::run_two;
using Numbers = std::vector<std::uint64_t>;

constexpr std::array kParties{PartyId(0), PartyId(1)};
constexpr Opening kPlace{"place of the best", "the test's own result"};

struct Vectors {
  BestShape shape;
  std::size_t lanes;
  Numbers numbers;  // candidate by candidate
  std::array<Numbers, 2> shares;
};

// Few different values, so that ties are everywhere, and the extreme ones among them.
Vectors random_vectors(const BestShape& shape, std::size_t lanes, std::uint64_t seed) {
  Sampler sampler(seed);
  auto randomness = Randomness::repeatable(seed);
  const auto mask = low_bits(shape.bits);
  const std::array<std::uint64_t, 6> values{
      0, 1, mask, mask >> 1U, (mask >> 1U) + 1, sampler() & mask};
  Vectors out{shape, lanes, {}, {}};
  for (std::size_t i = 0; i < shape.candidates * lanes; ++i) {
    const auto value = i % 7 < 5 ? values.at(sampler.below(values.size())) : sampler() & mask;
    out.numbers.push_back(value & mask);
    out.shares[0].push_back(randomness.u64() & mask);
    out.shares[1].push_back((out.numbers.back() - out.shares[0].back()) & mask);
  }
  return out;
}

std::size_t plain_best(const Vectors& vectors, std::size_t lane) {
  const auto& shape = vectors.shape;
  const auto before = [&](std::uint64_t a, std::uint64_t b) {
    if (shape.kind == NumberKind::Unsigned) return shape.best == Best::Smallest ? a < b : a > b;
    const auto number = [&](std::uint64_t v) {
      const auto shift = 64 - shape.bits;
      return static_cast<std::int64_t>(v << shift) >> shift;
    };
    return shape.best == Best::Smallest ? number(a) < number(b) : number(a) > number(b);
  };
  std::size_t best = 0;
  for (std::size_t c = 1; c < shape.candidates; ++c) {
    if (before(vectors.numbers[c * vectors.lanes + lane],
               vectors.numbers[best * vectors.lanes + lane])) {
      best = c;
    }
  }
  return best;
}

// act(context, own, ledger) at both sides.
template <class Act>
auto garbled(Line line, Act act) {
  return run_two(
      line,
      [&](Channel& channel) {
        Randomness randomness;
        Ledger ledger;
        auto transfers = OtSender::set_up(channel, randomness);
        Garbler context(channel, randomness, transfers, kParties);
        auto out = act(context, Side::First, ledger);
        channel.flush();
        return out;
      },
      [&](Channel& channel) {
        Randomness randomness;
        Ledger ledger;
        auto transfers = OtReceiver::set_up(channel, randomness);
        Evaluator context(channel, transfers, kParties);
        return act(context, Side::Second, ledger);
      });
}

template <class Act>
auto on_shares(Line line, Act act) {
  return run_two(
      line,
      [&](Channel& channel) {
        Randomness randomness;
        Ledger ledger;
        auto sender = OtSender::set_up(channel, randomness);
        auto receiver = OtReceiver::set_up(channel, randomness);
        SharedBits context(Side::First, channel, randomness, sender, receiver, kParties);
        return act(context, Side::First, ledger);
      },
      [&](Channel& channel) {
        Randomness randomness;
        Ledger ledger;
        auto receiver = OtReceiver::set_up(channel, randomness);
        auto sender = OtSender::set_up(channel, randomness);
        SharedBits context(Side::Second, channel, randomness, sender, receiver, kParties);
        return act(context, Side::Second, ledger);
      });
}

std::vector<BestShape> shapes() {
  std::vector<BestShape> out;
  for (const auto best : {Best::Smallest, Best::Largest}) {
    for (const auto kind : {NumberKind::Unsigned, NumberKind::Signed}) {
      for (const std::size_t candidates : {1U, 2U, 3U, 8U, 11U}) {
        out.push_back({candidates, candidates == 3 ? 64U : 9U, best, kind});
      }
    }
  }
  return out;
}

// The place, told to either party.
TEST(SecureBest, TellsThePlaceOfTheFirstBest) {
  std::uint64_t seed = 1;
  for (const auto& shape : shapes()) {
    const auto vectors = random_vectors(shape, 150, ++seed);  // more than a piece
    const auto recipient = seed % 2 == 0 ? Side::First : Side::Second;
    const auto act = [&](auto& context, Side own, Ledger& ledger) {
      auto told = secure_best(context, own, vectors.shares.at(own == Side::First ? 0 : 1), shape,
                              recipient, ledger, kPlace);
      const PartyId to(recipient == Side::First ? 0 : 1);
      EXPECT_TRUE(compare(ledger, {{to, std::string(kPlace.label), ""}}).empty());
      EXPECT_EQ(told.has_value(), own == recipient);
      return told.value_or(Numbers());
    };
    for (const bool yao : {true, false}) {
      const auto line = shape.candidates == 8 ? Line::Tls : Line::Memory;
      const auto [a, b] = yao ? garbled(line, act) : on_shares(line, act);
      const auto& told = recipient == Side::First ? a : b;
      ASSERT_EQ(told.size(), vectors.lanes);
      for (std::size_t lane = 0; lane < vectors.lanes; ++lane) {
        ASSERT_EQ(told[lane], plain_best(vectors, lane)) << shape.candidates << " candidates";
      }
    }
  }
}

TEST(SecureBest, SharedPlacesAndNumbersAddUpAndAreUniform) {
  std::uint64_t seed = 100;
  for (const auto& shape : shapes()) {
    const auto vectors = random_vectors(shape, 600, ++seed);
    for (const auto want : {WantValue::No, WantValue::Yes}) {
      const auto [a, b] = garbled(seed % 4 == 0 ? Line::Tls : Line::Memory, [&](auto& context,
                                                                                Side own,
                                                                                Ledger& ledger) {
        Randomness randomness;
        auto out = secure_best_shared(context, own, vectors.shares.at(own == Side::First ? 0 : 1),
                                      shape, want, {}, randomness, ledger);
        EXPECT_TRUE(compare(ledger, {{PartyId(1), std::string(kMaskedShare.label), ""}}).empty());
        return out;
      });
      ASSERT_EQ(a.numbers.size(), want == WantValue::Yes ? vectors.lanes : 0);
      std::vector<std::size_t> low(16);
      for (std::size_t lane = 0; lane < vectors.lanes; ++lane) {
        const auto best = plain_best(vectors, lane);
        ASSERT_EQ(a.places[lane] + b.places[lane], best);
        ++low.at(b.places[lane] % 16);
        if (want == WantValue::No) continue;
        ASSERT_EQ(a.numbers[lane] + b.numbers[lane], vectors.numbers[best * vectors.lanes + lane]);
      }
      EXPECT_TRUE(testing_support::looks_uniform(low));
    }
  }
}

TEST(SecureBest, NothingToDoIsNothing) {
  const BestShape shape{3, 8, Best::Smallest, NumberKind::Unsigned};
  const auto [a, b] = garbled(Line::Memory, [&](auto& context, Side own, Ledger& ledger) {
    return secure_best(context, own, {}, shape, Side::First, ledger, kPlace).value_or(Numbers());
  });
  EXPECT_TRUE(a.empty() && b.empty());
}

}  // namespace
}  // namespace privet::protocol
