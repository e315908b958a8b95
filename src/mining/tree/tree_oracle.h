// SPDX-License-Identifier: Apache-2.0
// What a decision-tree learner asks about the data.
// Idea: nodes are asked about by level, many at once. The answers are all that a run discloses: the
// majority class of a node, whether it is finished, and which test splits it best. A party that may
// not know one of these gets an answer that does not say. How the answers come about (columns in
// memory, counts added over sites, a protocol) is up to the oracle; the learner may know a column
// by its number only. Class counts are a further question, for pruning and for people, which only
// some oracles answer. Reference: Quinlan, "Induction of decision trees" (1986) and "C4.5"
// (1993); Vaidya, "Privacy preserving data mining over vertically partitioned data" (2004),
// section 3.5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "data/dictionary.h"
#include "mining/class_label.h"

namespace privet::mining {

using NodeId = Id<struct TreeNodeTag>;  // breadth-first, the root is 0

enum class Criterion { Gain, Ratio, Gini };
enum class TreeAlgorithm { Id3, C45 };
enum class NominalSplit { Multiway, OneAgainstRest };
// The confidence limit of an error rate that pruning goes by.
enum class ErrorLimit {
  Corrected,  // as C4.5: exact for no errors, else the normal approximation for half an error more
  Normal,     // the plain normal approximation; kinder to small leaves
};

struct TreeOptions {
  TreeAlgorithm algorithm = TreeAlgorithm::Id3;
  Criterion criterion = Criterion::Gain;
  NominalSplit nominal = NominalSplit::Multiway;
  std::size_t min_leaf = 1;   // C4.5: at least two branches hold this many rows
  std::size_t max_depth = 0;  // 0: no limit
  double confidence = 0;      // of pessimistic pruning; 0: no pruning
  ErrorLimit limit = ErrorLimit::Corrected;
  bool weka = false;  // ID3 as Weka's: stop at zero gain, leave empty branches without a class
  // C4.5 as of release 8, over a table in memory only (mining/tree/weighted_tree.h).
  bool penalty = false;     // a numeric cut pays for the number of cuts tried
  bool raising = false;     // pruning may put the largest branch in its node's place
  bool fractional = false;  // a row without a value takes every branch in part
  // Trees of a forest: tests are chosen among this many columns, drawn anew at each node.
  std::size_t columns_per_node = 0;  // 0: all
  std::uint64_t seed = 0;
};

// ID3 with information gain, and the defaults of C4.5 (gain ratio, leaves of 2, confidence 0.25).
[[nodiscard]] TreeOptions id3_options();
[[nodiscard]] TreeOptions c45_options();
// C4.5 with what release 8 and fractional rows add.
[[nodiscard]] TreeOptions c45r8_options();

enum class TestKind {
  Values,    // a branch for each value of a nominal column
  AtMost,    // numeric: value <= cut | value > cut
  OneValue,  // nominal: the value | all others
  Among,     // nominal: some values | all others; only in trees that others made
};

// A test at a node. Values that are missing or unknown follow the branch `heaviest`, which most of
// the known rows took.
struct Split {
  std::uint32_t column = 0;  // in the model's list of columns
  TestKind kind = TestKind::Values;
  double cut = 0;
  ValueId value = 0;
  std::uint32_t branches = 0;
  std::uint32_t heaviest = 0;
  std::vector<ValueId> among = {};  // of Among: ascending

  bool operator==(const Split&) const = default;
};

struct BestSplit {
  bool found = false;  // false: the node stays a leaf
  Split split;
};

struct NodeSplit {
  NodeId node = 0;
  Split split;
  NodeId first_child = 0;  // the branches become nodes first_child, first_child + 1, ...
};

using ClassCounts = std::vector<std::uint64_t>;

struct NodeState {
  ClassLabel majority = kNoClass;  // none: no row reaches the node, or this party may not know it
  bool finished = true;            // of one class only, empty, or too small to be split
};

class TreeOracle {
 public:
  virtual ~TreeOracle() = default;

  [[nodiscard]] virtual std::size_t classes() const = 0;
  virtual std::vector<NodeState> states(std::span<const NodeId> nodes) = 0;
  // The best test at each node under the agreed options.
  virtual std::vector<BestSplit> best_splits(std::span<const NodeId> nodes) = 0;
  // Sends the rows of the nodes to their children. Nodes not split are never asked about again.
  virtual void split(std::span<const NodeSplit> splits) = 0;
};

class CountingTreeOracle : public TreeOracle {
 public:
  // How many rows of each class reach each node, split or not.
  virtual std::vector<ClassCounts> class_counts(std::span<const NodeId> nodes) = 0;
};

// What the counts of a node make of it under these options; the first class wins a tie.
[[nodiscard]] NodeState state_of(const ClassCounts& counts, const TreeOptions& options);

}  // namespace privet::mining
