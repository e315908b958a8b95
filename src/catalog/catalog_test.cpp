// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "catalog/cut_score.h"

namespace privet {
namespace {

TEST(Catalog, EveryEntryExplainsItself) {
  const Catalog& catalog = builtin_catalog();
  std::set<std::string_view> names;
  const auto check = [&](const Description& description) {
    EXPECT_TRUE(names.insert(description.name).second) << description.name;
    EXPECT_TRUE(description.summary.ends_with('.')) << description.name;
    EXPECT_FALSE(description.reference.empty()) << description.name;
    for (const auto& parameter : description.parameters) {
      EXPECT_TRUE(parameter.summary.ends_with('.')) << parameter.name;
      EXPECT_EQ(parameter.placeholder.empty(), parameter.kind == ParameterKind::Flag)
          << parameter.name;
    }
  };
  for (const auto& entry : catalog.models()) check(*entry.description);
  for (const auto& entry : catalog.methods()) check(*entry.description);
}

ModelContext example_context() {
  ModelContext context;
  context.records = 10;
  context.sensitive.push_back({"disease", {5, 5}});
  context.site = CountedAttribute{"hospital", {5, 5}};
  context.people = 20;
  return context;
}

std::string example_value(const Parameter& flag) {
  if (flag.kind != ParameterKind::Text) return "1";
  if (flag.name == "lkc") return "2,2,1";
  if (flag.name == "dp") return "1,0.1";
  return flag.name == "delta-presence" ? "0,1" : "2,2";
}

TEST(Catalog, BuildsWhatTheSettingsAskFor) {
  const Catalog& catalog = builtin_catalog();
  const ModelContext context = example_context();
  Settings settings(catalog.parameters());
  auto models = catalog.make_models(settings, context);
  ASSERT_EQ(models.size(), 1U);  // 5-anonymity unless told otherwise
  EXPECT_EQ(models[0]->smallest_class(), 5U);
  settings.add("population-size", "1000000", {});  // which one of them needs
  for (const auto& entry : catalog.models()) {
    const Parameter& flag = entry.description->parameters.front();
    settings.add(flag.name, example_value(flag), {});
    EXPECT_EQ(entry.make(settings, context)->name(), entry.description->name);
  }
  EXPECT_EQ(catalog.make_models(settings, context).size(), catalog.models().size());
  const Table table = make_table({"a"}, {{"1"}});
  const Problem problem{table, {{0}}, {}, {}};
  for (const auto& name : catalog.method_names()) {
    EXPECT_NE(catalog.method(name).make(settings, problem), nullptr);
  }
}

TEST(Catalog, RefusesAnOptionOfAModelNobodyAskedFor) {
  const Catalog& catalog = builtin_catalog();
  const ModelContext context = example_context();
  Settings settings(catalog.parameters());
  settings.add("t-distance", "ordered", {.parameter = "--t-distance"});
  try {
    (void)catalog.make_models(settings, context);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--t-distance: has no effect without --t");
  }
}

TEST(Catalog, RefusesBadLists) {
  const Catalog& catalog = builtin_catalog();
  const ModelContext context = example_context();
  const auto refuses = [&](const char* flag, const char* text) {
    Settings settings(catalog.parameters());
    settings.add(flag, text, {.parameter = flag});
    EXPECT_THROW((void)catalog.make_models(settings, context), Error) << flag << " " << text;
  };
  for (const auto* text : {"4", "4,1", "0,3", "x,3", "4,3,2", "4,2.5"})
    refuses("l-recursive", text);
  for (const auto* text : {"0.1", "0.2,0.1", "-1,1", "0,1.5", "a,b", "0,0.1,0.2"})
    refuses("delta-presence", text);
  for (const auto* text : {"2,3", "0,3,0.5", "2,0,0.5", "2,3,0", "2,3,1.1", "2.5,3,1", "x,3,1"})
    refuses("lkc", text);
}

TEST(CutScore, ReadsWeightsAndPriorities) {
  const Table table = make_table({"age", "sex", "job"}, {{"1", "m", "x"}, {"2", "f", "y"}});
  Problem problem{table, {{0}, {1}}, {}, {}};
  const auto read = [&](const char* priority, const char* score) {
    Settings settings(builtin_catalog().parameters());
    if (priority != nullptr) settings.add("priority", priority, {.parameter = "--priority"});
    if (score != nullptr) settings.add("score", score, {.parameter = "--score"});
    return read_cut_score(settings, problem);
  };
  EXPECT_EQ(read(nullptr, nullptr).priority, 0.0);
  const CutScore given = read("age=1,sex=4", nullptr);
  EXPECT_EQ(given.priorities, (std::vector<double>{0.25, 1.0}));
  EXPECT_EQ(given.priority, 1.0);
  EXPECT_EQ(read("age=1", "2,3,0").spread, 2.0);
  for (const auto* bad : {"age", "age=-1", "age=x", "job=1", "agee=1", "age=0"}) {
    EXPECT_THROW((void)read(bad, nullptr), Error) << bad;
  }
  for (const auto* bad : {"1,2", "0,0,0", "-1,1,1", "1,0,1", "a,b,c"}) {
    EXPECT_THROW((void)read("age=1", bad), Error) << bad;  // 1,0,1 lacks a class column
  }
  EXPECT_THROW((void)read(nullptr, "1,1,0"), Error);
  problem.class_column = AttributeId{2};
  EXPECT_EQ(read("age=1", "1,0,1").purity, 1.0);
}

}  // namespace
}  // namespace privet
