// SPDX-License-Identifier: Apache-2.0
// The scalar products by encryption and by algebra, the ring of protocol 19, and the attack that
// keeps the algebraic one behind AllowWeak.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "net/frame.h"
#include "protocol/arithmetic/modular.h"
#include "protocol/bit_packing.h"
#include "protocol/product/algebraic_product.h"
#include "protocol/product/boolean_dot_ring.h"
#include "protocol/product/scalar_product_paillier.h"
#include "protocol/raw_share.h"
#include "tests/support/expected_openings.h"
#include "tests/support/many_parties.h"
#include "tests/support/recording.h"
#include "tests/support/setting.h"
#include "tests/support/short_keys.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

const crypto::ShortKeysForTests kShortKeys;

using crypto::Randomness;
using net::Channel;
using testing_support::compare;
using testing_support::ExpectedOpenings;
using testing_support::Line;
using testing_support::run_many;
using testing_support::run_two;

TEST(PaillierProduct, AgreesWithThePlainOne) {
  Sampler sampler(1);
  auto randomness = Randomness::repeatable(8);
  const auto key = crypto::PaillierSecretKey::generate(1024, randomness);
  for (const std::size_t entries : {1U, 7U, 100U}) {
    for (const unsigned bits : {1U, 16U}) {
      std::vector<std::uint64_t> x(entries);
      std::vector<std::uint64_t> y(entries);
      std::uint64_t want = 0;
      for (std::size_t i = 0; i < entries; ++i) {
        x[i] = sampler() & low_bits(bits);
        y[i] = i % 5 == 0 ? 0 : sampler() & low_bits(20);
        want += x[i] * y[i];
      }
      const ScalarShape shape{entries, bits, 20};
      const auto [a, b] = run_two(
          Line::Tls,
          [&](Channel& channel) {
            Randomness own;
            return raw(paillier_product_x(channel, own, key, x, shape));
          },
          [&](Channel& channel) {
            Randomness own;
            return raw(paillier_product_y(channel, own, 1024, y, shape));
          });
      EXPECT_EQ((a + b) & low_bits(shape.width()), want) << entries << " entries";
    }
  }
}

// All coefficients of a call together may lose 2^-40. Of 1 x 20 bits and 100 entries a product has
// 27 bits, so that a message of 1023 bits has at most 16 coefficients: 16 products need masks of
// 27 + 40 + 8 bits, and the 13 coefficients that then fit have the last mask end at bit 987.
TEST(PaillierProduct, MasksGrowWithTheBatch) {
  auto randomness = Randomness::repeatable(9);
  const auto key = crypto::PaillierSecretKey::generate(1024, randomness);
  const ScalarShape shape{100, 1, 20};
  const std::vector<NumberVector> xs{NumberVector(100, 1)};
  const std::vector<NumberVector> ys{NumberVector(100, 3)};
  const auto longest_answer = [&](std::size_t products) {
    const std::vector<PaillierPair> pairs(products, PaillierPair{0, 0});
    const PaillierProducts asked{.x_count = 1, .pairs = pairs, .shape = shape};
    auto [left, right] = testing_support::make_pair(Line::Memory);
    testing_support::RecordingChannel recording(*left);
    const auto [a, b] = run_two(
        recording, *right,
        [&](Channel& channel) {
          Randomness own;
          return raw(paillier_products_x(channel, own, key, xs, asked));
        },
        [&](Channel& channel) {
          Randomness own;
          return raw(paillier_products_y(channel, own, 1024, ys, asked));
        });
    for (std::size_t i = 0; i < products; ++i) {
      EXPECT_EQ((a[i] + b[i]) & low_bits(shape.width()), 300U);
    }
    const auto size = key.public_key().ciphertext_bytes();
    std::size_t longest = 0;
    for (std::size_t i = 0; i < products; ++i) {
      const auto back = std::span(recording.received()).subspan(i * size, size);
      longest = std::max(longest, key.decrypt(key.public_key().decode(back)).bits());
    }
    return longest;
  };
  EXPECT_LE(longest_answer(1), 12 * 72 + 72U);
  EXPECT_GE(longest_answer(16), 987U - 4);
}

TEST(BooleanDotRing, CountsForAnyNumberOfParties) {
  for (const std::uint32_t parties : {2U, 3U, 4U}) {
    std::vector<std::vector<std::uint8_t>> bits(parties, std::vector<std::uint8_t>(30));
    Sampler sampler(parties);
    std::uint64_t want = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      bool all = true;
      for (auto& row : bits) {
        row[i] = sampler.below(4) > 0 ? 1 : 0;
        all = all && row[i] == 1;
      }
      want += all ? 1 : 0;
    }
    const auto results = run_many(parties, [&](const Mesh& mesh) {
      testing_support::TestSetting setting(mesh);
      auto count =
          boolean_dot_ring(setting, bits[mesh.own().index()], 1024, {"count", "protocol 19"});
      EXPECT_TRUE(compare(setting.ledger(), {{PartyId(0), "count"}}).empty());
      return count;
    });
    EXPECT_EQ(results[0], want);
    for (std::uint32_t i = 1; i < parties; ++i) EXPECT_FALSE(results[i].has_value());
  }
}

TEST(BooleanDotRing, RefusesALongerKeyThanAgreed) {
  auto [left, right] = testing_support::make_pair(Line::Memory);
  auto randomness = Randomness::repeatable(3);
  const auto key = crypto::PaillierSecretKey::generate(1032, randomness);
  std::vector<std::byte> modulus(key.public_key().modulus_bytes());
  key.public_key().modulus().write_bytes(modulus);
  net::send_frame(*left, modulus);
  left->flush();
  const Mesh mesh(PartyId(1), {right.get(), nullptr});
  testing_support::TestSetting setting(mesh);
  const std::vector<std::uint8_t> bits{1};
  try {
    (void)boolean_dot_ring(setting, bits, 1024, {"count", "protocol 19"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "the other party sent a message: expected at most 128 bytes, got 129");
  }
}

// Solves rows (coefficients, then the right side) for every choice of 0 or 1 of the unknowns that
// the equations leave free, and gives the solutions in which all unknowns are 0 or 1.
std::vector<std::vector<std::uint64_t>> boolean_solutions(
    std::vector<std::vector<std::uint64_t>> rows, std::size_t unknowns) {
  std::vector<std::size_t> pivots;
  for (std::size_t column = 0; column < unknowns && pivots.size() < rows.size(); ++column) {
    auto& top = rows[pivots.size()];
    for (std::size_t r = pivots.size(); r < rows.size() && top[column] == 0; ++r) {
      if (rows[r][column] != 0) std::swap(top, rows[r]);
    }
    if (top[column] == 0) continue;
    const auto scale = inverse_modulo(top[column]);
    for (auto& entry : top) entry = times_modulo(entry, scale);
    for (auto& row : rows) {
      if (&row == &top || row[column] == 0) continue;
      const auto factor = row[column];
      for (std::size_t k = 0; k <= unknowns; ++k) {
        row[k] = subtract_modulo(row[k], times_modulo(factor, top[k]));
      }
    }
    pivots.push_back(column);
  }
  std::vector<std::size_t> free;
  for (std::size_t column = 0; column < unknowns; ++column) {
    if (std::ranges::find(pivots, column) == pivots.end()) free.push_back(column);
  }
  std::vector<std::vector<std::uint64_t>> out;
  for (std::uint64_t guess = 0; guess < (std::uint64_t{1} << free.size()); ++guess) {
    std::vector<std::uint64_t> solution(unknowns);
    for (std::size_t f = 0; f < free.size(); ++f) solution[free[f]] = (guess >> f) & 1U;
    bool boolean = true;
    for (std::size_t p = 0; p < pivots.size() && boolean; ++p) {
      auto value = rows[p][unknowns];
      for (const auto column : free) {
        value = subtract_modulo(value, times_modulo(rows[p][column], solution[column]));
      }
      solution[pivots[p]] = value;
      boolean = value <= 1;
    }
    if (boolean) out.push_back(solution);
  }
  return out;
}

TEST(AlgebraicProduct, IsRightAndGivesBsBitsAway) {
  const AlgebraicShape shape{24, 4, 99};
  Sampler sampler(7);
  std::vector<std::uint64_t> x(24);
  std::vector<std::uint64_t> y(24);
  std::uint64_t want = 0;
  for (std::size_t i = 0; i < 24; ++i) {
    x[i] = sampler.below(1000);
    y[i] = sampler.below(2);
    want += x[i] * y[i];
  }
  auto [left, right] = testing_support::make_pair(Line::Memory);
  testing_support::RecordingChannel heard(*left);
  const auto [a, b] = run_two(
      heard, *right,
      [&](Channel& channel) {
        const testing_support::TestSetting setting(channel, circuit::Side::First);
        return algebraic_product_a(setting, setting.other(), x, shape, AllowWeak::Yes);
      },
      [&](Channel& channel) {
        const testing_support::TestSetting setting(channel, circuit::Side::Second);
        return algebraic_product_b(setting, setting.other(), y, shape, AllowWeak::Yes);
      });
  EXPECT_EQ(a, want);
  EXPECT_EQ(b, want);

  // What A heard: S, then 24 equations in y with a random number common to each group of 6. The
  // difference of two of a group is an equation in y alone.
  std::vector<std::uint64_t> words(heard.received().size() / 8);
  std::memcpy(words.data(), heard.received().data(), 8 * words.size());
  std::vector<std::vector<std::uint64_t>> rows;
  for (std::size_t i = 0; i < 24; ++i) {
    if (i % 6 == 0) continue;
    const auto here = algebraic_column(shape, i);
    const auto first = algebraic_column(shape, i - i % 6);
    std::vector<std::uint64_t> row(25);
    for (std::size_t j = 0; j < 24; ++j) row[j] = subtract_modulo(here[j], first[j]);
    row[24] = subtract_modulo(words[1 + i], words[1 + i - i % 6]);
    rows.push_back(row);
  }
  const auto solutions = boolean_solutions(rows, 24);
  ASSERT_EQ(solutions.size(), 1U) << "only one vector of bits fits";
  EXPECT_EQ(solutions[0], y) << "and it is B's";
}

TEST(AlgebraicProduct, NeedsAllowWeak) {
  auto [left, right] = testing_support::make_pair(Line::Memory);
  testing_support::TestSetting setting(*left, circuit::Side::First);
  const std::vector<std::uint64_t> x(4);
  EXPECT_THROW((void)algebraic_product_a(setting, setting.other(), x, {4, 2, 1}, AllowWeak::No),
               Error);
  EXPECT_THROW((void)algebraic_product_a(setting, setting.other(), x, {4, 3, 1}, AllowWeak::Yes),
               Error);
  EXPECT_TRUE(setting.ledger().entries().empty());
}

}  // namespace
}  // namespace privet::protocol
