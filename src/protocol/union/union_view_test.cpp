// SPDX-License-Identifier: Apache-2.0
// What the parties of a union see on the way, with their keys known to the test: every party
// changes the order and every byte, lengths say nothing, and who drops copies learns how many there
// are and no more.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "base/error.h"
#include "base/thread_pool.h"
#include "crypto/box.h"
#include "crypto/ristretto.h"
#include "protocol/union/bag_union.h"
#include "protocol/union/copies_blur.h"
#include "protocol/union/hidden_items.h"
#include "protocol/union/row_block.h"
#include "protocol/union/set_union.h"
#include "tests/support/chi_square.h"
#include "tests/support/many_parties.h"
#include "tests/support/recording.h"
#include "tests/support/setting.h"

namespace privet::protocol::unions {

using protocol_only::line_to;
namespace {

using crypto::Point;
using crypto::Randomness;
using crypto::Scalar;
using testing_support::RecordingChannel;
using testing_support::run_many;
using Bytes = std::vector<std::byte>;

constexpr Opening kUnion{"rows of all parties", "the test's own result"};
std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

enum class Union { Bag, Set, BlurredSet };
constexpr std::size_t kBlur = 2;

// What each party got from each other one.
struct Views {
  std::vector<std::vector<Bytes>> received;
  std::vector<std::optional<Rows>> rows;
};

// Only the first party learns it, so nothing but the union itself is on the lines.
Views watch(Union kind, const std::vector<Rows>& own, const UnionShape& shape, std::uint64_t seed) {
  const auto parties = own.size();
  Views out{std::vector<std::vector<Bytes>>(parties), {}};
  out.rows = run_many(parties, [&](const Mesh& mesh) {
    std::vector<std::unique_ptr<RecordingChannel>> recorded(parties);
    std::vector<net::Channel*> lines(parties, nullptr);
    for (const auto other : mesh.others()) {
      recorded[other.index()] = std::make_unique<RecordingChannel>(line_to(mesh, other));
      lines[other.index()] = recorded[other.index()].get();
    }
    const Mesh own_mesh(mesh.own(), lines);
    auto randomness = Randomness::repeatable(1000 * seed + mesh.own().index());
    const testing_support::TestSetting setting(own_mesh, randomness);
    const std::vector<PartyId> first{PartyId(0)};
    const auto& mine = own[mesh.own().index()];
    auto rows = kind == Union::Bag ? bag_union(setting, shape, mine, first, kUnion)
                                   : set_union(setting, shape, mine, first, kUnion,
                                               kind == Union::BlurredSet ? kBlur : 0);
    auto& received = out.received[mesh.own().index()];
    for (const auto& line : recorded) received.push_back(line ? line->received() : Bytes());
    return rows;
  });
  return out;
}

// The records at the end of what came.
Records records_in(const Bytes& bytes, std::size_t count, std::size_t size) {
  Records out(count, size);
  const auto tail = std::span(bytes).last(count * size);
  std::ranges::copy(tail, out.all().begin());
  return out;
}

// The first place of what has these bytes.
std::size_t place_of(const Records& all, std::span<const std::byte> wanted) {
  std::size_t place = 0;
  while (place < all.count() && !std::ranges::equal(all.at(place), wanted)) ++place;
  return place;
}

constexpr std::size_t kEach = 4;  // rows of a party where orders are looked at
constexpr std::uint64_t kRuns = 24;
const std::vector<Rows> kThree{{"a", "b", "c", "d"}, {"e", "f", "g", "h"}, {"i", "j", "k", "l"}};

TEST(UnionView, EveryPartyOfABagUnionBringsBoxesIntoANewOrder) {
  // Party 1 gathers, party 2 goes on, party 0 ends. The boxes of party 0 are followed with all
  // keys: behind each party they are as often in each third of the places.
  const std::size_t block = kRowHeader + 1;
  std::vector<std::size_t> after_first(3);
  std::vector<std::size_t> after_second(3);
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    const auto views = watch(Union::Bag, kThree, {1, kEach}, seed);
    std::vector<crypto::BoxKey> keys;
    for (std::uint64_t p = 0; p < 3; ++p) {
      auto randomness = Randomness::repeatable(1000 * seed + p);
      keys.push_back(crypto::BoxKey::random(randomness));
    }
    const auto sent = records_in(views.received[1][0], kEach, block + 3 * crypto::kBoxOverhead);
    for (std::size_t i = 0; i < kEach; ++i) {
      Bytes second(block + 2 * crypto::kBoxOverhead);
      keys[1].open(sent.at(i), second);
      Bytes last(block + crypto::kBoxOverhead);
      keys[2].open(second, last);
      const auto at_second = records_in(views.received[2][1], 3 * kEach, second.size());
      const auto at_last = records_in(views.received[0][2], 3 * kEach, last.size());
      ++after_first.at(place_of(at_second, second) / kEach);
      ++after_second.at(place_of(at_last, last) / kEach);
    }
    EXPECT_EQ(views.rows[0]->size(), 3 * kEach);
  }
  EXPECT_TRUE(testing_support::looks_uniform(after_first));
  EXPECT_TRUE(testing_support::looks_uniform(after_second));
}

TEST(UnionView, EveryPartyOfASetUnionBringsRowsIntoANewOrder) {
  // On the way back from party 2 by party 1 to party 0, an element is followed with the factor of
  // party 1. What party 2 sends is not in the order in which it found the copies.
  std::vector<std::size_t> smallest_at(3);
  std::vector<std::size_t> passed_to(3);
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    const auto views = watch(Union::Set, kThree, {1, kEach}, seed);
    const auto there = records_in(views.received[1][2], 3 * kEach, Point::kSize);
    const auto back = records_in(views.received[0][1], 3 * kEach, Point::kSize);
    auto randomness = Randomness::repeatable(1000 * seed + 1);
    (void)Scalar::random(randomness);  // the key
    const auto undo = Scalar::random(randomness).inverse();
    std::vector<std::string> sorted;
    for (std::size_t i = 0; i < there.count(); ++i) sorted.push_back(text_of(there.at(i)));
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < kEach; ++i) {
      const auto small = std::as_bytes(std::span(sorted[i]));
      ++smallest_at.at(place_of(there, small) / kEach);
      const auto element = Point::decode(there.at(i).first<Point::kSize>()).times(undo);
      ++passed_to.at(place_of(back, element.bytes()) / kEach);
    }
    EXPECT_EQ(views.rows[0]->size(), 3 * kEach);
  }
  EXPECT_TRUE(testing_support::looks_uniform(smallest_at));
  EXPECT_TRUE(testing_support::looks_uniform(passed_to));
}

TEST(UnionView, OnTheWayThereASetUnionChangesTheOrderToo) {
  // What party 1 sent to party 0, at places 4 to 7, is followed with all keys to what party 0
  // handed on: there it decrypts to the same, times the factor of party 0.
  std::vector<std::size_t> passed_to(3);
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    const auto views = watch(Union::Set, kThree, {1, kEach}, seed);
    std::vector<Scalar> keys;
    std::vector<Scalar> factors;
    for (std::uint64_t p = 0; p < 3; ++p) {
      auto randomness = Randomness::repeatable(1000 * seed + p);
      keys.push_back(Scalar::random(randomness));
      factors.push_back(Scalar::random(randomness));
    }
    const auto bare = [&](const Records& hidden, std::size_t e, std::size_t from) {
      const auto u = Point::decode(hidden.at(e).first<Point::kSize>());
      auto v = Point::decode(hidden.at(e).last<Point::kSize>());
      for (auto p = from; p < 3; ++p) v = v - u.times(keys[p]);
      return v;
    };
    // Both come right after the greeting of 64 bytes.
    Records from_one(kEach, 2 * Point::kSize);
    std::ranges::copy(std::span(views.received[0][1]).subspan(64, from_one.all().size()),
                      from_one.all().begin());
    Records at_second(3 * kEach, 2 * Point::kSize);
    std::ranges::copy(std::span(views.received[1][0]).subspan(64, at_second.all().size()),
                      at_second.all().begin());
    Records wanted(3 * kEach, Point::kSize);
    for (std::size_t e = 0; e < wanted.count(); ++e) {
      std::ranges::copy(bare(at_second, e, 1).bytes(), wanted.at(e).begin());
    }
    for (std::size_t i = 0; i < kEach; ++i) {
      const auto element = bare(from_one, i, 0).times(factors[0]);
      ++passed_to.at(place_of(wanted, element.bytes()) / kEach);
    }
  }
  EXPECT_TRUE(testing_support::looks_uniform(passed_to));
}

TEST(UnionView, NoBytesRecurFromOnePartyToTheNext) {
  const std::vector<Rows> own{{"alpha", "beta"}, {"alpha", "gamma"}, {"alpha"}, {"delta", "beta"}};
  for (const auto kind : {Union::Bag, Union::Set}) {
    const auto views = watch(kind, own, {40, 3}, 5);
    // Greetings go to everybody; what comes after them never twice.
    const std::size_t greeting = kind == Union::Bag ? 32 : 64;
    std::set<std::string> seen;
    for (std::size_t to = 0; to < 4; ++to) {
      for (std::size_t from = 0; from < 4; ++from) {
        const auto& bytes = views.received[to][from];
        for (std::size_t at = greeting; at + 16 <= bytes.size(); at += 16) {
          EXPECT_TRUE(seen.insert(text_of(std::span(bytes).subspan(at, 16))).second);
        }
        for (const std::string word : {"alpha", "gamma", "delta"}) {
          const auto text = std::as_bytes(std::span(word));
          EXPECT_EQ(std::ranges::search(bytes, text).begin(), bytes.end());
        }
      }
    }
    EXPECT_GT(seen.size(), 100U);
  }
}

TEST(UnionView, LengthsSayNothing) {
  for (const auto kind : {Union::Bag, Union::Set, Union::BlurredSet}) {
    std::set<std::vector<std::size_t>> seen;
    for (const auto& own : {std::vector<Rows>{{}, {}, {}}, std::vector<Rows>{{"a"}, {"a"}, {"a"}},
                            std::vector<Rows>{{}, {"abcdef", "", "x"}, {"abcdef"}}}) {
      std::vector<std::size_t> lengths;
      for (const auto& party : watch(kind, own, {6, 3}, 7).received) {
        for (const auto& line : party) lengths.push_back(line.size());
      }
      seen.insert(lengths);
    }
    EXPECT_EQ(seen.size(), 1U);
  }
}

// How many elements occur once, twice, ... in what the last party, number 2 of 3, takes apart.
std::map<std::size_t, std::size_t> copies_seen(Union kind, const std::vector<Rows>& own,
                                               std::size_t places, std::uint64_t seed,
                                               std::set<std::string>& elements) {
  const auto views = watch(kind, own, {4, places}, seed);
  auto randomness = Randomness::repeatable(1000 * seed + 2);
  const auto key = Scalar::random(randomness);
  const auto blurred = kind == Union::BlurredSet ? blur_places(3, kBlur) : 0;
  ThreadPool pool(1);
  const auto bare = reveal_items(
      records_in(views.received[2][1], 3 * (places + blurred), 2 * Point::kSize), key, pool);
  std::map<std::string, std::size_t> count;
  for (std::size_t i = 0; i < bare.count(); ++i) {
    ++count[text_of(bare.at(i))];
  }
  std::map<std::size_t, std::size_t> out;
  for (const auto& [element, times] : count) {
    ++out[times];
    elements.insert(element);
  }
  return out;
}

TEST(UnionView, WhoDropsCopiesSeesHowManyAndNothingElse) {
  const std::vector<Rows> own{{"a", "b", "c"}, {"a", "b", "d"}, {"a", "e"}};
  std::set<std::string> elements;
  const auto seen = copies_seen(Union::Set, own, 4, 1, elements);
  // a thrice, b twice; c, d, e and the four fillers once.
  EXPECT_EQ(seen, (std::map<std::size_t, std::size_t>{{1, 7}, {2, 1}, {3, 1}}));
  // Another run shows none of the elements again.
  const auto before = elements.size();
  (void)copies_seen(Union::Set, own, 4, 2, elements);
  EXPECT_EQ(elements.size(), 2 * before);
}

TEST(UnionView, BlurHidesHowMany) {
  const std::vector<Rows> own{{"a", "b", "c"}, {"a", "b", "d"}, {"a", "e"}};
  std::set<std::size_t> twice;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    std::set<std::string> elements;
    auto seen = copies_seen(Union::BlurredSet, own, 4, seed, elements);
    EXPECT_GE(seen[2], 1U);
    EXPECT_LE(seen[2], 1 + 3 * 2 * kBlur);
    EXPECT_EQ(seen[1] + 2 * seen[2] + 3 * seen[3], 3 * (4 + blur_places(3, kBlur)));
    twice.insert(seen[2]);
  }
  EXPECT_NE(*twice.begin(), 1U);
  auto randomness = Randomness::repeatable(1);
  std::map<std::size_t, std::size_t> drawn;
  for (int i = 0; i < 20'000; ++i) ++drawn[draw_groups(28, randomness)];
  // Scale 1: each step away from 28 has 1/e of the one before.
  for (const auto& [near, far] : {std::pair{28U, 29U}, {28U, 27U}, {29U, 30U}, {27U, 26U}}) {
    const double ratio = static_cast<double>(drawn[near]) / static_cast<double>(drawn[far]);
    EXPECT_NEAR(ratio, 2.718, 0.35);
  }
}

TEST(UnionView, WhoMadeAnEntryDoesNotKnowItAgain) {
  // The maker knows the r of its entries. If a party only multiplied by its factor f, U / r would
  // be f B for each of them, and so two entries of one maker would betray themselves.
  auto randomness = Randomness::repeatable(3);
  ThreadPool pool(1);
  const auto key = Scalar::random(randomness);
  const auto factor = Scalar::random(randomness);
  const auto target = Point::base_times(key);
  constexpr std::size_t kOwn = 6;
  Records items(kOwn, Point::kSize);
  fill_with_singles(items, 0, randomness);
  auto makers = Randomness::repeatable(4);
  const auto hidden = hide_items(items, encrypt_zeros(kOwn, target, makers, pool), pool);
  const auto passed =
      pass_hidden(hidden, key, factor, encrypt_zeros(kOwn, target, randomness, pool), pool);
  makers = Randomness::repeatable(4);
  std::set<std::string> seen;
  std::size_t tried = 0;
  for (std::size_t maker = 0; maker < kOwn; ++maker) {
    const auto undo = Scalar::random(makers).inverse();
    const auto known = Point::decode(hidden.at(maker).first<Point::kSize>()).times(undo);
    EXPECT_TRUE(std::ranges::equal(
        known.bytes(), Point::base_times(undo * undo.inverse()).bytes()));  // B: the r is right
    for (std::size_t e = 0; e < kOwn; ++e, ++tried) {
      const auto guess = Point::decode(passed.at(e).first<Point::kSize>()).times(undo);
      seen.insert(text_of(guess.bytes()));
    }
  }
  EXPECT_EQ(seen.size(), tried);
}

// Sends the first record of what is handed on once more in place of the second.
class RepeatingChannel final : public net::Channel {
 public:
  RepeatingChannel(net::Channel& inner, std::size_t record) : inner_(inner), record_(record) {}
  void send(std::span<const std::byte> bytes) override {
    Bytes copy(bytes.begin(), bytes.end());
    if (copy.size() >= 2 * record_) {
      std::copy_n(copy.begin(), record_, copy.begin() + static_cast<std::ptrdiff_t>(record_));
    }
    inner_.send(copy);
  }
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override { inner_.receive(bytes); }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    inner_.exchange(out, in);
  }
  void close() noexcept override { inner_.close(); }

 private:
  net::Channel& inner_;
  std::size_t record_;
};

TEST(UnionView, ABoxThatIsRepeatedEndsTheRun) {
  const std::size_t size = kRowHeader + 1 + 2 * crypto::kBoxOverhead;
  const auto ends = run_many(3, [&](const Mesh& mesh) -> std::string {
    std::unique_ptr<RepeatingChannel> repeating;
    std::vector<net::Channel*> lines(3, nullptr);
    for (const auto other : mesh.others()) lines[other.index()] = &line_to(mesh, other);
    if (mesh.own() == PartyId(1)) {
      repeating = std::make_unique<RepeatingChannel>(*lines[2], size);
      lines[2] = repeating.get();
    }
    const Mesh own_mesh(mesh.own(), lines);
    const testing_support::TestSetting setting(own_mesh);
    try {
      (void)bag_union(setting, {1, 1}, Rows{"x"}, std::vector<PartyId>{PartyId(0)}, kUnion);
      return "done";
    } catch (const Error& error) {
      for (const auto other : mesh.others()) line_to(mesh, other).close();
      return error.message();
    }
  });
  EXPECT_EQ(ends[2], "the other party sent boxes: expected different ones, got the same one twice");
  EXPECT_NE(ends[0], "done");
}

}  // namespace
}  // namespace privet::protocol::unions
