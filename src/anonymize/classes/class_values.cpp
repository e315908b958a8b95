// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/class_values.h"

#include <algorithm>
#include <utility>

namespace privet {

ClassValues::ClassValues(const Column& column, const AttributeOrder& order)
    : column_(column), order_(order) {}

void ClassValues::add(Extent extent,
                      const std::function<std::span<const std::uint32_t>()>& positions) {
  // A hierarchy's node and a range of numbers follow from the ends; sets and missing values do not.
  const bool ends_tell =
      extent.low == extent.high || order_.hierarchy() != nullptr ||
      (ordered(column_.type()) && extent.low >= column_.dictionary.missing_count());
  if (!ends_tell) {
    value_of_class_.push_back(intern(make(extent, positions())));
    return;
  }
  // Extents that the same node covers show the same.
  const bool node = extent.low != extent.high && order_.hierarchy() != nullptr;
  const std::uint64_t key = node ? ~std::uint64_t{order_.covering_node(extent)}
                                 : std::uint64_t{extent.low} << 32U | extent.high;
  const auto [it, fresh] = by_extent_.try_emplace(key, 0);
  if (fresh) it->second = intern(make(extent, {}));
  value_of_class_.push_back(it->second);
}

GeneralizedValue ClassValues::make(Extent extent, std::span<const std::uint32_t> positions) const {
  using Kind = GeneralizedValue::Kind;
  if (extent.low == extent.high) {
    const ValueId value = order_.value(extent.low);
    return {.kind = Kind::Value, .low = value, .high = value};
  }
  if (order_.hierarchy() != nullptr)
    return {.kind = Kind::Node, .node = order_.covering_node(extent)};
  if (positions.empty()) {
    return {
        .kind = Kind::Range, .low = order_.value(extent.low), .high = order_.value(extent.high)};
  }
  std::vector<ValueId> members;  // without a hierarchy, positions are codes
  for (const std::uint32_t position : positions) members.push_back(order_.value(position));
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  if (ordered(column_.type())) {
    const auto numbers = std::find_if(members.begin(), members.end(),
                                      [&](ValueId v) { return !column_.dictionary.missing(v); });
    if (members.end() - numbers > 1) {
      GeneralizedValue out{.kind = Kind::Range, .low = *numbers, .high = members.back()};
      out.members.assign(members.begin(), numbers);
      return out;
    }
  }
  if (members.size() > kLongestSet) return {.kind = Kind::Any};
  return {.kind = Kind::Set, .members = std::move(members)};
}

std::uint32_t ClassValues::intern(GeneralizedValue value) {
  const bool by_extent = value.members.empty() && value.kind != GeneralizedValue::Kind::Any;
  if (!by_extent) {  // the rest is found by its extent before it comes here
    auto& same_members = by_members_[value.members];
    for (const std::uint32_t id : same_members) {
      if (values_[id] == value) return id;
    }
    same_members.push_back(static_cast<std::uint32_t>(values_.size()));
  }
  values_.push_back(std::move(value));
  return static_cast<std::uint32_t>(values_.size() - 1);
}

void ClassValues::take(RecodedAttribute& out) {
  out.values = std::move(values_);
  out.value_of_class = std::move(value_of_class_);
}

}  // namespace privet
