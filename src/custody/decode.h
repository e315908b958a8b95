// SPDX-License-Identifier: Apache-2.0
// Turns a tree mined from an encoded table back into the tree of the original.
// Idea: the rows of the table go down the encoded tree; at a numeric test the two original values
// that are neighbours across the cut among the node's own rows give the original cut, their
// midpoint. (The inverse function of the encoded cut would be wrong: a midpoint of images is not
// the image of the midpoint.) Where a column was reversed the two branches change places; names
// are looked up. Reference: Bu et al. (2007), Theorem 2, corrected. Cost: rows times depth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/run.h"
#include "custody/coding/coding.h"
#include "data/table.h"
#include "mining/tree/tree_model.h"

namespace privet::custody {

// Where the program that made a tree sends rows with a missing value.
enum class MissingRows {
  Heaviest,    // down the branch that most rows took
  Everywhere,  // down all branches, as in Weka
  Stop,        // nowhere: the node is where they end
  Unknown,     // the text does not say, so there must be none
};

// A tree in terms of an encoded table, however it was written down.
struct EncodedTree {
  mining::TreeModel model;
  bool counted = true;  // the nodes of the model have their class counts
  MissingRows missing = MissingRows::Heaviest;
  bool single_precision = false;  // numbers were compared as floats
  // How far the true cut of a node may lie from the one that was printed; empty: cuts are exact.
  std::vector<double> slack = {};
  std::string program = {};  // that printed it, and how to have it print more digits; for messages
  std::string finer = {};
  // What the text says of leaves: rows and errors; by node.
  std::vector<std::optional<std::pair<double, double>>> stated = {};
};

// The tree of the original. `file` names the tree in messages. Throws Error{Input} if the tree
// tests columns or values the key does not know, or cannot have been mined from this table: its
// counts do not fit, or a cut separates values that belong together.
[[nodiscard]] mining::TreeModel decode_tree(const EncodedTree& tree, const Coding& coding,
                                            const Table& original, const std::string& data_file,
                                            const std::string& tree_file, const Run& run);

// The same rows before and after encoding.
struct TwoTables {
  const Table& original;
  const Table& encoded;
};

// The same against a table already encoded with the coding; the fingerprint is not looked at.
// `from`, if given, becomes the encoded tree's node for each node of the answer.
[[nodiscard]] mining::TreeModel decode_against(const EncodedTree& tree, const Coding& coding,
                                               const TwoTables& tables,
                                               const std::string& tree_file, const Run& run,
                                               std::vector<mining::NodeId>* from = nullptr);

}  // namespace privet::custody
