// SPDX-License-Identifier: Apache-2.0
#include "custody/attack/attack.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet::custody {
namespace {

constexpr std::array<Attack, 5> kGuessing{Attack::Rank, Attack::Range, Attack::Regression,
                                          Attack::Polyline, Attack::Spline};

// The same trial draws the same points whatever is asked of it.
Sampler trial_sampler(const AttackOptions& options, std::size_t attribute, std::size_t trial) {
  constexpr std::uint64_t kAttribute = 0x9e3779b97f4a7c15U;
  constexpr std::uint64_t kTrial = 0xbf58476d1ce4e5b9U;
  return Sampler(options.seed ^ (kAttribute * (attribute + 1)) ^ (kTrial * (trial + 1)));
}

bool wants(const AttackOptions& options, Attack attack) {
  return std::find(options.attacks.begin(), options.attacks.end(), attack) != options.attacks.end();
}

// Risks of one trial by attack.
using Shares = std::array<double, std::size(kAttackNames)>;

Shares guessed_shares(const AttributePair& pair, std::span<const KnowledgePoint> points,
                      const AttackOptions& options, const AttributeRisk& domain,
                      std::span<const std::uint64_t> weights) {
  Shares out{};
  const bool combined = wants(options, Attack::Combined);
  std::vector<std::uint8_t> agreeing(pair.size(), 0);
  const auto all = static_cast<double>(std::max<std::uint64_t>(
      1, std::accumulate(weights.begin(), weights.end(), std::uint64_t{0})));
  for (const Attack attack : kGuessing) {
    const bool curve = attack != Attack::Rank && attack != Attack::Range;
    if (!(combined && curve) && !wants(options, attack)) continue;
    const auto guessed = guesses(attack, pair, points, pair.encoded, domain.descending);
    std::uint64_t cracked = 0;
    for (std::size_t i = 0; i < guessed.size(); ++i) {
      if (!(std::abs(guessed[i] - pair.original[i]) <= domain.radius)) continue;
      cracked += weights[i];
      if (curve) ++agreeing[i];
    }
    out[static_cast<std::size_t>(attack)] = static_cast<double>(cracked) / all;
  }
  // A guess of one curve alone is not believed.
  std::uint64_t believed = 0;
  for (std::size_t i = 0; i < agreeing.size(); ++i) believed += agreeing[i] >= 2 ? weights[i] : 0;
  out[static_cast<std::size_t>(Attack::Combined)] = static_cast<double>(believed) / all;
  return out;
}

AttributeRisk attack_domain(const AttributePair& pair, std::size_t attribute,
                            const AttackOptions& options, const Run& run) {
  AttributeRisk out;
  out.name = pair.name;
  out.values = pair.size();
  out.radius = pair.radius(options.radius);
  const SortingRisk sorting = sorting_risk(pair, out.radius, options.counting);
  const auto weights = pair.weights(options.counting);
  out.descending = sorting.descending;
  const auto single = std::find_if(options.attacks.begin(), options.attacks.end(),
                                   [](Attack attack) { return attack != Attack::Combined; });
  out.worst = single == options.attacks.end() ? Attack::Polyline : *single;
  std::array<std::vector<double>, std::size(kAttackNames)> good;
  std::array<std::vector<double>, std::size(kAttackNames)> with_wrong_points;
  for (auto& list : good) list.resize(options.trials);
  for (auto& list : with_wrong_points) list.resize(options.trials);
  constexpr std::size_t kGrain = 8;
  run.pool().parallel_ranges(options.trials, kGrain, [&](std::size_t begin, std::size_t end) {
    run.check_cancelled();
    for (std::size_t trial = begin; trial < end && pair.size() > 0; ++trial) {
      Sampler sampler = trial_sampler(options, attribute, trial);
      const auto points = draw_knowledge(pair, options.knowledge, 0, out.radius, sampler);
      const Shares shares = guessed_shares(pair, points, options, out, weights);
      for (std::size_t a = 0; a < shares.size(); ++a) good[a][trial] = shares[a];
      if (options.wrong_points == 0) continue;
      const auto worse =
          draw_knowledge(pair, options.knowledge, options.wrong_points, out.radius, sampler);
      const Shares misled = guessed_shares(pair, worse, options, out, weights);
      for (std::size_t a = 0; a < misled.size(); ++a) with_wrong_points[a][trial] = misled[a];
    }
  });
  for (const Attack attack : options.attacks) {
    const auto a = static_cast<std::size_t>(attack);
    AttackRisk risk{attack, median(good[a]),
                    options.wrong_points == 0 ? 0 : median(with_wrong_points[a])};
    if (attack == Attack::Sorting) {
      risk.good = risk.with_wrong_points = sorting.risk;
    }
    out.risks.push_back(risk);
    if (attack != Attack::Combined && risk.good > out.worst_risk) {
      out.worst = attack;
      out.worst_risk = risk.good;
    }
  }
  return out;
}

// Which values the attribute's worst attack cracks in this trial.
std::vector<bool> cracked_values(const AttributePair& pair, std::size_t attribute,
                                 const AttributeRisk& domain, const AttackOptions& options,
                                 std::size_t trial) {
  std::vector<bool> out(pair.size());
  Sampler sampler = trial_sampler(options, attribute, trial);
  if (domain.worst == Attack::Sorting) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const GuessRange range = sorting_range(pair, i, domain.descending);
      out[i] = sampler.unit() <
               sorting_probability(range, pair.original[i], domain.radius, pair.grid.step);
    }
    return out;
  }
  const auto points = draw_knowledge(pair, options.knowledge, 0, domain.radius, sampler);
  const auto guessed = guesses(domain.worst, pair, points, pair.encoded, domain.descending);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = std::abs(guessed[i] - pair.original[i]) <= domain.radius;
  }
  return out;
}

using Bits = std::vector<std::uint64_t>;

Bits cracked_rows(const AttributePair& pair, const std::vector<bool>& values) {
  constexpr std::size_t kWord = 64;
  Bits out((pair.value_of_row.size() + kWord - 1) / kWord, 0);
  std::vector<std::uint64_t> bit(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) bit[i] = values[i] ? 1 : 0;
  for (std::size_t row = 0; row < pair.value_of_row.size(); ++row) {
    const std::uint32_t value = pair.value_of_row[row];
    if (value != kNoValue) out[row / kWord] |= bit[value] << (row % kWord);
  }
  return out;
}

double share_of_all(const std::vector<Bits>& cracked, const std::vector<std::size_t>& attributes,
                    std::size_t rows) {
  std::size_t count = 0;
  for (std::size_t word = 0; word < cracked[attributes[0]].size(); ++word) {
    std::uint64_t all = ~std::uint64_t{0};
    for (const std::size_t a : attributes) all &= cracked[a][word];
    count += static_cast<std::size_t>(std::popcount(all));
  }
  return rows == 0 ? 0 : static_cast<double>(count) / static_cast<double>(rows);
}

// The attacker's guess of an encoded cut by sorting: between the guesses of its neighbours.
double sorted_cut(const AttributePair& pair, double cut, bool descending) {
  const auto above = static_cast<std::size_t>(
      std::upper_bound(pair.encoded.begin(), pair.encoded.end(), cut) - pair.encoded.begin());
  const auto middle = [&](std::size_t rank) {
    const GuessRange range = sorting_range(pair, rank, descending);
    return (range.low + range.high) / 2;
  };
  if (above == 0 || above == pair.size()) return above == 0 ? pair.least : pair.greatest;
  return (middle(above - 1) + middle(above)) / 2;
}

// Whether each node's cut is guessed within the radius in this trial.
std::vector<bool> cracked_cuts(const std::vector<AttributePair>& pairs,
                               const std::vector<AttributeRisk>& domains, const TreePair& tree,
                               const AttackOptions& options, std::size_t trial) {
  const auto& nodes = tree.encoded->nodes;
  std::vector<bool> out(nodes.size(), true);
  std::vector<std::vector<std::pair<double, std::size_t>>> cuts(pairs.size());  // cut, node
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (!nodes[node].split || nodes[node].split->kind != mining::TestKind::AtMost) continue;
    const std::size_t pair = tree.column_of[nodes[node].split->column];
    if (pair < pairs.size()) cuts[pair].emplace_back(nodes[node].split->cut, node);
  }
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    std::sort(cuts[p].begin(), cuts[p].end());
    std::vector<double> guessed;
    if (domains[p].worst == Attack::Sorting) {
      for (const auto& cut : cuts[p])
        guessed.push_back(sorted_cut(pairs[p], cut.first, domains[p].descending));
    } else {
      Sampler sampler = trial_sampler(options, p, trial);
      const auto points =
          draw_knowledge(pairs[p], options.knowledge, 0, domains[p].radius, sampler);
      std::vector<double> x;
      for (const auto& cut : cuts[p]) x.push_back(cut.first);
      guessed = guesses(domains[p].worst, pairs[p], points, x, domains[p].descending);
    }
    for (std::size_t i = 0; i < guessed.size(); ++i) {
      const std::size_t node = cuts[p][i].second;
      out[node] = std::abs(guessed[i] - tree.truths[node]) <= domains[p].radius;
    }
  }
  return out;
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

std::vector<std::vector<std::size_t>> usual_subspaces(std::size_t attributes) {
  std::vector<std::vector<std::size_t>> out;
  for (std::size_t a = 0; a < attributes; ++a) {
    for (std::size_t b = a + 1; b < attributes; ++b) out.push_back({a, b});
  }
  if (attributes > 2) {
    out.emplace_back();
    for (std::size_t a = 0; a < attributes; ++a) out.back().push_back(a);
  }
  return out;
}

std::vector<AttributeRisk> attack_domains(const std::vector<AttributePair>& pairs,
                                          const AttackOptions& options, const Run& run) {
  std::vector<AttributeRisk> out;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    run.progress("attacking values", static_cast<double>(p) / static_cast<double>(pairs.size()));
    out.push_back(attack_domain(pairs[p], p, options, run));
  }
  return out;
}

std::vector<SubspaceRisk> attack_subspaces(const std::vector<AttributePair>& pairs,
                                           const std::vector<AttributeRisk>& domains,
                                           const std::vector<std::vector<std::size_t>>& subspaces,
                                           const AttackOptions& options, const Run& run) {
  PRIVET_CHECK(pairs.size() == domains.size());
  run.progress("attacking combinations");
  std::vector<std::vector<double>> shares(subspaces.size(), std::vector<double>(options.trials));
  run.pool().parallel_for(options.trials, [&](std::size_t trial) {
    run.check_cancelled();
    std::vector<Bits> cracked;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      cracked.push_back(
          cracked_rows(pairs[p], cracked_values(pairs[p], p, domains[p], options, trial)));
    }
    for (std::size_t s = 0; s < subspaces.size(); ++s) {
      shares[s][trial] = share_of_all(cracked, subspaces[s], pairs[0].value_of_row.size());
    }
  });
  std::vector<SubspaceRisk> out;
  for (std::size_t s = 0; s < subspaces.size(); ++s) {
    out.push_back({subspaces[s], median(shares[s])});
  }
  return out;
}

std::vector<PathRisk> attack_paths(const std::vector<AttributePair>& pairs,
                                   const std::vector<AttributeRisk>& domains, const TreePair& tree,
                                   const AttackOptions& options, const Run& run) {
  run.progress("attacking paths");
  const auto& nodes = tree.encoded->nodes;
  std::vector<std::size_t> depth(nodes.size(), 0);
  std::size_t deepest = 0;
  std::vector<PathRisk> out;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    deepest = std::max(deepest, depth[node]);
    out.resize(deepest + 1);
    if (!nodes[node].split) {
      ++out[depth[node]].paths;
      continue;
    }
    for (std::uint32_t b = 0; b < nodes[node].split->branches; ++b) {
      depth[nodes[node].first_child + b] = depth[node] + 1;
    }
  }
  std::vector<std::vector<double>> counts(out.size(), std::vector<double>(options.trials, 0));
  run.pool().parallel_for(options.trials, [&](std::size_t trial) {
    run.check_cancelled();
    const auto cuts = cracked_cuts(pairs, domains, tree, options, trial);
    std::vector<bool> path(nodes.size(), false);
    path[0] = true;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      if (!nodes[node].split) {
        if (path[node]) counts[depth[node]][trial] += 1;
        continue;
      }
      for (std::uint32_t b = 0; b < nodes[node].split->branches; ++b) {
        path[nodes[node].first_child + b] = path[node] && cuts[node];
      }
    }
  });
  for (std::size_t length = 0; length < out.size(); ++length) {
    out[length].length = length;
    out[length].cracked = median(counts[length]);
  }
  std::erase_if(out, [](const PathRisk& risk) { return risk.paths == 0; });
  return out;
}

}  // namespace privet::custody
