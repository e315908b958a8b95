// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/sampling.h"
#include "protocol/bit_packing.h"
#include "protocol/columns/panel.h"
#include "protocol/columns/row_selections.h"
#include "protocol/columns/table_look_up.h"
#include "protocol/number_operations.h"
#include "tests/support/arithmetic_parties.h"

namespace privet::protocol {
namespace {

using testing_support::Line;
using testing_support::run_many;
using testing_support::TestSetting;

constexpr Opening kResult{"test output", "the test's own result"};

// What everybody brings: numbers at party 0, and some vectors of bits at each party.
struct Scene {
  std::size_t rows;
  std::vector<unsigned> widths;
  NumberVector numbers;                              // group after group
  std::vector<std::vector<crypto::BitVector>> bits;  // by party
};

Scene scene_of(std::size_t parties, std::size_t rows, std::vector<unsigned> widths,
               std::uint64_t seed) {
  Sampler sampler(seed);
  Scene out{rows, std::move(widths), {}, {}};
  for (const auto width : out.widths) {
    for (std::size_t row = 0; row < rows; ++row) out.numbers.push_back(sampler() & low_bits(width));
  }
  for (std::size_t p = 0; p < parties; ++p) {
    auto& mine = out.bits.emplace_back();
    for (std::size_t v = 0; v < p + 1; ++v) {
      mine.emplace_back(rows);
      for (std::size_t row = 0; row < rows; ++row) mine.back().put(row, sampler() & 1U);
    }
  }
  return out;
}

std::uint64_t sum_of(const Scene& scene, std::size_t group,
                     const std::vector<const crypto::BitVector*>& factors) {
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < scene.rows; ++row) {
    const bool all =
        std::ranges::all_of(factors, [&](const auto* bits) { return (*bits)[row] != 0; });
    if (all) sum += scene.numbers[group * scene.rows + row];
  }
  return sum & low_bits(scene.widths[group]);
}

// Numbers times a bit of every vector, then of those of the last party once more: the sums opened.
TEST(RowSelections, AgreeWithProductsInTheOpen) {
  for (const std::size_t parties : {2U, 3U, 5U}) {
    const auto scene = scene_of(parties, parties == 3 ? 2100 : 77, {64, 13, 2}, parties);
    const auto line = parties == 3 ? Line::Tls : Line::Memory;
    const auto last = static_cast<std::uint32_t>(parties - 1);
    const auto opened = run_many(
        parties,
        [&](const Mesh& mesh) {
          TestSetting setting(mesh);
          RowSelections selections(setting, scene.rows, scene.widths);
          const auto own = mesh.own().index();
          std::vector<std::size_t> counts;
          for (std::size_t p = 0; p < parties; ++p) counts.push_back(p + 1);
          selections.choose(counts, scene.bits[own]);
          const auto root =
              selections.input(PartyId(0), own == 0 ? std::span<const std::uint64_t>(scene.numbers)
                                                    : std::span<const std::uint64_t>());
          std::vector<RowSelections::Ask> asks;
          for (std::uint32_t p = 0; p < parties; ++p) {
            for (std::size_t v = 0; v < counts[p]; ++v) asks.push_back({&root, {PartyId(p), v}});
          }
          const auto first = selections.sums(asks);
          const auto kept = selections.selected(asks);
          std::vector<RowSelections::Ask> more;
          for (const auto& rows : kept) more.push_back({&rows, {PartyId(last), last}});
          const auto second = selections.sums(more);
          // Vectors that are forgotten and chosen again keep their numbers.
          std::vector<std::size_t> none(parties, 0);
          selections.forget(none);
          EXPECT_EQ(selections.chosen(), none);
          selections.choose(counts, scene.bits[own]);
          const auto again = selections.sums(asks);
          std::vector<NumberVector> out;
          for (const auto* sums : {&first, &second, &again}) {
            out.push_back(open_to_all(setting, *sums, kResult));
          }
          return out;
        },
        line);
    std::vector<const crypto::BitVector*> vectors;
    for (const auto& mine : scene.bits) {
      for (const auto& bits : mine) vectors.push_back(&bits);
    }
    for (const auto& party : opened) {
      for (std::size_t g = 0; g < scene.widths.size(); ++g) {
        for (std::size_t i = 0; i < vectors.size(); ++i) {
          const auto at = g * vectors.size() + i;
          const auto mask = low_bits(scene.widths[g]);
          EXPECT_EQ(party[0][at] & mask, sum_of(scene, g, {vectors[i]}));
          EXPECT_EQ(party[1][at] & mask, sum_of(scene, g, {vectors[i], vectors.back()}));
          EXPECT_EQ(party[2][at] & mask, sum_of(scene, g, {vectors[i]}));
        }
      }
    }
  }
}

// Everybody's numbers are added up by the referees; a bit of the sum chooses whether another word
// is disclosed. Also to a party that is not a referee.
TEST(Panel, TellsWhatTheRefereesCompute) {
  for (const std::size_t parties : {2U, 4U}) {
    Sampler sampler(parties);
    const std::size_t lanes = 150;
    std::vector<NumberVector> numbers(parties, NumberVector(lanes));
    for (auto& mine : numbers) {
      for (auto& number : mine) number = sampler();
    }
    const PartyId last(static_cast<std::uint32_t>(parties - 1));
    const auto told = run_many(parties, [&](const Mesh& mesh) {
      TestSetting setting(mesh);
      Panel panel(setting);
      const auto own = mesh.own().index();
      const auto sums = panel.gather(Shared<NumberVector>(numbers[own]));
      const auto theirs =
          panel.input(last, mesh.own() == last ? numbers[own] : NumberVector(), lanes);
      const auto one =
          panel.tell(lanes, 35, std::span(&last, 1), kResult, [&](Panel::Arithmetic& a) {
            const auto x = to_bits(a, sums);
            const auto y = to_bits(a, theirs);
            const auto wide = circuit::concatenate(y, x);
            const auto product = a.times(x.slice(63, 1), wide);
            EXPECT_EQ(product.bits(), 128U);
            return product.slice(29, 35);
          });
      EXPECT_EQ(one.has_value(), mesh.own() == last);
      return panel
          .tell(lanes, 64, mesh.members(), kResult,
                [&](Panel::Arithmetic& a) {
                  const auto x = to_bits(a, sums);
                  const auto y = to_bits(a, theirs);
                  return a.times(x.slice(0, 1), y);
                })
          .value();
    });
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      std::uint64_t sum = 0;
      for (const auto& mine : numbers) sum += mine[lane];
      const auto want = (sum & 1U) != 0 ? numbers.back()[lane] : 0;
      for (const auto& party : told) EXPECT_EQ(party[lane], want);
    }
  }
}

// A bit times a word that is not a whole number of slices, against the gates of the same context.
TEST(Panel, ABitTimesAWordIsWhatTheGatesSay) {
  Sampler sampler(5);
  const std::size_t lanes = 70;
  NumberVector values(lanes);
  for (auto& value : values) value = sampler();
  const auto told = run_many(2, [&](const Mesh& mesh) {
    TestSetting setting(mesh);
    Panel panel(setting);
    const auto numbers =
        panel.input(PartyId(1), mesh.own() == PartyId(1) ? values : NumberVector(), lanes);
    std::vector<NumberVector> out;
    for (const std::size_t bits : {1U, 7U, 63U, 64U}) {
      const auto word = [&](Panel::Arithmetic& a, bool wide) {
        const auto x = to_bits(a, numbers);
        const auto part = x.slice(64 - bits, bits);
        return wide ? a.times(x.slice(5, 1), part)
                    : circuit::times_bit(a.bits(), x.slice(5, 1), part);
      };
      for (const bool wide : {true, false}) {
        out.push_back(*panel.tell(lanes, static_cast<unsigned>(bits), mesh.members(), kResult,
                                  [&](Panel::Arithmetic& a) { return word(a, wide); }));
      }
    }
    return out;
  });
  for (std::size_t i = 0; i < told[0].size(); i += 2) EXPECT_EQ(told[0][i], told[0][i + 1]);
}

template <class Parties>
class TableLookUp : public testing::Test {};
using Everybody = testing::Types<testing_support::TwoParties, testing_support::ThreeParties>;
TYPED_TEST_SUITE(TableLookUp, Everybody, testing_support::PartiesName);

// Tables below and above the size from which the upper bits choose.
TYPED_TEST(TableLookUp, FindsTheEntry) {
  for (const unsigned bits : {1U, 6U, 10U, 12U}) {
    Sampler sampler(bits);
    std::vector<std::uint64_t> table(std::size_t{1} << bits);
    for (auto& entry : table) entry = sampler() & low_bits(51);
    NumberVector places(90);
    for (auto& place : places) place = sampler.below(table.size());
    places[0] = 0;
    places[1] = table.size() - 1;
    const auto found = TypeParam::run(Line::Memory, [&](auto& a, PartyId own) {
      const auto shared =
          a.input(PartyId(0), own == PartyId(0) ? places : NumberVector(), places.size());
      const auto word = table_look_up(a, to_bits(a, shared, 16).slice(0, bits), table, 51);
      return a.open_to_all(from_bits(a, word, places.size()), kResult);
    });
    for (const auto& party : found) {
      for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(party[i], table[places[i]]);
    }
  }
}

}  // namespace
}  // namespace privet::protocol
