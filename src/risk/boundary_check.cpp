// SPDX-License-Identifier: Apache-2.0
#include "risk/boundary_check.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace privet {
namespace {

constexpr NodeId kNoNode = NodeId{~0U};

// The node that a cell names, as low as its label allows; `leaf`: the value it must cover, if
// known.
NodeId named_node(const Hierarchy& tree, std::string_view text, NodeId leaf) {
  const auto lowest = tree.find(text);
  if (!lowest) return kNoNode;
  if (leaf == kNoNode || tree.covers(*lowest, leaf)) return *lowest;
  for (NodeId node = *lowest; node != tree.root();) {
    node = tree.parent(node);
    if (tree.label(node) == text && tree.covers(node, leaf)) return node;
  }
  return kNoNode;
}

// An original value that looks like a released one stands in quotes.
std::string value_in_quotes(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return {};
  std::string out;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    out += text[i];
    if (text[i] == '"') ++i;
  }
  return out;
}

enum class Finding { Within, Possible, Violation, Unreadable };

class ColumnCheck {
 public:
  ColumnCheck(const Table& release, const BoundedColumn& bounded)
      : cells_(release.column(bounded.released)),
        tree_(*bounded.hierarchy),
        original_(bounded.original) {
    if (original_ != nullptr) {
      for (std::size_t v = 0; v < original_->dictionary.size(); ++v) {
        const auto text = original_->dictionary.text(static_cast<ValueId>(v));
        leaves_.push_back(tree_.find_leaf(text).value_or(kNoNode));
      }
      return;
    }
    for (std::size_t v = 0; v < cells_.dictionary.size(); ++v) {
      findings_.push_back(alone(cells_.dictionary.text(static_cast<ValueId>(v))));
    }
  }

  [[nodiscard]] Finding judge(RowId row) const {
    if (original_ == nullptr) return findings_[cells_.codes[row]];
    const NodeId leaf = leaves_[original_->codes[row]];
    const std::string_view text = cells_.text(row);
    if (leaf == kNoNode) return Finding::Unreadable;
    if (value_in_quotes(text) == tree_.label(leaf)) return Finding::Within;
    const NodeId node = named_node(tree_, text, leaf);
    if (node == kNoNode) return Finding::Unreadable;
    // Both lie on the way from the value to the root, where ids ascend.
    return node <= tree_.boundary(leaf) ? Finding::Within : Finding::Violation;
  }

  [[nodiscard]] BoundaryViolation describe(RowId row) const {
    BoundaryViolation out{row, cells_.name, std::string(cells_.text(row)), {}, {}};
    if (original_ == nullptr) return out;
    out.value = original_->text(row);
    out.boundary = tree_.label(tree_.boundary(leaves_[original_->codes[row]]));
    return out;
  }

 private:
  // What a cell says whatever value it stands for.
  [[nodiscard]] Finding alone(std::string_view text) const {
    if (tree_.find_leaf(value_in_quotes(text))) return Finding::Within;
    const NodeId node = named_node(tree_, text, kNoNode);
    if (node == kNoNode) return Finding::Unreadable;
    const auto [first, last] = tree_.interval(node);
    std::size_t beyond = 0;
    for (NodeId leaf = first; leaf <= last; ++leaf) beyond += tree_.boundary(leaf) < node ? 1 : 0;
    if (beyond == 0) return Finding::Within;
    return beyond == tree_.leaf_count(node) ? Finding::Violation : Finding::Possible;
  }

  const Column& cells_;
  const Hierarchy& tree_;
  const Column* original_;
  std::vector<NodeId> leaves_;     // [original ValueId]
  std::vector<Finding> findings_;  // [released ValueId], where the original is not known
};

// Records all of whose quasi-identifiers and sensitive values are "*".
std::vector<std::uint8_t> suppressed_records(const Table& release, const Schema& schema) {
  std::vector<std::uint8_t> out(release.rows(), 1);
  for (const Role role : {Role::Quasi, Role::Sensitive}) {
    for (const AttributeId id : schema.with(role)) {
      const Column& column = release.column(id);
      const auto star = column.dictionary.find("*");
      for (std::size_t r = 0; r < out.size(); ++r) {
        if (!star || column.codes[r] != *star) out[r] = 0;
      }
    }
  }
  return out;
}

template <class Member>
std::size_t sum(const std::vector<ColumnBoundaryCheck>& columns, Member member) {
  return std::accumulate(
      columns.begin(), columns.end(), std::size_t{0},
      [&](std::size_t all, const ColumnBoundaryCheck& column) { return all + column.*member; });
}

}  // namespace

std::size_t BoundaryCheck::violations() const {
  return sum(columns, &ColumnBoundaryCheck::violations);
}
std::size_t BoundaryCheck::possible() const {
  return sum(columns, &ColumnBoundaryCheck::possible);
}
std::size_t BoundaryCheck::unreadable() const {
  return sum(columns, &ColumnBoundaryCheck::unreadable);
}

BoundaryCheck check_boundaries(const Table& release, const Schema& schema,
                               const std::vector<BoundedColumn>& columns, std::size_t most,
                               const Run& run) {
  BoundaryCheck out;
  const auto suppressed = suppressed_records(release, schema);
  out.suppressed =
      static_cast<std::size_t>(std::count(suppressed.begin(), suppressed.end(), std::uint8_t{1}));
  for (const auto& bounded : columns) {
    run.check_cancelled();
    if (bounded.original == nullptr) out.exact = false;
    PRIVET_CHECK(bounded.original == nullptr || bounded.original->codes.size() == release.rows());
    const ColumnCheck check(release, bounded);
    auto& counts = out.columns.emplace_back();
    counts.name = release.column(bounded.released).name;
    for (RowId row = 0; row < release.rows(); ++row) {
      if (suppressed[row] != 0) continue;
      const Finding finding = check.judge(row);
      counts.violations += finding == Finding::Violation ? 1 : 0;
      counts.possible += finding == Finding::Possible ? 1 : 0;
      counts.unreadable += finding == Finding::Unreadable ? 1 : 0;
      if (finding == Finding::Violation && out.first.size() < most) {
        out.first.push_back(check.describe(row));
      }
    }
  }
  return out;
}

}  // namespace privet
