// SPDX-License-Identifier: Apache-2.0
// What a class of some records shows, and whether it covers a person of a population: at least
// those whom the finished cells cover for certain, so that people are never counted too many.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/classes/extent.h"
#include "anonymize/problem.h"

namespace privet {

class ClassBox {
 public:
  ClassBox(const Problem& problem, std::span<const AttributeOrder> orders);

  void clear();
  // A record's position in one attribute.
  void add(std::size_t attribute, std::uint32_t position);
  [[nodiscard]] bool covers(std::size_t attribute, std::uint32_t position) const;

 private:
  struct Side {
    const AttributeOrder* order = nullptr;
    bool ranged = false;                    // shows a range of its numbers
    std::uint32_t present = 0;              // the first position that is not a missing value
    std::vector<std::uint8_t> marked = {};  // [position] a record has it
    std::vector<std::uint32_t> touched = {};
    Extent all = {};    // of the records
    Extent known = {};  // of those whose value is not missing
  };
  std::vector<Side> sides_;
};

}  // namespace privet
