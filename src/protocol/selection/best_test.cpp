// SPDX-License-Identifier: Apache-2.0
// The best of shared numbers, in every context, against a plain search.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/sampling.h"
#include "protocol/bit_packing.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/raw_share.h"
#include "protocol/selection/best.h"
#include "tests/support/chi_square.h"
#include "tests/support/expected_openings.h"
#include "tests/support/shared_bits.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using circuit::Side;
using circuit::WantValue;
using crypto::Randomness;
using net::Channel;
using testing_support::compare;
using testing_support::ExpectedOpenings;
using testing_support::Line;
using testing_support::run_two;
using Numbers = std::vector<std::uint64_t>;
using testing_support::with_shared_bits;

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

// act(context, own) at both sides.
template <class Act>
auto garbled(Line line, Act act) {
  return run_two(
      line,
      [&](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = OtSender::set_up(channel, randomness);
        Garbler context({circuit::Side::First, channel, randomness, ledger, kParties}, transfers);
        auto out = act(context, Side::First);
        channel.flush();
        return out;
      },
      [&](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = OtReceiver::set_up(channel, randomness);
        Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties},
                          transfers);
        return act(context, Side::Second);
      });
}

template <class Act>
auto on_shares(Line line, Act act) {
  const auto side = [&](Side own) {
    return [&act, own](Channel& channel) {
      Randomness randomness;
      auto ledger = Ledger::without_forecast();
      return with_shared_bits(channel, randomness, ledger, own,
                              [&](SharedBits& context) { return act(context, own); });
    };
  };
  return run_two(line, side(Side::First), side(Side::Second));
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

std::vector<Vectors> all_vectors(std::size_t lanes) {
  std::vector<Vectors> out;
  for (const auto& shape : shapes()) out.push_back(random_vectors(shape, lanes, out.size() + 1));
  return out;
}

// The place, opened to the first party and to the second in turn.
TEST(SecureBest, TellsThePlaceOfTheFirstBest) {
  const auto all = all_vectors(150);  // more than a piece
  const auto recipient = [](std::size_t i) { return i % 2 == 0 ? Side::First : Side::Second; };
  const auto act = [&](auto& context, Side own) {
    std::vector<Numbers> out;
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto& ledger = context.end().ledger;
      ledger = Ledger::without_forecast();
      auto told = secure_best(context, Shared(all[i].shares.at(own == Side::First ? 0 : 1)),
                              all[i].shape, recipient(i), kPlace);
      const PartyId to(recipient(i) == Side::First ? 0 : 1);
      EXPECT_TRUE(compare(ledger, {{to, std::string(kPlace.label)}}).empty());
      EXPECT_EQ(told.has_value(), own == recipient(i));
      out.push_back(told.value_or(Numbers()));
    }
    return out;
  };
  const auto expect_right = [&](const auto& both) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto& told = recipient(i) == Side::First ? both.first[i] : both.second[i];
      ASSERT_EQ(told.size(), all[i].lanes);
      for (std::size_t lane = 0; lane < told.size(); ++lane) {
        ASSERT_EQ(told[lane], plain_best(all[i], lane)) << "case " << i;
      }
    }
  };
  expect_right(garbled(Line::Memory, act));
  expect_right(garbled(Line::Tls, act));
  expect_right(on_shares(Line::Memory, act));
  expect_right(on_shares(Line::Tls, act));
}

TEST(SecureBest, SharedPlacesAndNumbersAddUpAndAreUniform) {
  const auto all = all_vectors(600);
  for (const auto want : {WantValue::No, WantValue::Yes}) {
    const auto line = want == WantValue::Yes ? Line::Tls : Line::Memory;
    const auto [a, b] = garbled(line, [&](auto& context, Side own) {
      std::vector<std::array<Numbers, 2>> out;
      for (const auto& vectors : all) {
        const auto& mine = vectors.shares.at(own == Side::First ? 0 : 1);
        auto best = secure_best_shared(context, Shared(mine), vectors.shape, want, {});
        out.push_back({raw(std::move(best.places)), raw(std::move(best.numbers))});
      }
      EXPECT_TRUE(
          compare(context.end().ledger, {{PartyId(1), std::string(kMaskedShare.label)}}).empty());
      return out;
    });
    std::vector<std::size_t> low(256);
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(a[i][1].size(), want == WantValue::Yes ? all[i].lanes : 0);
      for (std::size_t lane = 0; lane < all[i].lanes; ++lane) {
        const auto best = plain_best(all[i], lane);
        ASSERT_EQ(a[i][0][lane] + b[i][0][lane], best);
        ++low.at(b[i][0][lane] % 256);
        if (want == WantValue::No) continue;
        ASSERT_EQ(a[i][1][lane] + b[i][1][lane], all[i].numbers[best * all[i].lanes + lane]);
      }
    }
    EXPECT_TRUE(testing_support::looks_uniform(low));
  }
}

TEST(SecureBest, NothingToDoIsNothing) {
  const BestShape shape{3, 8, Best::Smallest, NumberKind::Unsigned};
  const auto [a, b] = garbled(Line::Memory, [&](auto& context, Side /*own*/) {
    return secure_best(context, Shared<Numbers>(), shape, Side::First, kPlace).value_or(Numbers());
  });
  EXPECT_TRUE(a.empty() && b.empty());
}

}  // namespace
}  // namespace privet::protocol
