// SPDX-License-Identifier: Apache-2.0
#include "baskets/moles.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/thread_pool.h"
#include "baskets/cohorts.h"
#include "baskets/mole_tree.h"

namespace privet::baskets {
namespace {

// The extendible non-moles of one size, in lexicographic order of ranks, found again by hashing.
class Level {
 public:
  explicit Level(std::size_t length) : length_(length) {}

  [[nodiscard]] std::size_t size() const { return breaches_.size(); }
  [[nodiscard]] std::size_t length() const { return length_; }
  [[nodiscard]] std::span<const Rank> set(std::size_t i) const {
    return std::span(ranks_).subspan(i * length_, length_);
  }
  [[nodiscard]] const Breach& breach(std::size_t i) const { return breaches_[i]; }

  void add(std::span<const Rank> prefix, Rank last, const Breach& breach) {
    ranks_.insert(ranks_.end(), prefix.begin(), prefix.end());
    ranks_.push_back(last);
    breaches_.push_back(breach);
  }
  void append(const Level& other) {
    ranks_.insert(ranks_.end(), other.ranks_.begin(), other.ranks_.end());
    breaches_.insert(breaches_.end(), other.breaches_.begin(), other.breaches_.end());
  }

  void index() {
    std::size_t slots = 16;
    while (slots < 2 * size()) slots *= 2;
    table_.assign(slots, 0);
    for (std::size_t i = 0; i < size(); ++i) {
      std::size_t at = hash(set(i)) & (slots - 1);
      while (table_[at] != 0) at = (at + 1) & (slots - 1);
      table_[at] = static_cast<std::uint32_t>(i + 1);
    }
  }
  [[nodiscard]] std::optional<std::size_t> find(std::span<const Rank> wanted) const {
    std::size_t at = hash(wanted) & (table_.size() - 1);
    for (; table_[at] != 0; at = (at + 1) & (table_.size() - 1)) {
      const std::size_t i = table_[at] - 1;
      if (std::ranges::equal(set(i), wanted)) return i;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] static std::size_t hash(std::span<const Rank> ranks) {
    std::uint64_t h = 0x9E3779B97F4A7C15ULL;
    for (const Rank rank : ranks) {
      h = (h ^ rank) * 0xD6E8FEB86659FD93ULL;
      h ^= h >> 32U;
    }
    return h;
  }

  std::size_t length_;
  std::vector<Rank> ranks_;
  std::vector<Breach> breaches_;
  std::vector<std::uint32_t> table_;  // 1 + index, or 0
};

// One thread's part of a level: extends sets [begin, end) of the level below.
class LevelPart {
 public:
  LevelPart(const PublicData& data, const Level& below, const Coherence& wanted, bool last_level)
      : data_(data),
        below_(below),
        bound_(wanted.h),
        k_(wanted.k),
        last_level_(last_level),
        next_(below.length() + 1) {
    if (data.dense()) {
      counter_ = std::make_unique<BitmapCounter>(data);
    } else {
      counter_ = std::make_unique<ListCounter>(data);
    }
  }

  // Returns how many sets it looked at.
  std::size_t extend(std::size_t index) {
    const auto prefix = below_.set(index);
    candidates_.clear();
    bests_.clear();
    const auto stem = prefix.first(prefix.size() - 1);
    for (std::size_t j = index + 1; j < below_.size(); ++j) {
      const auto sibling = below_.set(j);
      if (!std::equal(stem.begin(), stem.end(), sibling.begin())) break;
      candidates_.push_back(sibling.back());
      Breach best = below_.breach(index);
      if (below_.breach(j).above(best)) best = below_.breach(j);
      bests_.push_back(best);
    }
    const std::size_t joined = candidates_.size();
    if (joined == 0) return 0;
    // Bitmaps pay for each candidate, so they come after the look at its subsets; lists count all
    // candidates in one walk, which leaves few to look at.
    counter_->enter(prefix);
    if (data_.dense()) keep_if([&](std::size_t i) { return subsets_hold(prefix, i); });
    counter_->count(candidates_, supports_);
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (supports_[i] == 0) continue;
      if (!data_.dense() && !subsets_hold(prefix, i)) continue;
      settle(prefix, i);
    }
    return joined;
  }

  [[nodiscard]] MoleList& moles() { return moles_; }
  [[nodiscard]] Level& next() { return next_; }
  [[nodiscard]] std::size_t breach_moles() const { return breach_moles_; }

 private:
  template <class Keep>
  void keep_if(const Keep& keep) {
    std::size_t used = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (!keep(i)) continue;
      candidates_[used] = candidates_[i];
      bests_[used] = bests_[i];
      ++used;
    }
    candidates_.resize(used);
    bests_.resize(used);
  }

  // Are the subsets that lack one item of the stem extendible non-moles? Collects their breach.
  bool subsets_hold(std::span<const Rank> prefix, std::size_t i) {
    for (std::size_t skip = 0; skip + 1 < prefix.size(); ++skip) {
      subset_.clear();
      for (std::size_t j = 0; j < prefix.size(); ++j) {
        if (j != skip) subset_.push_back(prefix[j]);
      }
      subset_.push_back(candidates_[i]);
      const auto found = below_.find(subset_);
      if (!found) return false;
      if (below_.breach(*found).above(bests_[i])) bests_[i] = below_.breach(*found);
    }
    return true;
  }

  void settle(std::span<const Rank> prefix, std::size_t i) {
    counter_->raise(i, bests_[i]);
    const bool rare = supports_[i] < k_;
    if (!rare && !bound_.broken_by(bests_[i])) {
      if (!last_level_) next_.add(prefix, candidates_[i], bests_[i]);
      return;
    }
    named_.clear();
    for (const Rank rank : prefix) named_.push_back(data_.items[rank]);
    named_.push_back(data_.items[candidates_[i]]);
    std::sort(named_.begin(), named_.end());
    moles_.add(named_, supports_[i], bests_[i]);
    if (!rare) ++breach_moles_;
  }

  const PublicData& data_;
  const Level& below_;
  BreachBound bound_;
  std::size_t k_;
  bool last_level_;
  std::unique_ptr<CohortCounter> counter_;
  std::vector<Rank> candidates_;
  std::vector<Breach> bests_;
  std::vector<std::uint32_t> supports_;
  std::vector<Rank> subset_;
  std::vector<ItemId> named_;
  MoleList moles_;
  Level next_;
  std::size_t breach_moles_ = 0;
};

// Judges single items; returns those that are not moles by ascending support, with their breach.
Level first_level(const Baskets& baskets, const ItemKinds& kinds, const Coherence& wanted,
                  MinimalMoles& out, std::vector<ItemId>& ranked) {
  const auto supports = baskets.supports();
  std::vector<ItemId> occurring;
  for (ItemId item = 0; item < supports.size(); ++item) {
    if (kinds[item] == ItemKind::Public && supports[item] > 0) occurring.push_back(item);
  }
  std::stable_sort(occurring.begin(), occurring.end(),
                   [&](ItemId a, ItemId b) { return supports[a] < supports[b]; });
  const PublicData data(baskets, kinds, occurring, false);
  const BreachBound bound(wanted.h);
  std::vector<std::uint32_t> counts(data.secrets.size());
  Level level(1);
  for (Rank rank = 0; rank < occurring.size(); ++rank) {
    Breach best = out.eligibility.breach;
    const auto holders = data.holders(rank);
    const auto support = static_cast<std::uint32_t>(holders.size());
    for (const std::uint32_t id : holders) {
      for (const std::uint32_t secret : data.secrets_of(id)) ++counts[secret];
    }
    for (const std::uint32_t id : holders) {
      for (const std::uint32_t secret : data.secrets_of(id)) {
        const Breach here{counts[secret], support, data.secrets[secret]};
        if (here.above(best)) best = here;
        counts[secret] = 0;
      }
    }
    const ItemId item = occurring[rank];
    const bool rare = support < wanted.k;
    if (rare || bound.broken_by(best)) {
      out.moles.add(std::span(&item, 1), support, best);
      if (!rare) ++out.breach_moles;
    } else {
      level.add({}, static_cast<Rank>(ranked.size()), best);
      ranked.push_back(item);
    }
  }
  return level;
}

// How many sets the next level joins: any two that agree on all but the last item.
std::uint64_t joined_sets(const Level& below) {
  std::uint64_t out = 0;
  std::uint64_t alike = 0;
  for (std::size_t i = 0; i < below.size(); ++i) {
    const auto stem = below.set(i).first(below.length() - 1);
    const bool same = i > 0 && std::equal(stem.begin(), stem.end(), below.set(i - 1).begin());
    alike = same ? alike + 1 : 1;
    out += alike - 1;
  }
  return out;
}

// What a level will cost, from a sample of it.
struct LevelCost {
  double seconds = 0;     // of one processor
  double mole_bytes = 0;  // of moles, and of what is made of them
  double kept_bytes = 0;  // of sets that a further level needs
};

// Extends a few hundred sets, spread over the level, and multiplies by the sets joined in all.
LevelCost estimate_level(const PublicData& data, const Level& below, const Coherence& wanted,
                         std::uint64_t joined, const Run& run) {
  constexpr std::size_t kSample = 256;
  const std::size_t step = std::max<std::size_t>(1, below.size() / kSample);
  LevelPart part(data, below, wanted, below.length() + 1 == wanted.p);
  std::uint64_t looked_at = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = step / 2; i < below.size(); i += step) {
    run.check_cancelled();
    looked_at += part.extend(i);
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  const double times =
      static_cast<double>(joined) / static_cast<double>(std::max<std::uint64_t>(1, looked_at));
  // A mole lies in its thread's list, then in the list of all; to suppress, moles are put in order
  // and made a tree, about a node each in a list that grows by doubling.
  const double length = static_cast<double>(below.length() + 1);
  const double of_list = 4 * (length + 1) + (data.secrets.empty() ? 0 : sizeof(Breach));
  const double of_mole = 2 * of_list + 2 * sizeof(MoleTree::Node) + 4 * sizeof(std::uint32_t);
  const double of_kept = 2 * (4 * length + sizeof(Breach)) + 4 * sizeof(std::uint32_t);
  LevelCost out;
  out.seconds = times * spent.count();
  out.mole_bytes = times * static_cast<double>(part.moles().size()) * of_mole;
  out.kept_bytes = times * static_cast<double>(part.next().size()) * of_kept;
  return out;
}

// A level that takes more memory than a usual machine has to spare, or more time than anybody waits
// for, is refused before it begins. Pairs are always counted. Requires that `below` is indexed.
void refuse_endless(const PublicData& data, const Level& below, const Coherence& wanted,
                    const Run& run) {
  constexpr std::uint64_t kFew = 4'000'000;  // sets: counted in a second or two
  constexpr double kMostBytes = 2e9;
  constexpr std::uint64_t kMostCounted = 200'000'000;  // sets, even if none of them is kept
  const std::size_t length = below.length() + 1;
  const std::uint64_t sets = joined_sets(below);
  if (wanted.any_cost || length < 3 || sets <= kFew) return;
  const LevelCost cost = estimate_level(data, below, wanted, sets, run);
  const double bytes = cost.mole_bytes + cost.kept_bytes;
  if (sets <= kMostCounted && bytes <= kMostBytes) return;
  const bool fits_as_last = sets <= kMostCounted && cost.mole_bytes <= kMostBytes;
  throw Error(
      ErrorCode::Usage,
      fmt::format(
          "the baskets have about {} million sets of {} items to look at, estimated at "
          "up to {:.1f} GB of memory and {:.1f} minutes of processor time, before any larger "
          "sets; choose --p {}, a larger --k than {}, or go on with --any-cost",
          sets / 1'000'000, length, bytes / 1e9, std::max(0.1, cost.seconds / 60),
          fits_as_last ? length : length - 1, wanted.k),
      {.parameter = "--p"});
}

Level next_level(const PublicData& data, const Level& below, const Coherence& wanted,
                 MinimalMoles& out, const Run& run) {
  const bool last_level = below.length() + 1 == wanted.p;
  const std::size_t grain = std::max<std::size_t>(1, below.size() / (run.pool().size() * 32));
  const std::size_t parts = (below.size() + grain - 1) / grain;
  std::vector<std::unique_ptr<LevelPart>> work(parts);
  const std::string stage = fmt::format("finding moles of {} items", below.length() + 1);
  std::atomic<std::size_t> begun{0};
  run.pool().parallel_for(parts, [&](std::size_t part) {
    run.progress(stage, static_cast<double>(begun++) / static_cast<double>(parts));
    auto mine = std::make_unique<LevelPart>(data, below, wanted, last_level);
    const std::size_t end = std::min(below.size(), (part + 1) * grain);
    for (std::size_t i = part * grain; i < end; ++i) {
      if (i % 64 == 0) run.check_cancelled();
      (void)mine->extend(i);
    }
    work[part] = std::move(mine);
  });
  Level next(below.length() + 1);
  std::vector<const MoleList*> lists;
  for (const auto& part : work) lists.push_back(&part->moles());
  out.moles.reserve_for(lists);
  for (auto& part : work) {
    out.moles.append(part->moles());
    out.breach_moles += part->breach_moles();
    next.append(part->next());
    part.reset();  // so that nothing is held twice
  }
  return next;
}

}  // namespace

std::vector<std::size_t> MinimalMoles::by_size() const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < moles.size(); ++i) {
    const std::size_t size = moles.items(i).size();
    if (out.size() <= size) out.resize(size + 1);
    ++out[size];
  }
  return out;
}

MinimalMoles find_minimal_moles(const Baskets& baskets, const ItemKinds& kinds,
                                const Coherence& wanted, const Run& run) {
  PRIVET_CHECK(kinds.size() == baskets.items());
  MinimalMoles out;
  out.eligibility = eligibility(baskets, kinds, wanted);
  if (!out.eligibility.eligible) return out;
  run.progress("finding minimal moles");
  std::vector<ItemId> ranked;
  Level level = first_level(baskets, kinds, wanted, out, ranked);
  const PublicData data(baskets, kinds, ranked, true);
  while (level.length() < wanted.p && level.size() > 1) {
    level.index();
    refuse_endless(data, level, wanted, run);
    level = next_level(data, level, wanted, out, run);
  }
  return out;
}

}  // namespace privet::baskets
