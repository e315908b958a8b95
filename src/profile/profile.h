// SPDX-License-Identifier: Apache-2.0
// A person's interests as a tree of terms: general ones above, specific ones below, each with the
// share of the documents that supports it.
// Reference: Xu, "New Models and Techniques on Privacy-Preserving Information Sharing", thesis
// (2008), chapter 5; Xu, Zhang, Chen, Wang, "Privacy-Enhancing Personalized Search", WWW 2007.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/id.h"
#include "profile/words/corpus.h"

namespace privet::profile {

using NodeId = Id<struct ProfileNodeTag>;

// Nodes lie in the order in which a tree is read aloud: a node, then all below it. A node without
// terms is the root, or what is left of its parent ("others").
struct ProfileNode {
  NodeId parent = 0;
  NodeId end = 0;  // one past its last descendant
  std::vector<TermId> terms = {};
  double support = 0;

  bool operator==(const ProfileNode&) const = default;
};

struct Profile {
  std::string language = "english";
  std::uint64_t minsup = 5;
  double delta = 0.6;
  std::vector<Term> terms = {};  // those that label a node, in the order of their stems
  std::vector<ProfileNode> nodes = {};

  // |D|, the number of documents.
  [[nodiscard]] double documents() const { return nodes.front().support; }
  [[nodiscard]] bool leaf(NodeId node) const { return nodes[node].end == node + 1; }
  [[nodiscard]] std::vector<NodeId> children(NodeId node) const;
  // "personalized/search"; "others" for a node without terms.
  [[nodiscard]] std::string label(NodeId node) const;
  // Nodes with terms: neither the root nor "others".
  [[nodiscard]] std::size_t labelled() const;
  // Levels below the root.
  [[nodiscard]] std::size_t depth() const;

  bool operator==(const Profile&) const = default;
};

// Throws Error{Internal} unless the nodes are a tree in order, every other node has terms of its
// own that no node above it has, and the supports of children add up to their parent's.
void check_profile(const Profile& profile);

}  // namespace privet::profile
