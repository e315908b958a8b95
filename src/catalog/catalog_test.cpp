// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.h"

#include <gtest/gtest.h>

#include <set>

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

TEST(Catalog, BuildsWhatItLists) {
  const Catalog& catalog = builtin_catalog();
  Settings settings(catalog.parameters());
  settings.add("k", "7", {});
  for (const auto& entry : catalog.models()) {
    const auto model = entry.make(settings);
    EXPECT_EQ(model->name(), entry.description->name);
  }
  for (const auto& name : catalog.method_names())
    EXPECT_NE(catalog.method(name).make(settings), nullptr);
}

}  // namespace
}  // namespace privet
