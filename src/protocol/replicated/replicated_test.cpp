// SPDX-License-Identifier: Apache-2.0
// Every operation among three parties against plain arithmetic.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "net/counting.h"
#include "protocol/number_operations.h"
#include "protocol/raw_share.h"
#include "protocol/replicated/convert.h"
#include "protocol/replicated/joint_counts.h"
#include "tests/support/all_gadgets.h"
#include "tests/support/number_pairs.h"
#include "tests/support/replicated_parties.h"

namespace privet::protocol::replicated {

using protocol_only::line_to;
using protocol_only::raw;
namespace {

using testing_support::expect_lanes;
using testing_support::Line;
using testing_support::number_pairs;
using testing_support::NumberPairs;
using testing_support::run_many;
using testing_support::run_trio;
using Values = std::vector<std::uint64_t>;

constexpr Opening kTest{"test output", "the test's own result"};

static_assert(circuit::BooleanContext<Bits>);
static_assert(SharedArithmetic<Arithmetic>);

// work(arithmetic, x, y) with x from the first party and y from the last, opened to all.
template <class Work>
Values apply(const NumberPairs& in, Work work, Line line = Line::Memory) {
  const auto opened = run_trio(line, [&](Trio& trio) {
    Arithmetic arithmetic(trio);
    const auto input = [&](std::size_t place, const Values& values) {
      return arithmetic.input(trio.party(place), trio.place() == place ? values : Values(),
                              values.size());
    };
    const auto x = input(0, in.x);
    const auto y = input(2, in.y);
    return arithmetic.open_to_all(work(arithmetic, x, y), kTest);
  });
  EXPECT_EQ(opened[0], opened[1]);
  EXPECT_EQ(opened[0], opened[2]);
  return opened[0];
}

TEST(ReplicatedBits, EveryGadgetAgreesWithPlainArithmetic) {
  using namespace testing_support;
  Sampler sampler(5);
  for (const auto line : {Line::Memory, Line::Tls}) {
    const auto inputs = gadget_inputs(sampler, line == Line::Memory ? 200 : 10);
    const auto count = inputs.x.size();
    const auto results = run_trio(line, [&](Trio& trio) {
      Bits context(trio);
      const auto x =
          context.input(PartyId(0), trio.place() == 0 ? inputs.x : Values(), kGadgetBits, count);
      const auto y =
          context.input(PartyId(1), trio.place() == 1 ? inputs.y : Values(), kGadgetBits, count);
      std::vector<Values> out;
      std::uint32_t turn = 0;
      for (const auto& word : apply_gadgets(context, x, y)) {
        const auto recipient = turn++ % 4;  // each alone, then all
        if (recipient == 3) {
          out.push_back(context.reveal_to_all(word, count, kTest));
          continue;
        }
        const auto got = context.reveal(PartyId(recipient), word, count, kTest);
        EXPECT_EQ(got.has_value(), recipient == trio.place());
        out.push_back(got.value_or(Values()));
      }
      return out;
    });
    for (std::size_t g = 0; g < kGadgets.size(); ++g) {
      for (std::size_t lane = 0; lane < count; ++lane) {
        const auto want = plain_gadgets(inputs.x[lane], inputs.y[lane])[g];
        for (std::size_t p = 0; p < 3; ++p) {
          if (g % 4 != p && g % 4 != 3) continue;  // not told
          ASSERT_EQ(results[p][g][lane], want) << kGadgets.at(g);
        }
      }
    }
  }
}

TEST(ReplicatedNumbers, ScalarAndMatrixProducts) {
  const auto in = number_pairs(36, 2);  // 100 numbers each
  const auto dots =
      apply(in, [](auto& a, const auto& x, const auto& y) { return a.scalar_products(x, y, 25); });
  ASSERT_EQ(dots.size(), 4U);
  for (std::size_t d = 0; d < 4; ++d) {
    std::uint64_t want = 0;
    for (std::size_t i = 0; i < 25; ++i) want += in.x[25 * d + i] * in.y[25 * d + i];
    EXPECT_EQ(dots[d], want);
  }
  const auto matrix =
      apply(in, [](auto& a, const auto& x, const auto& y) { return a.matrix_product(x, 4, y, 4); });
  for (std::size_t r = 0; r < 4; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      std::uint64_t want = 0;
      for (std::size_t i = 0; i < 25; ++i) want += in.x[25 * r + i] * in.y[25 * c + i];
      EXPECT_EQ(matrix[4 * r + c], want);
    }
  }
}

TEST(ReplicatedNumbers, AdditiveSharesAreTakenInAndGivenOut) {
  const Values numbers{0, 1, std::uint64_t{1} << 63U, ~std::uint64_t{0}, 12345};
  const auto shares = run_trio(Line::Memory, [&](Trio& trio) {
    Arithmetic arithmetic(trio);
    Values own(numbers.size(), trio.place() == 2 ? 5 : 0);
    for (std::size_t i = 0; trio.place() == 0 && i < own.size(); ++i) own[i] = numbers[i] - 5;
    return raw(arithmetic.to_additive(arithmetic.from_additive(Shared(own))));
  });
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(shares[0][i] + shares[1][i] + shares[2][i], numbers[i]);
  }
}

// More lanes than go through a circuit at once.
TEST(ReplicatedNumbers, LargeBatchesGoPieceByPiece) {
  const auto in = number_pairs(Arithmetic::kAtOnce + 100, 4);
  expect_lanes(
      in,
      apply(in, [](auto& a, const auto& x,
                   const auto& y) { return less_in_range(a, x * 0, y - x) + less(a, x, y) * 2; }),
      [](auto x, auto y) { return ((x - y) >> 63U) + (x < y ? 2U : 0U); });
}

TEST(Trio, RefusesAnotherNumberOfParties) {
  for (const std::size_t parties : {2, 4}) {
    const auto messages = run_many(parties, [](const Mesh& mesh) -> std::string {
      testing_support::TestSetting setting(mesh);
      try {
        (void)Trio::set_up(setting);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        return error.what();
      }
      return "";
    });
    for (const auto& message : messages) {
      EXPECT_NE(message.find("exactly 3 parties, not for " + std::to_string(parties)),
                std::string::npos);
    }
  }
}

TEST(Trio, CorrelatedRandomnessAddsUpToZero) {
  const auto drawn = run_trio(Line::Memory, [](Trio& trio) {
    std::array<Values, 2> out{Values(5001), Values(5001)};
    trio.zero_sum(out[0]);
    trio.zero_xor(out[1]);
    return out;
  });
  for (std::size_t i = 0; i < 5001; ++i) {
    ASSERT_EQ(drawn[0][0][i] + drawn[1][0][i] + drawn[2][0][i], 0U);
    ASSERT_EQ(drawn[0][1][i] ^ drawn[1][1][i] ^ drawn[2][1][i], 0U);
    ASSERT_NE(drawn[0][0][i], 0U);  // once in 2^50 runs
  }
}

// Lines on which a party's rounds are counted.
struct Counted {
  explicit Counted(const Mesh& mesh) : counted(mesh.ids()) {
    std::vector<net::Channel*> lines(mesh.ids());
    for (const auto other : mesh.others()) {
      auto& line = counted[other.index()];
      line = std::make_unique<net::CountingChannel>(line_to(mesh, other), &turns);
      lines[other.index()] = line.get();
    }
    own.emplace(mesh.own(), lines);
  }
  net::Turns turns;
  std::vector<std::unique_ptr<net::CountingChannel>> counted;
  std::optional<Mesh> own;
};

// Around the ring every message waits for the one before it, and that is counted.
TEST(Replicated, RoundsOfAParty) {
  const auto rounds = run_many(3, [](const Mesh& mesh) {
    Counted lines(mesh);
    auto& turns = lines.turns;
    testing_support::TrioOf three(*lines.own);
    Values out{turns.rounds()};
    Arithmetic arithmetic(three.trio);
    const auto x = arithmetic.constant(3, 10'000);
    auto lap = [&, last = turns.rounds()]() mutable {
      out.push_back(turns.rounds() - last);
      last = turns.rounds();
    };
    auto y = arithmetic.multiply(x.slice(0, 10), x.slice(0, 10));
    lap();
    y = arithmetic.multiply(y, y);
    y = arithmetic.multiply(y, y);
    lap();
    (void)arithmetic.open_to_all(y, kTest);
    lap();
    (void)arithmetic.multiply(x, x);
    lap();
    return out;
  });
  for (const auto& one : rounds) EXPECT_EQ(one, (Values{1, 1, 2, 1, 1}));
}

// Whatever is done with the numbers: ten times, and a hundred times, as many take the same rounds.
TEST(Replicated, RoundsDoNotGrowWithTheRows) {
  const auto rounds_of = [](std::size_t count, Line line) {
    return run_many(
        3,
        [&](const Mesh& mesh) {
          Counted lines(mesh);
          testing_support::TrioOf three(*lines.own);
          Arithmetic arithmetic(three.trio);
          Values out;
          auto lap = [&, last = lines.turns.rounds()]() mutable {
            out.push_back(lines.turns.rounds() - last);
            last = lines.turns.rounds();
          };
          const Values mine(mesh.own().index() == 1 ? count : 0, 77);
          const auto x = arithmetic.input(PartyId(1), mine, count);
          lap();
          const auto y = arithmetic.multiply(x, x);
          lap();
          (void)arithmetic.truncate(y, 5);
          lap();
          (void)less(arithmetic, x, y);
          lap();
          (void)equal(arithmetic, x, y);
          lap();
          (void)divide(arithmetic, y, x, 16);
          lap();
          (void)logarithm(arithmetic, x, {16, 8});
          lap();
          (void)argmax(arithmetic, x, 5, 16);
          lap();
          const std::vector<BooleanProduct> products{
              {{PartyId(0), 0}, {PartyId(1), 0}},
              {{PartyId(0), 0}, {PartyId(1), 0}, {PartyId(2), 0}}};
          const std::vector<BitVector> vectors(1, BitVector(count));
          (void)joint_counts(arithmetic, products, vectors, count);
          lap();
          (void)arithmetic.open_to_all(x, kTest);
          lap();
          return out;
        },
        line);
  };
  const auto few = rounds_of(1'000, Line::Memory);
  for (const auto count : few.front()) EXPECT_LT(count, 300U);
  EXPECT_EQ(rounds_of(10'000, Line::Tls), few);
  EXPECT_EQ(rounds_of(100'000, Line::Memory), few);
}

}  // namespace
}  // namespace privet::protocol::replicated
