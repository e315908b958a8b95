// SPDX-License-Identifier: Apache-2.0
// What of a profile is shown to others, and how much that is.
// Idea: a term is exposed if it has at least the share minDetail of all support, and neither it nor
// a term above it is hidden by hand. The exposed part is a connected tree with the root; what a
// node's unexposed children have is gathered in an anonymous leaf. The amount is the entropy of
// the leaves (log10), as a share of the whole profile's: expRatio.
// Reference: section 5.2.2 of the thesis named in profile/profile.h. The expRatio of 69% printed
// there for its example is a slip: the printed entropies 0.580 and 0.684 give 85%.
// Cost: linear in the nodes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "profile/profile.h"

namespace privet::profile {

struct Exposure {
  double min_detail = 0;
  std::vector<std::uint8_t> exposed = {};  // for each node; the root always, "others" never
  std::size_t terms = 0;                   // exposed nodes besides the root
  double entropy_exposed = 0;
  double entropy = 0;

  // expRatio; of a profile that says nothing (entropy 0), 1 if all of it is exposed and else 0.
  [[nodiscard]] double ratio() const;

  std::size_t labelled = 0;  // nodes with terms, exposed or not
};

// Throws Error{Usage} for a min_detail outside [0, 1]. `hidden` are nodes to hide with all below.
[[nodiscard]] Exposure expose(const Profile& profile, double min_detail,
                              std::span<const NodeId> hidden = {});

// All nodes that a word names, wherever they are, by any word of the same stem; a label of several
// terms ("a/b", in any order) names the nodes of each. Throws Error{Usage} for a word that no node
// has, naming the nearest.
[[nodiscard]] std::vector<NodeId> nodes_named(const Profile& profile, const std::string& label);

// A label that is exposed, and what the engine learns: weight = log10(|D| / support). A label on
// several nodes is exposed once, with their supports added.
struct WeightedLabel {
  std::vector<TermId> terms = {};
  double support = 0;
  double weight = 0;
};
// By falling support, then by the order of the stems.
[[nodiscard]] std::vector<WeightedLabel> weighted_labels(const Profile& profile,
                                                         const Exposure& exposure);

// The words of a label: "personalized/search".
[[nodiscard]] std::string label_text(const Profile& profile, std::span<const TermId> terms);

}  // namespace privet::profile
