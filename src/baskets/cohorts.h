// SPDX-License-Identifier: Apache-2.0
// Counts the cohorts of public itemsets for the level-wise search: how many baskets, and which
// private item is likeliest among them. Two ways, chosen by the density of the items.
// Threads: PublicData is immutable; a counter belongs to one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "baskets/coherence.h"
#include "data/baskets/baskets.h"
#include "mining/rules/itemsets_bits.h"

namespace privet::baskets {

using Rank = std::uint32_t;  // a public item's position in an order chosen by the search

// The baskets cut to chosen public items, and to their private items.
struct PublicData {
  // `ranked`: the public items to keep, in the order of their ranks. Bitmaps are made if wanted and
  // the items are dense enough.
  PublicData(const Baskets& baskets, const ItemKinds& kinds, std::span<const ItemId> ranked,
             bool bitmaps);

  [[nodiscard]] std::size_t size() const { return row_ends.size(); }
  [[nodiscard]] std::span<const Rank> row(std::size_t id) const {
    return slice(rows, row_ends, id);
  }
  [[nodiscard]] std::span<const std::uint32_t> secrets_of(std::size_t id) const {
    return slice(secret_rows, secret_ends, id);
  }
  [[nodiscard]] std::span<const std::uint32_t> holders(Rank rank) const {
    return slice(holder_rows, holder_ends, rank);
  }
  [[nodiscard]] bool dense() const { return !bits.empty(); }
  [[nodiscard]] std::span<const mining::Word> column(Rank rank) const {
    return std::span(bits).subspan(rank * words, words);
  }
  [[nodiscard]] std::span<const mining::Word> secret_column(std::size_t secret) const {
    return std::span(secret_bits).subspan(secret * words, words);
  }

  std::vector<ItemId> items;    // rank -> item
  std::vector<ItemId> secrets;  // private items that occur
  std::vector<Rank> rows;
  std::vector<std::uint64_t> row_ends;
  std::vector<std::uint32_t> secret_rows;
  std::vector<std::uint64_t> secret_ends;
  std::vector<std::uint32_t> holder_rows;  // the baskets of each rank
  std::vector<std::uint64_t> holder_ends;
  std::size_t words = 0;
  std::vector<mining::Word> bits;         // dense only
  std::vector<mining::Word> secret_bits;  // dense, and few private items

 private:
  [[nodiscard]] static std::span<const std::uint32_t> slice(
      const std::vector<std::uint32_t>& values, const std::vector<std::uint64_t>& ends,
      std::size_t i) {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(values).subspan(begin, ends[i] - begin);
  }
};

class CohortCounter {
 public:
  virtual ~CohortCounter() = default;
  // Moves to a prefix; cheap when it shares its beginning with the one before.
  virtual void enter(std::span<const Rank> prefix) = 0;
  // The support of the prefix with each of `extensions` (ranks above the prefix's, ascending).
  virtual void count(std::span<const Rank> extensions, std::vector<std::uint32_t>& supports) = 0;
  // Raises `best` if a private item is likelier in the cohort of the i-th extension just counted.
  virtual void raise(std::size_t i, Breach& best) = 0;
};

// Walks the baskets of the prefix once for all extensions.
class ListCounter final : public CohortCounter {
 public:
  explicit ListCounter(const PublicData& data);
  void enter(std::span<const Rank> prefix) override;
  void count(std::span<const Rank> extensions, std::vector<std::uint32_t>& supports) override;
  void raise(std::size_t i, Breach& best) override;

 private:
  const PublicData& data_;
  std::vector<Rank> prefix_;
  std::vector<std::vector<std::uint32_t>> cohorts_;  // of the prefix's beginnings
  std::vector<std::uint32_t> seen_;                  // by rank; zero between calls
  std::vector<std::uint32_t> slot_;                  // by rank; where its cohort is written
  std::vector<std::uint32_t> delivered_;             // cohorts of the extensions, one after another
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> secret_counts_;  // zero between calls
};

// Counts bits; where a prefix has come down to few baskets, walks these once for all extensions
// instead.
class BitmapCounter final : public CohortCounter {
 public:
  explicit BitmapCounter(const PublicData& data);
  void enter(std::span<const Rank> prefix) override;
  void count(std::span<const Rank> extensions, std::vector<std::uint32_t>& supports) override;
  void raise(std::size_t i, Breach& best) override;

 private:
  void count_secrets();
  // Whether walking the baskets of the cohort takes fewer steps than counting that many extensions.
  [[nodiscard]] bool walking_pays(std::size_t extensions) const;
  void walk(std::span<const Rank> extensions, std::vector<std::uint32_t>& supports);

  const PublicData& data_;
  std::vector<Rank> prefix_;
  std::vector<std::vector<mining::Word>> cohorts_;
  std::vector<std::uint32_t> seen_;  // by rank; zero between calls
  std::vector<mining::Word> scratch_;
  std::vector<Rank> extensions_;
  std::vector<std::uint32_t> supports_;
  std::vector<std::uint32_t> secret_counts_;  // of the prefix: bounds for its extensions
  bool secrets_counted_ = false;
  std::vector<std::uint32_t> tally_;  // zero between calls
};

}  // namespace privet::baskets
