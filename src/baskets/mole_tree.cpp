// SPDX-License-Identifier: Apache-2.0
#include "baskets/mole_tree.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace privet::baskets {
namespace {

// The moles of two or more items, each in the order of `place`, sorted; flat.
struct SortedMoles {
  std::vector<std::uint32_t> places;
  std::vector<std::size_t> ends;
  std::vector<std::size_t> order;

  [[nodiscard]] std::span<const std::uint32_t> mole(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(places).subspan(begin, ends[i] - begin);
  }
};

SortedMoles sorted_moles(const MoleList& moles, std::span<const std::uint32_t> place) {
  SortedMoles out;
  for (std::size_t i = 0; i < moles.size(); ++i) {
    const auto items = moles.items(i);
    if (items.size() < 2) continue;
    const auto begin = static_cast<std::ptrdiff_t>(out.places.size());
    for (const ItemId item : items) out.places.push_back(place[item]);
    std::sort(out.places.begin() + begin, out.places.end());
    out.ends.push_back(out.places.size());
  }
  out.order.resize(out.ends.size());
  std::iota(out.order.begin(), out.order.end(), std::size_t{0});
  std::sort(out.order.begin(), out.order.end(), [&](std::size_t a, std::size_t b) {
    return std::ranges::lexicographical_compare(out.mole(a), out.mole(b));
  });
  return out;
}

}  // namespace

MoleTree::MoleTree(const MoleList& moles, std::span<const std::uint64_t> loss)
    : nodes_(1), heads_(loss.size()), with_(loss.size()) {
  for (std::size_t i = 0; i < moles.size(); ++i) {
    if (moles.items(i).size() < 2) continue;
    ++left_;
    for (const ItemId item : moles.items(i)) ++with_[item];
  }
  std::vector<ItemId> items(loss.size());
  std::iota(items.begin(), items.end(), ItemId{0});
  std::stable_sort(items.begin(), items.end(), [&](ItemId a, ItemId b) {
    return with_[a] != with_[b] ? with_[a] > with_[b] : loss[a] < loss[b];
  });
  std::vector<std::uint32_t> place(items.size());
  for (std::uint32_t i = 0; i < items.size(); ++i) place[items[i]] = i;

  const auto sorted = sorted_moles(moles, place);
  std::vector<std::uint32_t> path;  // nodes of the mole before
  std::vector<std::uint32_t> last_same(loss.size());
  std::span<const std::uint32_t> before;
  for (const std::size_t i : sorted.order) {
    const auto mole = sorted.mole(i);
    const auto [x, y] = std::ranges::mismatch(before, mole);
    path.resize(static_cast<std::size_t>(x - before.begin()));
    for (const std::uint32_t node : path) ++nodes_[node].moles;
    for (std::size_t depth = path.size(); depth < mole.size(); ++depth) {
      const auto made = static_cast<std::uint32_t>(nodes_.size());
      const std::uint32_t parent = depth == 0 ? 0 : path[depth - 1];
      const ItemId item = items[mole[depth]];
      nodes_.push_back({item, 1, parent, 0, nodes_[parent].first_child, 0});
      nodes_[parent].first_child = made;
      (heads_[item] == 0 ? heads_[item] : nodes_[last_same[item]].next_same) = made;
      last_same[item] = made;
      path.push_back(made);
    }
    before = mole;
  }
}

void MoleTree::remove_subtree(std::uint32_t top) {
  stack_.assign(1, top);
  while (!stack_.empty()) {
    const std::uint32_t at = stack_.back();
    stack_.pop_back();
    with_[nodes_[at].item] -= nodes_[at].moles;
    nodes_[at].moles = 0;
    for (std::uint32_t child = nodes_[at].first_child; child != 0;
         child = nodes_[child].next_sibling) {
      if (nodes_[child].moles != 0) stack_.push_back(child);
    }
  }
}

void MoleTree::suppress(ItemId item) {
  for (std::uint32_t node = heads_[item]; node != 0; node = nodes_[node].next_same) {
    const std::uint32_t gone = nodes_[node].moles;
    if (gone == 0) continue;
    left_ -= gone;
    for (std::uint32_t above = nodes_[node].parent; above != 0; above = nodes_[above].parent) {
      nodes_[above].moles -= gone;
      with_[nodes_[above].item] -= gone;
    }
    remove_subtree(node);
  }
  PRIVET_CHECK(with_[item] == 0);
}

}  // namespace privet::baskets
