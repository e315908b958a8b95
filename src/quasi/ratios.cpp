// SPDX-License-Identifier: Apache-2.0
#include "quasi/ratios.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet::quasi {
namespace {

// The sets that extend `set` by columns after its last one, depth first, each refining its parent.
class SubsetWalk {
 public:
  SubsetWalk(const Codes& codes, std::size_t max_size, const Run& run)
      : codes_(codes), max_size_(max_size), run_(run) {}

  void extend(const Partition& groups, std::vector<std::size_t>& set) {
    run_.check_cancelled();
    for (std::size_t c = set.empty() ? 0 : set.back() + 1; c < codes_.columns(); ++c) {
      set.push_back(c);
      step(groups, set);
      set.pop_back();
    }
  }
  // Adds the set, whose all but last columns make `groups`, and its extensions.
  void step(const Partition& groups, std::vector<std::size_t>& set) {
    const std::size_t c = set.back();
    if (set.size() == max_size_ || c + 1 == codes_.columns()) {
      add(set, groups.tally_refined(codes_.column(c), codes_.limit(c), counters_));
      return;
    }
    const Partition refined = groups.refine(codes_.column(c), codes_.limit(c), counters_);
    add(set, refined.tally());
    extend(refined, set);
  }
  std::vector<SubsetRatios> take() { return std::move(found_); }

 private:
  void add(const std::vector<std::size_t>& set, const Tally& tally) {
    found_.push_back({set, {codes_.rows(), tally}});
  }

  const Codes& codes_;
  std::size_t max_size_;
  const Run& run_;
  Counters counters_;
  std::vector<SubsetRatios> found_;
};

void check_count(std::size_t columns, std::size_t max_size) {
  double sets = 0;
  double of_size = 1;
  for (std::size_t i = 1; i <= std::min(columns, max_size); ++i) {
    of_size *= static_cast<double>(columns - i + 1) / static_cast<double>(i);
    sets += of_size;
  }
  if (sets > static_cast<double>(kMaxSubsets)) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} columns have {:.0f} sets of at most {}; at most {} are measured: "
                            "give fewer columns or a smaller size",
                            columns, sets, max_size, kMaxSubsets),
                {.parameter = "--columns"});
  }
}

}  // namespace

Ratios measure(const Codes& codes, std::span<const std::size_t> columns, const Run& run) {
  Partition groups = Partition::whole(codes.rows());
  Counters counters;
  Tally tally = groups.tally();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    run.check_cancelled();
    const std::size_t c = columns[i];
    if (i + 1 == columns.size()) {
      tally = groups.tally_refined(codes.column(c), codes.limit(c), counters);
    } else {
      groups = groups.refine(codes.column(c), codes.limit(c), counters);
    }
  }
  return {codes.rows(), tally};
}

std::vector<SubsetRatios> measure_subsets(const Codes& codes, std::size_t max_size,
                                          const Run& run) {
  max_size = std::min(max_size, codes.columns());
  check_count(codes.columns(), max_size);
  std::vector<SubsetRatios> out;
  if (max_size == 0) return out;
  // One task for each pair of first columns, and one for each column alone.
  const std::size_t m = codes.columns();
  std::vector<std::vector<SubsetRatios>> parts(m * m);
  const Partition whole = Partition::whole(codes.rows());
  run.pool().parallel_for(m * m, [&](std::size_t task) {
    const std::size_t a = task / m;
    const std::size_t b = task % m;
    if (b < a || (max_size == 1 && b != a)) return;
    Counters counters;
    if (a == b) {
      const Tally tally = whole.tally_refined(codes.column(a), codes.limit(a), counters);
      parts[task].push_back({{a}, {codes.rows(), tally}});
      return;
    }
    SubsetWalk walk(codes, max_size, run);
    std::vector<std::size_t> set{a, b};
    walk.step(whole.refine(codes.column(a), codes.limit(a), counters), set);
    parts[task] = walk.take();
  });
  for (auto& part : parts) std::move(part.begin(), part.end(), std::back_inserter(out));
  std::sort(out.begin(), out.end(), [](const SubsetRatios& a, const SubsetRatios& b) {
    return a.columns.size() != b.columns.size() ? a.columns.size() < b.columns.size()
                                                : a.columns < b.columns;
  });
  return out;
}

std::pair<double, double> separation_bounds(double distinct, std::uint64_t rows) {
  if (rows < 2) return {1.0, 1.0};
  const auto n = static_cast<double>(rows);
  const double repeated = 1.0 - distinct;
  return {1.0 - repeated * (n * repeated + 1.0) / (n - 1.0), 1.0 - 2.0 * repeated / (n - 1.0)};
}

std::uint64_t part_of(double fraction, std::uint64_t count) {
  const long double product = static_cast<long double>(fraction) * static_cast<long double>(count);
  const long double whole = std::round(product);
  const long double slack = 1e-12L * std::max(1.0L, product);
  const long double out = std::abs(product - whole) <= slack ? whole : std::floor(product);
  return static_cast<std::uint64_t>(std::max(0.0L, out));
}

}  // namespace privet::quasi
