// SPDX-License-Identifier: Apache-2.0
#include "baskets/guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/error.h"
#include "baskets/check.h"
#include "release/record_order.h"

namespace privet::baskets {
namespace {

[[noreturn]] void refuse(const std::string& why, std::size_t line = 0) {
  throw Error(ErrorCode::Internal,
              line == 0 ? fmt::format("the guard refuses the release: {}", why)
                        : fmt::format("the guard refuses the release: basket {}: {}", line, why));
}

// The guard's own reader: lines of names.
std::vector<std::vector<std::string>> parse(std::string_view bytes, BasketFormat format) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string name;
  bool quoted = false;
  const char separator = format == BasketFormat::Csv ? ',' : ' ';
  const auto end_name = [&] {
    if (!name.empty()) row.push_back(std::move(name));
    name.clear();
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (quoted) {
      if (c != '"') {
        name.push_back(c);
      } else if (i + 1 < bytes.size() && bytes[i + 1] == '"') {
        name.push_back(bytes[++i]);
      } else {
        quoted = false;
      }
    } else if (c == '"' && format == BasketFormat::Csv) {
      quoted = true;
    } else if (c == '\n') {
      end_name();
      rows.push_back(std::move(row));
      row.clear();
    } else if (c == separator) {
      end_name();
    } else {
      name.push_back(c);
    }
  }
  if (quoted || !name.empty() || !row.empty()) refuse("the last line is not complete");
  return rows;
}

// Names to ids.
class Names {
 public:
  explicit Names(const Baskets& baskets) {
    for (ItemId item = 0; item < baskets.items(); ++item) ids_.emplace(baskets.name(item), item);
  }
  [[nodiscard]] std::optional<ItemId> find(const std::string& name) const {
    const auto it = ids_.find(name);
    if (it == ids_.end()) return std::nullopt;
    return it->second;
  }

 private:
  std::unordered_map<std::string, ItemId> ids_;
};

// Puts the lines back into the order of the original.
void undo_order(std::span<const std::uint32_t> order, std::vector<std::vector<std::string>>& rows) {
  if (order.empty()) return;
  const std::string why = why_not_shuffled(order, rows.size());
  if (!why.empty()) refuse(fmt::format("the baskets are not shuffled: {}", why));
  std::vector<std::vector<std::string>> back(rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) back[order[i]] = std::move(rows[i]);
  rows = std::move(back);
}

std::string first_violation(const Verdict& verdict, const Baskets& baskets) {
  const auto& one = verdict.violations.front();
  std::vector<std::string> names;
  for (const ItemId item : one.known) names.push_back(baskets.name(item));
  return fmt::format("{{{}}} occurs in {} baskets only, or reveals a private item",
                     fmt::join(names, ","), one.cohort);
}

// Whether the leaf or a group above it is called so; a label may repeat on the way up.
bool is_above(const Hierarchy& taxonomy, NodeId leaf, std::string_view label) {
  for (NodeId node = leaf;; node = taxonomy.parent(node)) {
    if (taxonomy.label(node) == label) return true;
    if (node == taxonomy.root()) return false;
  }
}

}  // namespace

void CoherenceGuard::check(std::string_view bytes, const Run& run) {
  const std::set<ItemId> gone(promise_.suppressed.begin(), promise_.suppressed.end());
  for (const ItemId item : gone) {
    if (kinds_[item] != ItemKind::Public) refuse("an item that is not public was suppressed");
  }
  auto rows = parse(bytes, promise_.format);
  if (rows.size() != original_.size()) {
    refuse(fmt::format("{} baskets instead of {}", rows.size(), original_.size()));
  }
  undo_order(promise_.order, rows);
  const Names names(original_);
  Baskets seen;
  for (const auto& name : original_.names()) seen.add_item(name);
  std::vector<ItemId> items;
  for (BasketId id = 0; id < rows.size(); ++id) {
    items.clear();
    for (const auto& name : rows[id]) {
      const auto item = names.find(name);
      if (!item)
        refuse(fmt::format("unknown item {}", quote_for_message(name)), id + std::size_t{1});
      items.push_back(*item);
    }
    std::sort(items.begin(), items.end());
    std::vector<ItemId> expected;
    for (const ItemId item : original_.basket(id)) {
      if (!gone.contains(item)) expected.push_back(item);
    }
    if (items != expected) refuse("not the original without suppressed items", id + std::size_t{1});
    seen.add(items);
  }
  const auto verdict = check_coherence(seen, kinds_, promise_.wanted, 1, run);
  if (!verdict.coherent) refuse(first_violation(verdict, seen));
}

void GeneralizationGuard::check(std::string_view bytes, const Run& run) {
  auto rows = parse(bytes, promise_.format);
  if (rows.size() != original_.size()) {
    refuse(fmt::format("{} baskets instead of {}", rows.size(), original_.size()));
  }
  undo_order(promise_.order, rows);
  Baskets seen;
  std::map<std::string, ItemId> ids;
  std::map<ItemId, std::string> published_as;  // original item -> the name it is published under
  std::vector<ItemId> items;
  for (BasketId id = 0; id < rows.size(); ++id) {
    const std::size_t line = id + std::size_t{1};
    items.clear();
    std::set<std::string> used;
    for (const ItemId item : original_.basket(id)) {
      const auto leaf = taxonomy_.find_leaf(original_.name(item));
      const auto cover = std::find_if(rows[id].begin(), rows[id].end(), [&](const auto& name) {
        return leaf && is_above(taxonomy_, *leaf, name);
      });
      if (cover == rows[id].end()) refuse("an item is not covered", line);
      const auto [it, fresh] = published_as.emplace(item, *cover);
      if (!fresh && it->second != *cover) refuse("an item is published under two names", line);
      used.insert(*cover);
    }
    if (used.size() != rows[id].size()) refuse("a node covers no item of the basket", line);
    for (const auto& name : used) {
      auto it = ids.find(name);
      if (it == ids.end()) it = ids.emplace(name, seen.add_item(name)).first;
      items.push_back(it->second);
    }
    seen.add(items);
  }
  const ItemKinds kinds(seen.items(), ItemKind::Public);
  const auto verdict = check_coherence(seen, kinds, {1.0, promise_.k, promise_.m}, 1, run);
  if (!verdict.coherent) refuse(first_violation(verdict, seen));
}

}  // namespace privet::baskets
