// SPDX-License-Identifier: Apache-2.0
// Checks lattice nodes: which classes hold, how many records are suppressed for it, and the price.
// Idea: the tables of all nodes hang together by roll-up. Each thread keeps the tables of the node
// it is at, one attribute raised after the other, those of many values first; the next node in
// that order shares a long beginning with it, and only the rest, which is small by then, is made.
// Cost: mostly a few thousand look-ups a node, however many records there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "anonymize/classes/class_judge.h"
#include "anonymize/full_domain/lattice_metric.h"

namespace privet {

struct NodeCheck {
  double price = 0;
  std::size_t suppressed = 0;
  std::size_t classes = 0;  // kept
  // No finer node suppresses fewer records than this.
  std::size_t least_suppressed = 0;
  // [attribute]: what the records add that every finer node suppresses.
  std::vector<double> extra;
};

class NodeChecker {
 public:
  // The arguments must outlive it. All nodes checked lie above `bottom`.
  NodeChecker(const Problem& problem, std::span<const AttributeLevels> levels,
              const LatticeMetric& metric, const Levels& bottom, const Run& run);
  ~NodeChecker();
  NodeChecker(const NodeChecker&) = delete;
  NodeChecker& operator=(const NodeChecker&) = delete;

  // One answer a node; threads share the work.
  [[nodiscard]] std::vector<NodeCheck> check(std::span<const Levels> nodes);
  // Distinct combinations of quasi-identifiers at the bottom.
  [[nodiscard]] std::size_t base_classes() const { return base_.classes(); }

 private:
  class Worker;

  std::span<const AttributeLevels> levels_;
  const Run& run_;
  KeyLayout layout_;
  std::vector<std::size_t> order_;  // attributes, those of many values first
  Levels bottom_;
  ClassTable base_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace privet
