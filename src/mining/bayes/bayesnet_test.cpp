// SPDX-License-Identifier: Apache-2.0
#include "mining/bayes/bayesnet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/error.h"
#include "base/sampling.h"

namespace privet::mining {
namespace {

// The ten cases of Cooper and Herskovits' example: x1 -> x2 -> x3.
Table ten_cases() {
  return make_table({"x1", "x2", "x3"}, {{"1", "0", "0"},
                                         {"1", "1", "1"},
                                         {"0", "0", "1"},
                                         {"1", "1", "1"},
                                         {"0", "0", "0"},
                                         {"0", "1", "1"},
                                         {"1", "1", "1"},
                                         {"0", "0", "0"},
                                         {"1", "1", "1"},
                                         {"0", "0", "0"}});
}

TEST(Network, TheTenCasesOfThePaper) {
  const privet::Run run;
  const Table table = ten_cases();
  PlainFamilyOracle kept(table, run);
  const std::vector<Family> families{{0, {}},  {1, {}},  {1, {0}},   {2, {}},
                                     {2, {1}}, {2, {0}}, {2, {0, 1}}};
  const auto scores = kept.scores(families);
  const std::vector<double> expected{1.0 / 2772, 1.0 / 2772, 1.0 / 900, 1.0 / 2310,
                                     1.0 / 180,  1.0 / 1800, 1.0 / 400};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(std::exp(scores[i]), expected[i], 1e-12) << i;
  }
  const NetworkModel model = learn_network(table, {{}, 2}, run);
  EXPECT_EQ(model.parents, (std::vector<std::vector<AttributeId>>{{}, {0}, {1}}));
  EXPECT_NEAR(std::exp(model.score) * 2772 * 900 * 180, 1, 1e-9);
  EXPECT_EQ(network_dot(model),
            "digraph network {\n  \"x1\";\n  \"x2\";\n  \"x3\";\n  \"x1\" -> \"x2\";\n"
            "  \"x2\" -> \"x3\";\n}\n");
  EXPECT_EQ(load_network(save_network(model), "m.json"), model);
}

// The score by counting rows with maps and multiplying factors.
double by_definition(const Table& table, const Family& family) {
  std::map<std::vector<ValueId>, std::map<ValueId, std::uint64_t>> counts;
  for (RowId row = 0; row < table.rows(); ++row) {
    std::vector<ValueId> key;
    for (const AttributeId p : family.parents) key.push_back(table.column(p).codes[row]);
    ++counts[key][table.column(family.child).codes[row]];
  }
  const std::uint64_t values = table.column(family.child).dictionary.size();
  double sum = 0;
  for (const auto& [key, by_value] : counts) {
    std::uint64_t rows = 0;
    for (const auto& [value, n] : by_value) {
      for (std::uint64_t k = 2; k <= n; ++k) sum += std::log(static_cast<double>(k));
      rows += n;
    }
    for (std::uint64_t k = values; k <= rows + values - 1; ++k) {
      sum -= std::log(static_cast<double>(k));
    }
  }
  return sum;
}

// Rows lie at several sites, which add their counts; also counts the questions.
class SiteFamilyOracle final : public ScoringFamilyOracle {
 public:
  SiteFamilyOracle(const Table& table, std::size_t sites) : table_(table), sites_(sites) {}
  [[nodiscard]] std::size_t columns() const override { return table_.columns(); }
  std::vector<double> scores(std::span<const Family> families) override {
    ++rounds;
    std::vector<double> out;
    for (const auto& family : families) {
      if (!family.parents.empty()) ++candidates;
      const std::size_t values = table_.column(family.child).dictionary.size();
      std::map<std::vector<ValueId>, std::vector<std::uint64_t>> counts;
      for (std::size_t site = 0; site < sites_; ++site) {
        for (std::size_t r = site; r < table_.rows(); r += sites_) {
          std::vector<ValueId> key;
          for (const AttributeId p : family.parents) key.push_back(table_.column(p).codes[r]);
          auto& of_key = counts[key];
          of_key.resize(values, 0);
          ++of_key[table_.column(family.child).codes[r]];
        }
      }
      std::vector<std::uint64_t> flat;
      for (const auto& [key, of_key] : counts)
        flat.insert(flat.end(), of_key.begin(), of_key.end());
      out.push_back(family_score(flat, values));
    }
    return out;
  }
  std::size_t rounds = 0;
  std::size_t candidates = 0;

 private:
  const Table& table_;
  std::size_t sites_;
};

Table random_table(Sampler& sampler, std::size_t rows, std::size_t columns) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < columns; ++c) names.push_back("a" + std::to_string(c));
  std::vector<std::vector<std::string>> texts;
  for (std::size_t r = 0; r < rows; ++r) {
    std::vector<std::string> row;
    for (std::size_t c = 0; c < columns; ++c) {
      const bool copy = c > 0 && sampler.unit() < 0.6;
      row.push_back(copy ? row[c - 1] : "v" + std::to_string(sampler.below(3)));
    }
    texts.push_back(std::move(row));
  }
  return make_table(names, texts);
}

TEST(Network, EqualsTheDefinitionAndSitesOnRandomTables) {
  const privet::Run run;
  Sampler sampler(61);
  for (int round = 0; round < 20; ++round) {
    const Table table = random_table(sampler, 60, 6);
    const NetworkOptions options{random_order(6, sampler()), 5};
    const NetworkModel model = learn_network(table, options, run);
    double sum = 0;
    for (AttributeId c = 0; c < 6; ++c) sum += by_definition(table, {c, model.parents[c]});
    ASSERT_NEAR(model.score, sum, 1e-9 * std::abs(sum));
    SiteFamilyOracle sites(table, 3);
    ASSERT_EQ(learn_network(sites, model.columns, options, run), model);
    ASSERT_LE(sites.candidates, 35U) << "what six columns can ask at most";
    ASSERT_LE(sites.rounds, 6U);
    // Greedy: no single parent more would have helped.
    for (std::size_t place = 0; place < 6; ++place) {
      const AttributeId child = options.order[place];
      const double own = by_definition(table, {child, model.parents[child]});
      for (std::size_t before = 0; before < place; ++before) {
        auto more = model.parents[child];
        if (std::find(more.begin(), more.end(), options.order[before]) != more.end()) continue;
        more.push_back(options.order[before]);
        ASSERT_LE(by_definition(table, {child, more}), own + 1e-9);
      }
    }
  }
}

TEST(Network, RefusesTooManyParentsAndWrongOrders) {
  const privet::Run run;
  EXPECT_THROW((void)learn_network(ten_cases(), {{}, 3}, run), Error);
  EXPECT_THROW((void)learn_network(ten_cases(), {{0, 1, 1}, 1}, run), Error);
}

}  // namespace
}  // namespace privet::mining
