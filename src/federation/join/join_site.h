// SPDX-License-Identifier: Apache-2.0
// One site's part in a tree over a join: it has one table, and learns the tree's shape, which site
// decides at each node, its own tests, and counts by join value from the sites it joins with.
// Reference: Xu (Simon Fraser 2008), sections 3.2 and 3.3 ("SecureMultiTbl", the secure decision
// tree); the thesis intersects by Agrawal, Evfimievski and Srikant (2003).
// Idea: once for every edge, both ends find their common join values (protocol/psi) and take them
// in a common order; from then on counts travel in that order, so that no value goes over a line,
// and a value that only one end has is never in a message. Counts as in mining/join/join_part.h.
// The winner of a node is found by the class site from the sites' best gains, or (Reveal::Winner)
// by a circuit that tells no gain. Cost: one intersection per edge; for every edge, 8 bytes for
// each common value and class at most three times, and then for each join value, class and branch
// at every node. Rounds: a few for each edge and level. Adversary: semi-honest. Discloses:
// join_openings; besides, every site can add up what it hears to the class counts of every node.
// Threads: one at a time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mining/join/join_graph.h"
#include "mining/join/join_part.h"
#include "protocol/setting.h"
#include "protocol/threshold/referees.h"

namespace privet::federation {

enum class JoinReveal { Gains, Winner };

// What this site brings. Sites are parties: table t is party t's.
struct JoinSiteInput {
  const mining::JoinGraph& graph;
  std::size_t target;  // the table with the class
  const Table& table;
  std::vector<AttributeId> columns;         // to learn from
  std::vector<mining::ClassLabel> labels;   // at the class site
  std::vector<RowId> rows;                  // with a class
  std::size_t classes;                      // all sites know it
  const std::vector<std::string>& parties;  // names, for errors
};

class JoinSite final : public mining::CountingTreeOracle {
 public:
  // Finds the common join values and propagates the classes. All must outlive it.
  JoinSite(const protocol::Setting& setting, const JoinSiteInput& input,
           const mining::TreeOptions& options, JoinReveal reveal);

  [[nodiscard]] std::size_t classes() const override { return input_.classes; }
  std::vector<mining::NodeState> states(std::span<const mining::NodeId> nodes) override;
  // The split's column: the own one's number, or for the columns of party p the number of own
  // columns plus p.
  std::vector<mining::BestSplit> best_splits(std::span<const mining::NodeId> nodes) override;
  void split(std::span<const mining::NodeSplit> splits) override;
  std::vector<mining::ClassCounts> class_counts(std::span<const mining::NodeId> nodes) override;

  [[nodiscard]] std::uint64_t joined_rows() const;

 private:
  [[nodiscard]] mining::JoinKeys align(std::size_t edge, std::size_t& common);
  void propagate_classes();
  void record_passed_on(const mining::Hop& hop) const;
  [[nodiscard]] std::vector<std::uint64_t> receive_counts(const mining::Hop& hop,
                                                          protocol::Opening opening,
                                                          std::size_t size);
  [[nodiscard]] std::vector<std::uint64_t> winners(std::span<const std::uint64_t> scores);
  [[nodiscard]] std::vector<std::uint64_t> winners_by_gain(std::span<const std::uint64_t> scores);
  [[nodiscard]] std::size_t owner(const mining::Split& split) const;
  void send_split(const mining::Hop& hop, std::span<const mining::NodeSplit> splits);
  void receive_split(const mining::Hop& hop, std::span<const mining::NodeSplit> splits);
  [[nodiscard]] std::size_t own() const { return setting_.own().index(); }

  protocol::Setting setting_;
  const JoinSiteInput& input_;
  mining::TreeOptions options_;
  JoinReveal reveal_;
  std::vector<mining::JoinKeys> keys_;  // by edge
  std::vector<std::size_t> common_;     // by edge: how many values both ends have
  std::unique_ptr<mining::JoinPart> part_;
  std::unique_ptr<mining::WideSplitChooser> chooser_;
  std::unique_ptr<protocol::Referees> referees_;
};

}  // namespace privet::federation
