// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/missing_values.h"

#include <algorithm>

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

// What covers these values (ascending, distinct, none missing, at least one).
GeneralizedValue covering(const std::vector<ValueId>& values, const Column& column,
                          const BoundHierarchy* hierarchy) {
  if (values.size() == 1) return {.kind = Kind::Value, .low = values[0], .high = values[0]};
  if (hierarchy != nullptr) {
    NodeId first = hierarchy->leaf(values[0]);
    NodeId last = first;
    for (const ValueId value : values) {
      first = std::min(first, hierarchy->leaf(value));
      last = std::max(last, hierarchy->leaf(value));
    }
    return {.kind = Kind::Node, .node = hierarchy->hierarchy.lowest_common_ancestor(first, last)};
  }
  if (ordered(column.type())) {
    return {.kind = Kind::Range, .low = values.front(), .high = values.back()};
  }
  return {.kind = Kind::Set, .members = values};
}

// The values that the records of each class have of one column.
struct ClassContents {
  std::vector<std::vector<ValueId>> values;  // [class], none missing
  std::vector<bool> misses;                  // [class] some record has none

  ClassContents(const Column& column, const Recoding& recoding)
      : values(recoding.classes()), misses(recoding.classes()) {
    for (std::size_t r = 0; r < recoding.class_of.size(); ++r) {
      const ClassId cls = recoding.class_of[r];
      if (cls != kSuppressed && column.missing(static_cast<RowId>(r))) misses[cls] = true;
    }
    for (std::size_t r = 0; r < recoding.class_of.size(); ++r) {
      const ClassId cls = recoding.class_of[r];
      if (cls == kSuppressed || !misses[cls] || column.missing(static_cast<RowId>(r))) continue;
      values[cls].push_back(column.codes[r]);
    }
    for (auto& list : values) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
  }
};

}  // namespace

Recoding leave_missing_out(const Problem& problem, Recoding recoding) {
  for (std::size_t q = 0; q < problem.quasi.size(); ++q) {
    const Column& column = problem.table.column(problem.quasi[q].column);
    if (column.dictionary.missing_count() == 0) continue;
    const ClassContents contents(column, recoding);
    RecodedAttribute& attribute = recoding.attributes[q];
    for (std::size_t c = 0; c < recoding.classes(); ++c) {
      if (contents.values[c].empty()) continue;
      // A set too long to be shown stays "anything".
      constexpr std::size_t kLongestSet = 1000;
      const bool any = attribute.values[attribute.value_of_class[c]].kind == Kind::Any;
      if (any && contents.values[c].size() > kLongestSet) continue;
      attribute.value_of_class[c] = static_cast<std::uint32_t>(attribute.values.size());
      attribute.values.push_back(covering(contents.values[c], column, problem.quasi[q].hierarchy));
    }
  }
  return recoding;
}

}  // namespace privet
