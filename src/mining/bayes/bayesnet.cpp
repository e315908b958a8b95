// SPDX-License-Identifier: Apache-2.0
#include "mining/bayes/bayesnet.h"

#include <fmt/format.h>
#include <math.h>  // lgamma_r: lgamma writes a global sign, which threads may not share

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "mining/numbers/wide_sum.h"

namespace privet::mining {
namespace {

double log_factorial(std::uint64_t n) {
  int sign = 0;
  return ::lgamma_r(static_cast<double>(n) + 1, &sign);
}

bool better(double a, double b) {
  constexpr double kTie = 1e-11;
  return a > b + kTie * std::max(std::abs(a), std::abs(b));
}

std::vector<AttributeId> checked_order(const NetworkOptions& options, std::size_t columns) {
  std::vector<AttributeId> plain(columns);
  std::iota(plain.begin(), plain.end(), AttributeId{0});
  if (options.max_parents >= columns) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} columns can have at most {} parents, not {}", columns,
                            columns == 0 ? 0 : columns - 1, options.max_parents),
                {.parameter = "--max-parents"});
  }
  if (options.order.empty()) return plain;
  std::vector<AttributeId> sorted = options.order;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != plain) {
    throw Error(ErrorCode::Usage, "must name every column exactly once", {.parameter = "--order"});
  }
  return options.order;
}

// Rows by configuration of the parents and value of the child; configurations in order of
// appearance.
std::vector<std::uint64_t> count_family(const Table& table, const Family& family) {
  std::vector<std::uint64_t> configuration(table.rows(), 0);
  std::size_t configurations = table.rows() == 0 ? 0 : 1;
  std::unordered_map<std::uint64_t, std::uint64_t> dense;
  for (const AttributeId parent : family.parents) {
    const Column& column = table.column(parent);
    dense.clear();
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const std::uint64_t key = configuration[r] * column.dictionary.size() + column.codes[r];
      configuration[r] = dense.try_emplace(key, dense.size()).first->second;
    }
    configurations = dense.size();
  }
  const Column& child = table.column(family.child);
  const std::size_t values = child.dictionary.size();
  std::vector<std::uint64_t> counts(configurations * values, 0);
  for (std::size_t r = 0; r < table.rows(); ++r) {
    ++counts[configuration[r] * values + child.codes[r]];
  }
  return counts;
}

}  // namespace

double family_score(std::span<const std::uint64_t> counts, std::size_t values) {
  WideSum sum;
  for (std::size_t i = 0; i < counts.size(); i += values) {
    std::uint64_t rows = 0;
    for (const std::uint64_t n : counts.subspan(i, values)) {
      rows += n;
      if (n > 1) sum.add(log_factorial(n));
    }
    sum.add(log_factorial(values - 1));
    sum.add(-log_factorial(rows + values - 1));
  }
  return sum.value();
}

std::vector<double> PlainFamilyOracle::scores(std::span<const Family> families) {
  std::vector<double> out(families.size());
  run_.pool().parallel_for(families.size(), [&](std::size_t i) {
    run_.check_cancelled();
    const auto counts = count_family(table_, families[i]);
    out[i] = family_score(counts, table_.column(families[i].child).dictionary.size());
  });
  return out;
}

Family with_parent(Family family, AttributeId added) {
  auto& parents = family.parents;
  parents.insert(std::lower_bound(parents.begin(), parents.end(), added), added);
  return family;
}

std::vector<double> ScoringFamilyOracle::known_scores(std::span<const Family> families) {
  std::vector<Family> asked;
  for (const auto& family : families) {
    const auto found = known_.find(family.child);
    if (found == known_.end() || found->second.first != family.parents) asked.push_back(family);
  }
  if (!asked.empty()) {
    const auto answers = scores(asked);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      known_[asked[i].child] = {asked[i].parents, answers[i]};
    }
  }
  std::vector<double> out;
  for (const auto& family : families) out.push_back(known_.at(family.child).second);
  return out;
}

std::vector<std::optional<AttributeId>> ScoringFamilyOracle::best_parents(
    std::span<const ParentQuestion> questions) {
  // Those so far whose scores are not known, then all with one more.
  std::vector<Family> families;
  for (const auto& [family, candidates] : questions) {
    const auto found = known_.find(family.child);
    if (found == known_.end() || found->second.first != family.parents) families.push_back(family);
  }
  const auto unknown = families.size();
  for (const auto& [family, candidates] : questions) {
    for (const AttributeId added : candidates) families.push_back(with_parent(family, added));
  }
  const auto answers = scores(families);
  for (std::size_t i = 0; i < unknown; ++i) {
    known_[families[i].child] = {families[i].parents, answers[i]};
  }
  std::vector<std::optional<AttributeId>> out;
  std::size_t next = unknown;
  for (const auto& [family, candidates] : questions) {
    auto& best = known_.at(family.child);
    auto& answer = out.emplace_back();
    for (const AttributeId added : candidates) {
      const double score = answers[next];
      const auto& tried = families[next++];
      if (!better(score, best.second)) continue;
      best = {tried.parents, score};
      answer = added;
    }
  }
  return out;
}

NetworkModel learn_network(FamilyOracle& oracle, std::vector<std::string> columns,
                           const NetworkOptions& options, const Run& run) {
  const std::size_t n = oracle.columns();
  PRIVET_CHECK(columns.size() == n);
  NetworkModel model{std::move(columns), checked_order(options, n), {}, 0};
  model.parents.resize(n);
  std::vector<bool> open(n, true);
  for (std::size_t round = 0; round < options.max_parents; ++round) {
    run.progress("looking for parents");
    std::vector<ParentQuestion> questions;
    for (std::size_t place = 0; place < n; ++place) {
      const AttributeId child = model.order[place];
      if (!open[child]) continue;
      ParentQuestion question{{child, model.parents[child]}, {}};
      for (std::size_t before = 0; before < place; ++before) {
        const auto& has = model.parents[child];
        const AttributeId added = model.order[before];
        if (!std::binary_search(has.begin(), has.end(), added))
          question.candidates.push_back(added);
      }
      if (!question.candidates.empty()) questions.push_back(std::move(question));
    }
    if (questions.empty()) break;
    const auto answers = oracle.best_parents(questions);
    std::fill(open.begin(), open.end(), false);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (!answers[i]) continue;
      const auto child = questions[i].family.child;
      model.parents[child] = with_parent(questions[i].family, *answers[i]).parents;
      open[child] = true;
    }
  }
  return model;
}

NetworkModel learn_network(ScoringFamilyOracle& oracle, std::vector<std::string> columns,
                           const NetworkOptions& options, const Run& run) {
  FamilyOracle& structure = oracle;
  NetworkModel model = learn_network(structure, std::move(columns), options, run);
  std::vector<Family> families;
  for (AttributeId c = 0; c < model.parents.size(); ++c) families.push_back({c, model.parents[c]});
  for (const double score : oracle.known_scores(families)) model.score += score;
  return model;
}

NetworkModel learn_network(const Table& table, const NetworkOptions& options, const Run& run) {
  std::vector<std::string> names;
  for (const auto& column : table.all()) names.push_back(column.name);
  PlainFamilyOracle oracle(table, run);
  return learn_network(oracle, std::move(names), options, run);
}

std::vector<AttributeId> random_order(std::size_t columns, std::uint64_t seed) {
  std::vector<AttributeId> out(columns);
  std::iota(out.begin(), out.end(), AttributeId{0});
  Sampler sampler(seed);
  sampler.shuffle(std::span(out));
  return out;
}

std::string network_dot(const NetworkModel& model) {
  std::string out = "digraph network {\n";
  const auto quoted = [](const std::string& text) {
    std::string escaped = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') escaped += '\\';
      escaped += c;
    }
    return escaped + "\"";
  };
  for (const auto& name : model.columns) out += fmt::format("  {};\n", quoted(name));
  for (std::size_t c = 0; c < model.parents.size(); ++c) {
    for (const AttributeId parent : model.parents[c]) {
      out += fmt::format("  {} -> {};\n", quoted(model.columns[parent]), quoted(model.columns[c]));
    }
  }
  return out + "}\n";
}

}  // namespace privet::mining
