// SPDX-License-Identifier: Apache-2.0
// Association rules over items (or column=value of a table) that lie at different parties.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), sections 3.1 and 3.2, algorithm 1.
// Idea: mining/rules/rules.h asks for the supports of all candidates of a pass at once. Candidates
// inside one party are counted there and told; of the others each party makes the conjunction of
// its own items, and the parties count jointly (federation/joint_counter.h). Items are numbered
// party after party. Cost: as the counter's, once a pass. Adversary: semi-honest. Discloses, to
// every party: how many items each other party has, the supports of all candidates (of those inside
// one party only where they reach the minimum support, else that they do not), the names of
// frequent items. Not: names of infrequent items, or any row.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "federation/rules/joint_counter.h"
#include "federation/task/task.h"
#include "mining/rules/rules.h"

namespace privet::federation {

inline constexpr protocol::Opening kInsideSupports{
    "supports of candidate itemsets inside one other party, 0 below the minimum support",
    "asked by Apriori, part of its answer if frequent (Vaidya 2004, theorem 3.2.1)"};

// The public size that bounds them.
inline constexpr std::string_view kInsideCandidates = "candidates inside one party";

class VerticalSupports final : public mining::SupportOracle {
 public:
  // All must outlive it. `items` of every party, in the order of parties. Supports inside one party
  // that are below the minimum support are given as 0: the supports of infrequent values, in the
  // order of items, would show the histogram of each column.
  VerticalSupports(const protocol::Setting& setting, const Baskets& own,
                   std::vector<std::size_t> items, const mining::RuleOptions& options,
                   JointCounter& counter);

  [[nodiscard]] std::uint64_t transactions() const override { return own_.size(); }
  [[nodiscard]] std::size_t items() const override { return ends_.back(); }
  // Throws Error{Infeasible} if these supports could give the next pass more than kMostCandidates:
  // the parties' claims decide how much is stored.
  std::vector<std::uint64_t> supports(std::span<const mining::ItemList> itemsets) override;

  // The party that has this item, and the item's number there.
  [[nodiscard]] protocol::PartyId owner(ItemId item) const;
  [[nodiscard]] ItemId number_at_owner(ItemId item) const;

 private:
  // What a pass asks, as all parties see it.
  struct Pass {
    std::vector<std::vector<std::size_t>> inside;  // by party: the itemsets it counts alone
    std::vector<std::size_t> spanning;             // the others
    std::vector<JointQuestion> questions;
    std::vector<mining::ItemList> own_parts;  // the conjunctions to make here, own numbers
  };
  class PartNumbers;
  [[nodiscard]] JointQuestion question_of(const mining::ItemList& itemset,
                                          PartNumbers& numbers) const;
  [[nodiscard]] Pass plan(std::span<const mining::ItemList> itemsets) const;
  void tell_inside(const Pass& pass, std::span<const mining::ItemList> itemsets,
                   std::span<std::uint64_t> supports);
  void check_next_pass(std::span<const mining::ItemList> itemsets,
                       std::span<const std::uint64_t> supports) const;
  void prepare_bits(std::span<const mining::ItemList> parts);
  [[nodiscard]] protocol::BitVector conjunction(const mining::ItemList& part) const;

  const protocol::Setting& setting_;
  const Baskets& own_;
  JointCounter& counter_;
  mining::PlainSupportOracle plain_;
  std::vector<std::size_t> ends_;  // of each party's items
  const mining::RuleOptions options_;
  std::map<ItemId, protocol::BitVector> bits_;
  std::map<mining::ItemList, std::uint64_t> told_;  // supports inside one party, known to all
};

[[nodiscard]] Task rules_vertical_task();

}  // namespace privet::federation
