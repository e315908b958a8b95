// SPDX-License-Identifier: Apache-2.0
// An attack on rows that are hashed once for a whole run, from one party's transcript.
// Idea: in the thesis's one-shot counting (Vaidya 2004, section 3.2.4) the left neighbour sends,
// for every itemset that spans all parties, the hashed rows that have the own and the right
// neighbour's items of it. One key and one hash domain serve all questions, so each hashed row
// collects a signature of own items; where only one own row has that signature, the hash is tied to
// a real row and with it all bits of the others' items are known. The attack is run on messages
// made as the thesis has them, where it must succeed, and on the transcripts of a real run, where
// it must find nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "base/codec.h"
#include "base/sampling.h"
#include "data/csv/read_csv.h"
#include "federation/rules/rules_vertical.h"
#include "federation/tasks.h"
#include "mining/rules/rule_settings.h"
#include "protocol/sets/keyed_hashing.h"
#include "tests/support/federation_parties.h"
#include "tests/support/shared_data.h"

namespace privet::federation {
namespace {

using mining::ItemList;
using protocol::HashedElement;
using protocol::HashedSet;
using Bytes = std::vector<std::byte>;
using Rows = std::vector<bool>;  // by row

constexpr std::size_t kParties = 3;

// What all parties know of a job, and the data behind it.
struct World {
  DataSet whole;
  Job job;
  std::vector<std::size_t> owners;            // by item
  std::vector<Rows> rows;                     // by item
  std::vector<std::vector<ItemList>> passes;  // the itemsets that span all parties
  std::uint64_t threshold = 1;
};

// Answers Apriori and notes what it asks.
class NotingOracle final : public mining::SupportOracle {
 public:
  explicit NotingOracle(World& world) : world_(world) {}
  [[nodiscard]] std::uint64_t transactions() const override { return world_.rows.front().size(); }
  [[nodiscard]] std::size_t items() const override { return world_.rows.size(); }
  std::vector<std::uint64_t> supports(std::span<const ItemList> itemsets) override;

 private:
  World& world_;
};

Rows rows_with(const World& world, const ItemList& items) {
  Rows out(world.rows.front().size(), true);
  for (const ItemId item : items) {
    for (std::size_t r = 0; r < out.size(); ++r) out[r] = out[r] && world.rows[item][r];
  }
  return out;
}

std::uint64_t count(const Rows& rows) {
  return static_cast<std::uint64_t>(std::ranges::count(rows, true));
}

ItemList of_party(const World& world, const ItemList& items, std::size_t party) {
  ItemList out;
  std::ranges::copy_if(items, std::back_inserter(out),
                       [&](ItemId item) { return world.owners[item] == party; });
  return out;
}

std::vector<std::uint64_t> NotingOracle::supports(std::span<const ItemList> itemsets) {
  std::vector<std::uint64_t> out;
  auto& spanning = world_.passes.emplace_back();
  for (const auto& itemset : itemsets) {
    out.push_back(count(rows_with(world_, itemset)));
    std::set<std::size_t> parties;
    for (const ItemId item : itemset) parties.insert(world_.owners[item]);
    if (parties.size() == kParties) spanning.push_back(itemset);
  }
  return out;
}

World world_of(DataSet whole, const std::string& support) {
  World out;
  out.job = {.task = "mine rules",
             .split = Split::Vertical,
             .protocol = "oneshot",
             .parties = kParties,
             .parameters = {{"min-support", support}, {"max-size", "3"}}};
  const auto parts = split_data(whole, Split::Vertical, kParties);
  for (std::size_t p = 0; p < kParties; ++p) {
    Baskets baskets;
    if (const auto* table = std::get_if<Table>(&parts[p])) {
      std::vector<AttributeId> columns;
      for (AttributeId c = 0; c < table->columns(); ++c) columns.push_back(c);
      baskets = mining::baskets_of(*table, columns);
    } else {
      baskets = std::get<Baskets>(parts[p]);
    }
    for (ItemId item = 0; item < baskets.items(); ++item) {
      auto& rows = out.rows.emplace_back(baskets.size());
      for (BasketId b = 0; b < baskets.size(); ++b) {
        rows[b] = std::ranges::binary_search(baskets.basket(b), item);
      }
      out.owners.push_back(p);
    }
  }
  const auto task = find_task(out.job.task, out.job.split);
  const auto options = mining::rule_options(job_settings(task, out.job), out.rows.front().size());
  out.threshold = options.min_support;
  NotingOracle oracle(out);
  (void)mining::apriori(oracle, options, privet::Run(nullptr, nullptr, 1));
  out.whole = std::move(whole);
  return out;
}

// What a transcript holds that reads as hashed sets: a length and as many bytes of sets.
std::vector<std::vector<HashedSet>> parcels_in(std::span<const std::byte> bytes) {
  std::vector<std::vector<HashedSet>> out;
  while (bytes.size() > 16) {
    const auto length = ByteReader(bytes).get<std::uint64_t>();
    std::vector<HashedSet> sets;
    bool good = length >= 8 && length <= bytes.size() - 8;
    ByteReader in(bytes.subspan(8, good ? length : 0));
    while (good && !in.done()) {
      const auto elements = in.left() < 8 ? ~std::uint64_t{0} : in.get<std::uint64_t>();
      good = elements <= in.left() / sizeof(HashedElement);
      if (!good) break;
      auto& set = sets.emplace_back(elements);
      const auto raw = in.get_bytes(elements * sizeof(HashedElement));
      if (elements > 0) std::memcpy(set.data(), raw.data(), raw.size());
      good = std::ranges::is_sorted(set);
    }
    bytes = bytes.subspan(good ? 8 + length : 1);
    if (good) out.push_back(std::move(sets));
  }
  return out;
}

struct Found {
  std::size_t joined = 0;  // hashed sets in which own items and hashed rows meet
  std::map<HashedElement, std::size_t> tied = {};  // hashed rows that can be only one real row
  double certain = 0;  // share of the others' bits that this makes known
};

// What the left neighbour's sets tell of each hashed row.
struct Signature {
  std::set<ItemId> right;            // items of the right neighbour that it has
  std::vector<std::size_t> present;  // questions in whose set it is
};

class Attack {
 public:
  Attack(const World& world, std::size_t own) : world_(world), own_(own) {}

  Found run(const std::vector<Bytes>& received) {
    collect(received);
    Found out;
    out.joined = sets_.size();
    std::map<HashedElement, Signature> hashed;
    for (std::size_t q = 0; q < sets_.size(); ++q) {
      for (const auto& element : sets_[q]) {
        auto& signature = hashed[element];
        signature.present.push_back(q);
        signature.right.insert(right_[q].begin(), right_[q].end());
      }
    }
    for (const auto& [element, signature] : hashed) {
      const auto rows = candidates(signature);
      if (count(rows) != 1) continue;
      out.tied[element] = static_cast<std::size_t>(std::ranges::find(rows, true) - rows.begin());
    }
    std::size_t others = 0;
    std::size_t frequent = 0;
    for (ItemId item = 0; item < world_.rows.size(); ++item) {
      if (world_.owners[item] == own_) continue;
      ++others;
      frequent += count(world_.rows[item]) >= world_.threshold ? 1 : 0;
    }
    out.certain = static_cast<double>(out.tied.size() * frequent) /
                  static_cast<double>(world_.rows.front().size() * others);
    return out;
  }

 private:
  // The left neighbour's sets under all keys, with their questions. The right neighbour hands out
  // the left one's items under all keys: what shares an element with those is hashed alike.
  void collect(const std::vector<Bytes>& received) {
    std::set<HashedElement> under_all_keys;
    for (const auto& parcel : parcels_in(received[(own_ + 1) % kParties])) {
      for (const auto& set : parcel) under_all_keys.insert(set.begin(), set.end());
    }
    auto pass = world_.passes.begin();
    for (auto& parcel : parcels_in(received[(own_ + 2) % kParties])) {
      const bool joins = std::ranges::any_of(parcel, [&](const HashedSet& set) {
        return std::ranges::any_of(
            set, [&](const HashedElement& element) { return under_all_keys.contains(element); });
      });
      if (!joins) continue;
      pass = std::find_if(pass, world_.passes.end(),
                          [&](const auto& one) { return one.size() == parcel.size(); });
      if (pass == world_.passes.end()) return;
      for (std::size_t i = 0; i < parcel.size(); ++i) {
        if (parcel[i].empty()) continue;  // given up
        right_.push_back(of_party(world_, (*pass)[i], (own_ + 1) % kParties));
        own_rows_.push_back(rows_with(world_, of_party(world_, (*pass)[i], own_)));
        sets_.push_back(std::move(parcel[i]));
      }
      ++pass;
    }
  }

  // The own rows that a hashed row may be.
  [[nodiscard]] Rows candidates(const Signature& signature) const {
    Rows out(world_.rows.front().size(), true);
    for (std::size_t q = 0; q < sets_.size(); ++q) {
      const bool present = std::ranges::binary_search(signature.present, q);
      const bool has_right = std::ranges::all_of(
          right_[q], [&](ItemId item) { return signature.right.contains(item); });
      // Absent although it has the right neighbour's items: the own ones are missing.
      if (!present && !has_right) continue;
      for (std::size_t r = 0; r < out.size(); ++r) out[r] = out[r] && own_rows_[q][r] == present;
    }
    return out;
  }

  const World& world_;
  std::size_t own_;
  // By question that was not given up:
  std::vector<ItemList> right_;  // the right neighbour's items
  std::vector<Rows> own_rows_;   // the own rows that have the own items
  std::vector<HashedSet> sets_;  // what the left neighbour sent
};

Bytes parcel_of(std::span<const HashedSet> sets) {
  const auto bytes = protocol::encode_sets(sets);
  ByteWriter out;
  out.put(static_cast<std::uint64_t>(bytes.size()));
  out.put_bytes(bytes);
  return out.take();
}

// What stands for each row under all keys.
HashedSet names_of_rows(const World& world) {
  Sampler sampler(7);
  HashedSet out(world.rows.front().size());
  for (auto& name : out) {
    for (auto& byte : name) byte = static_cast<std::byte>(sampler.below(256));
  }
  return out;
}

// What a party would receive if neighbours joined their hashed rows, as the thesis has it.
std::vector<Bytes> thesis_messages(const World& world, std::size_t own) {
  const auto names = names_of_rows(world);
  const auto hashed = [&](const Rows& rows) {
    HashedSet out;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (rows[r]) out.push_back(names[r]);
    }
    std::ranges::sort(out);
    return out;
  };
  const auto left = (own + 2) % kParties;
  std::vector<Bytes> out(kParties);
  std::vector<HashedSet> items;
  for (ItemId item = 0; item < world.rows.size(); ++item) {
    if (world.owners[item] == left) items.push_back(hashed(world.rows[item]));
  }
  out[(own + 1) % kParties] = parcel_of(items);
  for (const auto& pass : world.passes) {
    std::vector<HashedSet> sets;
    for (const auto& itemset : pass) {
      ItemList known;  // to the left neighbour, as hashed rows
      std::ranges::copy_if(itemset, std::back_inserter(known),
                           [&](ItemId item) { return world.owners[item] != left; });
      auto set = hashed(rows_with(world, known));
      if (set.size() < world.threshold) set.clear();
      sets.push_back(std::move(set));
    }
    const auto bytes = parcel_of(sets);
    out[left].insert(out[left].end(), bytes.begin(), bytes.end());
  }
  return out;
}

void expect_nothing_found(const World& world) {
  const auto runs = testing_support::run_parties(world.whole, world.job);
  for (std::size_t own = 0; own < kParties; ++own) {
    // The attack does read this transcript: the right neighbour's sets are in it.
    EXPECT_FALSE(parcels_in(runs[own].received[(own + 1) % kParties]).empty());
    const auto found = Attack(world, own).run(runs[own].received);
    EXPECT_EQ(found.joined, 0U) << own;
    EXPECT_EQ(found.tied.size(), 0U) << own;
    EXPECT_EQ(found.certain, 0.0) << own;
  }
}

Baskets habits(std::size_t items, std::size_t people, std::uint64_t seed) {
  Sampler sampler(seed);
  Baskets out;
  for (std::size_t i = 0; i < items; ++i) out.add_item("item" + std::to_string(i));
  for (std::size_t p = 0; p < people; ++p) {
    std::vector<ItemId> basket;
    for (ItemId i = 0; i < items; ++i) {
      if (sampler.below(10) < 6) basket.push_back(i);
    }
    out.add(basket);
  }
  return out;
}

// The second party's attack on the thesis's messages; what it claims must be true.
Found attack_thesis(const World& world) {
  auto found = Attack(world, 1).run(thesis_messages(world, 1));
  const auto names = names_of_rows(world);
  for (const auto& [element, row] : found.tied) EXPECT_EQ(element, names[row]);
  return found;
}

TEST(OneShotAttack, TiesRowsWhereNeighboursJoinHashedRows) {
  const auto found = attack_thesis(world_of(habits(18, 60, 3), "0.2"));
  EXPECT_EQ(found.tied.size(), 15U);
  EXPECT_EQ(found.certain, 0.25);
}

TEST(OneShotAttack, FindsNothingInARealRun) {
  expect_nothing_found(world_of(habits(18, 60, 3), "0.2"));
}

TEST(OneShotAttack, OnVotesTiesFortyOneRowsInTheThesisAndNoneInARealRun) {
  PRIVET_NEED_DATA("house_votes84/house_votes84.csv");
  const privet::Run run(nullptr, nullptr, 1);
  const auto world = world_of(
      read_csv(testing_support::shared_data("house_votes84/house_votes84.csv"), {}, run).table,
      "0.2");
  const auto found = attack_thesis(world);
  EXPECT_EQ(found.tied.size(), 41U);
  EXPECT_NEAR(found.certain, 0.09, 0.001);
  expect_nothing_found(world);
}

}  // namespace
}  // namespace privet::federation
