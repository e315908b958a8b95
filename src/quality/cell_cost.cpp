// SPDX-License-Identifier: Apache-2.0
#include "quality/cell_cost.h"

#include <algorithm>

#include "base/error.h"
#include "recoding/width_share.h"

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

// Whether the value is another spelling of the number before it.
bool same_number(const Dictionary& values, std::size_t value) {
  if (!ordered(values.type()) || value <= values.missing_count()) return false;
  return values.number(static_cast<ValueId>(value)) ==
         values.number(static_cast<ValueId>(value - 1));
}

}  // namespace

CellCost::CellCost(const Column& column, const BoundHierarchy* hierarchy)
    : column_(&column), hierarchy_(hierarchy) {
  const Dictionary& values = column.dictionary;
  std::vector<bool> occurs(values.size());
  for (const ValueId code : column.codes) occurs[code] = true;
  below_.reserve(occurs.size() + 1);
  bool counted = false;  // some spelling of this number was
  for (std::size_t v = 0; v < occurs.size(); ++v) {
    below_.push_back(occurring_.size());
    if (!same_number(values, v)) counted = false;
    if (!occurs[v] || counted) continue;
    occurring_.push_back(static_cast<ValueId>(v));
    counted = true;
  }
  below_.push_back(occurring_.size());
  all_ =
      static_cast<double>(hierarchy != nullptr ? hierarchy->hierarchy.leaves() : occurring_.size());
}

CellCost::Span CellCost::span(ValueId low, ValueId high) const {
  const Dictionary& values = column_->dictionary;
  while (same_number(values, low)) --low;
  std::size_t end = std::size_t{high} + 1;
  while (end < values.size() && same_number(values, end)) ++end;
  return {below_[low], below_[end]};
}

double CellCost::members(const GeneralizedValue& value) const {
  std::size_t count = 0;
  for (const ValueId member : value.members) count += below_[member + 1] - below_[member];
  return static_cast<double>(count);
}

double CellCost::covered(const GeneralizedValue& value) const {
  switch (value.kind) {
    case Kind::Value:
      return 1;
    case Kind::Range:
      return static_cast<double>(span(value.low, value.high).end -
                                 span(value.low, value.high).first) +
             members(value);
    case Kind::Set:
      return members(value);
    case Kind::Node:
      PRIVET_CHECK(hierarchy_ != nullptr);
      return static_cast<double>(hierarchy_->hierarchy.leaf_count(value.node));
    case Kind::Any:
      break;
  }
  return all_;
}

// Between the smallest and the largest number within the range that occur, over the same of the
// whole column.
double CellCost::width(const GeneralizedValue& range) const {
  const Dictionary& values = column_->dictionary;
  const auto [first, end] = span(range.low, range.high);
  if (end <= first + 1) return 0;
  return width_share(values.number(occurring_[first]), values.number(occurring_[end - 1]),
                     values.number(occurring_[below_[values.missing_count()]]),
                     values.number(occurring_.back()));
}

double CellCost::certainty_penalty(const GeneralizedValue& value) const {
  if (value.kind != Kind::Range) return covered_share(value);
  const double missing = members(value);
  const double set = missing > 0 ? (missing + 1) / all_ : 0.0;
  return std::min(1.0, width(value) + set);
}

double CellCost::covered_share(const GeneralizedValue& value) const {
  const double count = covered(value);
  return count <= 1 ? 0.0 : count / all_;
}

double CellCost::general_loss(const GeneralizedValue& value) const {
  if (value.kind == Kind::Range) return certainty_penalty(value);
  return all_ > 1 ? std::max(0.0, covered(value) - 1) / (all_ - 1) : 0.0;
}

}  // namespace privet
