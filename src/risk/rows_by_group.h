// SPDX-License-Identifier: Apache-2.0
// The rows of each group, group after group, each ascending.
#pragma once

#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "data/group_rows.h"

namespace privet {

class RowsByGroup {
 public:
  explicit RowsByGroup(const RowGroups& groups)
      : begin_(groups.sizes.size() + 1), rows_(groups.group_of.size()) {
    std::partial_sum(groups.sizes.begin(), groups.sizes.end(), begin_.begin() + 1,
                     std::plus<std::size_t>());
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t r = 0; r < rows_.size(); ++r)
      rows_[next[groups.group_of[r]]++] = static_cast<RowId>(r);
  }
  [[nodiscard]] std::span<const RowId> of(std::size_t group) const {
    return std::span(rows_).subspan(begin_[group], begin_[group + 1] - begin_[group]);
  }

 private:
  std::vector<std::size_t> begin_;  // [group], one more at the end
  std::vector<RowId> rows_;
};

}  // namespace privet
