// SPDX-License-Identifier: Apache-2.0
#include "quasi/sets/separation_judges.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>

#include "base/thread_pool.h"

namespace privet::quasi {
namespace {

std::uint64_t scaled(std::uint64_t allowed, double margin) {
  return static_cast<std::uint64_t>(static_cast<double>(allowed) * margin);
}

// Columns that separate least come first when a set is widened: they leave room for most others.
std::vector<std::size_t> weakest_first(const std::vector<std::uint64_t>& unseparated) {
  std::vector<std::size_t> order(unseparated.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return unseparated[a] > unseparated[b]; });
  return order;
}

class RowJudge : public Judge {
 public:
  RowJudge(const Codes& codes, std::uint64_t allowed, const Run& run)
      : counter_(codes), allowed_(allowed), run_(run) {
    std::vector<std::uint64_t> alone;
    for (std::size_t c = 0; c < codes.columns(); ++c) alone.push_back(counter_.alone(c));
    order_ = weakest_first(alone);
  }

  std::vector<char> enough(std::span<const ColumnSet> sets) override {
    std::vector<char> out(sets.size());
    count_in_parallel(sets.size(), run_, [&](std::size_t i, SetCounter::Work& work) {
      out[i] = counter_.within(sets[i].columns(), allowed_, work) ? 1 : 0;
    });
    return out;
  }

  std::vector<ColumnSet> widen(std::span<const ColumnSet> sets, double margin) override {
    std::vector<ColumnSet> out(sets.begin(), sets.end());
    const std::uint64_t bound = scaled(allowed_, margin);
    count_in_parallel(sets.size(), run_, [&](std::size_t i, SetCounter::Work& work) {
      widen_one(out[i], bound, work.counters);
    });
    return out;
  }

 private:
  void widen_one(ColumnSet& set, std::uint64_t bound, Counters& counters) const {
    const Codes& codes = counter_.codes();
    Partition groups = Partition::whole(codes.rows());
    set.for_each(
        [&](std::size_t c) { groups = groups.refine(codes.column(c), codes.limit(c), counters); });
    if (groups.tally().unseparated <= bound) return;
    for (const std::size_t c : order_) {
      if (set.contains(c)) continue;
      const Tally after = groups.tally_refined(codes.column(c), codes.limit(c), counters);
      if (after.unseparated <= bound) continue;
      groups = groups.refine(codes.column(c), codes.limit(c), counters);
      set.insert(c);
    }
  }

  SetCounter counter_;
  std::uint64_t allowed_;
  const Run& run_;
  std::vector<std::size_t> order_;
};

class CountedJudge : public Judge {
 public:
  CountedJudge(const CountedTable& table, std::uint64_t allowed, SetCounts& counts, const Run& run)
      : table_(table), allowed_(allowed), counts_(counts), run_(run) {
    std::vector<std::uint64_t> alone;
    for (std::size_t c = 0; c < table.columns; ++c) {
      ColumnSet set;
      set.insert(c);
      alone.push_back(unseparated(set));
    }
    order_ = weakest_first(alone);
  }

  std::vector<char> enough(std::span<const ColumnSet> sets) override {
    std::vector<char> out;
    for (const ColumnSet& set : sets) out.push_back(unseparated(set) <= allowed_ ? 1 : 0);
    return out;
  }

  std::vector<ColumnSet> widen(std::span<const ColumnSet> sets, double margin) override {
    std::vector<ColumnSet> out(sets.begin(), sets.end());
    const std::uint64_t bound = scaled(allowed_, margin);
    for (ColumnSet& set : out) {
      if (unseparated(set) <= bound) continue;
      for (const std::size_t c : order_) {
        if (set.contains(c)) continue;
        ColumnSet wider = set;
        wider.insert(c);
        if (unseparated(wider) > bound) set = wider;
      }
    }
    return out;
  }

 private:
  std::uint64_t unseparated(const ColumnSet& set) {
    run_.check_cancelled();
    const auto known = counts_.find(set);
    if (known != counts_.end()) return known->second;
    return counts_[set] =
               set.empty() ? pairs_of(table_.rows) : table_.count(set.columns()).unseparated;
  }

  const CountedTable& table_;
  std::uint64_t allowed_;
  SetCounts& counts_;
  const Run& run_;
  std::vector<std::size_t> order_;
};

class PairJudge : public Judge {
 public:
  PairJudge(const PairSample& pairs, std::uint64_t allowed, const Run& run)
      : pairs_(pairs), allowed_(allowed), run_(run) {
    std::vector<std::uint64_t> alone;
    for (std::size_t c = 0; c < pairs.columns(); ++c) {
      alone.push_back(pairs.size() - pairs.count(std::array{c}));
    }
    order_ = weakest_first(alone);
  }

  std::vector<char> enough(std::span<const ColumnSet> sets) override {
    std::vector<char> out(sets.size());
    run_.pool().parallel_for(sets.size(), [&](std::size_t i) {
      out[i] = pairs_.size() - pairs_.count(sets[i].columns()) <= allowed_ ? 1 : 0;
    });
    return out;
  }

  std::vector<ColumnSet> widen(std::span<const ColumnSet> sets, double margin) override {
    std::vector<ColumnSet> out(sets.begin(), sets.end());
    const std::uint64_t bound = scaled(allowed_, margin);
    run_.pool().parallel_for(sets.size(), [&](std::size_t i) { widen_one(out[i], bound); });
    return out;
  }

 private:
  void widen_one(ColumnSet& set, std::uint64_t bound) const {
    std::vector<std::uint64_t> covered((pairs_.size() + 63) / 64, 0);
    const auto count_with = [&](std::size_t column) {
      const auto bits = pairs_.separated(column);
      std::uint64_t out = 0;
      for (std::size_t i = 0; i < covered.size(); ++i) {
        out += static_cast<std::uint64_t>(std::popcount(covered[i] | bits[i]));
      }
      return out;
    };
    const auto add = [&](std::size_t column) {
      const auto bits = pairs_.separated(column);
      for (std::size_t i = 0; i < covered.size(); ++i) covered[i] |= bits[i];
    };
    set.for_each(add);
    for (const std::size_t c : order_) {
      if (set.contains(c) || pairs_.size() - count_with(c) <= bound) continue;
      add(c);
      set.insert(c);
    }
  }

  const PairSample& pairs_;
  std::uint64_t allowed_;
  const Run& run_;
  std::vector<std::size_t> order_;
};

class WholeJudge : public Judge {
 public:
  WholeJudge(const SetCounter& counter, std::uint64_t allowed, Judge& guide, SetCounts& counts,
             const Run& run)
      : counter_(counter), allowed_(allowed), guide_(guide), counts_(counts), run_(run) {}

  std::vector<char> enough(std::span<const ColumnSet> sets) override {
    std::vector<std::optional<std::uint64_t>> counts(sets.size());
    count_in_parallel(sets.size(), run_, [&](std::size_t i, SetCounter::Work& work) {
      counts[i] = counter_.unseparated_within(sets[i].columns(), allowed_, work);
    });
    std::vector<char> out(sets.size(), 0);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (!counts[i]) continue;
      counts_[sets[i]] = *counts[i];
      out[i] = 1;
    }
    return out;
  }

  // The sample may be wrong about the widest set; then a narrower one is tried, and the set itself
  // last.
  std::vector<ColumnSet> widen(std::span<const ColumnSet> sets, double margin) override {
    std::vector<ColumnSet> out(sets.begin(), sets.end());
    std::vector<std::size_t> open(sets.size());
    std::iota(open.begin(), open.end(), std::size_t{0});
    for (const double factor : {1.0, 1.5, 3.0}) {
      if (open.empty()) break;
      std::vector<ColumnSet> narrow;
      for (const std::size_t i : open) narrow.push_back(sets[i]);
      const auto wide = guide_.widen(narrow, factor * margin);
      const auto verdicts = enough(wide);
      std::vector<std::size_t> still;
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (verdicts[i] != 0) {
          still.push_back(open[i]);
        } else {
          out[open[i]] = wide[i];
        }
      }
      open = std::move(still);
    }
    return out;
  }

 private:
  const SetCounter& counter_;
  std::uint64_t allowed_;
  Judge& guide_;
  SetCounts& counts_;
  const Run& run_;
};

}  // namespace

void count_in_parallel(std::size_t count, const Run& run,
                       const std::function<void(std::size_t, SetCounter::Work&)>& task) {
  const std::size_t grain = std::clamp<std::size_t>(count / (4 * run.pool().size()), 1, 64);
  run.pool().parallel_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
    SetCounter::Work work;
    for (std::size_t i = begin; i < end; ++i) {
      run.check_cancelled();
      task(i, work);
    }
  });
}

std::unique_ptr<Judge> judge_counted(const CountedTable& table, std::uint64_t allowed,
                                     SetCounts& counts, const Run& run) {
  return std::make_unique<CountedJudge>(table, allowed, counts, run);
}

std::unique_ptr<Judge> judge_rows(const Codes& codes, std::uint64_t allowed, const Run& run) {
  return std::make_unique<RowJudge>(codes, allowed, run);
}

std::unique_ptr<Judge> judge_pairs(const PairSample& pairs, std::uint64_t allowed, const Run& run) {
  return std::make_unique<PairJudge>(pairs, allowed, run);
}

std::unique_ptr<Judge> judge_whole(const SetCounter& counter, std::uint64_t allowed, Judge& guide,
                                   SetCounts& counts, const Run& run) {
  return std::make_unique<WholeJudge>(counter, allowed, guide, counts, run);
}

}  // namespace privet::quasi
