// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"

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
  return context;
}

TEST(Catalog, BuildsWhatTheSettingsAskFor) {
  const Catalog& catalog = builtin_catalog();
  const ModelContext context = example_context();
  Settings settings(catalog.parameters());
  auto models = catalog.make_models(settings, context);
  ASSERT_EQ(models.size(), 1U);  // 5-anonymity unless told otherwise
  EXPECT_EQ(models[0]->smallest_class(), 5U);
  for (const auto& entry : catalog.models()) {
    const Parameter& flag = entry.description->parameters.front();
    const bool text = flag.kind == ParameterKind::Text;
    settings.add(flag.name, text ? "2,2" : "1", {});
    EXPECT_EQ(entry.make(settings, context)->name(), entry.description->name);
  }
  EXPECT_EQ(catalog.make_models(settings, context).size(), catalog.models().size());
  for (const auto& name : catalog.method_names())
    EXPECT_NE(catalog.method(name).make(settings), nullptr);
}

TEST(Catalog, RefusesABadRatio) {
  const Catalog& catalog = builtin_catalog();
  const ModelContext context = example_context();
  for (const auto* text : {"4", "4,1", "0,3", "x,3", "4,3,2", "4,2.5"}) {
    Settings settings(catalog.parameters());
    settings.add("l-recursive", text, {.parameter = "--l-recursive"});
    EXPECT_THROW((void)catalog.make_models(settings, context), Error) << text;
  }
}

}  // namespace
}  // namespace privet
