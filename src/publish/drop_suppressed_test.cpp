// SPDX-License-Identifier: Apache-2.0
// Suppressed records that are left out of a release: the guard still knows each record's original.
#include <gtest/gtest.h>

#include <memory>

#include "base/error.h"
#include "privacy/k_anonymity.h"
#include "publish/guard.h"

namespace privet {
namespace {

// Three records of 20 years in two towns, and one of 99 that is suppressed.
struct Scene {
  Table table = make_table({"age", "town"}, {{"99", "q"}, {"20", "a"}, {"20", "b"}, {"20", "a"}});
  Schema schema{2};
  std::unique_ptr<PrivacyModel> model = make_k_anonymity(3);
  Problem problem{table, {{0}}, {}, {model.get()}};
  std::vector<std::uint8_t> dropped{1, 0, 0, 0};

  Scene() {
    schema.assign(0, Role::Quasi);
    schema.assign(1, Role::Plain);
    problem.max_suppression = 0.3;
  }
  [[nodiscard]] std::string refusal(std::string_view bytes,
                                    std::span<const std::uint8_t> gone) const {
    try {
      (void)guard(bytes, {.dropped = gone}, problem, schema, privet::Run(), 1);
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }
};

TEST(DropSuppressed, PassesWhatIsTheRest) {
  const Scene scene;
  EXPECT_EQ(scene.refusal("age,town\n20,a\n20,b\n20,a\n", scene.dropped), "");
  const GuardFindings found = guard("age,town\n20,a\n20,b\n20,a\n", {.dropped = scene.dropped},
                                    scene.problem, scene.schema, privet::Run(), 1);
  EXPECT_EQ(found.records, 4U);
  EXPECT_EQ(found.suppressed, 1U);
  EXPECT_EQ(found.class_sizes, (std::vector<std::uint32_t>{3}));
}

TEST(DropSuppressed, RefusesWhatIsNot) {
  const Scene scene;
  // A record is missing of which nobody said so, or another than was said.
  EXPECT_NE(scene.refusal("age,town\n20,a\n20,b\n20,a\n", {}), "");
  EXPECT_NE(scene.refusal("age,town\n20,a\n20,b\n20,a\n", std::vector<std::uint8_t>{0, 1, 0, 0}),
            "");
  // One that is left out is there.
  EXPECT_NE(scene.refusal("age,town\n*,q\n20,a\n20,b\n20,a\n", scene.dropped), "");
  // Cells of another record, too few records for the model, too many left out.
  EXPECT_NE(scene.refusal("age,town\n20,b\n20,a\n20,a\n", scene.dropped), "");
  EXPECT_NE(scene.refusal("age,town\n20,b\n20,a\n", std::vector<std::uint8_t>{1, 1, 0, 0}), "");
  // Nothing that is there may be suppressed.
  EXPECT_NE(scene.refusal("age,town\n*,a\n20,b\n20,a\n", scene.dropped), "");
}

}  // namespace
}  // namespace privet
