// SPDX-License-Identifier: Apache-2.0
#include "anonymize/cluster/extent_cost.h"

#include <cmath>

#include "quality/information_loss.h"

namespace privet {

ExtentCost::ExtentCost(const Column& column, const AttributeOrder& order) : order_(&order) {
  if (order.hierarchy() != nullptr) {
    shares_ = height_shares(order.hierarchy()->hierarchy);
    return;
  }
  const Dictionary& values = column.dictionary;  // without a hierarchy, positions are codes
  first_number_ = ordered(column.type()) ? values.missing_count() : values.size();
  if (first_number_ == values.size()) return;
  // Halves, where the difference of the ends would be beyond the largest number.
  const double low = values.number(static_cast<ValueId>(first_number_));
  const double high = values.number(static_cast<ValueId>(values.size() - 1));
  const double scale = std::isfinite(high - low) ? 1.0 : 0.5;
  for (std::size_t v = 0; v < values.size(); ++v) {
    numbers_.push_back(scale * values.number(static_cast<ValueId>(v)));
  }
  width_ = numbers_.back() - numbers_[first_number_];
  if (width_ <= 0) width_ = 1;
}

}  // namespace privet
