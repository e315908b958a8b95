// SPDX-License-Identifier: Apache-2.0
// The best levels for five attributes of Adult, by trying all 144 combinations: classes are counted
// by sorting keys, and the loss is added up from the hierarchies' files. Shares no code with the
// search.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

#include "anonymize/full_domain/full_domain.h"
#include "data/csv/read_csv.h"
#include "hierarchy/read_arx.h"
#include "privacy/k_anonymity.h"
#include "tests/support/shared_data.h"

namespace privet {
namespace {

const std::vector<std::string> kNames{"sex", "race", "marital-status", "education",
                                      "native-country"};

std::string hierarchy_file(const std::string& name) {
  return testing_support::shared_data("adult/hierarchies_arx/adult_hierarchy_" + name + ".csv");
}

// One attribute, level by level: which label each record shows and how much of the domain it hides.
struct Naive {
  std::vector<std::vector<std::uint64_t>> label;  // [level][record]
  std::vector<std::vector<double>> cost;          // [level][record]
};

Naive read_naive(const Column& column, const std::string& file) {
  std::map<std::string, std::vector<std::string>> chains;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    while (!line.empty() && line.back() == '\r') line.pop_back();
    std::vector<std::string> labels(1);
    for (const char c : line) {
      if (c == ';') {
        labels.emplace_back();
      } else {
        labels.back() += c;
      }
    }
    chains[labels.front()] = labels;
  }
  const std::size_t levels = chains.begin()->second.size();
  Naive out;
  for (std::size_t level = 0; level < levels; ++level) {
    std::map<std::string, std::pair<std::uint64_t, std::size_t>> seen;  // number, leaves below
    for (const auto& [leaf, labels] : chains) {
      ++seen.try_emplace(labels[level], seen.size(), 0).first->second.second;
    }
    std::vector<std::uint64_t> label;
    std::vector<double> cost;
    for (RowId row = 0; row < column.codes.size(); ++row) {
      const auto& [number, leaves] = seen.at(chains.at(std::string(column.text(row)))[level]);
      label.push_back(number);
      cost.push_back(static_cast<double>(leaves - 1) / static_cast<double>(chains.size() - 1));
    }
    out.label.push_back(std::move(label));
    out.cost.push_back(std::move(cost));
  }
  return out;
}

struct Node {
  double price = 0;
  std::size_t suppressed = 0;
};

Node judge(const std::vector<Naive>& attributes, const std::vector<std::size_t>& levels,
           std::size_t k) {
  const std::size_t rows = attributes[0].label[0].size();
  std::vector<std::pair<std::uint64_t, std::size_t>> keys(rows);
  for (std::size_t r = 0; r < rows; ++r) {
    std::uint64_t key = 0;
    for (std::size_t a = 0; a < levels.size(); ++a) {
      key = key * 64 + attributes[a].label[levels[a]][r];
    }
    keys[r] = {key, r};
  }
  std::sort(keys.begin(), keys.end());
  Node out;
  std::vector<double> lost(levels.size(), 0.0);
  for (std::size_t begin = 0, end = 0; begin < rows; begin = end) {
    while (end < rows && keys[end].first == keys[begin].first) ++end;
    const bool small = end - begin < k;
    if (small) out.suppressed += end - begin;
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t a = 0; a < levels.size(); ++a) {
        lost[a] += small ? 1.0 : attributes[a].cost[levels[a]][keys[i].second];
      }
    }
  }
  double logs = 0;
  for (const double sum : lost) logs += std::log1p(sum / static_cast<double>(rows));
  out.price = std::exp(logs / static_cast<double>(levels.size())) - 1;
  return out;
}

TEST(AdultLattice, FiveAttributesHaveTheOptimumOfBruteForce) {
  PRIVET_NEED_DATA("adult/arx_adult_30162.csv.gz");
  const privet::Run run;
  const Table table =
      read_csv(testing_support::shared_data("adult/arx_adult_30162.csv.gz"), {}, run).table;
  std::vector<Naive> attributes;
  std::vector<BoundHierarchy> hierarchies;
  for (const auto& name : kNames) {
    const Column& column = table.column(table.require(name, ""));
    attributes.push_back(read_naive(column, hierarchy_file(name)));
    hierarchies.push_back(privet::bind(read_arx(hierarchy_file(name)), column, ""));
  }
  for (const auto& [k, share] : {std::pair<std::size_t, double>{5, 0.0}, {5, 0.05}, {100, 0.01}}) {
    SCOPED_TRACE(std::to_string(k) + " " + std::to_string(share));
    Node best{.price = 2};
    std::vector<std::size_t> levels(kNames.size());
    for (std::size_t a = 0; a < levels.size();) {
      const Node node = judge(attributes, levels, k);
      const double allowed = share * static_cast<double>(table.rows());
      if (static_cast<double>(node.suppressed) <= allowed && node.price < best.price) best = node;
      for (a = 0; a < levels.size() && ++levels[a] == attributes[a].label.size(); ++a) {
        levels[a] = 0;
      }
    }
    const auto model = make_k_anonymity(k);
    Problem problem{table, {}, {}, {model.get()}, share};
    for (std::size_t a = 0; a < kNames.size(); ++a) {
      problem.quasi.push_back({table.require(kNames[a], ""), &hierarchies[a]});
    }
    SearchAccount account;
    const Recoding recoding =
        make_full_domain({.metric = "loss"})->search_with_account(problem, account, run);
    EXPECT_TRUE(account.exact);
    EXPECT_NEAR(account.price, best.price, 1e-9);
    EXPECT_EQ(static_cast<std::size_t>(
                  std::count(recoding.class_of.begin(), recoding.class_of.end(), kSuppressed)),
              best.suppressed);
  }
}

}  // namespace
}  // namespace privet
