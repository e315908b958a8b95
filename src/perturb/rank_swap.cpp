// SPDX-License-Identifier: Apache-2.0
#include "perturb/rank_swap.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/error.h"

namespace privet {
namespace {

// One of the places from `first` to `last` that are still free; `last` + 1 if none is.
std::size_t draw_free(const std::vector<bool>& taken, std::size_t first, std::size_t last,
                      RandomSource& random) {
  if (first > last) return last + 1;
  constexpr int kTries = 32;  // most often one of the first is free
  for (int i = 0; i < kTries; ++i) {
    const std::size_t at = first + static_cast<std::size_t>(random.below(last - first + 1));
    if (!taken[at]) return at;
  }
  std::vector<std::size_t> free;
  for (std::size_t at = first; at <= last; ++at) {
    if (!taken[at]) free.push_back(at);
  }
  return free.empty() ? last + 1 : free[static_cast<std::size_t>(random.below(free.size()))];
}

}  // namespace

std::size_t swap_window(const Column& column, double percent) {
  std::size_t present = 0;
  for (const ValueId code : column.codes) present += column.dictionary.missing(code) ? 0 : 1;
  const double window = std::floor(percent / 100 * static_cast<double>(present));
  return std::max<std::size_t>(1, static_cast<std::size_t>(window));
}

Column swap_ranks(const Column& column, double percent, RandomSource& random) {
  PRIVET_CHECK(ordered(column.type()));
  const std::size_t window = swap_window(column, percent);
  std::vector<RowId> rows;
  for (std::size_t r = 0; r < column.codes.size(); ++r) {
    if (!column.missing(static_cast<RowId>(r))) rows.push_back(static_cast<RowId>(r));
  }
  for (std::size_t i = rows.size(); i > 1; --i) {
    std::swap(rows[i - 1], rows[static_cast<std::size_t>(random.below(i))]);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [&](RowId a, RowId b) { return column.number(a) < column.number(b); });
  Column out = column;
  std::vector<bool> taken(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (taken[i]) continue;
    const std::size_t last = std::min(rows.size() - 1, i + window);
    const std::size_t j = draw_free(taken, i + 1, last, random);
    if (j > last) continue;
    std::swap(out.codes[rows[i]], out.codes[rows[j]]);
    taken[j] = true;
  }
  return out;
}

}  // namespace privet
