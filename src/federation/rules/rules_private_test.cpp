// SPDX-License-Identifier: Apache-2.0
// What the messages of parties who find rules do not hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/json.h"
#include "federation/rules/rules_vertical.h"
#include "federation/tasks.h"
#include "tests/support/expected_openings.h"
#include "tests/support/federation_parties.h"
#include "tests/support/rule_jobs.h"

namespace privet::federation {
namespace {

using protocol::PartyId;
using testing_support::honest_majority;
using testing_support::plain_answer;
using testing_support::random_baskets;
using testing_support::rule_job;
using testing_support::run_parties;

bool contains(std::span<const std::byte> text, std::span<const std::byte> part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end()) != text.end();
}

// The bits of a column in the forms in which they lie in memory.
std::vector<std::vector<std::byte>> forms_of(const Baskets& baskets, ItemId item) {
  std::vector<std::byte> packed((baskets.size() + 7) / 8);
  std::vector<std::byte> bytes(baskets.size());
  for (BasketId b = 0; b < baskets.size(); ++b) {
    if (!std::ranges::binary_search(baskets.basket(b), item)) continue;
    packed[b / 8] |= std::byte{1} << (b % 8);
    bytes[b] = std::byte{1};
  }
  packed.resize(16);  // 128 rows are enough to be told apart
  bytes.resize(64);
  return {packed, bytes};
}

TEST(RulesVertical, NoColumnOfAPartyIsInAnyMessage) {
  const auto whole = random_baskets(9, 400, 12);
  for (const auto& job :
       {rule_job(3, "shares", "0.3"), rule_job(3, "oneshot", "0.3"), honest_majority(3, "0.3")}) {
    const auto runs = run_parties(whole, job);
    for (const auto& one : runs) {
      for (const auto& received : one.received) {
        for (ItemId item = 0; item < whole.items(); ++item) {
          for (const auto& form : forms_of(whole, item)) EXPECT_FALSE(contains(received, form));
        }
      }
    }
  }
}

TEST(RulesVertical, NamesOfInfrequentItemsStayAtHome) {
  Baskets whole;
  for (const auto* name : {"bread", "milk", "gold-bar", "salt"}) whole.add_item(name);
  for (int i = 0; i < 20; ++i) whole.add(std::vector<ItemId>{0, 1, 3});
  whole.add(std::vector<ItemId>{2});
  const auto runs = run_parties(whole, rule_job(2, "shares", "0.5"));
  const std::string_view rare = "gold-bar";
  const std::string_view common = "salt";
  EXPECT_FALSE(contains(runs[0].received[1], std::as_bytes(std::span(rare))));
  EXPECT_TRUE(contains(runs[0].received[1], std::as_bytes(std::span(common))));
}

std::vector<std::byte> bytes_of(const std::vector<std::uint64_t>& numbers) {
  const auto raw = std::as_bytes(std::span(numbers));
  return {raw.begin(), raw.end()};
}

TEST(RulesVertical, SupportsOfInfrequentItemsStayAtHome) {
  // The second party's column has the values u, v and w in 12031, 3013 and 1007 of 16051 rows.
  // Shares of joint supports are uniform below 2^14 and may well equal a support; next to another
  // one or to 0, as supports are sent, they do not.
  std::vector<std::vector<std::string>> cells;
  for (int i = 0; i < 16051; ++i) {
    cells.push_back({i % 2 == 0 ? "x" : "y", i < 12031 ? "u" : i < 15044 ? "v" : "w"});
  }
  const auto whole = make_table({"a", "b"}, cells);
  const auto job = rule_job(2, "shares", "8000");
  const auto runs = run_parties(whole, job);
  EXPECT_EQ(runs[0].answer.json, plain_answer(whole, job).json);
  const auto& received = runs[0].received[1];
  EXPECT_TRUE(contains(received, bytes_of({12031, 0, 0})));
  for (const std::uint64_t rare : {3013U, 1007U}) {
    for (const std::uint64_t other : {0U, 12031U, 3013U, 1007U}) {
      EXPECT_FALSE(contains(received, bytes_of({rare, other}))) << rare << other;
      EXPECT_FALSE(contains(received, bytes_of({other, rare}))) << rare << other;
    }
  }
}

TEST(RulesVertical, ACountBelowTheMinimumStaysWithinItsRing) {
  // Three items in 19 rows each, two of them together in 12, all three in 5; the fourth party's
  // item is in all rows.
  Baskets whole;
  for (const auto* name : {"a", "b", "c", "d"}) whole.add_item(name);
  for (int i = 0; i < 5; ++i) whole.add(std::vector<ItemId>{0, 1, 2, 3});
  for (int i = 0; i < 7; ++i) {
    whole.add(std::vector<ItemId>{0, 1, 3});
    whole.add(std::vector<ItemId>{0, 2, 3});
    whole.add(std::vector<ItemId>{1, 2, 3});
  }
  const auto job = rule_job(4, "hash-ring", "10");
  // A mask in so small a ring may be a 5 by chance; a count would be there in every run.
  std::array<bool, 3> always{true, true, true};
  for (int times = 0; times < 6; ++times) {
    const auto runs = run_parties(whole, job);
    EXPECT_EQ(runs[3].answer.json, plain_answer(whole, job).json);
    for (std::size_t from = 0; from < 3; ++from) {
      always.at(from) = always.at(from) && contains(runs[3].received[from], bytes_of({5}));
    }
  }
  for (std::size_t from = 0; from < 3; ++from) EXPECT_FALSE(always.at(from)) << from;
}

}  // namespace
}  // namespace privet::federation
