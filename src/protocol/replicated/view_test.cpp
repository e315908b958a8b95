// SPDX-License-Identifier: Apache-2.0
// What each single party sees among three is uniform, whatever the inputs are.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "base/error.h"
#include "protocol/number_operations.h"
#include "protocol/replicated/convert.h"
#include "protocol/replicated/raw_parts.h"
#include "tests/support/chi_square.h"
#include "tests/support/many_parties.h"
#include "tests/support/recording.h"
#include "tests/support/replicated_parties.h"

namespace privet::protocol::replicated {

using protocol_only::line_to;
namespace {

using testing_support::Line;
using testing_support::looks_uniform;
using testing_support::run_trio;
using Values = std::vector<std::uint64_t>;

constexpr std::size_t kMany = 64 * 1500;

// A gate on bits: own parts of both inputs and of the result, of which one part came from another
// party. All 64 patterns are equally frequent for each pair of inputs, so a view tells nothing. The
// inputs come from gates themselves: parts of a fresh input are zero at one party.
TEST(ReplicatedView, EveryViewOfAGateIsEquallyLikely) {
  for (unsigned inputs = 0; inputs < 4; ++inputs) {
    const auto patterns = run_trio(Line::Memory, [&](Trio& trio) {
      Bits context(trio);
      const auto bit = [&](std::uint32_t owner, std::uint64_t value) {
        const auto word = context.input(
            PartyId(owner), trio.place() == owner ? Values(kMany, value) : Values(), 1, kMany);
        return circuit::conjunction(context, word, word);
      };
      const auto x = bit(0, inputs & 1U);
      const auto y = bit(1, inputs >> 1U);
      const auto z = circuit::conjunction(context, x, y);
      std::vector<std::size_t> counts(64);
      Values pattern(kMany);
      for (const auto* word : {&x, &y, &z}) {
        for (const auto part : {trio.place(), (trio.place() + 1) % 3}) {
          const auto seen = RawParts::of(context, *word, part, kMany);
          for (std::size_t i = 0; i < kMany; ++i) pattern[i] = 2 * pattern[i] + seen[i];
        }
      }
      for (const auto one : pattern) ++counts.at(one);
      return counts;
    });
    for (const auto& counts : patterns) EXPECT_TRUE(looks_uniform(counts)) << inputs;
  }
}

// The same of products, by the two lowest bits of every part.
TEST(ReplicatedView, EveryViewOfAProductIsEquallyLikely) {
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    const auto patterns = run_trio(Line::Memory, [&](Trio& trio) {
      Arithmetic arithmetic(trio);
      const auto fresh =
          arithmetic.input(PartyId(1), trio.place() == 1 ? Values(kMany, value) : Values(), kMany);
      const auto x = arithmetic.multiply(fresh, fresh);
      const auto z = arithmetic.multiply(x, x);
      std::vector<std::size_t> counts(256);
      Values pattern(kMany);
      for (const auto* numbers : {&x, &z}) {
        for (const auto part : {trio.place(), (trio.place() + 1) % 3}) {
          const auto seen = RawParts::of(trio, *numbers, part);
          for (std::size_t i = 0; i < kMany; ++i) pattern[i] = 4 * pattern[i] + (seen[i] & 3U);
        }
      }
      for (const auto one : pattern) ++counts.at(one);
      return counts;
    });
    for (const auto& counts : patterns) EXPECT_TRUE(looks_uniform(counts)) << value;
  }
}

// Everything a party receives while work(arithmetic) runs, after the set-up.
template <class Work>
std::vector<std::vector<std::byte>> received_while(Work work) {
  return testing_support::run_many(3, [&](const Mesh& mesh) {
    std::vector<std::unique_ptr<testing_support::RecordingChannel>> recorded;
    std::vector<net::Channel*> lines(3, nullptr);
    for (const auto other : mesh.others()) {
      recorded.push_back(std::make_unique<testing_support::RecordingChannel>(line_to(mesh, other)));
      lines[other.index()] = recorded.back().get();
    }
    const Mesh watched(mesh.own(), lines);
    testing_support::TrioOf three(watched);
    std::vector<std::size_t> before;
    for (const auto& line : recorded) before.push_back(line->received().size());
    Arithmetic arithmetic(three.trio);
    work(arithmetic);
    std::vector<std::byte> out;
    for (std::size_t i = 0; i < recorded.size(); ++i) {
      const auto& bytes = recorded[i]->received();
      out.insert(out.end(), bytes.begin() + static_cast<std::ptrdiff_t>(before[i]), bytes.end());
    }
    return out;
  });
}

TEST(ReplicatedView, WhatTravelsLooksUniform) {
  using Step = Numbers (*)(Arithmetic&, const Numbers&);
  struct Case {
    const char* name;
    Step step;
  };
  const std::vector<Case> cases{
      {"product", [](Arithmetic& a, const Numbers& x) { return a.multiply(x, x); }},
      {"truncation", [](Arithmetic& a, const Numbers& x) { return a.truncate(x, 20); }},
      {"truncated product",
       [](Arithmetic& a, const Numbers& x) { return a.multiply_truncated(x, x, 20); }},
      {"sign", [](Arithmetic& a, const Numbers& x) { return negative(a, x); }},
      {"equality", [](Arithmetic& a, const Numbers& x) { return equal(a, x, x); }},
      {"to bits and back",
       [](Arithmetic& a, const Numbers& x) { return from_bits(a, to_bits(a, x), x.size()); }}};
  constexpr std::size_t kNumbers = 4096;
  for (const auto& one : cases) {
    for (const std::uint64_t value : {0, 1}) {
      const auto seen = received_while([&](Arithmetic& arithmetic) {
        const bool mine = arithmetic.trio().place() == 0;
        const auto x =
            arithmetic.input(PartyId(0), mine ? Values(kNumbers, value) : Values(), kNumbers);
        (void)one.step(arithmetic, x);
      });
      for (std::size_t party = 0; party < 3; ++party) {
        std::vector<std::size_t> counts(256);
        for (const auto byte : seen[party]) ++counts.at(std::to_integer<std::size_t>(byte));
        if (seen[party].empty()) continue;  // the dealer of a truncation hears nothing
        EXPECT_TRUE(looks_uniform(counts)) << one.name << " of " << value << ", party " << party;
      }
    }
  }
}

TEST(ReplicatedView, InputsAreMasked) {
  constexpr std::size_t kNumbers = 4096;
  for (std::uint32_t owner = 0; owner < 3; ++owner) {
    const auto seen = received_while([&](Arithmetic& arithmetic) {
      const bool mine = arithmetic.trio().place() == owner;
      const auto values = mine ? Values(kNumbers, 0x55) : Values();
      (void)arithmetic.bits().input(PartyId(owner), values, 64, kNumbers);
    });
    std::vector<std::size_t> counts(256);
    for (const auto byte : seen[(owner + 1) % 3]) ++counts.at(std::to_integer<std::size_t>(byte));
    EXPECT_EQ(seen[(owner + 1) % 3].size(), 8 * kNumbers);
    EXPECT_TRUE(looks_uniform(counts));
    EXPECT_TRUE(seen[owner].empty() && seen[(owner + 2) % 3].empty());
  }
}

// A gate costs every party one bit, a product one word, and nothing else travels.
TEST(ReplicatedView, CostsAreWhatTheHeadersSay) {
  const auto bytes_of = [](auto work) {
    std::vector<std::size_t> sizes;
    for (const auto& bytes : received_while(work)) sizes.push_back(bytes.size());
    return sizes;
  };
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(bytes_of([](Arithmetic& arithmetic) {
              Bits context(arithmetic.trio());
              const auto x = circuit::constant(context, 5, 16, Bits::wires(6400));
              (void)circuit::conjunction(context, x, x);
            }),
            Sizes(3, 16 * 6400 / 8));
  EXPECT_EQ(bytes_of([](Arithmetic& arithmetic) {
              const auto x = arithmetic.constant(5, 5000);
              (void)arithmetic.multiply(x, x);
            }),
            Sizes(3, 8 * 5000));
  EXPECT_EQ(bytes_of([](Arithmetic& arithmetic) {
              const auto x = arithmetic.constant(5, 5000);
              (void)arithmetic.scalar_products(x, x, 1000);
            }),
            Sizes(3, 8 * 5));
  // Places 0 and 1 get a word each from the other twice, place 1 two more from place 2.
  EXPECT_EQ(bytes_of([](Arithmetic& arithmetic) {
              (void)arithmetic.truncate(arithmetic.constant(5, 1000), 3);
            }),
            (Sizes{16 * 1000, 32 * 1000, 0}));
}

TEST(ReplicatedView, APartyThatLeavesEndsTheOthers) {
  const auto codes = testing_support::run_many(3, [](const Mesh& mesh) {
    testing_support::TrioOf three(mesh);
    if (three.trio.place() == 1) {
      for (const auto other : mesh.others()) line_to(mesh, other).close();
      return ErrorCode::Peer;
    }
    try {
      Arithmetic arithmetic(three.trio);
      const auto x = arithmetic.constant(1, 100);
      (void)arithmetic.multiply(arithmetic.multiply(x, x), x);
      (void)arithmetic.open_to_all(x, {"test output", "the test's own result"});
    } catch (const Error& error) {
      for (const auto other : mesh.others()) line_to(mesh, other).close();
      return error.code();
    }
    return ErrorCode::Internal;
  });
  for (const auto code : codes) EXPECT_EQ(code, ErrorCode::Peer);
}

}  // namespace
}  // namespace privet::protocol::replicated
