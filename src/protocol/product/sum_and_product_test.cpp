// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "crypto/bit_vector.h"
#include "net/counting.h"
#include "protocol/bit_packing.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/product/boolean_dot.h"
#include "protocol/product/scalar_product.h"
#include "protocol/raw_share.h"
#include "protocol/secure_sum.h"
#include "protocol/selection/add_and_compare.h"
#include "tests/support/chi_square.h"
#include "tests/support/expected_openings.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using circuit::Side;
using crypto::Block;
using crypto::Randomness;
using net::Channel;
using testing_support::compare;
using testing_support::ExpectedOpenings;
using testing_support::Line;
using testing_support::run_many;
using testing_support::run_two;

constexpr Opening kSum{"sum", "the task's own result"};

TEST(Shares, AddUpAndAreUniform) {
  Randomness randomness;
  const std::vector<std::uint64_t> values(4000, 42);
  const auto parts = split(values, 3, randomness);
  std::vector<std::size_t> counts(16);
  for (std::size_t j = 0; j < values.size(); ++j) {
    ASSERT_EQ(parts[0][j] + parts[1][j] + parts[2][j], 42U);
    ++counts.at(parts[2][j] >> 60U);
  }
  EXPECT_TRUE(testing_support::looks_uniform(counts));
}

TEST(Shares, OpenTellsOnlyTheRecipients) {
  const auto results = run_many(3, [](const Mesh& mesh) {
    testing_support::TestSetting setting(mesh);
    const std::vector<std::uint64_t> mine{mesh.own().index() + 1ULL};
    const std::array recipients{PartyId(1)};
    const auto opened = open(setting, Shared(mine), recipients, kSum);
    EXPECT_TRUE(compare(setting.ledger(), {{PartyId(1), "sum"}}).empty());
    return opened;
  });
  EXPECT_FALSE(results[0].has_value());
  EXPECT_EQ(results[1], std::vector<std::uint64_t>{6});
  EXPECT_FALSE(results[2].has_value());
}

TEST(SecureSum, BothMethodsForSeveralParties) {
  for (const auto method : {SumMethod::Ring, SumMethod::Shares}) {
    for (const std::size_t parties : {2U, 3U, 5U}) {
      const auto results = run_many(parties, [&](const Mesh& mesh) {
        testing_support::TestSetting setting(mesh);
        const std::vector<std::uint64_t> mine{mesh.own().index() + 1ULL, 1000};
        auto sums = secure_sum(setting, mine, 20, method, kSum);
        EXPECT_EQ(setting.ledger().entries().size(), parties);
        return sums;
      });
      for (const auto& sums : results) {
        EXPECT_EQ(sums, (std::vector<std::uint64_t>{parties * (parties + 1) / 2, 1000 * parties}));
      }
    }
  }
}

TEST(SecureSum, RefusesWhatMightOverflow) {
  const auto results = run_many(2, [](const Mesh& mesh) {
    Randomness randomness;
    testing_support::TestSetting setting(mesh);
    const std::vector<std::uint64_t> mine{5};
    const std::vector<std::uint64_t> large{16};
    EXPECT_THROW((void)secure_sum(setting, mine, 64, SumMethod::Shares, kSum), Error);
    EXPECT_THROW((void)secure_sum(setting, large, 4, SumMethod::Ring, kSum), Error);
    return setting.ledger().entries().empty();
  });
  EXPECT_TRUE(results[0] && results[1]);
}

std::uint64_t product(Line line, const std::vector<std::uint64_t>& x,
                      const std::vector<std::uint64_t>& y, const ScalarShape& shape) {
  const auto [a, b] = run_two(
      line,
      [&](Channel& channel) {
        Randomness randomness;
        auto transfers = OtSender::set_up(channel, randomness);
        return raw(scalar_product_y(channel, transfers, y, shape));
      },
      [&](Channel& channel) {
        Randomness randomness;
        auto transfers = OtReceiver::set_up(channel, randomness);
        return raw(scalar_product_x(channel, transfers, x, shape));
      });
  return (a + b) & low_bits(shape.width());
}

TEST(ScalarProduct, AgreesWithThePlainOne) {
  Sampler sampler(5);
  for (const auto line : testing_support::kAllLines) {
    for (const auto& [x_bits, y_bits] :
         std::vector<std::pair<unsigned, unsigned>>{{1, 1}, {1, 40}, {7, 9}, {20, 24}}) {
      const std::size_t entries = 4096 + 300;
      std::vector<std::uint64_t> x(entries);
      std::vector<std::uint64_t> y(entries);
      std::uint64_t want = 0;
      for (std::size_t i = 0; i < entries; ++i) {
        // The largest values too: the promised width must hold them.
        x[i] = i < 4000 ? low_bits(x_bits) : sampler() & low_bits(x_bits);
        y[i] = i < 4000 ? low_bits(y_bits) : sampler() & low_bits(y_bits);
        want += x[i] * y[i];
      }
      EXPECT_EQ(product(line, x, y, {entries, x_bits, y_bits}), want);
    }
  }
}

TEST(ScalarProduct, WrapsOnlyWhenAsked) {
  const std::vector<std::uint64_t> x{~0ULL, 12345678901234567ULL, 3};
  const std::vector<std::uint64_t> y{~0ULL, 99999999999999999ULL, 1ULL << 63U};
  EXPECT_EQ(product(Line::Memory, x, y, {3, 64, 64, Overflow::Wrap}),
            x[0] * y[0] + x[1] * y[1] + x[2] * y[2]);
  EXPECT_THROW((void)ScalarShape({3, 64, 64}).width(), Error);
  EXPECT_EQ(ScalarShape({3, 30, 32}).width(), 64U);
  EXPECT_THROW((void)ScalarShape({4, 30, 32}).width(), Error);
}

TEST(ScalarProduct, PartsAddUpToTheWhole) {
  const std::vector<std::uint64_t> part(100, 15);
  const ScalarShape shape{100, 4, 4, Overflow::Refuse, 300};
  EXPECT_EQ(shape.width(), ScalarShape({300, 4, 4}).width());
  std::uint64_t sum = 0;
  for (int i = 0; i < 3; ++i) sum += product(Line::Memory, part, part, shape);
  EXPECT_EQ(sum & low_bits(shape.width()), 300U * 15 * 15);
}

TEST(ScalarProduct, SharesAreUniform) {
  std::vector<std::size_t> counts(16);
  run_two(
      Line::Memory,
      [&](Channel& channel) {
        Randomness randomness;
        auto transfers = OtSender::set_up(channel, randomness);
        for (int i = 0; i < 1500; ++i) {
          const std::vector<std::uint64_t> y{9};
          ++counts.at(raw(scalar_product_y(channel, transfers, y, {1, 1, 4})) & 15U);
        }
        return 0;
      },
      [&](Channel& channel) {
        Randomness randomness;
        auto transfers = OtReceiver::set_up(channel, randomness);
        for (int i = 0; i < 1500; ++i) {
          const std::vector<std::uint64_t> x{1};
          (void)raw(scalar_product_x(channel, transfers, x, {1, 1, 4}));
        }
        return 0;
      });
  EXPECT_TRUE(testing_support::looks_uniform(counts));
}

TEST(BooleanDot, AnyNumberOfParties) {
  constexpr std::size_t kPlaces = 20'000;
  for (const std::uint32_t parties : {2U, 3U, 5U}) {
    std::vector<std::vector<Block>> bits(parties, std::vector<Block>((kPlaces + 127) / 128));
    Sampler sampler(parties);
    for (auto& row : bits) {
      // Three of four bits set, so that some places survive all parties.
      for (auto& block : row) block = {sampler() | sampler(), sampler() | sampler()};
    }
    std::uint64_t want = 0;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      bool all = true;
      for (const auto& row : bits) {
        all = all && crypto::BitView(row)[i] != 0;
      }
      want += all ? 1 : 0;
    }
    const auto shares = run_many(parties, [&](const Mesh& mesh) {
      const testing_support::TestSetting setting(mesh);
      return raw(boolean_dot(setting, bits[mesh.own().index()], kPlaces));
    });
    std::uint64_t got = 0;
    for (const auto share : shares) got += share;
    EXPECT_EQ(got & low_bits(boolean_dot_width(kPlaces)), want) << parties << " parties";
  }
}

template <class Act>
auto with_garbled(const std::vector<std::uint64_t>& x, const std::vector<std::uint64_t>& y,
                  Act act) {
  return run_two(
      Line::Memory,
      [&](Channel& channel) {
        const testing_support::TestSetting setting(channel, Side::First);
        Garbler context(setting, setting.other());
        return act(context, Side::First, x);
      },
      [&](Channel& channel) {
        const testing_support::TestSetting setting(channel, Side::Second);
        Evaluator context(setting, setting.other());
        return act(context, Side::Second, y);
      });
}

TEST(AddAndCompare, ToldAndSharedAnswers) {
  const auto negative = [](std::uint64_t v) { return (0 - v) & 0xffffU; };
  const std::vector<std::uint64_t> x{5, negative(5), 0, 1, negative(9), 100, 0x7fff};
  const std::vector<std::uint64_t> y{3, 3, 0, negative(1), 10, negative(99), 1};
  // The last pair leaves the range of 16 bits and comes out negative, as the field says.
  const std::vector<std::uint64_t> want{1, 0, 0, 0, 1, 1, 0};
  const auto [told, nothing] =
      with_garbled(x, y, [&](auto& context, Side /*own*/, const auto& values) {
        auto out = add_and_compare(context, Shared(values), 16, Side::First, kSum);
        EXPECT_TRUE(compare(context.end().ledger, {{PartyId(0), "sum"}}).empty());
        return out;
      });
  EXPECT_EQ(told, want);
  EXPECT_FALSE(nothing.has_value());

  for (const circuit::Ring ring : {circuit::Ring{0}, circuit::Ring{1024}, circuit::Ring{1009}}) {
    const auto [a, b] = with_garbled(x, y, [&](auto& context, Side /*own*/, const auto& values) {
      auto share = raw(add_and_compare_shared(context, Shared(values), 16, ring));
      const auto& listed = context.end().ledger;
      EXPECT_TRUE(compare(listed, {{PartyId(1), std::string(kMaskedShare.label)}}).empty());
      EXPECT_EQ(listed.entries()[0].count, want.size());
      return share;
    });
    for (std::size_t i = 0; i < want.size(); ++i) {
      const auto sum = ring.modulus == 0 ? a[i] + b[i] : (a[i] + b[i]) % ring.modulus;
      EXPECT_EQ(sum, want[i]);
    }
  }
}

}  // namespace
}  // namespace privet::protocol
