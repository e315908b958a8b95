// SPDX-License-Identifier: Apache-2.0
#include "anonymize/local/local_recoding.h"

#include <gtest/gtest.h>

#include <map>

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

// What a class shows of an attribute, as a text.
std::string shown_text(const Made& made, const RecodedAttribute& attribute, std::size_t a,
                       ClassId cls) {
  const auto& value = attribute.values[attribute.value_of_class[cls]];
  if (value.kind == GeneralizedValue::Kind::Node) {
    return std::string(made.hierarchies[a]->hierarchy.label(value.node));
  }
  EXPECT_EQ(value.kind, GeneralizedValue::Kind::Value);
  return std::string(made.table.column(static_cast<AttributeId>(a)).dictionary.text(value.low));
}

// Groups the records by the texts they show; each text must lie on the way from the record's value
// to the root. Suppressed records are left out.
std::map<Texts, std::vector<std::size_t>> classes_as_shown(const Scene& scene, const Made& made,
                                                           const Recoding& recoding) {
  std::map<Texts, std::vector<std::size_t>> out;
  for (std::size_t r = 0; r < scene.rows.size(); ++r) {
    const ClassId cls = recoding.class_of[r];
    if (cls == kSuppressed) continue;
    Texts texts;
    for (std::size_t a = 0; a < scene.attributes(); ++a) {
      texts.push_back(shown_text(made, recoding.attributes[a], a, cls));
      const Texts& chain = scene.chain(a, scene.rows[r][a]);
      EXPECT_NE(std::find(chain.begin(), chain.end(), texts.back()), chain.end());
    }
    out[texts].push_back(r);
  }
  return out;
}

TEST(LocalRecoding, EveryClassSatisfiesTheModelsByTheirDefinitions) {
  const privet::Run run;
  std::size_t classes = 0;
  std::size_t infeasible = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Sampler sampler(seed);
    const Scene scene = random_scene(sampler);
    const auto made = make_scene(scene);
    const Problem problem = made->problem(scene);
    try {
      const Recoding recoding =
          make_local_recoding({.weights = scene.weights})->search(problem, run);
      if (recoding.classes() > 0) {
        EXPECT_EQ(recoding.suppressed(), 0U);
      }
      for (const auto& [texts, rows] : classes_as_shown(scene, *made, recoding)) {
        ASSERT_TRUE(holds(scene, rows));
        ++classes;
      }
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::Infeasible) << error.what();
      std::vector<std::size_t> all(scene.rows.size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      ASSERT_FALSE(holds(scene, all));
      ++infeasible;
    }
  }
  EXPECT_GT(classes, 5000U);
  EXPECT_GT(infeasible, 100U);
}

TEST(LocalRecoding, KeepsRecordsExactThatAreManyAsTheyAre) {
  Scene scene;
  scene.chains = {{{"a", "x", "*"}, {"b", "x", "*"}, {"c", "y", "*"}}};
  scene.promise.k = 3;
  scene.weights = {1};
  for (const auto* value : {"a", "b", "c"}) {
    for (int i = 0; i < 3; ++i) scene.rows.push_back({value, "s"});
  }
  scene.rows.push_back({"a", "s"});
  const auto made = make_scene(scene);
  const Recoding recoding = make_local_recoding({})->search(made->problem(scene), privet::Run());
  const auto classes = classes_as_shown(scene, *made, recoding);
  EXPECT_EQ(classes.size(), 3U);
  EXPECT_TRUE(classes.contains({"a"}) && classes.contains({"b"}) && classes.contains({"c"}));
}

TEST(LocalRecoding, StaysWithinBoundaries) {
  Scene scene;
  scene.chains = {{{"a", "x", "*"}, {"b", "x", "*"}, {"c", "y", "*"}, {"d", "y", "*"}}};
  scene.promise.k = 3;
  scene.weights = {1};
  scene.max_suppression = 0.2;
  for (const auto* value : {"a", "b", "a", "b", "c", "c", "c", "d", "d", "d"}) {
    scene.rows.push_back({value, "s"});
  }
  scene.rows.push_back({"d", "s"});
  const auto made = make_scene(scene);
  const std::vector<std::string> marks{"x", "y"};
  auto& bound = made->hierarchies[0];
  bound->hierarchy = bound->hierarchy.with_boundary(marks);
  const Recoding recoding = make_local_recoding({})->search(made->problem(scene), privet::Run());
  const auto classes = classes_as_shown(scene, *made, recoding);
  EXPECT_FALSE(classes.contains({"*"}));
  EXPECT_TRUE(classes.contains({"x"}));
  EXPECT_EQ(recoding.suppressed(), 0U);
}

}  // namespace
}  // namespace privet
