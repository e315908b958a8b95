// SPDX-License-Identifier: Apache-2.0
// Collects what each class shows of one attribute, every distinct generalized value once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "anonymize/classes/attribute_order.h"
#include "recoding/recoding.h"

namespace privet {

class ClassValues {
 public:
  ClassValues(const Column& column, const AttributeOrder& order);

  // Adds the next class: its extent, and its records' positions for when the extent alone does not
  // tell (they are fetched only then).
  void add(Extent extent, const std::function<std::span<const std::uint32_t>()>& positions);
  // Hands the values over.
  void take(RecodedAttribute& out);

 private:
  // Sets longer than this are shown as "anything": nobody reads them, and the release would grow
  // with the square of the class size.
  static constexpr std::size_t kLongestSet = 1000;

  [[nodiscard]] GeneralizedValue make(Extent extent,
                                      std::span<const std::uint32_t> positions) const;
  std::uint32_t intern(GeneralizedValue value);

  const Column& column_;
  const AttributeOrder& order_;
  std::vector<GeneralizedValue> values_;
  std::vector<std::uint32_t> value_of_class_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_extent_;  // where the extent alone decides
  std::map<std::vector<ValueId>, std::vector<std::uint32_t>> by_members_;
};

}  // namespace privet
