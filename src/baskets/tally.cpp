// SPDX-License-Identifier: Apache-2.0
#include "baskets/tally.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace privet::baskets {

std::string to_text(Count count) {
  std::string out;
  do {
    out.push_back(static_cast<char>('0' + static_cast<int>(count % 10)));
    count /= 10;
  } while (count != 0);
  std::reverse(out.begin(), out.end());
  return out;
}

void Tally::add(const Tally& other) {
  total_ += other.total_;
  for (std::size_t i = 0; i < with_.size(); ++i) with_[i] += other.with_[i];
}

void Tally::subtract(const Tally& other) {
  total_ -= other.total_;
  for (std::size_t i = 0; i < with_.size(); ++i) with_[i] -= other.with_[i];
}

Binomials::Binomials(std::size_t items, std::size_t length, std::size_t summands)
    : longest_(std::min(items, length)), sums_((items + 1) * (longest_ + 1)) {
  constexpr Count kLimit = Count{1} << 127U;
  const Count bound = kLimit / std::max<std::size_t>(1, summands);
  std::vector<Count> row(longest_ + 1);  // the binomial coefficients of `free`
  row[0] = 1;
  for (std::size_t free = 0; free <= items; ++free) {
    Count sum = 0;
    for (std::size_t i = 0; i <= longest_; ++i) {
      sum += row[i];
      sums_[free * (longest_ + 1) + i] = sum;
    }
    if (sum >= bound) {
      throw Error(ErrorCode::Usage,
                  fmt::format("a basket holds {} items that take part in nuggets or moles: the "
                              "itemsets in it are too many to count. Limit --p and --max-size, "
                              "raise --min-support, or use --utility item",
                              items),
                  {.parameter = "--utility"});
    }
    for (std::size_t i = longest_; i > 0; --i) row[i] += row[i - 1];
  }
}

}  // namespace privet::baskets
