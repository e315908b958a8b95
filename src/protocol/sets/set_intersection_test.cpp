// SPDX-License-Identifier: Apache-2.0
#include "protocol/sets/set_intersection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "protocol/sets/keyed_hashing.h"
#include "protocol/sets/set_tree.h"
#include "tests/support/many_parties.h"
#include "tests/support/recording.h"
#include "tests/support/setting.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

using testing_support::RecordingChannel;
using testing_support::run_many;

struct Case {
  std::size_t parties = 0;
  std::uint64_t threshold = 1;
  std::vector<SetQuestion> questions;
  std::vector<std::vector<std::vector<std::uint64_t>>> sets;  // by party and question
};

// Questions about `least` to `most` of the parties, with sets that have something in common.
Case random_case(std::size_t parties, std::size_t least, std::size_t most, std::size_t count,
                 std::uint64_t seed) {
  Sampler sampler(seed);
  Case out;
  out.parties = parties;
  out.sets.resize(parties);
  for (std::size_t q = 0; q < count; ++q) {
    std::vector<std::uint32_t> order(parties);
    for (std::uint32_t i = 0; i < parties; ++i) order[i] = i;
    sampler.shuffle(std::span(order));
    SetQuestion question;
    const auto size = least + sampler.below(most - least + 1);
    for (std::size_t i = 0; i < size; ++i) question.parties.emplace_back(order[i]);
    std::ranges::sort(question.parties);
    question.largest = 12;
    out.questions.push_back(question);
    for (auto& own : out.sets) {
      auto& set = own.emplace_back();
      for (std::uint64_t value = 0; value < 12; ++value) {
        if (sampler.below(5) != 0) set.push_back(value);
      }
    }
  }
  return out;
}

std::uint64_t plain_size(const Case& given, std::size_t q) {
  std::uint64_t size = 0;
  for (std::uint64_t value = 0; value < 12; ++value) {
    size += std::ranges::all_of(given.questions[q].parties, [&](PartyId party) {
      return std::ranges::binary_search(given.sets[party.index()][q], value);
    });
  }
  return size;
}

using Method =
    std::function<SetSizes(const Setting&, std::span<const SetQuestion>, OwnSets, std::uint64_t)>;

struct PartyOutcome {
  SetSizes sizes;
  std::vector<LedgerEntry> ledger;
  std::vector<std::vector<std::byte>> received;
};

std::vector<PartyOutcome> run(const Case& given, const Method& method) {
  return run_many(given.parties, [&](const Mesh& mesh) {
    std::vector<std::unique_ptr<RecordingChannel>> recorded(given.parties);
    std::vector<net::Channel*> lines(given.parties, nullptr);
    for (const auto other : mesh.others()) {
      recorded[other.index()] = std::make_unique<RecordingChannel>(line_to(mesh, other));
      lines[other.index()] = recorded[other.index()].get();
    }
    const Mesh own_mesh(mesh.own(), lines);
    testing_support::TestSetting setting(own_mesh);
    PartyOutcome out;
    out.sizes = method(setting, given.questions, given.sets[mesh.own().index()], given.threshold);
    out.ledger = setting.ledger().entries();
    for (const auto& one : recorded) {
      out.received.push_back(one ? one->received() : std::vector<std::byte>());
    }
    return out;
  });
}

// Who must know the size of a question.
using Knower = std::function<bool(const SetQuestion&, PartyId)>;

void expect_right(const Case& given, const Method& method, const Knower& knows) {
  const auto outcomes = run(given, method);
  for (std::uint32_t p = 0; p < given.parties; ++p) {
    for (std::size_t q = 0; q < given.questions.size(); ++q) {
      const auto size = plain_size(given, q);
      const auto& told = outcomes[p].sizes[q];
      if (!knows(given.questions[q], PartyId(p))) {
        EXPECT_FALSE(told.has_value());
      } else if (size >= given.threshold) {
        EXPECT_EQ(told, size);
      } else {
        // Given up, or finished with the right size: protocol 17 only looks at its intermediate
        // intersections.
        EXPECT_EQ(told.value_or(size), size);
      }
    }
  }
}

bool is_asked(const SetQuestion& question, PartyId party) {
  return std::ranges::find(question.parties, party) != question.parties.end();
}

TEST(SetIntersection, TheRingFindsTheSize) {
  for (const std::size_t parties : {3U, 4U, 6U}) {
    for (const std::uint64_t threshold : {1U, 4U}) {
      auto given = random_case(parties, 3, parties, 5, parties);
      given.threshold = threshold;
      expect_right(given, intersect_by_ring, is_asked);
    }
  }
}

TEST(SetIntersection, TheTreeFindsTheSize) {
  for (const std::size_t parties : {4U, 5U, 7U, 9U}) {
    for (const std::uint64_t threshold : {1U, 3U}) {
      auto given = random_case(parties, 4, parties, 4, parties);
      given.threshold = threshold;
      expect_right(given, intersect_by_tree, [](const SetQuestion& question, PartyId party) {
        return question.parties.front() == party;
      });
    }
  }
}

TEST(SetIntersection, TheHelperFindsTheSizeOfTwo) {
  for (const std::size_t parties : {3U, 4U}) {
    auto given = random_case(parties, 2, 2, 8, parties);
    given.threshold = 5;
    const auto outcomes = run(given, intersect_with_helper);
    for (std::size_t q = 0; q < given.questions.size(); ++q) {
      std::uint32_t helper = 0;
      while (is_asked(given.questions[q], PartyId(helper))) ++helper;
      const auto size = plain_size(given, q);
      for (std::uint32_t p = 0; p < parties; ++p) {
        const auto expected =
            p == helper && size >= 5 ? std::optional(size) : std::optional<std::uint64_t>();
        EXPECT_EQ(outcomes[p].sizes[q], expected);
      }
    }
  }
}

TEST(SetIntersection, ProbingIsGivenUp) {
  // One party asks for a single element; the threshold stops it at every party.
  Case given;
  given.parties = 3;
  given.threshold = 5;
  given.questions = {{{PartyId(0), PartyId(1), PartyId(2)}, 12}};
  std::vector<std::uint64_t> many{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  given.sets = {{{3}}, {many}, {many}};
  for (const auto& one : run(given, intersect_by_ring)) EXPECT_FALSE(one.sizes[0].has_value());
}

std::uint64_t recorded(const PartyOutcome& outcome, std::uint32_t party, Opening opening) {
  std::uint64_t out = 0;
  for (const auto& entry : outcome.ledger) {
    if (entry.recipient == PartyId(party) && entry.label == opening.label) out += entry.count;
  }
  return out;
}

TEST(SetIntersection, TheLedgerHasAllSizesAndVotesOfTheRing) {
  Case given;
  given.parties = 4;
  given.threshold = 3;
  const std::vector<std::uint64_t> many{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  given.questions = {{{PartyId(0), PartyId(1), PartyId(2)}, 12},
                     {{PartyId(0), PartyId(1), PartyId(2), PartyId(3)}, 12},
                     {{PartyId(0), PartyId(1), PartyId(2)}, 12}};
  // The last question is given up: two of its sets have nothing in common.
  given.sets = {{many, many, many}, {many, many, {1}}, {many, many, {2}}, {many, many, many}};
  const auto outcomes = run(given, intersect_by_ring);
  for (std::uint32_t p = 0; p < 3; ++p) {
    // Of two others one intersection, of three others four.
    EXPECT_EQ(recorded(outcomes[p], p, kRingSizes), 1U + 4U + 1U);
    EXPECT_EQ(recorded(outcomes[p], p, kRingVotes), 2U + 3U + 2U);
    EXPECT_EQ(recorded(outcomes[p], p, kRingLeft), 2U);
    EXPECT_EQ(recorded(outcomes[p], p, kRingTotals), 2U);
  }
  EXPECT_EQ(recorded(outcomes[3], 3, kRingSizes), 4U);
  EXPECT_EQ(recorded(outcomes[3], 3, kRingVotes), 3U);
  EXPECT_EQ(recorded(outcomes[3], 3, kRingLeft), 1U);
}

TEST(SetIntersection, NothingOfARingReachesPartiesOutsideTheQuestion) {
  Case given;
  given.parties = 4;
  const std::vector<std::uint64_t> many{0, 1, 2, 3};
  given.questions = {{{PartyId(0), PartyId(1), PartyId(2)}, 12}};
  given.sets = {{many}, {many}, {many}, {{}}};
  const auto outcomes = run(given, intersect_by_ring);
  EXPECT_EQ(outcomes[0].sizes[0], 4U);
  EXPECT_TRUE(outcomes[3].ledger.empty());
  for (const auto& bytes : outcomes[3].received) {
    // Lengths of empty messages: no vote, no set.
    EXPECT_EQ(std::ranges::count(bytes, std::byte{0}), std::ssize(bytes));
  }
}

TEST(SetIntersection, TheLedgerHasThreeSizesOfAParentInTheTree) {
  Case given;
  given.parties = 4;
  const std::vector<std::uint64_t> many{0, 1, 2, 3};
  given.questions = {{{PartyId(0), PartyId(1), PartyId(2), PartyId(3)}, 12}};
  given.sets = {{many}, {many}, {many}, {many}};
  const auto outcomes = run(given, intersect_by_tree);
  // The root is the first party; below it the second and the third each join two leaves, whose sets
  // are filled up.
  EXPECT_EQ(recorded(outcomes[0], 0, kTreeSizes), 1U);
  EXPECT_EQ(recorded(outcomes[0], 0, kTreeBranches), 2U);
  for (const std::uint32_t p : {1U, 2U}) {
    EXPECT_EQ(recorded(outcomes[p], p, kTreeSizes), 1U);
    EXPECT_EQ(recorded(outcomes[p], p, kTreeBranches), 0U);
  }
  EXPECT_EQ(recorded(outcomes[3], 3, kTreeSizes) + recorded(outcomes[3], 3, kTreeBranches), 0U);
}

TEST(SetIntersection, MessagesTellNoSizes) {
  std::set<std::size_t> lengths;
  for (const std::size_t size : {0U, 3U, 9U}) {
    Case given;
    given.parties = 3;
    given.threshold = 100;  // nothing goes on, so only filled-up sets travel
    given.questions = {{{PartyId(0), PartyId(1), PartyId(2)}, 12}};
    std::vector<std::uint64_t> set;
    for (std::uint64_t i = 0; i < size; ++i) set.push_back(i);
    given.sets = {{set}, {{1, 2}}, {{5}}};
    std::size_t total = 0;
    for (const auto& one : run(given, intersect_by_ring)) {
      for (const auto& bytes : one.received) total += bytes.size();
    }
    lengths.insert(total);
  }
  EXPECT_EQ(lengths.size(), 1U);
}

TEST(SetIntersection, ElementsCannotBeLinked) {
  auto given = random_case(4, 4, 4, 1, 3);
  for (const Method& method : {Method(intersect_by_ring), Method(intersect_by_tree)}) {
    const auto outcomes = run(given, method);
    // Two runs over the same sets have no message element in common, so none is a hash without a
    // secret.
    const auto again = run(given, method);
    const auto elements = [](const std::vector<std::byte>& bytes) {
      std::set<HashedElement> out;
      for (std::size_t at = 0; at + 32 <= bytes.size(); ++at) {
        HashedElement piece;
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), piece.size(), piece.begin());
        // Lengths and their neighbourhood are alike in all runs.
        if (std::ranges::count(piece, std::byte{0}) < 4) out.insert(piece);
      }
      return out;
    };
    for (std::size_t p = 0; p < 4; ++p) {
      for (std::size_t from = 0; from < 4; ++from) {
        const auto first = elements(outcomes[p].received[from]);
        for (const auto& piece : elements(again[p].received[from])) {
          EXPECT_FALSE(first.contains(piece));
        }
      }
    }
  }
}

TEST(SetIntersection, TheOrderOfASetSaysNothing) {
  crypto::Randomness randomness;
  ThreadPool pool(2);
  const auto key = crypto::Scalar::random(randomness);
  const std::vector<std::uint64_t> up{1, 2, 3, 4, 5};
  const std::vector<std::uint64_t> down{5, 4, 3, 2, 1};
  EXPECT_EQ(hash_set(up, 0, 0, 8, key, pool), hash_set(down, 0, 0, 8, key, pool));
  EXPECT_NE(hash_set(up, 0, 0, 8, key, pool), hash_set(up, 1, 0, 8, key, pool));
  EXPECT_THROW((void)hash_set(up, 0, 0, 4, key, pool), Error);
}

TEST(KeyedHashing, Commutes) {
  crypto::Randomness randomness;
  ThreadPool pool(2);
  const auto a = crypto::Scalar::random(randomness);
  const auto b = crypto::Scalar::random(randomness);
  const std::vector<std::uint64_t> set{7, 8, 1ULL << 40U};
  const auto ab = hash_again(hash_set(set, 3, 0, 3, a, pool), b, pool);
  EXPECT_EQ(ab, hash_again(hash_set(set, 3, 0, 3, b, pool), a, pool));
  EXPECT_EQ(ab, hash_set(set, 3, 0, 3, a * b, pool));
  // Fillers of different parties have nothing in common, real elements have.
  const auto mine = hash_set(set, 3, 0, 10, a, pool);
  const auto theirs = hash_set(set, 3, 1, 10, a, pool);
  EXPECT_EQ(intersection(mine, theirs).size(), 3U);
}

TEST(KeyedHashing, RefusesMessagesThatAreNotAsAgreed) {
  crypto::Randomness randomness;
  ThreadPool pool(1);
  const auto key = crypto::Scalar::random(randomness);
  const std::vector<HashedSet> sets{hash_set(std::vector<std::uint64_t>{1, 2}, 0, 0, 3, key, pool)};
  const auto bytes = encode_sets(sets);
  const std::vector<std::size_t> limits{3};
  EXPECT_EQ(decode_sets(bytes, limits), sets);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW((void)decode_sets(std::span(bytes).first(size), limits), Error);
  }
  EXPECT_THROW((void)decode_sets(bytes, std::vector<std::size_t>{2}), Error);
  EXPECT_THROW((void)decode_sets(bytes, std::vector<std::size_t>{3, 3}), Error);
  HashedSet wrong = sets[0];
  wrong[0].fill(std::byte{0xff});
  EXPECT_THROW((void)hash_again(wrong, key, pool), Error);
}

TEST(SetTree, NobodyMeetsASetUnderAKeyItHas) {
  for (std::uint32_t count = 4; count <= 20; ++count) {
    std::vector<PartyId> parties;
    for (std::uint32_t i = 0; i < count; ++i) parties.emplace_back(3 * i + 1);
    const SetTree tree(parties);
    std::vector<std::set<PartyId>> keys(3 * count + 2);  // by party: whose keys it has
    std::set<PartyId> inner;
    for (std::size_t n = 0; n < tree.nodes().size(); ++n) {
      const auto& node = tree.nodes()[n];
      if (node.leaf()) keys[node.player.index()].insert(node.player);
      if (!node.leaf()) {
        EXPECT_TRUE(inner.insert(node.player).second) << "two inner nodes";
      }
      if (n == 0) continue;
      const auto& other = tree.nodes()[tree.sibling(n)];
      keys[other.player.index()].insert(node.leaves.begin(), node.leaves.end());
    }
    for (std::size_t n = 1; n < tree.nodes().size(); ++n) {
      const auto& node = tree.nodes()[n];
      if (node.leaf()) continue;
      for (const auto leaf : node.leaves) {
        EXPECT_FALSE(keys[node.player.index()].contains(leaf)) << count;
        EXPECT_NE(node.player, leaf);
      }
    }
    EXPECT_EQ(tree.nodes()[0].player, parties[0]);
    EXPECT_EQ(tree.nodes()[0].leaves.size(), count);
  }
}

}  // namespace
}  // namespace privet::protocol
