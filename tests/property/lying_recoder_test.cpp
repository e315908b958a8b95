// SPDX-License-Identifier: Apache-2.0
// A recoder that lies: sound recodings are changed at random, and publish() must refuse every one
// that breaks a promise. What still holds is decided by the naive checker from the bytes that the
// lie would have released.
#include <gtest/gtest.h>

#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "data/csv/write_csv.h"
#include "publish/apply.h"
#include "publish/release.h"
#include "tests/property/lie.h"
#include "tests/property/random_case.h"

namespace privet {
namespace {

using testing_support::lie;
using testing_support::naive_objection;
using testing_support::property_seed;
using testing_support::random_case;

constexpr int kLies = 4000;

TEST(LyingRecoder, IsRefusedWheneverItBreaksAPromise) {
  const std::uint64_t seed = property_seed();
  const privet::Run run(nullptr, nullptr, 2);
  std::size_t refused = 0;
  std::size_t harmless = 0;
  for (int i = 0; i < kLies; ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", lie " + std::to_string(i));
    Sampler sampler(~seed + static_cast<std::uint64_t>(i));
    const auto scene = random_case(sampler);
    const Problem problem = scene->problem();
    Recoding recoding = make_mondrian({})->search(problem, run);
    lie(sampler, problem, recoding);
    const Table would_be = apply_recoding(problem, scene->schema, recoding, run);
    const std::string bytes = csv_text(would_be, scene->style, run);
    const auto objection =
        naive_objection(bytes, scene->style.delimiter, scene->style.header, scene->original);
    std::string refusal;
    try {
      const TableRelease release =
          publish(problem, scene->schema, recoding, {scene->style}, "-", run);
      EXPECT_EQ(release.bytes(), bytes);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Internal);
      refusal = error.what();
    }
    EXPECT_EQ(objection.has_value(), !refusal.empty())
        << (objection ? *objection : "no objection") << "\nguard: " << refusal << "\n"
        << bytes;
    if (HasFailure()) return;
    ++(refusal.empty() ? harmless : refused);
  }
  EXPECT_GT(refused, kLies / 4);
  EXPECT_GT(harmless, kLies / 20);
}

}  // namespace
}  // namespace privet
