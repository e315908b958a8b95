// SPDX-License-Identifier: Apache-2.0
// Trees on real data: node counts of the stated ID3, accuracies near the published ones of C4.5's
// J48.
#include <gtest/gtest.h>

#include "data/csv/read_csv.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_text.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

Table read(const std::string& file, const Run& run) {
  return read_csv(testing_support::shared_data(file), {}, run).table;
}

void expect_id3(const std::string& file, std::size_t nodes, std::size_t depth) {
  const privet::Run run;
  const Table table = read(file, run);
  const TreeModel model = learn_tree(table, table.require("class", "--class"), id3_options(), run);
  EXPECT_EQ(model.nodes.size(), nodes) << file;
  EXPECT_EQ(model.depth(), depth) << file;
  EXPECT_EQ(load_tree(save_tree(model), "m.json"), model);
}

TEST(Id3Data, Car) {
  PRIVET_NEED_DATA("car/car.csv");
  expect_id3("car/car.csv", 408, 6);
}

TEST(Id3Data, Nursery) {
  PRIVET_NEED_DATA("nursery/nursery.csv");
  expect_id3("nursery/nursery.csv", 1159, 8);
}

TEST(Id3Data, Mushroom) {
  PRIVET_NEED_DATA("mushroom/mushroom.csv");
  expect_id3("mushroom/mushroom.csv", 38, 4);
}

// 10-fold accuracy in percent, averaged over five seeds; the expected figures are those of J48 of
// Weka 3.6.14 with its defaults, averaged in the same way.
// `skip` is a column to leave out.
double accuracy(const std::string& file, const std::string& cls, const std::string& skip = {}) {
  const privet::Run run;
  Table table = read(file, run);
  std::vector<AttributeId> columns;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (table.column(c).name != skip) columns.push_back(c);
  }
  table = table.select_columns(columns);
  double sum = 0;
  constexpr int kSeeds = 5;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    sum += cross_validate_tree(table, table.require(cls, "--class"), c45_options(), 10, seed, run)
               .accuracy();
  }
  return 100 * sum / kSeeds;
}

TEST(C45Data, Iris) {
  PRIVET_NEED_DATA("iris/iris.csv");
  EXPECT_NEAR(accuracy("iris/iris.csv", "class"), 94.9, 1.5);
}

TEST(C45Data, BreastCancer) {
  PRIVET_NEED_DATA("wdbc/wdbc.csv");
  EXPECT_NEAR(accuracy("wdbc/wdbc.csv", "diagnosis", "id"), 93.1, 1.5);
}

TEST(C45Data, GermanCredit) {
  PRIVET_NEED_DATA("german_credit/german_credit.csv");
  EXPECT_NEAR(accuracy("german_credit/german_credit.csv", "class"), 71.4, 1.5);
}

TEST(C45Data, Vehicle) {
  PRIVET_NEED_DATA("vehicle/vehicle.csv");
  EXPECT_NEAR(accuracy("vehicle/vehicle.csv", "Class"), 71.9, 1.5);
}

TEST(C45Data, Mushroom) {
  PRIVET_NEED_DATA("mushroom/mushroom.csv");
  EXPECT_NEAR(accuracy("mushroom/mushroom.csv", "class"), 100.0, 0.1);
}

}  // namespace
}  // namespace privet::mining
