// SPDX-License-Identifier: Apache-2.0
#include "federation/join/join_site.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "federation/join/join_openings.h"
#include "mining/join/join_problem.h"
#include "protocol/psi/private_intersection.h"
#include "protocol/selection/best_of_parties.h"
#include "protocol/tell.h"

namespace privet::federation {

using mining::Hop;
using mining::JoinKey;
using mining::JoinSummary;
using mining::kNoKey;
using mining::NodeId;
using mining::NodeSplit;
using protocol::Opening;
using protocol::PartyId;
using namespace join_openings;  // NOLINT(google-build-using-namespace)

namespace {

PartyId party_of(std::size_t table) {
  return PartyId(static_cast<std::uint32_t>(table));
}

constexpr unsigned kScoreBits = 63;  // 62 of units, and room for "there is a test"
constexpr std::size_t kMostBranches = std::size_t{1} << 24U;

}  // namespace

JoinSite::JoinSite(const protocol::Setting& setting, const JoinSiteInput& input,
                   const mining::TreeOptions& options, JoinReveal reveal)
    : setting_(setting), input_(input), options_(options), reveal_(reveal) {
  const auto& edges = input.graph.edges;
  keys_.resize(edges.size());
  common_.resize(edges.size(), 0);
  std::vector<mining::EdgeKeys> part_keys(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (!edges[e].touches(own())) continue;
    keys_[e] = align(e, common_[e]);
    part_keys[e] = {keys_[e].of_row, common_[e]};
  }
  part_ = std::make_unique<mining::JoinPart>(input.table, input.columns, std::move(part_keys),
                                             input.classes, options, setting.run);
  if (own() == input.target) part_->begin({input.labels, input.rows, input.classes});
  propagate_classes();
  if (joined_rows() > mining::kMostUnitRows) {
    throw Error(ErrorCode::Input,
                fmt::format("the join has {} rows, and sites compare gains over at most {}",
                            joined_rows(), mining::kMostUnitRows));
  }
  chooser_ = std::make_unique<mining::WideSplitChooser>(options, input.classes, joined_rows());
  if (reveal == JoinReveal::Winner) {
    referees_ = std::make_unique<protocol::Referees>(protocol::Referees::set_up(setting_));
  }
}

// Values of numbers and of texts are kept apart; the order is that of the intersection's tags.
mining::JoinKeys JoinSite::align(std::size_t edge, std::size_t& common) {
  setting_.run.progress("finding common join values");
  const auto& ends = input_.graph.edges[edge];
  const auto columns = mining::join_columns(input_.graph, ends, own(), input_.table);
  auto keys = mining::join_keys(input_.table, columns);
  std::string kinds;
  for (const auto column : columns) {
    kinds += input_.table.column(column).type() == ColumnType::Text ? 't' : 'n';
  }
  std::vector<std::string> texts;
  for (const auto& value : keys.values) texts.push_back(kinds + ":" + value);
  const std::vector<std::string_view> items(texts.begin(), texts.end());
  const auto other = party_of(ends.other(own()));
  const auto rows = own() == ends.first ? protocol::psi::align_as_sender(setting_, other, items)
                                        : protocol::psi::align_as_receiver(setting_, other, items);
  std::vector<JoinKey> places(keys.values.size(), kNoKey);
  for (std::size_t i = 0; i < rows.size(); ++i) places[rows[i]] = static_cast<JoinKey>(i);
  mining::renumber(keys, places);
  common = rows.size();
  setting_.ledger.add_to_size(common_values(input_.graph, edge), common);
  return keys;
}

std::vector<std::uint64_t> JoinSite::receive_counts(const Hop& hop, Opening opening,
                                                    std::size_t size) {
  auto out = protocol::numbers_told_by(setting_, party_of(hop.from), size, opening);
  for (const auto count : out) {
    if (count <= mining::kMostWideRows) continue;
    throw Error(ErrorCode::Peer,
                fmt::format("{} sent counts of joined rows: expected at most {}, got {}",
                            input_.parties[hop.from], mining::kMostWideRows, count));
  }
  return out;
}

// What the sender says of its own table and those behind it is recorded as its own, by how many
// numbers it is, which only the two ends know; the tables behind it know that it was sent.
void JoinSite::record_passed_on(const Hop& hop) const {
  const auto about = behind(input_.graph, hop);
  const auto to = party_of(hop.to);
  if (about.empty() || !about.with(to).contains(setting_.own())) return;
  protocol::record_passed_on(setting_, about, to, 1, kPassedOn);
}

// All common values in their order, also those whose counts are zero.
void JoinSite::propagate_classes() {
  const std::size_t classes = input_.classes;
  for (const auto& hop : mining::class_hops(input_.graph, input_.target)) {
    setting_.run.progress("propagating classes");
    record_passed_on(hop);
    const std::size_t values = common_[hop.edge];
    if (hop.from == own()) {
      std::vector<std::uint64_t> dense(values * classes, 0);
      const auto summary = part_->class_summary(hop.edge);
      for (std::size_t i = 0; i < summary.keys.size(); ++i) {
        std::ranges::copy(summary.of(i),
                          dense.begin() + static_cast<std::ptrdiff_t>(summary.keys[i] * classes));
      }
      protocol::tell_numbers_to(setting_, party_of(hop.to), dense, kClassSummary);
    }
    if (hop.to != own()) continue;
    const auto dense = receive_counts(hop, kClassSummary, values * classes);
    JoinSummary summary{classes, {}, {}};
    for (std::size_t v = 0; v < values; ++v) {
      const auto counts = std::span(dense).subspan(v * classes, classes);
      if (std::ranges::all_of(counts, [](std::uint64_t n) { return n == 0; })) continue;
      summary.keys.push_back(static_cast<JoinKey>(v));
      summary.counts.insert(summary.counts.end(), counts.begin(), counts.end());
    }
    hop.forward ? part_->forward(hop.edge, summary) : part_->backward(hop.edge, summary);
  }
}

std::uint64_t JoinSite::joined_rows() const {
  const auto& counts = part_->node(0).counts;
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::vector<mining::NodeState> JoinSite::states(std::span<const NodeId> nodes) {
  std::vector<mining::NodeState> out;
  for (const NodeId node : nodes) out.push_back(state_of(part_->node(node).counts, options_));
  return out;
}

std::vector<mining::ClassCounts> JoinSite::class_counts(std::span<const NodeId> nodes) {
  std::vector<mining::ClassCounts> out;
  for (const NodeId node : nodes) out.push_back(part_->node(node).counts);
  return out;
}

std::vector<mining::BestSplit> JoinSite::best_splits(std::span<const NodeId> nodes) {
  setting_.ledger.add_to_size(kOpenNodes, nodes.size());
  const auto candidates = part_->candidates(nodes, *chooser_, 0);
  std::vector<std::uint64_t> scores;  // 0: no test here
  std::vector<std::size_t> places;
  for (const auto& one : candidates) {
    places.push_back(chooser_->best_place(one));
    scores.push_back(places.back() == one.size()
                         ? 0
                         : chooser_->gain_units(one[places.back()], joined_rows()) + 1);
  }
  const auto won = winners(scores);
  // Who has won says how many branches there are; none if it has no test either.
  std::vector<std::uint64_t> mine;
  std::vector<std::size_t> told(setting_.mesh.ids(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    ++told[won[i]];
    if (won[i] != own()) continue;
    mine.push_back(scores[i] == 0 ? 0 : candidates[i][places[i]].split.branches);
  }
  const auto branches = protocol::tell_numbers(setting_, mine, told, kBranches);
  std::vector<std::size_t> next(told.size(), 0);
  std::vector<mining::BestSplit> out(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto count = branches[won[i]][next[won[i]]++];
    if (count > kMostBranches) {
      throw Error(ErrorCode::Peer, fmt::format("{} sent a number of branches: expected at most {}, "
                                               "got {}",
                                               input_.parties[won[i]], kMostBranches, count));
    }
    setting_.ledger.add_to_size(kAllBranches, count);
    if (count == 0) continue;
    out[i].found = true;
    if (won[i] == own()) {
      out[i].split = candidates[i][places[i]].split;
      continue;
    }
    out[i].split.column = static_cast<std::uint32_t>(input_.columns.size() + won[i]);
    out[i].split.branches = static_cast<std::uint32_t>(count);
  }
  return out;
}

std::vector<std::uint64_t> JoinSite::winners(std::span<const std::uint64_t> scores) {
  if (reveal_ == JoinReveal::Gains) return winners_by_gain(scores);
  const protocol::BestShape shape{.bits = kScoreBits, .best = protocol::Best::Largest};
  return protocol::best_party(*referees_, scores, shape, setting_.mesh.members(), kWinner).value();
}

// The class site hears the gains and tells who has won; the first of several.
std::vector<std::uint64_t> JoinSite::winners_by_gain(std::span<const std::uint64_t> scores) {
  const auto coordinator = party_of(input_.target);
  std::vector<std::uint64_t> won;
  const auto all = protocol::collect_numbers(setting_, coordinator, scores, kGain);
  if (setting_.own() == coordinator) {
    won.assign(scores.size(), 0);
    for (std::size_t i = 0; i < won.size(); ++i) {
      for (std::size_t p = 1; p < all.size(); ++p) {
        if (all[p][i] > all[won[i]][i]) won[i] = p;
      }
    }
  }
  won = protocol::announce_numbers(setting_, coordinator, won, scores.size(), kWinner);
  for (const auto winner : won) {
    if (winner < setting_.mesh.ids()) continue;
    throw Error(ErrorCode::Peer,
                fmt::format("{} sent the winner of a node: expected a party below {}, got {}",
                            input_.parties[input_.target], setting_.mesh.ids(), winner));
  }
  return won;
}

std::size_t JoinSite::owner(const mining::Split& split) const {
  const auto columns = input_.columns.size();
  return split.column < columns ? own() : split.column - columns;
}

void JoinSite::split(std::span<const NodeSplit> splits) {
  NodeId next = splits.front().first_child;
  for (const auto& wanted : splits) next = std::min(next, wanted.first_child);
  part_->make_children(splits);
  for (const auto& wanted : splits) {
    if (owner(wanted.split) == own()) part_->split_own(wanted, 0);
  }
  setting_.ledger.add_to_size(kSplitLevels, 1);
  for (const auto& hop : mining::split_hops(input_.graph, input_.target)) {
    const auto near = mining::near_side(input_.graph, hop);
    std::vector<NodeSplit> carried;
    for (const auto& wanted : splits) {
      if (near[owner(wanted.split)]) carried.push_back(wanted);
    }
    if (carried.empty()) continue;
    record_passed_on(hop);
    if (hop.from != own() && hop.to != own()) continue;
    setting_.run.progress("propagating splits");
    hop.from == own() ? send_split(hop, carried) : receive_split(hop, carried);
  }
  part_->release(next);
}

// Node after node, the join values at the node in their order.
void JoinSite::send_split(const Hop& hop, std::span<const NodeSplit> splits) {
  std::vector<std::uint64_t> out;
  for (const auto& wanted : splits) {
    const auto summary = part_->split_summary(wanted, hop.edge);
    std::vector<std::size_t> order(summary.keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return summary.keys[i]; });
    for (const auto i : order) {
      const auto counts = summary.of(i);
      out.insert(out.end(), counts.begin(), counts.end());
    }
  }
  protocol::tell_numbers_to(setting_, party_of(hop.to), out, kSplitSummary);
}

void JoinSite::receive_split(const Hop& hop, std::span<const NodeSplit> splits) {
  std::vector<JoinSummary> summaries;
  std::size_t size = 0;
  for (const auto& wanted : splits) {
    summaries.push_back(
        {wanted.split.branches * input_.classes, part_->live_keys(wanted.node, hop.edge), {}});
    size += summaries.back().width * summaries.back().keys.size();
  }
  const auto in = receive_counts(hop, kSplitSummary, size);
  std::size_t at = 0;
  try {
    for (std::size_t i = 0; i < splits.size(); ++i) {
      const auto count = summaries[i].width * summaries[i].keys.size();
      const auto first = in.begin() + static_cast<std::ptrdiff_t>(at);
      summaries[i].counts.assign(first, first + static_cast<std::ptrdiff_t>(count));
      at += count;
      part_->split_by(splits[i], hop.edge, summaries[i]);
    }
  } catch (const Error&) {
    throw Error(ErrorCode::Peer,
                fmt::format("{} sent counts of branches: expected parts of the rows here, got "
                            "others",
                            input_.parties[hop.from]));
  }
}

}  // namespace privet::federation
