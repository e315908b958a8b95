// SPDX-License-Identifier: Apache-2.0
// Association rules by Apriori over a support oracle.
// Idea: pass k joins the frequent (k-1)-itemsets that share all but their last item, drops
// candidates with an infrequent subset, and asks the supports of all that remain at once; so the
// rounds are the size of the largest itemset. Rules are grown from their consequents: if X => Y
// misses the confidence, so does every rule of the same itemset with a larger consequent. A rule is
// kept as the positions of three itemsets, 12 bytes; its items and figures are looked up when it is
// shown.
// Reference: Agrawal and Srikant, "Fast algorithms for mining association rules" (1994); Vaidya
// (2004), sections 3.1 and 3.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "base/sink.h"
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

enum class RuleOrder {
  Lift,        // the largest first; then confidence, support, and the itemset
  Confidence,  // the largest first; then lift, support, and the itemset
  Support,     // the largest first; then lift, confidence, and the itemset
  Itemset,     // by itemset, then by consequent
};

struct RuleOptions {
  std::uint64_t min_support = 1;  // transactions
  double min_confidence = 0.5;
  std::size_t max_size = 0;  // of an itemset; 0: no limit
  double min_lift = 0;
  RuleOrder order = RuleOrder::Itemset;
  std::size_t top = 0;  // this many rules, the first in this order; 0: all
};

struct FrequentSet {
  ItemList items;
  std::uint64_t support = 0;

  bool operator==(const FrequentSet&) const = default;
};

// Positions among the frequent itemsets.
struct RulePlaces {
  std::uint32_t both = 0;  // antecedent and consequent together
  std::uint32_t antecedent = 0;
  std::uint32_t consequent = 0;

  bool operator==(const RulePlaces&) const = default;
};

using RuleVisitor = std::function<void(const RulePlaces&)>;
// Hands every rule to a visitor: a long list of them need not be in memory.
using RuleSource = std::function<void(const RuleVisitor&)>;

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
  std::vector<RulePlaces> rules;      // in the order that was asked for

  bool operator==(const RuleModel&) const = default;
  [[nodiscard]] Rule rule(const RulePlaces& places) const;
};

// The itemsets that occur often enough, by size and then by items.
[[nodiscard]] std::vector<FrequentSet> apriori(SupportOracle& oracle, const RuleOptions& options,
                                               const Run& run);

// Visits the rules of the model's itemsets (all their subsets must be among them, by size and then
// by items) as they are found: by itemset, then by consequent. Order and number are not looked at.
void each_rule(const RuleModel& model, const RuleOptions& options, const RuleVisitor& visit,
               const Run& run);
// The same as a list, in the order asked for and no more than asked for. Of the first N no more
// than N are kept at any time.
[[nodiscard]] std::vector<RulePlaces> rules_of(const RuleModel& model, const RuleOptions& options,
                                               const Run& run);
// By size and then by items.
[[nodiscard]] bool smaller_set(const FrequentSet& a, const FrequentSet& b);
// Where these items are among itemsets by size and then by items; their number if nowhere.
[[nodiscard]] std::size_t find_itemset(std::span<const FrequentSet> itemsets,
                                       const ItemList& items);

// Over baskets in memory: itemsets without rules, and with them.
[[nodiscard]] RuleModel frequent_items(const Baskets& baskets, const RuleOptions& options,
                                       const Run& run);
[[nodiscard]] RuleModel learn_rules(const Baskets& baskets, const RuleOptions& options,
                                    const Run& run);

// A row of a table as a basket of "column=value" items; missing values are left out.
[[nodiscard]] Baskets baskets_of(const Table& table, std::span<const AttributeId> columns);

// "bread and milk".
[[nodiscard]] std::string items_text(const RuleModel& model, const ItemList& items);
// "bread and milk -> beer (support 3, confidence 0.75, lift 1.25)".
[[nodiscard]] std::string rule_text(const RuleModel& model, const Rule& rule);

[[nodiscard]] std::string save_rules(const RuleModel& model);
// The same piece by piece, with these rules in place of the model's.
void save_rules(const RuleModel& model, const RuleSource& rules, const Sink& sink);
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
