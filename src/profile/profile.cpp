// SPDX-License-Identifier: Apache-2.0
#include "profile/profile.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace privet::profile {

std::vector<NodeId> Profile::children(NodeId node) const {
  std::vector<NodeId> out;
  for (NodeId child = node + 1; child < nodes[node].end; child = nodes[child].end) {
    out.push_back(child);
  }
  return out;
}

std::string Profile::label(NodeId node) const {
  if (nodes[node].terms.empty()) return "others";
  std::string out;
  for (const TermId term : nodes[node].terms) {
    if (!out.empty()) out += '/';
    out += terms[term].shown;
  }
  return out;
}

std::size_t Profile::labelled() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(nodes, [](const ProfileNode& node) { return !node.terms.empty(); }));
}

std::size_t Profile::depth() const {
  std::vector<std::size_t> level(nodes.size(), 0);
  std::size_t deepest = 0;
  for (NodeId node = 1; node < nodes.size(); ++node) {
    level[node] = level[nodes[node].parent] + 1;
    deepest = std::max(deepest, level[node]);
  }
  return deepest;
}

void check_profile(const Profile& profile) {
  const auto& nodes = profile.nodes;
  PRIVET_CHECK(!nodes.empty() && nodes[0].end == nodes.size() && nodes[0].terms.empty());
  std::vector<std::uint8_t> above(profile.terms.size(), 0);  // is the term on the path?
  std::vector<NodeId> path;
  std::vector<double> below(nodes.size(), 0);
  for (NodeId id = 0; id < nodes.size(); ++id) {
    while (!path.empty() && nodes[path.back()].end <= id) {
      for (const TermId term : nodes[path.back()].terms) above[term] = 0;
      path.pop_back();
    }
    const auto& node = nodes[id];
    PRIVET_CHECK(id == 0 || (!path.empty() && node.parent == path.back()));
    PRIVET_CHECK(node.end > id && node.end <= nodes[node.parent].end);
    PRIVET_CHECK(std::isfinite(node.support) && node.support > 0);
    PRIVET_CHECK(id == 0 || !node.terms.empty() || profile.leaf(id));
    for (const TermId term : node.terms) {
      PRIVET_CHECK(term < above.size() && above[term] == 0);
      above[term] = 1;
    }
    path.push_back(id);
    if (id > 0) below[node.parent] += node.support;
  }
  for (NodeId id = 0; id < nodes.size(); ++id) {
    const double gap = std::abs(below[id] - nodes[id].support);
    PRIVET_CHECK(profile.leaf(id) || gap <= 1e-6 * nodes[0].support);
  }
}

}  // namespace privet::profile
