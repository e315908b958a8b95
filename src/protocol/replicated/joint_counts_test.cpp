// SPDX-License-Identifier: Apache-2.0
#include "protocol/replicated/joint_counts.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/sampling.h"
#include "tests/support/replicated_parties.h"

namespace privet::protocol::replicated {
namespace {

using testing_support::Line;
using testing_support::run_trio;

std::vector<std::vector<BitVector>> random_vectors(std::size_t places, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::vector<BitVector>> out(3, std::vector<BitVector>(3));
  for (auto& party : out) {
    for (auto& vector : party) {
      // Bits beyond the last place are set, too: they must not count.
      vector = BitVector(places);
      for (auto& block : vector.blocks()) {
        block = {sampler() | sampler(), sampler() | sampler()};
      }
    }
  }
  return out;
}

TEST(JointCounts, AgreeWithCountingInTheOpen) {
  std::vector<BooleanProduct> products;
  const auto factor = [](std::uint32_t party, std::uint32_t vector) {
    return Factor{PartyId(party), vector};
  };
  for (std::uint32_t i = 0; i < 3; ++i) {
    for (std::uint32_t j = 0; j < 2; ++j) {
      products.push_back({factor(0, i), factor(1, j)});
      products.push_back({factor(1, i), factor(2, j)});
      products.push_back({factor(0, i), factor(2, j)});
      products.push_back({factor(0, i), factor(1, j), factor(2, 2)});
      products.push_back({factor(0, i), factor(1, j), factor(2, 0)});
    }
  }
  for (const std::size_t places : {1, 64, 1000, 200000}) {  // the last in several chunks
    const auto vectors = random_vectors(places, places);
    const auto counts = run_trio(places == 64 ? Line::Tls : Line::Memory, [&](Trio& trio) {
      Arithmetic arithmetic(trio);
      const auto shared = joint_counts(arithmetic, products, vectors[trio.place()], places);
      return arithmetic.open_to_all(shared, {"test output", "the test's own result"});
    });
    for (std::size_t p = 0; p < products.size(); ++p) {
      std::uint64_t want = 0;
      for (std::size_t place = 0; place < places; ++place) {
        want += std::ranges::all_of(products[p], [&](const Factor& one) {
          return vectors[one.party.index()][one.vector][place] != 0;
        });
      }
      for (const auto& party : counts) ASSERT_EQ(party[p], want);
    }
  }
}

TEST(JointCounts, AMissingOrShortVectorIsRefused) {
  const std::vector<BooleanProduct> products{{{PartyId(0), 1}, {PartyId(1), 0}}};
  const auto refused = run_trio(Line::Memory, [&](Trio& trio) {
    Arithmetic arithmetic(trio);
    const std::vector<BitVector> vectors(1, BitVector(128));
    try {
      // Place 1 has the vector, of 128 places only; place 2 needs none.
      if (trio.place() != 2) (void)joint_counts(arithmetic, products, vectors, 129);
    } catch (const Error& error) {
      return error.code() == ErrorCode::Usage;
    }
    return false;
  });
  EXPECT_EQ(refused, (std::vector<bool>{true, true, false}));
}

}  // namespace
}  // namespace privet::protocol::replicated
