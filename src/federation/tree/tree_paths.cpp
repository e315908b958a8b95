// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_paths.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "protocol/check_opened.h"
#include "protocol/tell.h"

namespace privet::federation {

TreePath TreePath::below(std::size_t branches, PartyId own) const {
  TreePath out{used, mine, depth + 1};
  ++out.used[owner.index()][branches];
  if (owner == own) out.mine[column] = true;
  return out;
}

TreePath TreePaths::root() const {
  TreePath out;
  out.used.resize(sites_.values.size());
  out.mine.resize(sites_.values[setting_.own().index()].size());
  return out;
}

bool TreePaths::may_split(const TreePath& path, PartyId party, std::size_t values) const {
  if (values < 2) return false;
  const auto& has = sites_.values[party.index()];
  const auto there = static_cast<std::size_t>(std::ranges::count(has, values));
  const auto& used = path.used[party.index()];
  const auto found = used.find(values);
  return found == used.end() || found->second < there;
}

bool TreePaths::exhausted(const TreePath& path) const {
  std::size_t usable = 0;
  for (const auto& values : sites_.values) {
    usable += static_cast<std::size_t>(
        std::ranges::count_if(values, [](std::size_t count) { return count > 1; }));
  }
  return path.depth >= usable;
}

// A party that won has a column with this many values that the path has not used.
void TreePaths::check_branches(const TreePath& path, PartyId party, std::uint64_t values) const {
  const auto& has = sites_.values[party.index()];
  if (std::ranges::find(has, values) != has.end() && may_split(path, party, values)) return;
  throw Error(ErrorCode::Peer,
              "party-" + std::to_string(party.index() + 1) +
                  " sent the branches of a node: expected as many as a column of its own that is "
                  "left has values, got " +
                  std::to_string(values));
}

std::vector<mining::BestSplit> TreePaths::tell_branches(std::span<TreePath* const> paths,
                                                        std::span<const std::uint64_t> winners,
                                                        protocol::Opening opening) const {
  const auto count = paths.size();
  const auto& mine = sites_.values[setting_.own().index()];
  std::vector<std::uint64_t> branches(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (winners[i] == 0) continue;
    protocol::check_opened("the number of a column", mine.size(), winners[i]);
    branches[i] = mine[winners[i] - 1];
  }
  const std::vector<std::size_t> all(setting_.mesh.ids(), count);
  // Who has won is found from everybody's columns.
  const auto told =
      protocol::tell_numbers(setting_, branches, all, opening, protocol::Concerns::Everybody);
  std::vector<mining::BestSplit> out(count);
  for (std::size_t i = 0; i < count; ++i) {
    auto& path = *paths[i];
    std::size_t owners = 0;
    for (const auto party : setting_.mesh.members()) {
      const auto values = told[party.index()][i];
      if (values == 0) continue;
      ++owners;
      check_branches(path, party, values);
      const bool own = party == setting_.own();
      path.owner = party;
      path.column = own ? winners[i] - 1 : 0;
      out[i].found = true;
      out[i].split.branches = static_cast<std::uint32_t>(values);
      out[i].split.column =
          static_cast<std::uint32_t>(own ? path.column : mine.size() + party.index());
    }
    if (owners != 1) {
      throw Error(ErrorCode::Peer,
                  "the parties sent whose column splits a node: expected one party, got " +
                      std::to_string(owners));
    }
  }
  return out;
}

}  // namespace privet::federation
