// SPDX-License-Identifier: Apache-2.0
// A tree of two-way tests while it is read: nodes in the order of the text.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "custody/decode.h"

namespace privet::custody {

inline constexpr std::size_t kNoNode = ~std::size_t{0};

struct ReadNode {
  std::size_t line = 0;
  std::optional<mining::Split> split = {};
  double slack = 0;                                       // of the split's cut
  std::array<std::size_t, 2> children{kNoNode, kNoNode};  // by branch
  mining::ClassLabel label = mining::kNoClass;            // of a leaf
  std::optional<std::pair<double, double>> stated = {};   // rows and errors of a leaf
};

// Puts the nodes, of which `root` is the root, into the model breadth first. All children are set.
void take_nodes(const std::vector<ReadNode>& nodes, std::size_t root, EncodedTree& out);

// The class that the text is. Throws Error{Input} without a place if it is none.
[[nodiscard]] mining::ClassLabel class_of_text(const mining::TreeModel& model,
                                               std::string_view text);

[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);
[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace privet::custody
