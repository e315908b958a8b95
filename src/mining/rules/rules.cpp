// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "base/thread_pool.h"
#include "mining/rules/rules_internal.h"

namespace privet::mining {
namespace {

bool by_items(const FrequentSet& a, const FrequentSet& b) {
  return a.items < b.items;
}

// Is every subset with one item less frequent? The two that were joined are.
bool subsets_frequent(const ItemList& candidate, std::span<const FrequentSet> shorter) {
  ItemList subset(candidate.size() - 1);
  for (std::size_t skip = 0; skip + 2 < candidate.size(); ++skip) {
    for (std::size_t i = 0, to = 0; i < candidate.size(); ++i) {
      if (i != skip) subset[to++] = candidate[i];
    }
    const FrequentSet wanted{subset, 0};
    if (!std::binary_search(shorter.begin(), shorter.end(), wanted, by_items)) return false;
  }
  return true;
}

}  // namespace

std::vector<ItemList> candidates_from(std::span<const FrequentSet> shorter) {
  std::vector<ItemList> out;
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    const ItemList& a = shorter[i].items;
    for (std::size_t j = i + 1; j < shorter.size(); ++j) {
      const ItemList& b = shorter[j].items;
      if (!std::equal(a.begin(), a.end() - 1, b.begin())) break;
      ItemList joined = a;
      joined.push_back(b.back());
      if (subsets_frequent(joined, shorter)) out.push_back(std::move(joined));
    }
  }
  return out;
}

std::vector<FrequentSet> apriori(SupportOracle& oracle, const RuleOptions& options,
                                 const Run& run) {
  if (options.min_support == 0) {
    throw Error(ErrorCode::Usage, "must be at least one transaction",
                {.parameter = "--min-support"});
  }
  std::vector<ItemList> candidates;
  for (ItemId item = 0; item < oracle.items(); ++item) candidates.push_back({item});
  std::vector<FrequentSet> out;
  for (std::size_t size = 1; !candidates.empty(); ++size) {
    run.progress("counting itemsets");
    const auto supports = oracle.supports(candidates);
    const std::size_t first = out.size();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (supports[i] >= options.min_support)
        out.push_back({std::move(candidates[i]), supports[i]});
    }
    if (size == options.max_size) break;
    candidates = candidates_from(std::span(out).subspan(first));
  }
  return out;
}

RuleModel frequent_items(const Baskets& baskets, const RuleOptions& options, const Run& run) {
  PlainSupportOracle oracle(baskets, run);
  RuleModel model;
  model.items.assign(baskets.names().begin(), baskets.names().end());
  model.transactions = oracle.transactions();
  model.itemsets = apriori(oracle, options, run);
  return model;
}

RuleModel learn_rules(const Baskets& baskets, const RuleOptions& options, const Run& run) {
  RuleModel model = frequent_items(baskets, options, run);
  model.rules = rules_of(model, options, run);
  return model;
}

Baskets baskets_of(const Table& table, std::span<const AttributeId> columns) {
  Baskets out;
  std::vector<std::vector<ItemId>> items(columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Column& column = table.column(columns[c]);
    for (std::size_t code = 0; code < column.dictionary.size(); ++code) {
      const auto id = static_cast<ValueId>(code);
      const bool missing = column.dictionary.missing(id);
      items[c].push_back(
          missing ? ItemId{0}
                  : out.add_item(fmt::format("{}={}", column.name, column.dictionary.text(id))));
    }
  }
  std::vector<ItemId> basket;
  for (RowId row = 0; row < table.rows(); ++row) {
    basket.clear();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const Column& column = table.column(columns[c]);
      if (!column.missing(row)) basket.push_back(items[c][column.codes[row]]);
    }
    out.add(basket);
  }
  return out;
}

std::string items_text(const RuleModel& model, const ItemList& items) {
  std::string out;
  for (const ItemId item : items) out += (out.empty() ? "" : " and ") + model.items[item];
  return out;
}

std::string rule_text(const RuleModel& model, const Rule& rule) {
  return fmt::format("{} -> {} (support {}, confidence {:.4g}, lift {:.4g})",
                     items_text(model, rule.antecedent), items_text(model, rule.consequent),
                     rule.support, rule.confidence, rule.lift);
}

PlainSupportOracle::PlainSupportOracle(const Baskets& baskets, const Run& run)
    : baskets_(baskets),
      run_(run),
      alone_(baskets.supports()),
      words_((baskets.size() + 63) / 64),
      slots_(baskets.items(), kNoSlot) {}

// Gives every item of a set of two or more a bitmap.
void PlainSupportOracle::prepare(std::span<const ItemList> itemsets) {
  const std::size_t before = filled_;
  for (const auto& set : itemsets) {
    if (set.size() < 2) continue;
    for (const ItemId item : set) {
      if (slots_[item] == kNoSlot) slots_[item] = filled_++;
    }
  }
  if (filled_ == before) return;
  bits_.resize(filled_ * words_, 0);
  for (BasketId t = 0; t < baskets_.size(); ++t) {
    for (const ItemId item : baskets_.basket(t)) {
      if (slots_[item] == kNoSlot || slots_[item] < before) continue;
      bits_[slots_[item] * words_ + t / 64] |= std::uint64_t{1} << (t % 64);
    }
  }
}

std::uint64_t PlainSupportOracle::support(const ItemList& set) const {
  if (set.empty()) return baskets_.size();
  if (set.size() == 1) return alone_[set.front()];
  std::uint64_t sum = 0;
  const std::uint64_t* first = bits_.data() + slots_[set[0]] * words_;
  for (std::size_t w = 0; w < words_; ++w) {
    std::uint64_t word = first[w];
    for (std::size_t i = 1; i < set.size(); ++i) word &= bits_[slots_[set[i]] * words_ + w];
    sum += static_cast<std::uint64_t>(std::popcount(word));
  }
  return sum;
}

std::vector<std::uint64_t> PlainSupportOracle::supports(std::span<const ItemList> itemsets) {
  prepare(itemsets);
  std::vector<std::uint64_t> out(itemsets.size());
  constexpr std::size_t kGrain = 64;
  run_.pool().parallel_ranges(itemsets.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    run_.check_cancelled();
    for (std::size_t i = begin; i < end; ++i) out[i] = support(itemsets[i]);
  });
  return out;
}

}  // namespace privet::mining
