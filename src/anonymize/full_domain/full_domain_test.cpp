// SPDX-License-Identifier: Apache-2.0
// The search against brute force: every combination of levels, classes as maps of texts, models and
// metrics by their definitions. It shares no code with the search.
#include "anonymize/full_domain/full_domain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "base/error.h"
#include "tests/support/random_scene.h"

namespace privet {
namespace {

using testing_support::holds;
using testing_support::Made;
using testing_support::make_scene;
using testing_support::random_scene;
using testing_support::Scene;
using testing_support::Texts;

// What each record shows; "" for suppressed.
using Shown = std::vector<Texts>;

double price(const Scene& scene, const std::vector<std::size_t>& levels, const Shown& shown) {
  const auto n = static_cast<double>(scene.rows.size());
  const std::string& metric = scene.metric;
  std::map<Texts, double> classes;
  for (const auto& texts : shown) classes[texts] += 1;
  if (metric == "discernibility") {
    double sum = 0;
    for (const auto& [texts, size] : classes) sum += texts.empty() ? size * n : size * size;
    return sum;
  }
  if (metric == "class-size") return n / static_cast<double>(classes.size());
  std::vector<double> costs(scene.attributes());
  std::vector<double> weights = scene.weights;
  for (std::size_t a = 0; a < scene.attributes(); ++a) {
    const auto& chains = scene.chains[a];
    const auto leaves = static_cast<double>(chains.size());
    if (metric == "granularity") weights[a] *= 1 - 1 / leaves;
    double told = 0;
    for (std::size_t r = 0; r < scene.rows.size(); ++r) {
      const std::string& leaf = scene.rows[r][a];
      const bool gone = shown[r].empty();
      const auto records_under = [&](std::size_t level) {
        double count = 0;
        for (const auto& row : scene.rows) {
          count += scene.chain(a, row[a])[level] == scene.chain(a, leaf)[level] ? 1 : 0;
        }
        return count;
      };
      if (metric == "precision") {
        costs[a] +=
            gone ? 1
                 : static_cast<double>(levels[a]) / static_cast<double>(chains.front().size() - 1);
      } else if (metric == "entropy") {
        costs[a] += std::log2((gone ? n : records_under(levels[a])) / records_under(0));
        told += std::log2(n / records_under(0));
      } else if (metric == "weighted-discernibility") {
        for (const auto& other : shown) {
          costs[a] += gone || other.empty() || other[a] == shown[r][a] ? 1 : 0;
        }
      } else {
        double covered = 0;
        for (const auto& labels : chains) {
          covered += labels[levels[a]] == scene.chain(a, leaf)[levels[a]] ? 1 : 0;
        }
        if (leaves > 1) costs[a] += gone ? 1 : (covered - 1) / (leaves - 1);
      }
    }
    if (metric == "entropy") {
      costs[a] = told > 0 ? costs[a] / told : 0;
    } else if (metric != "weighted-discernibility") {
      costs[a] /= n;
    }
  }
  double sum = 0;
  double all = 0;
  for (std::size_t a = 0; a < costs.size(); ++a) {
    sum += weights[a] * (metric == "loss" ? std::log(1 + costs[a]) : costs[a]);
    all += weights[a];
  }
  if (metric == "weighted-discernibility") return sum;
  if (all > 0) sum /= all;
  return metric == "loss" ? std::exp(sum) - 1 : sum;
}

struct Best {
  bool found = false;
  double price = 0;
  std::size_t least_suppressed = 0;
};

Best brute_force(const Scene& scene) {
  Best best;
  best.least_suppressed = scene.rows.size();
  std::vector<std::size_t> levels(scene.attributes());
  for (;;) {
    std::map<Texts, std::vector<std::size_t>> classes;
    Shown shown(scene.rows.size());
    for (std::size_t r = 0; r < scene.rows.size(); ++r) {
      for (std::size_t a = 0; a < levels.size(); ++a) {
        shown[r].push_back(scene.chain(a, scene.rows[r][a])[levels[a]]);
      }
      classes[shown[r]].push_back(r);
    }
    std::size_t suppressed = 0;
    for (const auto& [texts, rows] : classes) {
      if (holds(scene, rows)) continue;
      suppressed += rows.size();
      for (const std::size_t r : rows) shown[r].clear();
    }
    best.least_suppressed = std::min(best.least_suppressed, suppressed);
    if (static_cast<double>(suppressed) <=
        scene.max_suppression * static_cast<double>(scene.rows.size()) + 1e-9) {
      const double cost = price(scene, levels, shown);
      if (!best.found || cost < best.price) best.price = cost;
      best.found = true;
    }
    std::size_t a = 0;
    while (a < levels.size() && ++levels[a] == scene.chains[a].front().size()) levels[a++] = 0;
    if (a == levels.size()) return best;
  }
}

// The price of a recoding by the oracle's own arithmetic.
double price_of(const Scene& scene, const Recoding& recoding, const SearchAccount& account,
                const Made& made) {
  std::vector<std::size_t> levels;
  for (const auto& [name, level] : account.levels) levels.push_back(level);
  Shown shown(scene.rows.size());
  for (std::size_t r = 0; r < scene.rows.size(); ++r) {
    const ClassId cls = recoding.class_of[r];
    if (cls == kSuppressed) continue;
    for (std::size_t a = 0; a < scene.attributes(); ++a) {
      const auto& attribute = recoding.attributes[a];
      const auto& value = attribute.values[attribute.value_of_class[cls]];
      const Texts& chain = scene.chain(a, scene.rows[r][a]);
      const std::string text =
          value.kind == GeneralizedValue::Kind::Node
              ? std::string(made.hierarchies[a]->hierarchy.label(value.node))
              : std::string(
                    made.table.column(static_cast<AttributeId>(a)).dictionary.text(value.low));
      EXPECT_EQ(text, chain[levels[a]]);
      shown[r].push_back(text);
    }
  }
  return price(scene, levels, shown);
}

TEST(FullDomain, FindsTheOptimumOfEveryMetric) {
  const privet::Run run;
  std::size_t solved = 0;
  std::size_t infeasible = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Sampler sampler(seed);
    const Scene scene = random_scene(sampler);
    const auto made = make_scene(scene);
    const Problem problem = made->problem(scene);
    const Best best = brute_force(scene);
    const auto method = make_full_domain({.metric = scene.metric, .weights = scene.weights});
    SearchAccount account;
    try {
      const Recoding recoding = method->search_with_account(problem, account, run);
      ASSERT_TRUE(best.found);
      ASSERT_TRUE(account.exact);
      const double tolerance = 1e-9 * (1 + best.price);
      ASSERT_NEAR(account.price, best.price, tolerance) << scene.metric;
      ASSERT_NEAR(price_of(scene, recoding, account, *made), best.price, tolerance) << scene.metric;
      ++solved;
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::Infeasible) << error.what();
      ASSERT_FALSE(best.found) << error.what();
      const std::string expected = "unless " + std::to_string(best.least_suppressed) + " of ";
      ASSERT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
      ++infeasible;
    }
  }
  EXPECT_GT(solved, 1000U);
  EXPECT_GT(infeasible, 100U);
}

}  // namespace
}  // namespace privet
