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

NetworkModel learn_network(FamilyOracle& oracle, std::vector<std::string> columns,
                           const NetworkOptions& options, const Run& run) {
  const std::size_t n = oracle.columns();
  PRIVET_CHECK(columns.size() == n);
  NetworkModel model{std::move(columns), checked_order(options, n), {}, 0};
  model.parents.resize(n);
  std::vector<Family> families;
  for (AttributeId c = 0; c < n; ++c) families.push_back({c, {}});
  std::vector<double> scores = oracle.scores(families);
  std::vector<bool> open(n, true);
  for (std::size_t round = 0; round < options.max_parents; ++round) {
    run.progress("looking for parents");
    families.clear();
    for (std::size_t place = 0; place < n; ++place) {
      const AttributeId child = model.order[place];
      for (std::size_t before = 0; open[child] && before < place; ++before) {
        std::vector<AttributeId> parents = model.parents[child];
        const AttributeId added = model.order[before];
        const auto at = std::lower_bound(parents.begin(), parents.end(), added);
        if (at != parents.end() && *at == added) continue;
        parents.insert(at, added);
        families.push_back({child, std::move(parents)});
      }
    }
    if (families.empty()) break;
    const auto answers = oracle.scores(families);
    std::fill(open.begin(), open.end(), false);
    for (std::size_t i = 0; i < families.size();) {
      const AttributeId child = families[i].child;
      const Family* best = nullptr;
      for (; i < families.size() && families[i].child == child; ++i) {
        if (!better(answers[i], scores[child])) continue;
        scores[child] = answers[i];
        best = &families[i];
      }
      if (best == nullptr) continue;
      model.parents[child] = best->parents;
      open[child] = true;
    }
  }
  for (const double score : scores) model.score += score;
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
