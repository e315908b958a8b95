// SPDX-License-Identifier: Apache-2.0
#include "anonymize/microaggregation/microaggregation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/error.h"
#include "base/sampling.h"
#include "hierarchy/hierarchy.h"
#include "privacy/k_anonymity.h"
#include "privacy/k_map.h"
#include "privacy/l_distinct.h"
#include "privacy/model_context.h"
#include "privacy/t_closeness.h"
#include "tests/support/naive_mdav.h"

namespace privet {
namespace {

using testing_support::NaiveMdav;
using testing_support::NaivePoint;
using Rows = std::vector<std::vector<std::string>>;
using Partition = std::set<std::vector<std::size_t>>;

struct Scene {
  Table table;
  std::vector<std::unique_ptr<PrivacyModel>> models;
  Problem problem;

  Scene(const std::vector<std::string>& names, const Rows& rows, std::size_t quasi, std::size_t k)
      : table(make_table(names, rows)), problem{table, {}, {}, {}} {
    for (AttributeId c = 0; c < quasi; ++c) problem.quasi.push_back({c});
    promise(make_k_anonymity(k));
    EXPECT_TRUE(show_statistics(problem, Statistic::Mean));
  }
  void promise(std::unique_ptr<PrivacyModel> model) {
    problem.models.push_back(model.get());
    models.push_back(std::move(model));
  }
  [[nodiscard]] Recoding search(std::size_t threads = 1) const {
    return make_microaggregation()->search(problem, privet::Run(nullptr, nullptr, threads));
  }
};

Partition classes_of(const Recoding& recoding) {
  std::map<ClassId, std::vector<std::size_t>> classes;
  for (std::size_t r = 0; r < recoding.class_of.size(); ++r) {
    classes[recoding.class_of[r]].push_back(r);
  }
  EXPECT_FALSE(classes.contains(kSuppressed));
  Partition out;
  for (auto& [cls, rows] : classes) out.insert(std::move(rows));
  return out;
}

// The numbers of a column with mean 0 and variance 1.
std::vector<double> standardised(const Rows& rows, std::size_t column) {
  std::vector<double> out;
  double sum = 0;
  for (const auto& row : rows) out.push_back(std::stod(row[column]));
  for (const double x : out) sum += x;
  const double mean = sum / static_cast<double>(out.size());
  double squares = 0;
  for (const double x : out) squares += (x - mean) * (x - mean);
  const double deviation = std::sqrt(squares / static_cast<double>(out.size()));
  for (double& x : out) x = (x - mean) / deviation;
  return out;
}

std::string fine_number(Sampler& sampler, std::size_t unit) {
  return std::to_string(sampler.below(1000000) * unit) + "." + std::to_string(sampler.below(9) + 1);
}

// Numbers so fine that no two distances are equal, and words: grouped as by definition, each column
// standardised by hand. A word's unit is 2 over the chance that two records differ in it.
TEST(Microaggregation, GroupsAreThoseOfTheDefinition) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    Sampler sampler(seed);
    const std::size_t count = 5 + sampler.below(80);
    const std::size_t k = 2 + sampler.below(5);
    if (count < k) continue;
    Rows rows;
    for (std::size_t r = 0; r < count; ++r) {
      rows.push_back({fine_number(sampler, 1), fine_number(sampler, 1000),
                      std::string(1, static_cast<char>('a' + sampler.below(3)))});
    }
    Scene scene({"x", "y", "w"}, rows, 3, k);
    const double weight = sampler.below(2) == 0 ? 1 : 0.25;
    if (weight != 1) scene.problem.weights = {1, weight, weight};
    const auto x = standardised(rows, 0);
    const auto y = standardised(rows, 1);
    std::vector<NaivePoint> points;
    std::map<std::string, double> words;
    for (std::size_t r = 0; r < count; ++r) {
      points.push_back({{x[r], y[r] * std::sqrt(weight)}, {rows[r][2]}});
      words[rows[r][2]] += 1.0 / static_cast<double>(count);
    }
    double different = 1;
    for (const auto& [word, share] : words) different -= share * share;
    Partition expected;
    const double unit = different > 0 ? 2 * weight / different : 0;
    for (const auto& group : NaiveMdav(points, {unit}, k).groups()) expected.insert(group);
    EXPECT_EQ(classes_of(scene.search()), expected);
  }
}

TEST(Microaggregation, ShowsTheMeanOrMedianOfEveryGroup) {
  Scene scene({"age", "city"},
              {{"20", "a"}, {"22", "b"}, {"27", "b"}, {"60", "c"}, {"61", "c"}, {"80", "c"}}, 2, 3);
  const auto shown = [&](std::size_t attribute, std::size_t row) {
    const Recoding recoding = scene.search();
    const RecodedAttribute& attr = recoding.attributes[attribute];
    return attr.values[attr.value_of_class[recoding.class_of[row]]];
  };
  EXPECT_EQ(shown(0, 0).statistic, "23");
  EXPECT_EQ(shown(0, 3).statistic, "67");
  EXPECT_EQ(shown(1, 1).kind, GeneralizedValue::Kind::Set);
  EXPECT_EQ(shown(1, 3).kind, GeneralizedValue::Kind::Value);
  (void)show_statistics(scene.problem, Statistic::Median);
  EXPECT_EQ(shown(0, 0).statistic, "22");
  EXPECT_EQ(shown(0, 3).statistic, "61");
}

TEST(Microaggregation, MissingValuesStayTogetherWhereTheyCan) {
  Rows rows;
  for (int i = 0; i < 12; ++i) rows.push_back({i % 3 == 0 ? "?" : std::to_string(20 + i), "5"});
  const Recoding recoding = Scene({"age", "same"}, rows, 2, 4).search();
  const auto classes = classes_of(recoding);
  EXPECT_TRUE(classes.contains({0, 3, 6, 9}));
  for (const auto& value : recoding.attributes[0].values) {
    EXPECT_TRUE(value.members.empty() || value.statistic.empty());
  }
}

// A mean of one present value would be that value.
TEST(Microaggregation, NoNumberStandsForFewerThanK) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    Sampler sampler(seed);
    Rows rows;
    for (int r = 0; r < 60; ++r) {
      rows.push_back({sampler.below(3) > 0 ? "" : std::to_string(sampler.below(90)),
                      std::to_string(sampler.below(50))});
    }
    const Scene scene({"age", "pay"}, rows, 2, 4);
    const Recoding recoding = scene.search();
    const RecodedAttribute& ages = recoding.attributes[0];
    std::vector<std::size_t> present(recoding.classes());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      present[recoding.class_of[r]] += rows[r][0].empty() ? 0U : 1U;
    }
    for (std::size_t c = 0; c < present.size(); ++c) {
      const GeneralizedValue& shown = ages.values[ages.value_of_class[c]];
      EXPECT_EQ(!shown.statistic.empty(), present[c] >= 4);
      EXPECT_EQ(shown.kind == GeneralizedValue::Kind::Any, present[c] > 0 && present[c] < 4);
    }
  }
}

// Two groups of a hierarchy: cities of one state are closer than those of two.
TEST(Microaggregation, DistancesFollowTheHierarchy) {
  const std::vector<std::string> texts{"a1", "A", "*", "a2", "A", "*",
                                       "b1", "B", "*", "b2", "B", "*"};
  const Hierarchy tree(
      {.levels = 3, .labels = std::vector<std::string_view>(texts.begin(), texts.end())});
  Scene scene({"city", "x"}, {{"b1", "1"}, {"a1", "1"}, {"b2", "1"}, {"a2", "1"}}, 2, 2);
  const BoundHierarchy bound = privet::bind(tree, scene.table.column(0), "cities");
  scene.problem.quasi[0].hierarchy = &bound;
  const Recoding recoding = scene.search();
  EXPECT_EQ(classes_of(recoding), (Partition{{0, 2}, {1, 3}}));
  for (const auto& value : recoding.attributes[0].values) {
    EXPECT_NE(value.node, tree.root());
  }
}

Rows random_rows(Sampler& sampler, std::size_t count) {
  Rows out;
  for (std::size_t r = 0; r < count; ++r) {
    out.push_back({std::to_string(sampler.below(90)), std::to_string(sampler.below(5000)),
                   "r" + std::to_string(sampler.below(4)),
                   "i" + std::to_string(std::min(sampler.below(8), sampler.below(8)))});
  }
  return out;
}

// Models of sensitive values: groups are merged until all hold; sizes alone keep them below 2k.
TEST(Microaggregation, KeepsEveryModel) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    Sampler sampler(seed);
    const Rows rows = random_rows(sampler, 60 + sampler.below(200));
    Scene scene({"age", "pay", "region", "ill"}, rows, 3, 3);
    const auto plain = classes_of(scene.search());
    for (const auto& cls : plain) EXPECT_TRUE(cls.size() >= 3 && cls.size() < 6);
    scene.problem.sensitive = {3};
    ModelContext context;
    context.records = scene.table.rows();
    context.sensitive = {count_attribute(scene.table.column(3), nullptr)};
    if (seed % 2 == 0) {
      scene.promise(make_l_distinct(3, context));
    } else {
      scene.promise(make_t_closeness(0.35, TDistance::Equal, context));
    }
    std::map<std::string, double> shares;
    for (const auto& row : rows) shares[row[3]] += 1.0 / static_cast<double>(rows.size());
    const auto merged = classes_of(scene.search());
    EXPECT_LE(merged.size(), plain.size());
    EXPECT_GT(merged.size(), 1U);
    for (const auto& cls : merged) {
      std::map<std::string, double> inside;
      for (const std::size_t r : cls) inside[rows[r][3]] += 1.0 / static_cast<double>(cls.size());
      double distance = 0;
      for (const auto& [value, share] : shares) distance += std::abs(share - inside[value]) / 2;
      EXPECT_GE(cls.size(), 3U);
      EXPECT_TRUE(seed % 2 == 0 ? inside.size() >= 3 : distance <= 0.35 + 1e-9);
    }
  }
}

TEST(Microaggregation, SaysWhenNothingHolds) {
  Scene scene({"x", "ill"}, {{"1", "a"}, {"2", "a"}, {"3", "b"}, {"4", "b"}}, 1, 2);
  scene.problem.sensitive = {1};
  ModelContext context;
  context.records = 4;
  context.sensitive = {count_attribute(scene.table.column(1), nullptr)};
  scene.promise(make_l_distinct(3, context));
  EXPECT_THROW((void)scene.search(), Error);
}

TEST(Microaggregation, RefusesWhatAMeanCannotPromise) {
  Scene scene({"x"}, {{"1"}, {"2"}}, 1, 2);
  const auto method = make_microaggregation();
  EXPECT_EQ(method->objection(*scene.models[0], scene.problem), "");
  scene.problem.missing_matches = true;
  EXPECT_NE(method->objection(*scene.models[0], scene.problem).find("--missing"),
            std::string::npos);
  scene.problem.missing_matches = false;
  ModelContext context;
  context.people = 10;
  const auto map = make_k_map(2, context);
  EXPECT_NE(method->objection(*map, scene.problem).find("covers nobody"), std::string::npos);
}

TEST(Microaggregation, OddColumns) {
  // Constant columns, numbers as large as they get, fewer records than k.
  const Rows rows{{"7", "1e308"}, {"7", "-1e308"}, {"7", "1.5e308"}, {"7", "-1.5e308"}};
  EXPECT_EQ(classes_of(Scene({"same", "huge"}, rows, 2, 2).search()), (Partition{{0, 2}, {1, 3}}));
  EXPECT_EQ(classes_of(Scene({"same"}, {{"7"}, {"7"}, {"7"}, {"7"}}, 1, 2).search()),
            (Partition{{0, 1}, {2, 3}}));
  EXPECT_THROW((void)Scene({"x"}, {{"1"}, {"2"}, {"3"}}, 1, 5).search(), Error);
  const Table words = make_table({"w"}, {{"a"}, {"b"}});
  Problem problem{words, {{0}}, {}, {}};
  EXPECT_FALSE(show_statistics(problem, Statistic::Mean));
}

// Many records are cut into blocks first: the sizes stay, and close records stay together.
TEST(Microaggregation, LargeTablesAreCutIntoBlocks) {
  Sampler sampler(9);
  const Scene scene({"age", "pay", "region", "ill"}, random_rows(sampler, 40000), 3, 7);
  const Recoding recoding = scene.search(2);
  std::size_t records = 0;
  for (const auto size : recoding.class_sizes) {
    EXPECT_TRUE(size >= 7 && size < 14) << size;
    records += size;
  }
  EXPECT_EQ(records, 40000U);
  const Recoding again = scene.search(1);
  EXPECT_EQ(recoding.class_of, again.class_of);
}

}  // namespace
}  // namespace privet
