// SPDX-License-Identifier: Apache-2.0
// Any bytes either load as a hierarchy that keeps its invariants, or are refused with an Error that
// is not our own fault. The first byte says which form the rest is in.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "hierarchy/bind.h"
#include "hierarchy/read_arx.h"
#include "hierarchy/read_toml.h"

namespace {

using namespace privet;

void require(bool condition) {
  if (!condition) __builtin_trap();
}

void check_nodes(const Hierarchy& tree) {
  require(tree.height() >= 1 && tree.leaves() >= 1);
  for (NodeId node = 0; node < tree.nodes(); ++node) {
    const NodeId up = tree.parent(node);
    require(node == tree.root() ? up == node : tree.level(up) == tree.level(node) + 1);
    require(tree.covers(up, node));
    require(tree.ancestor(tree.interval(node).first, tree.level(node)) == node);
    require(tree.ancestor(tree.interval(node).second, tree.level(node)) == node);
    require(tree.lowest_common_ancestor(node, up) == up);
    const auto found = tree.find(tree.label(node));
    require(found && tree.label(*found) == tree.label(node) && tree.covers(node, *found));
  }
}

void check(const Hierarchy& tree) {
  check_nodes(tree);
  for (NodeId leaf = 0; leaf < tree.leaves(); ++leaf) {
    require(tree.find_leaf(tree.label(leaf)) == leaf);
    const NodeId next = leaf + 1 < tree.leaves() ? leaf + 1 : leaf;
    const NodeId meeting = tree.lowest_common_ancestor(leaf, next);
    require(tree.covers(meeting, leaf) && tree.covers(meeting, next));
    const NodeId bound = tree.boundary(leaf);
    require(tree.ancestor(leaf, tree.level(bound)) == bound);
  }
  const std::string text = format_arx(tree);
  require(format_arx(parse_arx(text, "again")) == text);
}

Column numbers() {
  return make_column("n", {"?", "-3", "0", "0.5", "7", "1e6", "20", "20.0"});
}
Column codes() {
  return make_column("c", {"", "2024-05-17", "1999/12/31", "47906", "é\x80", "*"});
}
Column days() {
  return make_column("d", {"2024-05-17", "1999/12/31", "NA"});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (data[0] % 2 == 0) {
      check(parse_arx(text, "fuzz.csv"));
      return 0;
    }
    const auto spec = parse_hierarchy_spec(text, "fuzz.toml");
    for (const auto& column : {numbers(), codes(), days()}) {
      try {
        check(build_hierarchy(spec, column));
      } catch (const Error& error) {
        require(error.code() != ErrorCode::Internal);
      }
    }
  } catch (const Error& error) {
    require(error.code() != ErrorCode::Internal);
  }
  return 0;
}
