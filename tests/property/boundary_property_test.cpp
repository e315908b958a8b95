// SPDX-License-Identifier: Apache-2.0
// Random tables with random generalization boundaries: what the methods release keeps them and is
// what a naive checker accepts, and a recoding made without them is released only if it keeps them
// by chance.
#include <gtest/gtest.h>

#include <algorithm>

#include "anonymize/classes/boundary_groups.h"
#include "anonymize/cluster/k_member.h"
#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "publish/release.h"
#include "tests/property/random_case.h"

namespace privet {
namespace {

using testing_support::naive_objection;
using testing_support::property_seed;
using testing_support::random_case;
using testing_support::RandomCase;

constexpr int kTables = 1000;

// The same hierarchies, each with a level that nothing may pass.
std::vector<std::unique_ptr<BoundHierarchy>> marked(const RandomCase& scene, Sampler& sampler) {
  std::vector<std::unique_ptr<BoundHierarchy>> out;
  for (const auto& bound : scene.hierarchies) {
    auto& copy = out.emplace_back();
    if (!bound) continue;
    const Hierarchy& tree = bound->hierarchy;
    copy = std::make_unique<BoundHierarchy>(*bound);
    copy->hierarchy = tree.with_max_level(sampler.below(tree.height() + 1));
  }
  return out;
}

Problem problem_with(const RandomCase& scene,
                     const std::vector<std::unique_ptr<BoundHierarchy>>& hierarchies) {
  Problem out = scene.problem();
  for (auto& quasi : out.quasi) quasi.hierarchy = hierarchies[quasi.column].get();
  out.max_suppression = 1;
  return out;
}

// Whether the label is one that this leaf may show.
bool within(const Hierarchy& tree, NodeId leaf, std::string_view label) {
  for (NodeId node = leaf;; node = tree.parent(node)) {
    if (tree.label(node) == label) return true;
    if (node == tree.boundary(leaf)) return false;
  }
}

// Whether some class shows a record's value beyond its boundary.
bool passes_boundary(const Problem& problem, const Recoding& recoding) {
  for (std::size_t q = 0; q < problem.quasi.size(); ++q) {
    const BoundHierarchy* hierarchy = problem.quasi[q].hierarchy;
    const auto& attribute = recoding.attributes[q];
    const auto& codes = problem.table.column(problem.quasi[q].column).codes;
    for (std::size_t r = 0; hierarchy != nullptr && r < codes.size(); ++r) {
      if (recoding.class_of[r] == kSuppressed) continue;
      const auto& value = attribute.values[attribute.value_of_class[recoding.class_of[r]]];
      if (value.kind != GeneralizedValue::Kind::Node) continue;
      const Hierarchy& tree = hierarchy->hierarchy;
      if (!within(tree, hierarchy->leaf(codes[r]), tree.label(value.node))) return true;
    }
  }
  return false;
}

TEST(BoundaryProperty, EveryReleaseKeepsItsBoundaries) {
  const std::uint64_t seed = property_seed();
  const privet::Run run(nullptr, nullptr, 2);
  std::size_t refused = 0;
  std::size_t suppressed = 0;
  for (int i = 0; i < kTables; ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", table " + std::to_string(i));
    Sampler sampler(3 * seed + static_cast<std::uint64_t>(i));
    const auto scene = random_case(sampler);
    const auto hierarchies = marked(*scene, sampler);
    const Problem problem = problem_with(*scene, hierarchies);
    const BoundaryGroups groups(problem, run);
    for (const auto& method : {make_constrained(), make_mondrian({})}) {
      const Recoding recoding = method->search(problem, run);
      EXPECT_EQ(recoding.suppressed(), groups.out_records());
      EXPECT_FALSE(passes_boundary(problem, recoding));
      const TableRelease release =
          publish(problem, scene->schema, recoding, {scene->style}, "-", run);
      suppressed += recoding.suppressed();
      if (recoding.suppressed() > 0) continue;  // the naive checker knows no suppression
      const auto objection = naive_objection(release.bytes(), scene->style.delimiter,
                                             scene->style.header, scene->original);
      ASSERT_FALSE(objection) << *objection << "\n" << release.bytes();
    }
    const Recoding careless = make_k_member()->search(scene->problem(), run);
    bool released = true;
    try {
      (void)publish(problem, scene->schema, careless, {scene->style}, "-", run);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Internal);
      released = false;
    }
    EXPECT_EQ(released, !passes_boundary(problem, careless));
    refused += released ? 0 : 1;
    if (HasFailure()) return;
  }
  EXPECT_GT(refused, kTables / 20);
  EXPECT_GT(suppressed, static_cast<std::size_t>(kTables));
}

}  // namespace
}  // namespace privet
