// SPDX-License-Identifier: Apache-2.0
// Association rules by Apriori over a support oracle.
// Idea: pass k joins the frequent (k-1)-itemsets that share all but their last item, drops
// candidates with an infrequent subset, and asks the supports of all that remain at once; so the
// rounds are the size of the largest itemset. Rules are grown from their consequents: if X => Y
// misses the confidence, so does every rule of the same itemset with a larger consequent.
// Reference: Agrawal and Srikant, "Fast algorithms for mining association rules" (1994); Vaidya
// (2004), sections 3.1 and 3.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/baskets/baskets.h"
#include "data/table.h"

namespace privet::mining {

using ItemList = std::vector<ItemId>;  // ascending

class SupportOracle {
 public:
  virtual ~SupportOracle() = default;
  [[nodiscard]] virtual std::uint64_t transactions() const = 0;
  [[nodiscard]] virtual std::size_t items() const = 0;
  // In how many transactions all items of each set occur together.
  virtual std::vector<std::uint64_t> supports(std::span<const ItemList> itemsets) = 0;
};

struct RuleOptions {
  std::uint64_t min_support = 1;  // transactions
  double min_confidence = 0.5;
  std::size_t max_size = 0;  // of an itemset; 0: no limit
};

struct FrequentSet {
  ItemList items;
  std::uint64_t support = 0;

  bool operator==(const FrequentSet&) const = default;
};

struct Rule {
  ItemList antecedent;
  ItemList consequent;
  std::uint64_t support = 0;  // of both together
  double confidence = 0;
  double lift = 0;

  bool operator==(const Rule&) const = default;
};

struct RuleModel {
  std::vector<std::string> items;
  std::uint64_t transactions = 0;
  std::vector<FrequentSet> itemsets;  // by size, then by items
  std::vector<Rule> rules;            // by itemset, then by consequent

  bool operator==(const RuleModel&) const = default;
};

// The itemsets that occur often enough, by size and then by items.
[[nodiscard]] std::vector<FrequentSet> apriori(SupportOracle& oracle, const RuleOptions& options,
                                               const Run& run);
// The rules of these itemsets (all their subsets must be among them).
[[nodiscard]] std::vector<Rule> rules_of(std::span<const FrequentSet> itemsets,
                                         std::uint64_t transactions, const RuleOptions& options,
                                         const Run& run);
// Both over baskets in memory.
[[nodiscard]] RuleModel learn_rules(const Baskets& baskets, const RuleOptions& options,
                                    const Run& run);

// A row of a table as a basket of "column=value" items; missing values are left out.
[[nodiscard]] Baskets baskets_of(const Table& table, std::span<const AttributeId> columns);

// "bread and milk -> beer (support 3, confidence 0.75, lift 1.25)".
[[nodiscard]] std::string rule_text(const RuleModel& model, const Rule& rule);

[[nodiscard]] std::string save_rules(const RuleModel& model);
[[nodiscard]] RuleModel load_rules(std::string_view text, const std::string& file);

// Answers from baskets in memory, which must outlive it: one bitmap for each item that is asked
// about together with others, intersected and counted.
class PlainSupportOracle final : public SupportOracle {
 public:
  PlainSupportOracle(const Baskets& baskets, const Run& run);

  [[nodiscard]] std::uint64_t transactions() const override { return baskets_.size(); }
  [[nodiscard]] std::size_t items() const override { return baskets_.items(); }
  std::vector<std::uint64_t> supports(std::span<const ItemList> itemsets) override;

 private:
  static constexpr std::size_t kNoSlot = ~std::size_t{0};
  void prepare(std::span<const ItemList> itemsets);
  [[nodiscard]] std::uint64_t support(const ItemList& set) const;

  const Baskets& baskets_;
  const Run& run_;
  std::vector<std::uint32_t> alone_;  // supports of single items
  std::size_t words_;
  std::vector<std::size_t> slots_;  // item -> bitmap
  std::size_t filled_ = 0;
  std::vector<std::uint64_t> bits_;  // bitmap by word
};

}  // namespace privet::mining
