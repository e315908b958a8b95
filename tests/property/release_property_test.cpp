// SPDX-License-Identifier: Apache-2.0
// Every release that a method and publish() make of a random table is judged by a naive checker
// that shares no code with them.
#include <gtest/gtest.h>

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

constexpr int kTables = 6000;

std::string dump(const testing_support::RandomCase& scene) {
  std::string out = "k = " + std::to_string(scene.original.k) + "\n";
  for (const auto& row : scene.original.rows) {
    for (const auto& cell : row) out += "<" + cell + "> ";
    out += "\n";
  }
  return out;
}

TEST(ReleaseProperty, ANaiveCheckerAcceptsEveryRelease) {
  const std::uint64_t seed = property_seed();
  std::vector<std::unique_ptr<privet::Run>> runs;
  for (std::size_t threads = 1; threads <= 4; ++threads) {
    runs.push_back(std::make_unique<privet::Run>(nullptr, nullptr, threads));
  }
  std::size_t generalized = 0;
  for (int i = 0; i < kTables; ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", table " + std::to_string(i));
    Sampler sampler(seed + static_cast<std::uint64_t>(i));
    const auto scene = random_case(sampler);
    const Problem problem = scene->problem();
    const privet::Run& run = *runs[sampler.below(runs.size())];
    const auto method =
        sampler.below(3) == 0 ? make_k_member() : make_mondrian({.relaxed = sampler.below(2) == 0});
    std::string bytes;
    try {
      const Recoding recoding = method->search(problem, run);
      const TableRelease release =
          publish(problem, scene->schema, recoding, {scene->style}, "-", run);
      bytes = release.bytes();
      EXPECT_EQ(release.findings().suppressed, 0U);
      for (const auto size : release.findings().class_sizes) EXPECT_GE(size, scene->original.k);
    } catch (const Error& error) {
      FAIL() << error.what() << "\n" << dump(*scene);
    }
    if (bytes.find_first_of("[{*") != std::string::npos) ++generalized;
    const auto objection =
        naive_objection(bytes, scene->style.delimiter, scene->style.header, scene->original);
    ASSERT_FALSE(objection) << *objection << "\n" << dump(*scene) << bytes;
  }
  EXPECT_GT(generalized, kTables / 2);
}

}  // namespace
}  // namespace privet
