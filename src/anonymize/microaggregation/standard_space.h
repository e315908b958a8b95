// SPDX-License-Identifier: Apache-2.0
// The records of a problem as points among which distances mean the same in every direction: each
// quasi-identifier is standardised, so that two records drawn at random differ on average by 2 (the
// squared difference of two numbers with variance 1), times the attribute's weight.
// Numbers become a coordinate; a missing one lies at the mean, and whether it is missing is a
// category beside it. Everything else is a category: two values differ by how high the lowest group
// that covers both lies in the hierarchy, or wholly where there is none.
// Numbers may be as large as doubles are: they are taken as shares of the column's width.
// Threads: immutable once built. Cost: 8 bytes per distinct value.
#pragma once

#include <span>
#include <vector>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/cluster/extent_cost.h"
#include "anonymize/microaggregation/mdav.h"
#include "anonymize/problem.h"

namespace privet {

class StandardSpace {
 public:
  // `problem` and `orders` must outlive it.
  StandardSpace(const Problem& problem, std::span<const AttributeOrder> orders);

  // These records, in this order.
  [[nodiscard]] MixedPoints points(std::span<const RowId> rows) const;
  // All records in blocks of at most `most`, ascending in each: cut at the median of the coordinate
  // that varies most, until the blocks are small enough. A block that was cut is not smaller than
  // half of `most`.
  [[nodiscard]] std::vector<std::vector<RowId>> blocks(std::size_t most, const Run& run) const;

 private:
  struct Coordinate {
    AttributeId column = 0;
    std::vector<double> of_value;  // [ValueId]
  };
  struct Category {
    AttributeId column = 0;
    std::vector<std::uint32_t> of_value;     // [ValueId]
    double unit = 0;                         // see PointCategory
    const ExtentCost* difference = nullptr;  // null: any two differ wholly
  };

  void add_number(const Column& column, AttributeId id, double weight);
  void add_category(AttributeId id, std::vector<std::uint32_t> of_value, double expected,
                    double weight, const ExtentCost* difference);
  [[nodiscard]] PointCategory category_of(const Category& category,
                                          std::span<const RowId> rows) const;
  [[nodiscard]] const Coordinate* widest(std::span<const RowId> rows) const;

  const Problem& problem_;
  std::vector<ExtentCost> costs_;  // [quasi-identifier]
  std::vector<Coordinate> coordinates_;
  std::vector<Category> categories_;
};

}  // namespace privet
