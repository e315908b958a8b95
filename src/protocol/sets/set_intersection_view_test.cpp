// SPDX-License-Identifier: Apache-2.0
// What the parties of a size-of-intersection protocol see: lengths without sizes, nothing after a
// question was given up, and elements that cannot be linked to anybody's rows, neither by their
// place nor by hashing guesses.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>

#include "base/thread_pool.h"
#include "protocol/sets/keyed_hashing.h"
#include "protocol/sets/set_intersection.h"
#include "tests/support/chi_square.h"
#include "tests/support/many_parties.h"
#include "tests/support/recording.h"
#include "tests/support/setting.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

using crypto::Randomness;
using crypto::Scalar;
using testing_support::RecordingChannel;
using testing_support::run_many;
using Bytes = std::vector<std::byte>;
using Numbers = std::vector<std::uint64_t>;
using Method =
    std::function<SetSizes(const Setting&, std::span<const SetQuestion>, OwnSets, std::uint64_t)>;

constexpr std::size_t kLargest = 12;

struct Way {
  const char* name;
  Method run;
  std::vector<PartyId> asked;
  std::size_t parties;
};

std::vector<Way> ways() {
  const std::vector<PartyId> four{PartyId(0), PartyId(1), PartyId(2), PartyId(3)};
  return {{"ring", intersect_by_ring, {PartyId(0), PartyId(1), PartyId(2)}, 3},
          {"tree", intersect_by_tree, four, 4},
          {"helper", intersect_with_helper, {PartyId(1), PartyId(2)}, 3}};
}

struct View {
  std::optional<std::uint64_t> size;
  std::vector<Bytes> received;  // by party
};

std::vector<View> watch(const Way& way, const std::vector<Numbers>& sets, std::uint64_t threshold,
                        std::uint64_t seed) {
  return run_many(way.parties, [&](const Mesh& mesh) {
    std::vector<std::unique_ptr<RecordingChannel>> recorded(way.parties);
    std::vector<net::Channel*> lines(way.parties, nullptr);
    for (const auto other : mesh.others()) {
      recorded[other.index()] = std::make_unique<RecordingChannel>(line_to(mesh, other));
      lines[other.index()] = recorded[other.index()].get();
    }
    const Mesh own_mesh(mesh.own(), lines);
    auto randomness = Randomness::repeatable(100 * seed + mesh.own().index());
    const testing_support::TestSetting setting(own_mesh, randomness);
    const SetQuestion question{way.asked, kLargest};
    const std::vector<Numbers> own{sets[mesh.own().index()]};
    View out;
    out.size = way.run(setting, std::span(&question, 1), own, threshold)[0];
    for (const auto& line : recorded) out.received.push_back(line ? line->received() : Bytes());
    return out;
  });
}

Numbers numbers_upto(std::size_t count) {
  Numbers out;
  for (std::uint64_t i = 0; i < count; ++i) out.push_back(i);
  return out;
}

std::vector<std::size_t> lengths(const std::vector<View>& views) {
  std::vector<std::size_t> out;
  for (const auto& view : views) {
    for (const auto& bytes : view.received) out.push_back(bytes.size());
  }
  return out;
}

TEST(SetIntersectionView, NoLineTellsASize) {
  for (const auto& way : ways()) {
    std::set<std::vector<std::size_t>> seen;
    for (const std::size_t size : {0U, 1U, 7U, 12U}) {
      std::vector<Numbers> sets(way.parties, numbers_upto(size));
      sets[1] = numbers_upto(12 - size);
      // Everything is given up, so only filled-up sets travel.
      seen.insert(lengths(watch(way, sets, 100, size)));
    }
    EXPECT_EQ(seen.size(), 1U) << way.name;
  }
}

TEST(SetIntersectionView, AProbeIsGivenUpAtTheThresholdAndNotAboveIt) {
  for (const auto& way : ways()) {
    for (const std::size_t size : {1U, 4U, 5U, 6U}) {
      std::vector<Numbers> sets(way.parties, numbers_upto(12));
      sets[1] = numbers_upto(size);  // who probes
      const auto views = watch(way, sets, 5, size);
      const bool answered =
          std::ranges::any_of(views, [](const View& view) { return view.size.has_value(); });
      EXPECT_EQ(answered, size >= 5) << way.name << " " << size;
      for (const auto& view : views) EXPECT_EQ(view.size.value_or(size), size) << way.name;
    }
  }
}

TEST(SetIntersectionView, AfterGivingUpNothingMoreIsSaid) {
  const auto way = ways()[0];
  std::vector<Numbers> sets(3, numbers_upto(12));
  const auto whole = lengths(watch(way, sets, 5, 1));
  sets[1] = {3};
  const auto given_up = lengths(watch(way, sets, 5, 2));
  sets[1] = {};
  EXPECT_EQ(lengths(watch(way, sets, 5, 3)), given_up);
  // Only the last step is missing: at each party the left neighbour's intersection and its count.
  for (std::size_t party = 0; party < 3; ++party) {
    const auto line = 3 * party + (party + 2) % 3;
    EXPECT_EQ(whole[line] - given_up[line], 8 + 12 * sizeof(HashedElement));
  }
}

// All elements of what came, at any place.
std::set<HashedElement> elements_in(const View& view) {
  std::set<HashedElement> out;
  for (const auto& bytes : view.received) {
    for (std::size_t at = 0; at + sizeof(HashedElement) <= bytes.size(); ++at) {
      HashedElement piece;
      std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), piece.size(), piece.begin());
      out.insert(piece);
    }
  }
  return out;
}

TEST(SetIntersectionView, GuessesUnderTheOwnKeyAreNotFound) {
  ThreadPool pool(1);
  std::array<std::byte, Scalar::kSize> one{};
  one[0] = std::byte{1};
  for (const auto& way : {ways()[0], ways()[1]}) {
    const std::vector<Numbers> sets(way.parties, numbers_upto(12));
    const auto views = watch(way, sets, 1, 4);
    for (std::uint64_t p = 0; p < way.parties; ++p) {
      auto randomness = Randomness::repeatable(400 + p);
      const auto key = Scalar::random(randomness);
      const auto seen = elements_in(views[p]);
      for (const auto& guess : {key, Scalar::decode(one), key * key}) {
        for (const auto& hashed : hash_set(sets[p], 0, p, kLargest, guess, pool)) {
          EXPECT_FALSE(seen.contains(hashed)) << way.name;
        }
      }
    }
  }
}

TEST(SetIntersectionView, ThePlaceOfAnElementSaysNothing) {
  // A party sees its own set again at the end of the ring, within its left neighbour's
  // intersection. With all keys the test finds where each of its first four rows went.
  const auto way = ways()[0];
  const std::vector<Numbers> sets(3, numbers_upto(12));
  ThreadPool pool(1);
  std::vector<std::size_t> thirds(3);
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const auto views = watch(way, sets, 1, seed);
    std::optional<Scalar> all;
    for (std::uint64_t p = 0; p < 3; ++p) {
      auto randomness = Randomness::repeatable(100 * seed + p);
      const auto key = Scalar::random(randomness);
      all = all ? *all * key : key;
    }
    const auto& line = views[0].received[2];
    std::vector<HashedElement> came(12);
    const auto tail = std::span(line).last(12 * sizeof(HashedElement));
    std::ranges::copy(tail, std::as_writable_bytes(std::span(came)).begin());
    for (std::uint64_t row = 0; row < 4; ++row) {
      const auto hashed = hash_set(Numbers{row}, 0, 0, 1, *all, pool).front();
      const auto at = std::ranges::find(came, hashed);
      ASSERT_NE(at, came.end());
      ++thirds[static_cast<std::size_t>(at - came.begin()) / 4];
    }
  }
  EXPECT_TRUE(testing_support::looks_uniform(thirds));
}

TEST(SetIntersectionView, AHelperSeesNothingTwice) {
  const auto way = ways()[2];
  const std::vector<Numbers> sets(3, numbers_upto(12));
  const auto first = watch(way, sets, 1, 1);
  const auto second = watch(way, sets, 1, 2);
  const auto before = elements_in(first[0]);
  std::size_t again = 0;
  for (const auto& element : elements_in(second[0])) {
    // Lengths and counts are alike in all runs.
    if (std::ranges::count(element, std::byte{0}) < 4) again += before.contains(element) ? 1 : 0;
  }
  EXPECT_EQ(again, 0U);
  EXPECT_EQ(first[0].size, 12U);
}

}  // namespace
}  // namespace privet::protocol
