// SPDX-License-Identifier: Apache-2.0
#include "quasi/sets/greedy.h"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet::quasi {
namespace {

// What the columns picked so far have done, over a table. Both kinds of state offer the same words:
// left(), groups(), after(column) and pick(column).
class TableState {
 public:
  explicit TableState(const Codes& codes)
      : codes_(codes), groups_(Partition::whole(codes.rows())), tally_(groups_.tally()) {}

  [[nodiscard]] std::size_t columns() const { return codes_.columns(); }
  [[nodiscard]] const Tally& tally() const { return tally_; }
  [[nodiscard]] Tally after(std::size_t column) const {
    Counters counters;
    return groups_.tally_refined(codes_.column(column), codes_.limit(column), counters);
  }
  void pick(std::size_t column) {
    Counters counters;
    groups_ = groups_.refine(codes_.column(column), codes_.limit(column), counters);
    tally_ = groups_.tally();
  }

 private:
  const Codes& codes_;
  Partition groups_;
  Tally tally_;
};

class CountedState {
 public:
  explicit CountedState(const CountedTable& table) : table_(table) {
    tally_ = {pairs_of(table.rows), std::uint64_t{table.rows > 0 ? 1U : 0U}};
  }

  [[nodiscard]] std::size_t columns() const { return table_.columns; }
  [[nodiscard]] const Tally& tally() const { return tally_; }
  [[nodiscard]] Tally after(std::size_t column) {
    const std::lock_guard lock(counting().mutex);
    auto& known = counting().known;
    if (const auto at = known.find(column); at != known.end()) return at->second;
    std::vector<std::size_t> set = picked_;
    set.push_back(column);
    return known.emplace(column, table_.count(set)).first->second;
  }
  void pick(std::size_t column) {
    tally_ = after(column);
    picked_.push_back(column);
    counting().known.clear();
  }

 private:
  struct Counting {
    std::mutex mutex;
    std::map<std::size_t, Tally> known;  // after each column beside those picked
  };
  [[nodiscard]] Counting& counting() { return *counting_; }

  const CountedTable& table_;
  std::vector<std::size_t> picked_;
  Tally tally_;
  std::unique_ptr<Counting> counting_ = std::make_unique<Counting>();
};

class PairState {
 public:
  explicit PairState(const PairSample& pairs)
      : pairs_(pairs), left_((pairs.size() + 63) / 64, ~std::uint64_t{0}) {
    if (pairs.size() % 64 != 0) left_.back() = (std::uint64_t{1} << (pairs.size() % 64)) - 1;
    tally_.unseparated = pairs.size();
  }

  [[nodiscard]] std::size_t columns() const { return pairs_.columns(); }
  [[nodiscard]] const Tally& tally() const { return tally_; }
  [[nodiscard]] Tally after(std::size_t column) const {
    const auto bits = pairs_.separated(column);
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      out += static_cast<std::uint64_t>(std::popcount(left_[i] & ~bits[i]));
    }
    return {out, 0};
  }
  void pick(std::size_t column) {
    tally_ = after(column);
    const auto bits = pairs_.separated(column);
    for (std::size_t i = 0; i < left_.size(); ++i) left_[i] &= ~bits[i];
  }

 private:
  const PairSample& pairs_;
  std::vector<std::uint64_t> left_;
  Tally tally_;
};

// A gain for a unit of weight; long double holds every count exactly.
long double worth(std::uint64_t gain, Weights weights, std::size_t column) {
  const auto whole = static_cast<long double>(gain);
  return weights.empty() ? whole : whole / static_cast<long double>(weights[column]);
}

struct Candidate {
  std::size_t column;
  long double worth;  // of the last count: never less than now
};

template <class State>
Picks pick_most_of(State state, Weights weights, std::uint64_t allowed, const Run& run) {
  PRIVET_CHECK(weights.empty() || weights.size() == state.columns());
  Picks out;
  std::vector<Candidate> candidates;
  for (std::size_t c = 0; c < state.columns(); ++c) {
    candidates.push_back({c, worth(state.tally().unseparated, weights, c)});
  }
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.worth != b.worth ? a.worth > b.worth : a.column < b.column;
  };
  const auto all = static_cast<double>(state.tally().unseparated);
  while (state.tally().unseparated > allowed && !candidates.empty()) {
    run.progress("finding columns", 1.0 - static_cast<double>(state.tally().unseparated) / all);
    std::sort(candidates.begin(), candidates.end(), better);
    // Count from the best bound down, as many at a time as there are threads, until the best
    // counted one is ahead of every bound not counted.
    std::size_t counted = 0;
    std::size_t best = 0;
    do {
      const std::size_t batch = std::min(run.pool().size(), candidates.size() - counted);
      run.pool().parallel_for(batch, [&](std::size_t i) {
        auto& candidate = candidates[counted + i];
        const std::uint64_t after = state.after(candidate.column).unseparated;
        candidate.worth = worth(state.tally().unseparated - after, weights, candidate.column);
      });
      for (std::size_t i = counted; i < counted + batch; ++i) {
        if (i == 0 || better(candidates[i], candidates[best])) best = i;
      }
      counted += batch;
      run.check_cancelled();
    } while (counted < candidates.size() && !better(candidates[best], candidates[counted]));
    if (candidates[best].worth <= 0) break;
    state.pick(candidates[best].column);
    out.columns.push_back(candidates[best].column);
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(best));
  }
  out.unseparated = state.tally().unseparated;
  out.groups = state.tally().groups;
  return out;
}

// `used(tally)` is what `bound` limits.
template <class State, class Used>
Picks pick_least_of(State state, Weights weights, std::uint64_t bound, const Used& used,
                    const Run& run) {
  PRIVET_CHECK(weights.empty() || weights.size() == state.columns());
  Picks out;
  std::vector<std::size_t> open;
  for (std::size_t c = 0; c < state.columns(); ++c) open.push_back(c);
  while (!open.empty()) {
    run.progress("choosing columns to publish",
                 static_cast<double>(out.columns.size()) / static_cast<double>(state.columns()));
    std::vector<std::uint64_t> after(open.size());
    run.pool().parallel_for(open.size(), [&](std::size_t i) {
      run.check_cancelled();
      after[i] = used(state.after(open[i]));
    });
    const std::uint64_t now = used(state.tally());
    std::optional<std::size_t> best;
    std::vector<std::size_t> still;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (after[i] > bound) continue;  // and never will fit again
      if (after[i] == now) {           // gives nothing away: publish it at once
        out.columns.push_back(open[i]);
        continue;
      }
      still.push_back(open[i]);
      if (!best || worth(after[i] - now, weights, open[i]) <
                       worth(after[*best] - now, weights, open[*best])) {
        best = i;
      }
    }
    if (best) {
      state.pick(open[*best]);
      out.columns.push_back(open[*best]);
      std::erase(still, open[*best]);
    }
    open = std::move(still);
  }
  out.unseparated = state.tally().unseparated;
  out.groups = state.tally().groups;
  return out;
}

}  // namespace

Picks pick_most(const Codes& codes, Weights weights, std::uint64_t allowed, const Run& run) {
  return pick_most_of(TableState(codes), weights, allowed, run);
}

Picks pick_most(const CountedTable& table, Weights weights, std::uint64_t allowed, const Run& run) {
  return pick_most_of(CountedState(table), weights, allowed, run);
}

Picks pick_most(const PairSample& pairs, Weights weights, std::uint64_t allowed, const Run& run) {
  return pick_most_of(PairState(pairs), weights, allowed, run);
}

Picks pick_least(const Codes& codes, Weights weights, Measure measure, std::uint64_t bound,
                 const Run& run) {
  if (measure == Measure::Distinct) {
    return pick_least_of(
        TableState(codes), weights, bound, [](const Tally& t) { return t.groups; }, run);
  }
  const std::uint64_t pairs = pairs_of(codes.rows());
  return pick_least_of(
      TableState(codes), weights, bound, [&](const Tally& t) { return pairs - t.unseparated; },
      run);
}

Picks pick_least(const PairSample& pairs, Weights weights, std::uint64_t bound, const Run& run) {
  return pick_least_of(
      PairState(pairs), weights, bound,
      [&](const Tally& t) { return pairs.size() - t.unseparated; }, run);
}

}  // namespace privet::quasi
