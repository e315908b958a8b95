// SPDX-License-Identifier: Apache-2.0
// What the models of the catalog declare of themselves, tried on random classes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <iterator>

#include "base/sampling.h"
#include "catalog/catalog.h"

namespace privet {
namespace {

constexpr std::size_t kValues = 5;

// Records of one sensitive attribute and one site, and the people around them.
struct Group {
  std::vector<std::uint32_t> sensitive = std::vector<std::uint32_t>(kValues);
  std::vector<std::uint32_t> sites = std::vector<std::uint32_t>(kValues);
  std::size_t size = 0;
  std::size_t people = 0;

  [[nodiscard]] bool asked(const std::function<bool(const EquivalenceClass&)>& question) const {
    const std::array<std::span<const std::uint32_t>, 2> views{sensitive, sites};
    return question({.size = size, .histograms = views, .population = people});
  }
};

Group random_group(Sampler& sampler) {
  Group out;
  out.size = 1 + sampler.below(12);
  const std::size_t values = 1 + sampler.below(kValues);
  for (std::size_t r = 0; r < out.size; ++r) {
    ++out.sensitive[sampler.below(values)];
    ++out.sites[sampler.below(values)];
  }
  out.people = out.size + sampler.below(20);
  return out;
}

Group together(const Group& a, const Group& b) {
  Group out = a;
  for (std::size_t v = 0; v < kValues; ++v) {
    out.sensitive[v] += b.sensitive[v];
    out.sites[v] += b.sites[v];
  }
  out.size += b.size;
  out.people += b.people;
  return out;
}

ModelContext context_of(const Hierarchy& tree, BoundHierarchy& bound) {
  bound = {tree, {0, 1, 2, 3, 4}};
  ModelContext out;
  out.records = 50;
  out.people = 100;
  out.sensitive.push_back({"ill", {20, 10, 10, 6, 4}, &bound});
  out.site = CountedAttribute{"site", {10, 10, 10, 10, 10}};
  return out;
}

const Hierarchy& small_tree() {
  static const Hierarchy tree(
      {.levels = 3,
       .labels = {"a", "x", "*", "b", "x", "*", "c", "y", "*", "d", "y", "*", "e", "y", "*"}});
  return tree;
}

// Settings of one model that some random groups satisfy and others do not.
std::vector<std::pair<std::string, std::string>> settings_of(std::string_view flag) {
  if (flag == "k" || flag == "l-distinct" || flag == "p-sensitive" || flag == "site-diversity")
    return {{std::string(flag), "3"}};
  if (flag == "l-entropy") return {{"l-entropy", "2.2"}};
  if (flag == "l-recursive") return {{"l-recursive", "1.5,2"}};
  if (flag == "t") return {{"t", "0.3"}, {"t-distance", "hierarchical"}};
  if (flag == "alpha") return {{"alpha", "0.5"}};
  if (flag == "k-map") return {{"k-map", "9"}};
  if (flag == "delta-presence") return {{"delta-presence", "0.2,0.6"}};
  if (flag == "lkc") return {{"lkc", "2,3,0.6"}};
  if (flag == "delta-disclosure") return {{"delta-disclosure", "2"}};
  if (flag == "average-risk") return {{"average-risk", "0.25"}};
  if (flag == "sample-uniqueness") return {{"sample-uniqueness", "0.1"}};
  if (flag == "population-uniqueness")
    return {{"population-uniqueness", "0.1"}, {"sampling-fraction", "0.2"}};
  if (flag == "dp") return {{"dp", "1,0.2"}};
  if (flag == "beta-likeness") return {{"beta-likeness", "0.8"}, {"enhanced", "true"}};
  return {};
}

class DeclaredMonotone : public testing::TestWithParam<std::size_t> {};

TEST_P(DeclaredMonotone, IsTrueOfRandomClasses) {
  const ModelEntry& entry = builtin_catalog().models()[GetParam()];
  BoundHierarchy bound{small_tree(), {}};
  const ModelContext context = context_of(small_tree(), bound);
  Settings settings(builtin_catalog().parameters());
  const auto given = settings_of(entry.description->parameters.front().name);
  ASSERT_FALSE(given.empty()) << "no settings for " << entry.description->name;
  for (const auto& [name, value] : given) settings.add(name, value, {});
  const auto model = entry.make(settings, context);
  const auto holds = [&](const Group& group) {
    return group.asked([&](const EquivalenceClass& cls) { return model->holds(cls); });
  };
  Sampler sampler(7);
  std::size_t held = 0;
  std::size_t broke = 0;
  for (int i = 0; i < 20000; ++i) {
    const Group a = random_group(sampler);
    const Group b = random_group(sampler);
    if (!holds(a)) continue;
    ++held;
    const bool both = holds(together(a, b));
    if (holds(b)) {
      EXPECT_EQ(model->monotone().generalization && !both, false) << i;
    }
    if (!both) ++broke;
    EXPECT_EQ(model->monotone().addition && !both, false) << i;
  }
  EXPECT_GT(held, 500U);
  EXPECT_EQ(broke == 0, model->monotone().addition);
}

// The page of the model says the same.
TEST_P(DeclaredMonotone, IsWhatItsPageSays) {
  const ModelEntry& entry = builtin_catalog().models()[GetParam()];
  const std::string path = "docs/model/" + std::string(entry.description->name) + ".md";
  std::ifstream file(path);
  ASSERT_TRUE(file) << "the model has no page " << path;
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(page.starts_with("# " + std::string(entry.description->name) + "\n"));
  for (const auto& parameter : entry.description->parameters) {
    EXPECT_NE(page.find("`--" + std::string(parameter.name)), std::string::npos) << parameter.name;
  }
  BoundHierarchy bound{small_tree(), {}};
  const ModelContext context = context_of(small_tree(), bound);
  Settings settings(builtin_catalog().parameters());
  for (const auto& [name, value] : settings_of(entry.description->parameters.front().name))
    settings.add(name, value, {});
  const Monotone declared = entry.make(settings, context)->monotone();
  const auto says = [&](const std::string& what, bool yes) {
    EXPECT_EQ(page.find(what + " | yes |") != std::string::npos, yes) << what;
  };
  says("(monotone under generalization)", declared.generalization);
  says("(monotone under suppression)", declared.suppression);
  says("`--missing wildcard`", declared.addition);
}

std::string test_name(const testing::TestParamInfo<std::size_t>& info) {
  std::string name(builtin_catalog().models()[info.param].description->name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Models, DeclaredMonotone,
                         testing::Range(std::size_t{0}, builtin_catalog().models().size()),
                         test_name);

}  // namespace
}  // namespace privet
