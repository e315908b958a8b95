// SPDX-License-Identifier: Apache-2.0
// What a record would cost at least in each class of a block, for all classes at once: most are
// ruled out without adding up what they would lose.
// Idea: what a class loses together with a record is what it loses alone and what the record adds
// in each attribute. For each attribute and place in its order, what a record there adds to each
// class is kept side by side, so a look at all classes is the sum of a few rows of numbers. Places
// of long orders share a row, which has the least of them. When a class changes, its entries do.
// The bounds are rounded down by more than they can be wrong: nothing is ruled out that an exact
// sum would not rule out.
// Cost: a row of single-precision numbers an attribute and look; up to 128 entries an attribute
// where a class has changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anonymize/local/specialization.h"

namespace privet {

class ClassBounds {
 public:
  ClassBounds(std::span<const AttributeOrder> orders, std::span<const ExtentLoss> losses);

  // Starts anew with this number of classes, all empty.
  void resize(std::size_t classes);
  // What a class is now: its extents, its records and the loss of each.
  void put(std::size_t cls, std::span<const Extent> extents, std::size_t size, double loss);
  // For each class: (size + 1) x joint loss - size x loss is at least this. Infinite for an empty
  // class. The same memory with every call.
  [[nodiscard]] std::span<const float> least_costs(const std::uint32_t* record);

 private:
  struct Attribute {
    std::uint32_t width = 1;  // places that share a row
    std::uint32_t rows = 0;
    std::size_t begin = 0;  // of its rows in added_
  };
  void add_column(std::size_t cls, std::size_t a, Extent extent);

  std::span<const AttributeOrder> orders_;
  std::span<const ExtentLoss> losses_;
  std::vector<Attribute> attributes_;
  std::size_t classes_ = 0;
  std::vector<Extent> extents_;  // [class][attribute] for which the rows hold
  std::vector<float> added_;     // [row][class]
  std::vector<float> loss_;      // [class]
  std::vector<float> together_;  // [class] its size and one more
  std::vector<float> out_;
};

}  // namespace privet
