// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "anonymize/full_domain/lattice_descent_internal.h"

namespace privet {
namespace {

// Bounds and prices are sums in different orders: they count as equal within this share.
constexpr double kSlack = 1e-9;
// More points than this show nothing more in a plot.
constexpr std::size_t kMostSeen = 5000;

}  // namespace

SearchState::SearchState(NodeChecker& checker, const LatticeLimits& limits, SearchAccount& account)
    : checker_(checker),
      limits_(limits),
      account_(account),
      start_(std::chrono::steady_clock::now()) {}

std::vector<NodeCheck> SearchState::check(std::span<const Levels> nodes) {
  std::vector<Levels> fresh;
  for (const auto& node : nodes) {
    if (!known_.contains(node)) fresh.push_back(node);
  }
  const auto checks = checker_.check(fresh);
  for (std::size_t i = 0; i < fresh.size(); ++i) remember(fresh[i], checks[i]);
  std::vector<NodeCheck> out;
  out.reserve(nodes.size());
  for (const auto& node : nodes) out.push_back(known_.at(node));
  return out;
}

void SearchState::remember(const Levels& node, const NodeCheck& check) {
  known_.emplace(node, check);
  ++account_.checked;
  if (!feasible(check)) return;
  // Of equal prices the one that suppresses less; of those the one that comes first.
  const auto worse = [&] {
    if (check.price != optimum_.price) return check.price > optimum_.price;
    if (check.suppressed != optimum_.suppressed) return check.suppressed > optimum_.suppressed;
    return std::lexicographical_compare(optimum_.node->begin(), optimum_.node->end(), node.begin(),
                                        node.end(), [](auto x, auto y) { return x < y; });
  };
  if (optimum_.node && worse()) return;
  optimum_ = {node, check.price, check.suppressed};
}

bool SearchState::beats_best(double bound) const {
  return !optimum_.node || bound <= optimum_.price + kSlack * std::abs(optimum_.price);
}

double SearchState::share_of_time() const {
  if (!limits_.seconds) return 0;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  return passed.count() / *limits_.seconds;
}

bool SearchState::time_is_over() const {
  return share_of_time() >= 1;
}

void SearchState::finish() {
  std::vector<SeenNode> all;
  for (const auto& [node, check] : known_) {
    all.push_back({{node.begin(), node.end()}, check.suppressed, check.price});
  }
  std::stable_sort(all.begin(), all.end(), [](const SeenNode& a, const SeenNode& b) {
    return std::pair(a.suppressed, a.price) < std::pair(b.suppressed, b.price);
  });
  const std::size_t step = all.size() / kMostSeen + 1;
  account_.seen.clear();
  account_.front.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % step == 0) account_.seen.emplace_back(all[i].suppressed, all[i].price);
    if (account_.front.empty() || all[i].price < account_.front.back().price) {
      account_.front.push_back(all[i]);
    }
  }
  account_.price = optimum_.price;
}

// Feasible nodes by their price, others by how many records they suppress.
bool Descent::better(const NodeCheck& a, const NodeCheck& b) const {
  if (state_.feasible(a) != state_.feasible(b)) return state_.feasible(a);
  return state_.feasible(a) ? a.price < b.price : a.suppressed < b.suppressed;
}

void Descent::from(Levels node) {
  constexpr std::size_t kBatch = 4;  // neighbours tried together, whatever the threads
  NodeCheck current = state_.check(std::span(&node, 1)).front();
  for (bool moved = true; moved && !state_.time_is_over();) {
    moved = false;
    std::vector<std::pair<double, Levels>> finer;
    for (std::size_t a = 0; a < node.size(); ++a) {
      if (node[a] == lattice_.range(a).low) continue;
      Levels next = node;
      --next[a];
      const double bound = metric_.bound(next, current.extra);
      finer.emplace_back(bound, std::move(next));
    }
    std::sort(finer.begin(), finer.end());
    for (std::size_t begin = 0; begin < finer.size() && !moved; begin += kBatch) {
      std::vector<Levels> batch;
      for (std::size_t i = begin; i < std::min(begin + kBatch, finer.size()); ++i) {
        batch.push_back(finer[i].second);
      }
      const auto checks = state_.check(batch);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!better(checks[i], current)) continue;
        current = checks[i];
        node = batch[i];
        moved = true;
      }
    }
  }
}

void Descent::wander() {
  Sampler sampler(1);
  while (!state_.time_is_over()) {
    run_.progress("searching", state_.share_of_time());
    Levels start = state_.optimum().node.value_or(lattice_.top());
    const std::uint64_t raised = 1 + sampler.below(3);
    for (std::uint64_t i = 0; i < raised; ++i) {
      const auto a = static_cast<std::size_t>(sampler.below(start.size()));
      const std::size_t room = lattice_.range(a).high - start[a];
      if (room == 0) continue;
      start[a] = static_cast<Level>(start[a] + 1 + sampler.below(room));
    }
    from(std::move(start));
  }
}

double Descent::proven_bound() {
  const Levels top = lattice_.top();
  const NodeCheck coarsest = state_.check(std::span(&top, 1)).front();
  std::vector<Levels> nodes;
  for (std::size_t a = 0; a < top.size(); ++a) {
    for (std::size_t level = lattice_.range(a).low; level < top[a]; ++level) {
      nodes.push_back(top);
      nodes.back()[a] = static_cast<Level>(level);
    }
  }
  const auto checks = state_.check(nodes);
  Levels lowest = lattice_.bottom();
  std::size_t i = 0;
  for (std::size_t a = 0; a < top.size(); ++a) {
    for (std::size_t level = lattice_.range(a).low; level < top[a]; ++level, ++i) {
      if (checks[i].least_suppressed > state_.limit()) lowest[a] = static_cast<Level>(level + 1);
    }
  }
  return metric_.bound(lowest, coarsest.extra);
}

}  // namespace privet
