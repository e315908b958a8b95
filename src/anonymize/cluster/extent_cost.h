// SPDX-License-Identifier: Apache-2.0
// What it costs a class to cover an extent of one attribute's positions: the summand of
// quality/information_loss.h, asked for millions of candidate classes. Never falls when the extent
// grows. Threads: immutable.
#pragma once

#include <cstddef>
#include <vector>

#include "anonymize/classes/attribute_order.h"

namespace privet {

class ExtentCost {
 public:
  // `order` must outlive it.
  ExtentCost(const Column& column, const AttributeOrder& order);

  // How many positions there are.
  [[nodiscard]] std::size_t positions() const { return order_->size(); }
  // In [0,1]; 0 for one position.
  [[nodiscard]] double operator()(Extent extent) const {
    if (extent.low == extent.high) return 0.0;
    if (!shares_.empty()) return shares_[order_->covering_node(extent)];
    // Texts, and missing values mixed with numbers, cost the most.
    if (extent.low < first_number_) return 1.0;
    return (numbers_[extent.high] - numbers_[extent.low]) / width_;
  }

 private:
  const AttributeOrder* order_;
  std::vector<double> shares_;    // [NodeId]; empty without a hierarchy
  std::vector<double> numbers_;   // [position]; empty for texts
  std::size_t first_number_ = 0;  // positions below it are not numbers
  double width_ = 1;
};

}  // namespace privet
