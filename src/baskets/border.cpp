// SPDX-License-Identifier: Apache-2.0
#include "baskets/border.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"
#include "baskets/edges.h"
#include "mining/rules/itemsets_bits.h"

namespace privet::baskets {

class Border::Core {
 public:
  virtual ~Core() = default;
  [[nodiscard]] virtual std::size_t edges() const = 0;
  [[nodiscard]] virtual std::vector<std::vector<ItemId>> upper() const = 0;
  [[nodiscard]] virtual std::vector<std::vector<ItemId>> lower() const = 0;
  [[nodiscard]] virtual Tally count(std::size_t max_length, std::optional<ItemId> containing,
                                    const Run& run) const = 0;
  virtual void suppress(ItemId item) = 0;
};

namespace {

using mining::Word;

template <std::size_t Words>
class MaskedBorder final : public Border::Core {
 public:
  using Mask = ItemMask<Words>;
  using Overlap = typename EdgeCounter<Words>::Overlap;

  // `items`: the ids that take part; their positions are the masks' bits.
  MaskedBorder(const mining::ItemsetList& upper, const mining::ItemsetList& lower,
               std::vector<ItemId> items, std::size_t ids)
      : items_(std::move(items)), bit_of_(ids, kNoItem) {
    for (std::uint32_t bit = 0; bit < items_.size(); ++bit) bit_of_[items_[bit]] = bit;
    for (std::size_t i = 0; i < lower.size(); ++i) lower_.push_back(mask_of(lower.items(i)));
    for (std::size_t i = 0; i < upper.size(); ++i) {
      // An item outside every member of L: no edge.
      if (std::ranges::all_of(upper.items(i), [&](ItemId id) { return bit_of_[id] != kNoItem; })) {
        upper_.push_back(mask_of(upper.items(i)));
      }
    }
    connect();
  }

  [[nodiscard]] std::size_t edges() const override { return around_.size(); }
  [[nodiscard]] std::vector<std::vector<ItemId>> upper() const override { return named(upper_); }
  [[nodiscard]] std::vector<std::vector<ItemId>> lower() const override { return named(lower_); }

  [[nodiscard]] Tally count(std::size_t max_length, std::optional<ItemId> containing,
                            const Run& run) const override {
    Tally out(bit_of_.size());
    if (containing && bit_of_[*containing] == kNoItem) return out;
    std::size_t longest = 0;
    for (const auto& beta : lower_) longest = std::max(longest, beta.size());
    const Binomials binomials(longest, max_length, lower_.size());
    Mask fixed;
    if (containing) fixed.insert(bit_of_[*containing]);
    Tally sum(items_.size());
    std::mutex guard;
    const std::size_t grain = std::max<std::size_t>(1, upper_.size() / (run.pool().size() * 64));
    run.pool().parallel_ranges(upper_.size(), grain, [&](std::size_t begin, std::size_t end) {
      Tally part(items_.size());
      EdgeCounter<Words> counter(binomials, part);
      std::vector<Overlap> overlaps;
      for (std::size_t a = begin; a < end; ++a) count_around(a, fixed, counter, overlaps, run);
      const std::scoped_lock lock(guard);
      sum.add(part);
    });
    out.change(sum.total(), 1);
    for (std::size_t bit = 0; bit < items_.size(); ++bit) {
      out.change(items_[bit], sum.with(bit), 1);
    }
    return out;
  }

  void suppress(ItemId item) override {
    const std::uint32_t bit = bit_of_[item];
    if (bit == kNoItem) return;
    std::erase_if(upper_, [&](const Mask& alpha) { return alpha.has(bit); });
    for (auto& beta : lower_) beta.erase(bit);
    drop_covered();
    connect();
  }

 private:
  [[nodiscard]] std::span<const std::uint32_t> lowers_around(std::size_t a) const {
    const std::size_t begin = a == 0 ? 0 : around_ends_[a - 1];
    return std::span(around_).subspan(begin, around_ends_[a] - begin);
  }
  [[nodiscard]] std::span<const std::uint32_t> uppers_inside(std::size_t b) const {
    const std::size_t begin = b == 0 ? 0 : inside_ends_[b - 1];
    return std::span(inside_).subspan(begin, inside_ends_[b] - begin);
  }

  // All edges of one member of U, in the order of L.
  void count_around(std::size_t a, const Mask& fixed, EdgeCounter<Words>& counter,
                    std::vector<Overlap>& overlaps, const Run& run) const {
    const auto lowers = lowers_around(a);
    for (std::size_t i = 0; i < lowers.size(); ++i) {
      if (i % 64 == 0) run.check_cancelled();
      const auto& beta = lower_[lowers[i]];
      if (!fixed.inside(beta)) continue;
      Edge<Words> edge{upper_[a] | fixed, beta};
      overlaps.clear();
      if (!take_earlier_uppers(a, lowers[i], edge, overlaps)) continue;
      bool covered = false;
      for (std::size_t j = 0; j < i && !covered; ++j) {
        const auto& other = lower_[lowers[j]];
        if (!fixed.inside(other)) continue;
        const Mask drop = edge.beta - other;
        covered = drop.empty();
        if (!drop.meets(edge.alpha)) overlaps.push_back({Mask{}, drop});
      }
      if (covered) continue;
      thin(overlaps);
      counter.add(edge, overlaps);
    }
  }

  // The examined edges <a',b> of the same b. One that needs a single item more is taken away at
  // once: the edge loses that item. Returns false if nothing is left of the edge.
  bool take_earlier_uppers(std::size_t a, std::size_t b, Edge<Words>& edge,
                           std::vector<Overlap>& overlaps) const {
    for (const std::uint32_t other : uppers_inside(b)) {
      if (other >= a) break;
      const Mask need = upper_[other] - edge.alpha;
      if (need.empty()) return false;
      if (need.size() == 1) {
        edge.beta = edge.beta - need;
      } else {
        overlaps.push_back({need, Mask{}});
      }
    }
    std::erase_if(overlaps, [&](const Overlap& one) { return !one.need.inside(edge.beta); });
    return true;
  }

  // Leaves out overlaps that lie inside another one.
  static void thin(std::vector<Overlap>& overlaps) {
    if (overlaps.size() < 3) return;
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t i = 0; i < overlaps.size(); ++i) order.emplace_back(overlaps[i].pieces(), i);
    std::sort(order.begin(), order.end());
    std::vector<Overlap> kept;
    for (const auto& [pieces, i] : order) {
      const auto& one = overlaps[i];
      const bool inside = std::ranges::any_of(kept, [&](const Overlap& big) {
        return big.need.inside(one.need) && big.drop.inside(one.drop);
      });
      if (!inside) kept.push_back(one);
    }
    overlaps.swap(kept);
  }

  // For each bit the members of L that hold it, as a bitmap.
  [[nodiscard]] std::vector<std::vector<Word>> holders() const {
    const std::size_t words = mining::words_for(lower_.size());
    std::vector<std::vector<Word>> out(items_.size(), std::vector<Word>(words));
    for (std::size_t b = 0; b < lower_.size(); ++b) {
      lower_[b].each([&](std::size_t bit) { out[bit][b / 64] |= Word{1} << (b % 64); });
    }
    return out;
  }

  // The members of L around a set, as a bitmap.
  [[nodiscard]] std::vector<Word> supersets(const Mask& set,
                                            const std::vector<std::vector<Word>>& holders) const {
    std::vector<Word> out(mining::words_for(lower_.size()), ~Word{0});
    if (lower_.size() % 64 != 0) out.back() = (Word{1} << (lower_.size() % 64)) - 1;
    set.each([&](std::size_t bit) { mining::intersect(out, holders[bit], out); });
    return out;
  }

  // Keeps the maximal members of L, one of equals.
  void drop_covered() {
    const auto all = holders();
    std::vector<bool> gone(lower_.size());
    for (std::size_t b = 0; b < lower_.size(); ++b) {
      const auto around = supersets(lower_[b], all);
      for (std::size_t w = 0; w < around.size() && !gone[b]; ++w) {
        for (Word left = around[w]; left != 0; left &= left - 1) {
          const std::size_t other = w * 64 + static_cast<std::size_t>(std::countr_zero(left));
          // Of equal sets the first stays.
          if (other != b && !gone[other] && (!(lower_[other] == lower_[b]) || other < b)) {
            gone[b] = true;
            break;
          }
        }
      }
    }
    std::size_t used = 0;
    for (std::size_t b = 0; b < lower_.size(); ++b) {
      if (!gone[b]) lower_[used++] = lower_[b];
    }
    lower_.resize(used);
  }

  // Leaves out members without an edge, orders U so that members in few of L come first (their
  // edges are long, the later ones then lose more items) and lists the edges both ways.
  void connect() {
    auto all = holders();
    std::vector<std::vector<std::uint32_t>> around(upper_.size());
    std::vector<bool> touched(lower_.size());
    for (std::size_t a = 0; a < upper_.size(); ++a) {
      const auto bits = supersets(upper_[a], all);
      for (std::size_t w = 0; w < bits.size(); ++w) {
        for (Word left = bits[w]; left != 0; left &= left - 1) {
          const std::size_t b = w * 64 + static_cast<std::size_t>(std::countr_zero(left));
          around[a].push_back(static_cast<std::uint32_t>(b));
          touched[b] = true;
        }
      }
    }
    std::vector<std::uint32_t> moved(lower_.size());
    std::uint32_t used = 0;
    for (std::size_t b = 0; b < lower_.size(); ++b) {
      moved[b] = used;
      if (touched[b]) lower_[used++] = lower_[b];
    }
    lower_.resize(used);
    std::vector<std::size_t> order;
    for (std::size_t a = 0; a < upper_.size(); ++a) {
      if (!around[a].empty()) order.push_back(a);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
      return around[x].size() < around[y].size();
    });
    std::vector<Mask> sorted;
    std::vector<std::vector<std::uint32_t>> inside(lower_.size());
    around_.clear();
    around_ends_.clear();
    for (const std::size_t a : order) {
      for (const std::uint32_t b : around[a]) {
        around_.push_back(moved[b]);
        inside[moved[b]].push_back(static_cast<std::uint32_t>(sorted.size()));
      }
      around_ends_.push_back(around_.size());
      sorted.push_back(upper_[a]);
    }
    upper_.swap(sorted);
    inside_.clear();
    inside_ends_.clear();
    for (const auto& list : inside) {
      inside_.insert(inside_.end(), list.begin(), list.end());
      inside_ends_.push_back(inside_.size());
    }
  }

  [[nodiscard]] Mask mask_of(std::span<const ItemId> set) const {
    Mask out;
    for (const ItemId id : set) out.insert(bit_of_[id]);
    return out;
  }
  [[nodiscard]] std::vector<std::vector<ItemId>> named(const std::vector<Mask>& masks) const {
    std::vector<std::vector<ItemId>> out;
    for (const auto& mask : masks) {
      out.emplace_back();
      mask.each([&](std::size_t bit) { out.back().push_back(items_[bit]); });
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  std::vector<ItemId> items_;          // bit -> id, ascending
  std::vector<std::uint32_t> bit_of_;  // id -> bit
  std::vector<Mask> upper_;
  std::vector<Mask> lower_;
  std::vector<std::uint32_t> around_;  // edges by member of U
  std::vector<std::size_t> around_ends_;
  std::vector<std::uint32_t> inside_;  // edges by member of L
  std::vector<std::size_t> inside_ends_;
};

std::unique_ptr<Border::Core> make_core(const mining::ItemsetList& upper,
                                        const mining::ItemsetList& lower, std::size_t ids) {
  std::vector<bool> used(ids);
  for (std::size_t i = 0; i < lower.size(); ++i) {
    for (const ItemId id : lower.items(i)) used[id] = true;
  }
  std::vector<ItemId> items;
  for (ItemId id = 0; id < ids; ++id) {
    if (used[id]) items.push_back(id);
  }
  const auto make = [&]<std::size_t Words>(std::integral_constant<std::size_t, Words>) {
    return std::make_unique<MaskedBorder<Words>>(upper, lower, std::move(items), ids);
  };
  if (items.size() <= 64) return make(std::integral_constant<std::size_t, 1>{});
  if (items.size() <= 128) return make(std::integral_constant<std::size_t, 2>{});
  if (items.size() <= 512) return make(std::integral_constant<std::size_t, 8>{});
  if (items.size() <= 4096) return make(std::integral_constant<std::size_t, 64>{});
  throw Error(ErrorCode::Usage,
              fmt::format("{} items take part in nuggets, more than the 4096 the border method "
                          "handles: raise --min-support or use --utility item",
                          items.size()),
              {.parameter = "--utility"});
}

}  // namespace

Border::Border(const mining::ItemsetList& upper, const mining::ItemsetList& lower,
               std::size_t items)
    : core_(make_core(upper, lower, items)) {}
Border::~Border() = default;
Border::Border(Border&&) noexcept = default;
Border& Border::operator=(Border&&) noexcept = default;

std::size_t Border::edges() const {
  return core_->edges();
}
std::vector<std::vector<ItemId>> Border::upper() const {
  return core_->upper();
}
std::vector<std::vector<ItemId>> Border::lower() const {
  return core_->lower();
}
Tally Border::count(std::size_t max_length, std::optional<ItemId> containing,
                    const Run& run) const {
  return core_->count(max_length, containing, run);
}
void Border::suppress(ItemId item) {
  core_->suppress(item);
}

Border nugget_border(const Baskets& baskets, std::uint32_t min_support, const Run& run) {
  const auto lower = mining::mine_itemsets(
      baskets, {min_support, mining::kAnyLength, mining::ItemsetKind::Maximal}, run);
  const auto supports = baskets.supports();
  mining::ItemsetList upper;
  for (ItemId item = 0; item < supports.size(); ++item) {
    if (supports[item] >= min_support) upper.add(std::span(&item, 1), supports[item]);
  }
  return {upper, lower, baskets.items()};
}

mining::ItemsetList maximal_baskets(const Baskets& baskets, const std::vector<bool>& take,
                                    const Run& run) {
  std::vector<std::vector<ItemId>> rows;
  for (BasketId id = 0; id < baskets.size(); ++id) {
    std::vector<ItemId> row;
    for (const ItemId item : baskets.basket(id)) {
      if (take[item]) row.push_back(item);
    }
    if (!row.empty()) rows.push_back(std::move(row));
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  mining::ItemsetList all;
  for (const auto& row : rows) all.add(row, 0);
  return mining::keep_maximal(all, baskets.items(), run);
}

}  // namespace privet::baskets
