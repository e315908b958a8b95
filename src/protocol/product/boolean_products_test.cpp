// SPDX-License-Identifier: Apache-2.0
#include "protocol/product/boolean_products.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/sampling.h"
#include "net/counting.h"
#include "protocol/bit_packing.h"
#include "protocol/ot/pairwise.h"
#include "protocol/raw_share.h"
#include "tests/support/chi_square.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace privet::protocol {

using protocol_only::line_to;
using protocol_only::raw;
namespace {

using testing_support::run_many;

struct Case {
  std::size_t places = 0;
  std::vector<std::vector<std::vector<std::uint8_t>>> bits;  // party, vector, place
  std::vector<BooleanProduct> products;
};

Case random_case(std::size_t parties, std::size_t places, std::size_t products,
                 std::uint64_t seed) {
  Sampler sampler(seed);
  Case out;
  out.places = places;
  out.bits.resize(parties);
  for (auto& vectors : out.bits) {
    vectors.resize(1 + sampler.below(4));
    for (auto& vector : vectors) {
      vector.resize(places);
      for (auto& bit : vector) bit = sampler.below(4) != 0 ? 1 : 0;
    }
  }
  while (out.products.size() < products) {
    BooleanProduct product;
    for (std::uint32_t p = 0; p < parties; ++p) {
      if (sampler.below(3) == 0) continue;
      product.push_back(
          {PartyId(p), static_cast<std::uint32_t>(sampler.below(out.bits[p].size()))});
    }
    if (product.size() >= 2) out.products.push_back(product);
  }
  return out;
}

std::vector<BitVector> packed(const std::vector<std::vector<std::uint8_t>>& vectors) {
  std::vector<BitVector> out;
  for (const auto& bits : vectors) {
    out.push_back(BitVector::of_numbers(bits));
  }
  return out;
}

std::uint64_t plain_count(const Case& given, const BooleanProduct& product) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < given.places; ++i) {
    count += std::ranges::all_of(product, [&](const Factor& factor) {
      return given.bits[factor.party.index()][factor.vector][i] == 1;
    });
  }
  return count;
}

// The shares of all parties.
std::vector<std::vector<std::uint64_t>> run(const Case& given) {
  return run_many(given.bits.size(), [&](const Mesh& mesh) {
    auto randomness = crypto::Randomness::repeatable(mesh.own().index() + 7);
    const testing_support::TestSetting setting(mesh, randomness);
    return raw(boolean_products(setting, given.products, packed(given.bits[mesh.own().index()]),
                                given.places));
  });
}

TEST(BooleanProducts, AddUpToThePlainCounts) {
  for (const std::size_t parties : {2U, 3U, 5U}) {
    for (const std::size_t places : {1U, 127U, 2500U}) {
      const auto given = random_case(parties, places, 40, parties * 10 + places);
      const auto shares = run(given);
      const auto mask = low_bits(boolean_dot_width(places));
      for (std::size_t p = 0; p < given.products.size(); ++p) {
        std::uint64_t sum = 0;
        for (const auto& own : shares) sum += own[p];
        EXPECT_EQ(sum & mask, plain_count(given, given.products[p])) << parties << " " << places;
      }
    }
  }
}

TEST(BooleanProducts, ManyPlacesRunInChunks) {
  // So many products that a chunk is smaller than the vectors.
  auto given = random_case(3, 70'000, 3, 5);
  for (std::uint32_t party = 0; party < 3; ++party)
    given.bits[party].resize(24, given.bits[party][0]);
  given.products.clear();
  for (std::uint32_t i = 0; i < 24; ++i) {
    given.products.push_back({{PartyId(0), 0}, {PartyId(1), i}, {PartyId(2), i}});
    given.products.push_back({{PartyId(0), 0}, {PartyId(2), i}});
  }
  const auto shares = run(given);
  const auto mask = low_bits(boolean_dot_width(given.places));
  for (std::size_t p = 0; p < 4; ++p) {
    const auto sum = shares[0][p] + shares[1][p] + shares[2][p];
    EXPECT_EQ(sum & mask, plain_count(given, given.products[p]));
  }
}

TEST(BooleanProducts, SharesSayNothing) {
  // Equal products have unrelated shares, and who has no factor has no share.
  auto given = random_case(3, 1000, 1, 3);
  given.products.assign(2, {{PartyId(0), 0}, {PartyId(2), 0}});
  given.bits[2].push_back(given.bits[2][0]);
  given.products[1][1].vector = static_cast<std::uint32_t>(given.bits[2].size() - 1);
  const auto shares = run(given);
  EXPECT_NE(shares[0][0], shares[0][1]);
  EXPECT_EQ(shares[1], (std::vector<std::uint64_t>{0, 0}));
}

TEST(BooleanProducts, SharesAreUniform) {
  // Seven bits of many shares, at every party of three.
  constexpr std::size_t kProducts = 12'800;
  auto given = random_case(3, 100, 1, 21);
  given.products.assign(kProducts, {});
  given.bits[0].assign(kProducts, given.bits[0][0]);
  for (std::uint32_t i = 0; i < kProducts; ++i) {
    given.products[i] = {{PartyId(0), i}, {PartyId(1), 0}, {PartyId(2), 0}};
  }
  for (const auto& own : run(given)) {
    std::vector<std::size_t> counts(128, 0);
    for (const auto share : own) ++counts.at(share);
    EXPECT_TRUE(testing_support::looks_uniform(counts));
  }
}

TEST(BooleanProducts, AVectorIsChosenWithOnce) {
  const auto bytes = [](std::size_t products) {
    auto given = random_case(2, 4096, 1, 9);
    given.bits[0].resize(products, given.bits[0][0]);
    given.products.clear();
    for (std::uint32_t i = 0; i < products; ++i) {
      given.products.push_back({{PartyId(0), i}, {PartyId(1), 0}});
    }
    return run_many(2, [&](const Mesh& mesh) {
      const PartyId other(1 - mesh.own().index());
      net::CountingChannel counted(line_to(mesh, other));
      std::vector<net::Channel*> lines(2, nullptr);
      lines[other.index()] = &counted;
      const Mesh own_mesh(mesh.own(), lines);
      const testing_support::TestSetting setting(own_mesh);
      setting->transfers.prepare(own_mesh);
      const auto before = counted.traffic();
      (void)boolean_products(setting, given.products, packed(given.bits[mesh.own().index()]),
                             given.places);
      EXPECT_LE(counted.traffic().rounds - before.rounds, 2U);
      return counted.traffic().sent - before.sent;
    });
  };
  const auto one = bytes(1);
  const auto ten = bytes(10);
  EXPECT_EQ(one[1], ten[1]);  // the chooser sends the same
  // 13 bits per place for each product, and the seed.
  EXPECT_EQ(one[0], 16U + 4096U * 13 / 8);
  EXPECT_EQ(ten[0], 16U + 10U * 4096U * 13 / 8);
}

}  // namespace
}  // namespace privet::protocol
