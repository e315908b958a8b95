// SPDX-License-Identifier: Apache-2.0
#include "catalog/features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "anonymize/full_domain/lattice_metric.h"
#include "catalog/catalog.h"
#include "federation/tasks.h"

namespace privet {
namespace {

std::vector<std::string> names_of(std::string_view kind) {
  std::vector<std::string> out;
  for (const auto& feature : all_features()) {
    if (feature.kind == kind) out.push_back(feature.name);
  }
  return out;
}

TEST(Features, EachExplainsItselfOnceAndBelongsToAKind) {
  std::set<std::pair<std::string_view, std::string>> seen;
  for (const auto& feature : all_features()) {
    EXPECT_TRUE(seen.emplace(feature.kind, feature.name).second) << feature.name;
    EXPECT_TRUE(feature.summary.ends_with('.')) << feature.name;
    EXPECT_FALSE(feature.command.empty()) << feature.name;
    EXPECT_EQ(std::ranges::count(feature_kinds(), feature.kind, &FeatureKind::name), 1)
        << feature.kind;
  }
  for (const auto& kind : feature_kinds()) EXPECT_FALSE(names_of(kind.name).empty()) << kind.name;
}

TEST(Features, AreAllThatTheCatalogAndTheTasksHave) {
  EXPECT_EQ(names_of("model").size(), builtin_catalog().models().size());
  const auto methods = builtin_catalog().method_names();
  EXPECT_EQ(names_of("method"), std::vector<std::string>(methods.begin(), methods.end()));
  const auto metrics = lattice_metric_names();
  EXPECT_EQ(names_of("objective"), std::vector<std::string>(metrics.begin(), metrics.end()));
  EXPECT_EQ(names_of("task").size(), federation::all_tasks().size());
}

TEST(Features, SayOfEveryOptionWhatItTakesAndMeans) {
  for (const auto& feature : all_features()) {
    for (const auto& parameter : feature.parameters) {
      EXPECT_EQ(parameter.placeholder.empty(), parameter.kind == ParameterKind::Flag)
          << feature.name << " --" << parameter.name;
      EXPECT_TRUE(parameter.summary.ends_with('.')) << feature.name << " --" << parameter.name;
    }
  }
}

TEST(Features, OfTasksHaveTheirProtocolsAndCommand) {
  for (const auto& feature : all_features()) {
    EXPECT_EQ(feature.kind == "task", !feature.protocols.empty()) << feature.name;
    if (feature.kind != "task") continue;
    EXPECT_EQ(feature.command == "rehearse", !feature.whole_command) << feature.name;
  }
}

TEST(Catalog, KnowsWhichSettingsAMethodUses) {
  const Catalog& catalog = builtin_catalog();
  EXPECT_TRUE(catalog.method("local").uses("weights"));
  EXPECT_TRUE(catalog.method("full-domain").uses("weights"));
  EXPECT_FALSE(catalog.method("mondrian").uses("weights"));
  EXPECT_TRUE(catalog.method("microaggregation").uses("priority"));
  EXPECT_TRUE(catalog.of_any_release("priority"));
  EXPECT_FALSE(catalog.of_any_release("relaxed"));
  EXPECT_TRUE(catalog.method("microaggregation").shows_statistics);
  Settings settings(catalog.parameters());
  settings.add("cut-by", "order", {});
  EXPECT_TRUE(catalog.method("mondrian").by_order(settings));
}

}  // namespace
}  // namespace privet
