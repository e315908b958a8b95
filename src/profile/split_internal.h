// SPDX-License-Identifier: Apache-2.0
// One step of building a profile: the children of one node.
#pragma once

#include <cstdint>
#include <vector>

#include "profile/build_profile.h"

namespace privet::profile::detail {

// The supporting documents of a node, in terms that may still be frequent among them.
struct NodeDocuments {
  std::vector<TermId> names = {};           // of the local terms, ascending
  std::vector<std::uint64_t> starts = {0};  // documents + 1
  std::vector<TermId> words = {};           // local terms
  std::vector<double> weights = {};         // what each document has to share out

  [[nodiscard]] std::size_t size() const { return weights.size(); }
};

struct SplitChild {
  std::vector<TermId> label = {};             // terms of the corpus; those that joined come first
  std::vector<std::uint32_t> documents = {};  // which of the node's, ascending
  double support = 0;
};

struct SplitNode {
  std::vector<SplitChild> children = {};  // by falling support
  double others = 0;
  std::vector<std::uint32_t> supported = {};  // for each document, how many children share it
  std::vector<std::uint8_t> frequent = {};    // for each local term
};

[[nodiscard]] SplitNode split(const NodeDocuments& node, const BuildOptions& options);

// The documents of a child, with their share of the weight, in the terms that were frequent in the
// node and do not label the child.
[[nodiscard]] NodeDocuments documents_of(const NodeDocuments& node, const SplitNode& split,
                                         const SplitChild& child);

}  // namespace privet::profile::detail
