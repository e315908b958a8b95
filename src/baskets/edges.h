// SPDX-License-Identifier: Apache-2.0
// Edges of a border, and counting what they cover without listing it.
// Idea: an edge <a,b> stands for all itemsets that contain a and lie inside b. Two edges meet in
// one edge; one edge without another is a handful of edges. So what an edge adds to those already
// examined is found by taking one of them away and going on with the pieces and the rest, until at
// most one examined edge overlaps a piece; there a sum of binomial coefficients answers.
// Reference: the thesis, section 4.4.2 (Theorems 4 and 5) and Figure 18, whose lines 5 and 8 must
// both add to the count. Where the thesis may pick any edge, the one with the largest overlap is
// picked, and the pieces of Theorem 5 are made disjoint, so they need no comparison among each
// other.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "baskets/tally.h"

namespace privet::baskets {

// A set of items numbered below 64 * Words.
template <std::size_t Words>
struct ItemMask {
  std::array<std::uint64_t, Words> words{};

  void insert(std::size_t item) { words[item / 64] |= std::uint64_t{1} << (item % 64); }
  void erase(std::size_t item) { words[item / 64] &= ~(std::uint64_t{1} << (item % 64)); }
  [[nodiscard]] bool has(std::size_t item) const {
    return ((words[item / 64] >> (item % 64)) & 1U) != 0;
  }
  [[nodiscard]] std::size_t size() const {
    std::size_t total = 0;
    for (const auto word : words) total += static_cast<std::size_t>(std::popcount(word));
    return total;
  }
  [[nodiscard]] bool empty() const {
    std::uint64_t any = 0;
    for (const auto word : words) any |= word;
    return any == 0;
  }
  [[nodiscard]] bool inside(const ItemMask& other) const { return (*this - other).empty(); }
  [[nodiscard]] bool meets(const ItemMask& other) const { return !(*this & other).empty(); }
  // Calls visit(item) for each item, ascending.
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::size_t w = 0; w < Words; ++w) {
      for (std::uint64_t left = words[w]; left != 0; left &= left - 1) {
        visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }
  friend ItemMask operator|(ItemMask a, const ItemMask& b) {
    for (std::size_t w = 0; w < Words; ++w) a.words[w] |= b.words[w];
    return a;
  }
  friend ItemMask operator&(ItemMask a, const ItemMask& b) {
    for (std::size_t w = 0; w < Words; ++w) a.words[w] &= b.words[w];
    return a;
  }
  friend ItemMask operator-(ItemMask a, const ItemMask& b) {
    for (std::size_t w = 0; w < Words; ++w) a.words[w] &= ~b.words[w];
    return a;
  }
  friend bool operator==(const ItemMask&, const ItemMask&) = default;
};

template <std::size_t Words>
struct Edge {
  ItemMask<Words> alpha;
  ItemMask<Words> beta;
  friend bool operator==(const Edge&, const Edge&) = default;
};

// Theorem 4: what two edges both cover, if anything.
template <std::size_t Words>
[[nodiscard]] std::optional<Edge<Words>> intersection(const Edge<Words>& a, const Edge<Words>& b) {
  const Edge<Words> both{a.alpha | b.alpha, a.beta & b.beta};
  if (!both.alpha.inside(both.beta)) return std::nullopt;
  return both;
}

// Theorem 5: what `a` covers and `b` does not, as edges. Requires that they overlap.
template <std::size_t Words>
[[nodiscard]] std::vector<Edge<Words>> difference(const Edge<Words>& a, const Edge<Words>& b) {
  std::vector<Edge<Words>> out;
  (b.alpha - a.alpha).each([&](std::size_t item) {
    out.push_back(a);
    out.back().beta.erase(item);
  });
  (a.beta - b.beta).each([&](std::size_t item) {
    out.push_back(a);
    out.back().alpha.insert(item);
  });
  return out;
}

// Adds to a tally what edges cover beyond edges examined before.
template <std::size_t Words>
class EdgeCounter {
 public:
  using Mask = ItemMask<Words>;

  // An examined edge, relative to the edge at hand: it covers of that one the sets that hold all of
  // `need` and nothing of `drop`.
  struct Overlap {
    Mask need;
    Mask drop;
    [[nodiscard]] std::size_t pieces() const { return need.size() + drop.size(); }
  };

  EdgeCounter(const Binomials& binomials, Tally& tally) : binomials_(binomials), tally_(tally) {}

  // Counts the itemsets covered by `edge` and by none of `overlaps`.
  void add(const Edge<Words>& edge, std::span<const Overlap> overlaps) {
    if (levels_.empty()) levels_.emplace_back();
    levels_[0].assign(overlaps.begin(), overlaps.end());
    descend(edge, 0);
  }

  // The overlap of an examined edge with `edge`, if there is one.
  [[nodiscard]] static std::optional<Overlap> overlap(const Edge<Words>& edge,
                                                      const Edge<Words>& examined) {
    const auto both = intersection(edge, examined);
    if (!both) return std::nullopt;
    return Overlap{both->alpha - edge.alpha, edge.beta - both->beta};
  }

 private:
  void descend(const Edge<Words>& edge, std::size_t depth) {
    if (edge.alpha.size() > binomials_.longest()) return;
    const std::size_t count = levels_[depth].size();
    if (count == 0) {  // case 1
      cover(edge, 1);
      return;
    }
    std::size_t best = 0;
    std::size_t fewest = levels_[depth][0].pieces();
    for (std::size_t i = 1; i < count && fewest > 0; ++i) {
      if (const auto pieces = levels_[depth][i].pieces(); pieces < fewest) {
        fewest = pieces;
        best = i;
      }
    }
    if (fewest == 0) return;  // examined before, all of it
    const Overlap taken = levels_[depth][best];
    if (count == 1) {  // case 2
      cover(edge, 1);
      cover({edge.alpha | taken.need, edge.beta - taken.drop}, -1);
      return;
    }
    split(edge, taken, depth);  // case 3
  }

  // The pieces of `edge` without `taken`, disjoint, each with what still overlaps it.
  void split(const Edge<Words>& edge, const Overlap& taken, std::size_t depth) {
    Edge<Words> rest = edge;
    taken.need.each([&](std::size_t item) {
      Edge<Words> piece = rest;
      piece.beta.erase(item);
      rest.alpha.insert(item);
      descend_into(edge, piece, depth);
    });
    taken.drop.each([&](std::size_t item) {
      Edge<Words> piece = rest;
      piece.alpha.insert(item);
      rest.beta.erase(item);
      descend_into(edge, piece, depth);
    });
  }

  void descend_into(const Edge<Words>& edge, const Edge<Words>& piece, std::size_t depth) {
    if (levels_.size() <= depth + 1) levels_.emplace_back();
    const Mask added = piece.alpha - edge.alpha;
    const Mask lost = edge.beta - piece.beta;
    auto& next = levels_[depth + 1];
    next.clear();
    for (const auto& overlap : levels_[depth]) {
      if (overlap.need.meets(lost) || overlap.drop.meets(added)) continue;
      next.push_back({overlap.need - added, overlap.drop - lost});
    }
    descend(piece, depth + 1);
  }

  void cover(const Edge<Words>& edge, int sign) {
    const std::size_t fixed = edge.alpha.size();
    if (fixed > binomials_.longest()) return;
    const std::size_t free = edge.beta.size() - fixed;
    const Count all = binomials_.sum(free, fixed);
    tally_.change(all, sign);
    edge.alpha.each([&](std::size_t item) { tally_.change(item, all, sign); });
    if (free == 0 || fixed == binomials_.longest()) return;
    const Count with = binomials_.sum(free - 1, fixed + 1);
    (edge.beta - edge.alpha).each([&](std::size_t item) { tally_.change(item, with, sign); });
  }

  const Binomials& binomials_;
  Tally& tally_;
  std::deque<std::vector<Overlap>> levels_;  // what overlaps the piece at each depth
};

}  // namespace privet::baskets
