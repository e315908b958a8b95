// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/build_taxonomy.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "hierarchy/label_index.h"
#include "hierarchy/row_maker.h"

namespace privet {
namespace {

using Item = std::uint32_t;
constexpr Item kNone = 0xFFFFFFFF;

class Taxonomy {
 public:
  explicit Taxonomy(std::span<const TaxonomyLink> links) : links_(links) {
    for (const auto& link : links) add(link);
    if (names_.empty()) throw Error(ErrorCode::Input, "the taxonomy has no pairs");
    measure();
  }

  Hierarchy make(const Column& column) {
    for (std::size_t i = 0; i < column.dictionary.size(); ++i) {
      const auto item = index_.find(column.dictionary.text(static_cast<ValueId>(i)), names_);
      if (item && inner_[*item]) add_value(*item);
    }
    const auto tops = std::count(parents_.begin(), parents_.end(), kNone);
    const bool common_root = tops > 1;
    std::size_t deepest = 0;
    for (const std::size_t depth : depths_) deepest = std::max(deepest, depth);
    const std::size_t levels = deepest + (common_root ? 1 : 0);
    if (levels > Hierarchy::kMaxHeight + 1) {
      throw Error(ErrorCode::Input,
                  fmt::format("the taxonomy is {} levels deep; at most {} are "
                              "supported",
                              levels, Hierarchy::kMaxHeight + 1),
                  links_.front().place);
    }
    RowMaker rows(levels, links_.front().place.file);
    std::string_view root = RowMaker::kRoot;
    for (Item item = 0; item < names_.size(); ++item) {
      if (!common_root && parents_[item] == kNone) root = names_[item];
      if (inner_[item]) continue;
      for (std::size_t pad = depths_[item]; pad < deepest; ++pad) rows.add_view(names_[item]);
      for (Item at = item; at != kNone; at = parents_[at]) rows.add_view(names_[at]);
      if (common_root) rows.add_view(RowMaker::kRoot);
    }
    for (ValueId value = 0; value < column.dictionary.missing_count(); ++value) {
      const auto text = column.dictionary.text(value);
      if (!index_.find(text, names_)) rows.add_missing(text, root);
    }
    return rows.make();
  }

 private:
  Item item(std::string_view name, const TaxonomyLink& link) {
    if (name.empty()) throw Error(ErrorCode::Input, "empty name in a taxonomy", link.place);
    if (const auto known = index_.find(name, names_)) return *known;
    const auto fresh = static_cast<Item>(names_.size());
    names_.push_back(name);
    parents_.push_back(kNone);
    inner_.push_back(false);
    index_.add(fresh, names_);
    return fresh;
  }

  void add(const TaxonomyLink& link) {
    const Item child = item(link.child, link);
    const Item parent = item(link.parent, link);
    if (parents_[child] != kNone && parents_[child] != parent) {
      throw Error(
          ErrorCode::Input,
          fmt::format("{} has two parents, {} and {}", quote_for_message(link.child),
                      quote_for_message(names_[parents_[child]]), quote_for_message(link.parent)),
          link.place);
    }
    parents_[child] = parent;
    inner_[parent] = true;
  }

  // A group that is also a value: a leaf of the same name below it.
  void add_value(Item group) {
    names_.push_back(names_[group]);
    parents_.push_back(group);
    inner_.push_back(false);
    depths_.push_back(depths_[group] + 1);
  }

  // Nodes on the way to the root, itself included.
  void measure() {
    depths_.assign(names_.size(), 0);
    std::vector<Item> way;
    for (Item start = 0; start < names_.size(); ++start) {
      way.clear();
      Item at = start;
      while (at != kNone && depths_[at] == 0) {
        way.push_back(at);
        if (way.size() > names_.size()) refuse_cycle(at);
        at = parents_[at];
      }
      std::size_t depth = at == kNone ? 0 : depths_[at];
      for (std::size_t i = way.size(); i-- > 0;) depths_[way[i]] = ++depth;
    }
  }

  [[noreturn]] void refuse_cycle(Item on_it) const {
    constexpr std::size_t kShown = 10;
    std::string list = quote_for_message(names_[on_it]);
    std::size_t length = 1;
    Item at = parents_[on_it];
    for (; at != on_it && length < kShown; at = parents_[at], ++length) {
      list += " -> " + quote_for_message(names_[at]);
    }
    list += at == on_it ? " -> " + quote_for_message(names_[on_it]) : std::string(" -> ...");
    const auto link = std::find_if(links_.begin(), links_.end(), [&](const auto& candidate) {
      return candidate.child == names_[on_it];
    });
    throw Error(ErrorCode::Input, "the taxonomy has a cycle: " + list, link->place);
  }

  std::span<const TaxonomyLink> links_;
  std::vector<std::string_view> names_;
  std::vector<Item> parents_;
  std::vector<bool> inner_;
  std::vector<std::size_t> depths_;
  LabelIndex index_;
};

}  // namespace

Hierarchy build_taxonomy(std::span<const TaxonomyLink> links, const Column& column) {
  return Taxonomy(links).make(column);
}

}  // namespace privet
