// SPDX-License-Identifier: Apache-2.0
// Every protocol of two parties over memory and over TLS, with either role at either end of the
// line, and those of several parties over TLS.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "crypto/bit_vector.h"
#include "protocol/bit_packing.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/product/algebraic_product.h"
#include "protocol/product/boolean_dot.h"
#include "protocol/product/boolean_dot_ring.h"
#include "protocol/product/scalar_product_paillier.h"
#include "protocol/raw_share.h"
#include "protocol/secure_sum.h"
#include "protocol/selection/add_and_compare.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"
#include "tests/support/short_keys.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

const crypto::ShortKeysForTests kShortKeys;

using circuit::Side;
using crypto::Block;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using Numbers = std::vector<std::uint64_t>;

constexpr Opening kAnswer{"answer", "the test's own result"};
constexpr std::size_t kEntries = 1500;  // more than a piece of a circuit

// Numbers of 20 bits, different at the two sides, equal at some places.
Numbers numbers(Side side) {
  Numbers out(kEntries);
  for (std::size_t i = 0; i < kEntries; ++i) {
    const auto shift = side == Side::First || i % 10 == 0 ? 0U : 7U;
    out[i] = ((i + shift) * 0x9e3779b97f4a7c15ULL) >> 44U;
  }
  return out;
}
Numbers bits(Side side) {
  auto out = numbers(side);
  for (auto& number : out) number = number % 3 > 0 ? 1 : 0;
  return out;
}
// For what takes time with the square of the length.
constexpr std::size_t kFew = 300;
Numbers few(Numbers values) {
  values.resize(kFew);
  return values;
}
std::uint64_t product(const Numbers& x, const Numbers& y) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}
std::vector<Block> packed(const Numbers& values) {
  std::vector<Block> out((values.size() + 127) / 128, Block{0, 0});
  for (std::size_t i = 0; i < values.size(); ++i) {
    crypto::put_bit(out, i, values[i]);
  }
  return out;
}

struct Party {
  Channel& channel;
  Side own;
  Randomness randomness;
  testing_support::TestSetting setting{channel, own, randomness};

  [[nodiscard]] bool first() const { return own == Side::First; }
};

template <class Act>
Numbers garbled(Party& party, Act act) {
  if (party.first()) {
    Garbler context(party.setting, party.setting.other());
    return act(context);
  }
  Evaluator context(party.setting, party.setting.other());
  return act(context);
}

template <class Act>
Numbers on_shares(Party& party, Act act) {
  auto context = SharedBits::with(party.setting, party.setting.other());
  return act(context);
}

Numbers less_garbled(Party& party) {
  return garbled(party, [&](auto& context) {
    return secure_less(context, numbers(party.own), 20, Side::Second, kAnswer).value_or(Numbers());
  });
}
Numbers less_on_shares(Party& party) {
  return on_shares(party, [&](auto& context) {
    return secure_less(context, numbers(party.own), 20, Side::Second, kAnswer).value_or(Numbers());
  });
}
Numbers positive_shared(Party& party) {
  return garbled(party, [&](auto& context) {
    return raw(add_and_compare_shared(context, Shared(numbers(party.own)), 20, {1009}));
  });
}
Numbers by_transfers(Party& party) {
  const ScalarShape shape{kEntries, 20, 20};
  if (party.first()) {
    auto transfers = OtSender::set_up(party.channel, party.randomness);
    return {raw(scalar_product_y(party.channel, transfers, numbers(party.own), shape))};
  }
  auto transfers = OtReceiver::set_up(party.channel, party.randomness);
  return {raw(scalar_product_x(party.channel, transfers, numbers(party.own), shape))};
}
Numbers by_paillier(Party& party) {
  const ScalarShape shape{kEntries, 20, 20};
  if (!party.first()) {
    return {
        raw(paillier_product_y(party.channel, party.randomness, 1024, numbers(party.own), shape))};
  }
  const auto key = crypto::PaillierSecretKey::generate(1024, party.randomness);
  return {raw(paillier_product_x(party.channel, party.randomness, key, numbers(party.own), shape))};
}
Numbers by_algebra(Party& party) {
  const AlgebraicShape shape{kFew, 3, 17};
  const auto run = party.first() ? algebraic_product_a : algebraic_product_b;
  return {
      run(party.setting, party.setting.other(), few(numbers(party.own)), shape, AllowWeak::Yes)};
}
Numbers dot(Party& party) {
  return {raw(boolean_dot(party.setting, packed(bits(party.own)), kEntries))};
}
Numbers sum_by(SumMethod method, Party& party) {
  return secure_sum(party.setting, numbers(party.own), 20, method, kAnswer);
}

struct Case {
  const char* name;
  std::function<Numbers(Party&)> run;
  std::function<bool(const Numbers&, const Numbers&)> right;
};

bool orders_right(const Numbers& /*first*/, const Numbers& second) {
  const auto x = numbers(Side::First);
  const auto y = numbers(Side::Second);
  bool right = second.size() == kEntries;
  for (std::size_t i = 0; right && i < kEntries; ++i) right = second[i] == (x[i] < y[i] ? 1U : 0U);
  return right;
}
bool signs_right(const Numbers& first, const Numbers& second) {
  const auto x = numbers(Side::First);
  const auto y = numbers(Side::Second);
  bool right = first.size() == kEntries && second.size() == kEntries;
  for (std::size_t i = 0; right && i < kEntries; ++i) {
    const auto sum = (x[i] + y[i]) & 0xfffffU;
    right = (first[i] + second[i]) % 1009 == (sum != 0 && sum < 0x80000U ? 1U : 0U);
  }
  return right;
}
bool sums_right(const Numbers& first, const Numbers& second) {
  auto want = numbers(Side::First);
  const auto y = numbers(Side::Second);
  for (std::size_t i = 0; i < kEntries; ++i) want[i] += y[i];
  return first == want && second == want;
}

std::vector<Case> cases() {
  const auto want = product(numbers(Side::First), numbers(Side::Second));
  const auto short_want = product(few(numbers(Side::First)), few(numbers(Side::Second)));
  const auto dots = product(bits(Side::First), bits(Side::Second));
  const auto shares_of = [](std::uint64_t value, unsigned width) {
    return [=](const Numbers& a, const Numbers& b) {
      return ((a.at(0) + b.at(0)) & low_bits(width)) == value;
    };
  };
  const auto width = ScalarShape{kEntries, 20, 20}.width();
  return {{"less, garbled", less_garbled, orders_right},
          {"less, on shares", less_on_shares, orders_right},
          {"add and compare, shared answer", positive_shared, signs_right},
          {"scalar product by transfers", by_transfers, shares_of(want, width)},
          {"scalar product by encryption", by_paillier, shares_of(want, width)},
          {"scalar product by algebra", by_algebra,
           [=](const Numbers& a, const Numbers& b) {
             return a.at(0) == short_want && b.at(0) == short_want;
           }},
          {"boolean dot product", dot, shares_of(dots, boolean_dot_width(kEntries))},
          {"sum, ring", [](Party& p) { return sum_by(SumMethod::Ring, p); }, sums_right},
          {"sum, shares", [](Party& p) { return sum_by(SumMethod::Shares, p); }, sums_right}};
}

class LinesTest : public testing::TestWithParam<Line> {};
INSTANTIATE_TEST_SUITE_P(Lines, LinesTest, testing::Values(Line::Memory, Line::Tls));

TEST_P(LinesTest, EveryProtocolWithEitherRoleAtEitherEnd) {
  for (const auto& [name, run, right] : cases()) {
    for (const bool crossed : {false, true}) {
      const auto side = [&run = run](Side own) {
        return [&run, own](Channel& channel) {
          Party party{channel, own, {}};
          return run(party);
        };
      };
      const auto [left_end, right_end] =
          testing_support::run_two(GetParam(), side(crossed ? Side::Second : Side::First),
                                   side(crossed ? Side::First : Side::Second));
      EXPECT_TRUE(crossed ? right(right_end, left_end) : right(left_end, right_end)) << name;
    }
  }
}

TEST_P(LinesTest, SeveralParties) {
  constexpr std::uint32_t kParties3 = 3;
  const auto side = [](std::uint32_t i) { return i == 1 ? Side::Second : Side::First; };
  const auto results = testing_support::run_many(
      kParties3,
      [&](const Mesh& mesh) {
        const testing_support::TestSetting setting(mesh);
        const auto mine = bits(side(mesh.own().index()));
        Numbers out{raw(boolean_dot(setting, packed(mine), kEntries))};
        const std::vector<std::uint8_t> few(mine.begin(), mine.begin() + 20);
        out.push_back(boolean_dot_ring(setting, few, 1024, kAnswer).value_or(0));
        for (const auto method : {SumMethod::Ring, SumMethod::Shares}) {
          out.push_back(secure_sum(setting, mine, 1, method, kAnswer).at(3));
        }
        return out;
      },
      GetParam());
  const auto x = bits(Side::First);
  const auto y = bits(Side::Second);
  std::uint64_t shares = 0;
  for (const auto& result : results) {
    shares += result[0];
    EXPECT_EQ(result[2], 2 * x[3] + y[3]);
    EXPECT_EQ(result[3], 2 * x[3] + y[3]);
  }
  EXPECT_EQ(shares & low_bits(boolean_dot_width(kEntries)), product(x, y));
  EXPECT_EQ(results[0][1], product({x.begin(), x.begin() + 20}, {y.begin(), y.begin() + 20}));
}

}  // namespace
}  // namespace privet::protocol
