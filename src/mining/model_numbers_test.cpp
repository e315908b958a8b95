// SPDX-License-Identifier: Apache-2.0
// Whole numbers in model files: whatever stands in the place of one is refused by the field's name,
// and never converted.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "mining/bayes/bayes.h"
#include "mining/bayes/bayesnet.h"
#include "mining/distance/kmeans.h"
#include "mining/regression/cox.h"
#include "mining/regression/svm.h"
#include "mining/rules/rules.h"
#include "mining/tree/boost.h"
#include "mining/tree/forest.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_text.h"

namespace privet::mining {
namespace {

using nlohmann::json;
using Load = std::function<void(const std::string& text)>;

Table people() {
  std::vector<std::vector<std::string>> cells;
  for (int r = 0; r < 24; ++r) {
    cells.push_back({r % 3 == 0 ? "red" : "blue", std::to_string(r * 7 % 11),
                     r % 2 == 0 ? "ill" : "well", std::to_string(1 + r), r % 4 == 0 ? "0" : "1"});
  }
  return make_table({"colour", "x", "state", "time", "event"}, cells);
}

// Where whole numbers lie in the document, with the name of the field that each belongs to.
void find_wholes(const json& value, const json::json_pointer& at, const std::string& field,
                 std::vector<std::pair<json::json_pointer, std::string>>& out) {
  if (value.is_number_integer()) out.emplace_back(at, field);
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) find_wholes(inner, at / key, key, out);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) find_wholes(value[i], at / i, field, out);
  }
}

void expect_refused(const std::string& text, const std::string& field, const Load& load) {
  try {
    load(text);
    ADD_FAILURE() << field << " was read from " << text;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Input);
    EXPECT_EQ(error.place().file, "m.json");
    EXPECT_NE(error.message().find(field), std::string::npos) << error.what();
  }
}

void expect_checked(const std::string& text, std::size_t wholes, const Load& load) {
  load(text);
  const json good = json::parse(text);
  std::vector<std::pair<json::json_pointer, std::string>> found;
  find_wholes(good, json::json_pointer(), "", found);
  EXPECT_GE(found.size(), wholes) << text;
  for (const auto& [at, field] : found) {
    for (const char* wrong : {"1e300", "-1", "2.5", "18446744073709551616", "\"1\"", "[1]"}) {
      json bad = good;
      bad[at] = json::parse(wrong);
      expect_refused(bad.dump(), field, load);
    }
  }
}

TEST(ModelNumbers, OfForestsAndBoostedTreesAreChecked) {
  const privet::Run run;
  const std::string forest = save_forest(learn_forest(people(), 2, {.trees = 2}, run).model);
  expect_checked(forest, 20, [](const std::string& t) { (void)load_forest(t, "m.json"); });
  const std::string boost =
      save_boost(learn_boost(people(), 2, {.rounds = 2, .max_depth = 2}, run).model);
  expect_checked(boost, 10, [](const std::string& t) { (void)load_boost(t, "m.json"); });
}

TEST(ModelNumbers, OfTreesAreChecked) {
  const privet::Run run;
  TreeOptions options = c45_options();
  options.confidence = 0;
  const std::string text = save_tree(learn_tree(people(), 2, options, run));
  const Load load = [](const std::string& t) { (void)load_tree(t, "m.json"); };
  expect_checked(text, 20, load);
  // One more than the word of a column or a child holds.
  for (const char* field : {"column", "first_child", "heaviest", "branches"}) {
    json bad = json::parse(text);
    json& root = bad["model"]["nodes"][0];
    (root.contains(field) ? root : root["split"])[field] = 4294967296U;
    expect_refused(bad.dump(), std::string("nodes[0]: ") + field, load);
  }
}

TEST(ModelNumbers, OfBayesAndNetworksAreChecked) {
  const privet::Run run;
  expect_checked(save_bayes(learn_bayes(people(), 2, {.laplace = 1}, run)), 6,
                 [](const std::string& t) { (void)load_bayes(t, "m.json"); });
  const Table words = people().select_columns(std::vector<AttributeId>{0, 2, 4});
  const Load load = [](const std::string& t) { (void)load_network(t, "m.json"); };
  const std::string network = save_network(learn_network(words, {}, run));
  expect_checked(network, 4, load);
  json bad = json::parse(network);
  bad["model"]["order"][0] = 3;
  expect_refused(bad.dump(), "order", load);
}

TEST(ModelNumbers, OfClustersAreChecked) {
  const privet::Run run;
  const std::vector<AttributeId> columns{1, 3};
  const Matrix points = points_of(people(), columns);
  const auto found = cluster(points, starting_centers(points, 2, 1), {"x", "time"}, {}, run);
  expect_checked(save_kmeans(found.model), 4,
                 [](const std::string& t) { (void)load_kmeans(t, "m.json"); });
}

TEST(ModelNumbers, OfRegressionsAreChecked) {
  const privet::Run run;
  const Table table = people();
  const auto cox = learn_cox(cox_data(table, {.time = 3, .event = 4, .columns = {1}}), {}, run);
  const Load load = [](const std::string& t) { (void)load_cox(t, "m.json"); };
  expect_checked(save_cox(cox), 5, load);
  json bad = json::parse(save_cox(cox));
  bad["model"]["baseline"][0]["stratum"] = 7;
  expect_refused(bad.dump(), "stratum", load);
  const std::vector<AttributeId> columns{1};
  expect_checked(save_svm(learn_svm(svm_data(table, 2, columns), {}, run)), 3,
                 [](const std::string& t) { (void)load_svm(t, "m.json"); });
}

TEST(ModelNumbers, OfRulesAreChecked) {
  const privet::Run run;
  const std::vector<AttributeId> columns{0, 2};
  const auto baskets = baskets_of(people(), columns);
  RuleOptions options;
  options.min_support = 2;
  expect_checked(save_rules(learn_rules(baskets, options, run)), 10,
                 [](const std::string& t) { (void)load_rules(t, "m.json"); });
}

}  // namespace
}  // namespace privet::mining
