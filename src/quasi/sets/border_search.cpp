// SPDX-License-Identifier: Apache-2.0
#include "quasi/sets/border_search.h"

#include <algorithm>
#include <unordered_set>

#include "base/error.h"
#include "quasi/sets/transversals.h"

namespace privet::quasi {
namespace {

constexpr std::size_t kRound = 4096;  // candidates collected before they are judged
constexpr std::size_t kChunk = 64;    // and judged together

class BorderWalk {
 public:
  BorderWalk(Judge& judge, std::size_t columns, std::size_t max_size, const Run& run)
      : judge_(judge), columns_(columns), max_size_(max_size), run_(run) {}

  Border walk(std::vector<ColumnSet> not_enough) {
    for (const auto& set : not_enough) edges_.push_back(complement(set));
    for (;;) {
      keep_minimal(edges_);
      if (!edges_.empty() && edges_.front().empty()) break;  // all columns are not enough
      const auto candidates = collect();
      if (candidates.empty()) break;
      judge_all(candidates);
      run_.progress("comparing sets of columns");
    }
    Border out;
    if (edges_.empty() || !edges_.front().empty()) out.enough.assign(found_.begin(), found_.end());
    std::sort(out.enough.begin(), out.enough.end());
    for (const auto& edge : edges_) out.not_enough.push_back(complement(edge));
    return out;
  }

 private:
  [[nodiscard]] ColumnSet complement(const ColumnSet& set) const {
    return ColumnSet::first(columns_).minus(set);
  }

  [[nodiscard]] std::vector<ColumnSet> collect() {
    std::vector<ColumnSet> out;
    std::size_t seen = 0;
    for_each_transversal(edges_, columns_, max_size_, [&](const ColumnSet& set) {
      if (++seen % 1024 == 0) run_.check_cancelled();
      if (!found_.contains(set)) out.push_back(set);
      return out.size() < kRound;
    });
    return out;
  }

  void judge_all(const std::vector<ColumnSet>& candidates) {
    std::vector<ColumnSet> wider;  // of this round: a candidate inside one is none any more
    for (std::size_t at = 0; at < candidates.size();) {
      std::vector<ColumnSet> chunk;
      for (; at < candidates.size() && chunk.size() < kChunk; ++at) {
        const auto& candidate = candidates[at];
        if (std::none_of(wider.begin(), wider.end(),
                         [&](const ColumnSet& set) { return candidate.subset_of(set); })) {
          chunk.push_back(candidate);
        }
      }
      run_.check_cancelled();
      const auto verdicts = judge_.enough(chunk);
      std::vector<ColumnSet> lacking;
      for (std::size_t i = 0; i < chunk.size(); ++i) {
        if (verdicts[i] != 0) {
          found_.insert(chunk[i]);
        } else {
          lacking.push_back(chunk[i]);
        }
      }
      for (const auto& set : judge_.widen(lacking, 1.0)) {
        wider.push_back(set);
        edges_.push_back(complement(set));
      }
    }
  }

  Judge& judge_;
  std::size_t columns_;
  std::size_t max_size_;
  const Run& run_;
  std::vector<ColumnSet> edges_;
  std::unordered_set<ColumnSet, ColumnSetHash> found_;
};

}  // namespace

Border search_border(Judge& judge, std::size_t columns, std::size_t max_size,
                     std::vector<ColumnSet> not_enough, const Run& run) {
  PRIVET_CHECK(columns <= ColumnSet::kLimit);
  return BorderWalk(judge, columns, max_size, run).walk(std::move(not_enough));
}

}  // namespace privet::quasi
