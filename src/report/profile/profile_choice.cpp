// SPDX-License-Identifier: Apache-2.0
#include "report/profile/profile_choice.h"

#include <algorithm>
#include <numeric>

namespace privet {

using profile::NodeId;

std::vector<std::uint8_t> largest_nodes(const profile::Profile& profile, std::size_t count) {
  std::vector<NodeId> order(profile.nodes.size());
  std::iota(order.begin(), order.end(), NodeId{0});
  // Stable: a parent comes before its children and has no less support.
  std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
    return profile.nodes[a].support > profile.nodes[b].support;
  });
  std::vector<std::uint8_t> out(order.size(), 0);
  out[0] = 1;
  for (std::size_t i = 0; i < std::min(count, order.size()); ++i) {
    // A child whose shares add up to a hair more than its parent's waits for the parent.
    if (out[profile.nodes[order[i]].parent] != 0) out[order[i]] = 1;
  }
  return out;
}

std::vector<double> dial_values(const profile::Profile& profile, double extra) {
  double largest = 0;
  for (const NodeId child : profile.children(0)) {
    if (!profile.nodes[child].terms.empty()) {
      largest = std::max(largest, profile.nodes[child].support / profile.documents());
    }
  }
  std::vector<double> out{0, extra};
  for (const double unit : {0.0001, 0.001, 0.01, 0.1}) {
    for (const double times : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0}) {
      out.push_back(unit * times);
    }
  }
  out.push_back(1);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  // Nothing is left to hide beyond the first value above the largest share.
  const auto end = std::upper_bound(out.begin(), out.end(), std::max(largest, extra));
  if (end != out.end()) out.erase(end + 1, out.end());
  return out;
}

}  // namespace privet
