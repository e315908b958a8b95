// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/attribute_order.h"

#include <algorithm>
#include <numeric>

#include "recoding/width_share.h"

namespace privet {
namespace {

// Coordinates in [0,1]; missing values lie at -1, a full width away from every number.
std::vector<double> coordinates(const Dictionary& dictionary) {
  std::vector<double> out(dictionary.size());
  const std::size_t missing = dictionary.missing_count();
  const auto last = static_cast<ValueId>(dictionary.size() - 1);
  const bool numeric = ordered(dictionary.type()) && missing < dictionary.size();
  const double low = numeric ? dictionary.number(static_cast<ValueId>(missing)) : 0.0;
  const double high = numeric ? dictionary.number(last) : 0.0;
  const double count = std::max(static_cast<double>(last), 1.0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto id = static_cast<ValueId>(i);
    if (dictionary.missing(id)) {
      out[i] = numeric ? -1.0 : static_cast<double>(i) / count;
    } else if (numeric) {
      out[i] = width_share(low, dictionary.number(id), low, high);
    } else {
      out[i] = static_cast<double>(i) / count;
    }
  }
  return out;
}

}  // namespace

AttributeOrder::AttributeOrder(const Column& column, const BoundHierarchy* hierarchy)
    : hierarchy_(hierarchy), value_at_(column.dictionary.size()), position_of_(value_at_.size()) {
  std::iota(value_at_.begin(), value_at_.end(), ValueId{0});
  if (hierarchy_ != nullptr) {
    std::stable_sort(value_at_.begin(), value_at_.end(), [&](ValueId a, ValueId b) {
      return hierarchy_->leaf(a) < hierarchy_->leaf(b);
    });
    index_children();
  } else {
    coordinate_ = coordinates(column.dictionary);
  }
  for (std::size_t i = 0; i < value_at_.size(); ++i) {
    position_of_[value_at_[i]] = static_cast<std::uint32_t>(i);
  }
}

void AttributeOrder::index_children() {
  const Hierarchy& tree = hierarchy_->hierarchy;
  std::vector<std::uint32_t> first_position(tree.leaves() +
                                            1);  // of the values at or behind a leaf
  for (const ValueId value : value_at_) ++first_position[hierarchy_->leaf(value) + 1];
  std::partial_sum(first_position.begin(), first_position.end(), first_position.begin());
  for (auto node = static_cast<NodeId>(tree.leaves()); node < tree.nodes(); ++node) {
    const auto [first, last] = tree.children(node);
    for (NodeId child = first; child <= last; ++child) {
      starts_.push_back(first_position[tree.interval(child).first]);
    }
    starts_end_.push_back(starts_.size());
  }
}

NodeId AttributeOrder::covering_node(Extent extent) const {
  return hierarchy_->hierarchy.lowest_common_ancestor(hierarchy_->leaf(value_at_[extent.low]),
                                                      hierarchy_->leaf(value_at_[extent.high]));
}

double AttributeOrder::spread(Extent extent) const {
  if (extent.low == extent.high) return 0.0;
  if (hierarchy_ == nullptr) {
    const double width = coordinate_[extent.high] - coordinate_[extent.low];
    // Two spellings of one number are still two values.
    return std::max(width, 1e-12);
  }
  const Hierarchy& tree = hierarchy_->hierarchy;
  return static_cast<double>(tree.leaf_count(covering_node(extent))) /
         static_cast<double>(tree.leaves());
}

std::span<const std::uint32_t> AttributeOrder::cut_starts(Extent extent) const {
  if (hierarchy_ == nullptr || extent.low == extent.high) return {};
  const std::size_t inner = covering_node(extent) - hierarchy_->hierarchy.leaves();
  const std::size_t begin = inner == 0 ? 0 : starts_end_[inner - 1];
  return std::span(starts_).subspan(begin, starts_end_[inner] - begin);
}

std::vector<AttributeOrder> make_orders(const Problem& problem) {
  std::vector<AttributeOrder> orders;
  orders.reserve(problem.quasi.size());
  for (const auto& quasi : problem.quasi) {
    orders.emplace_back(problem.table.column(quasi.column), quasi.hierarchy);
  }
  return orders;
}

}  // namespace privet
