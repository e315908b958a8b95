// SPDX-License-Identifier: Apache-2.0
// A release whose levels were fixed beforehand: what the guard refuses of it although every class
// is large enough.
#include <gtest/gtest.h>

#include "base/error.h"
#include "privacy/k_anonymity.h"
#include "publish/guard.h"

namespace privet {
namespace {

struct Scene {
  Table table = make_table({"town"}, {{"a"}, {"a"}, {"a"}, {"a"}, {"b"}, {"c"}, {"c"}});
  Schema schema{1};
  std::unique_ptr<PrivacyModel> k = make_k_anonymity(2);
  Problem problem{table, {{0}}, {}, {}, 1.0, {}};

  explicit Scene(std::size_t level) {
    schema.assign(0, Role::Quasi);
    problem.models = {k.get()};
    problem.scheme = {level};
  }

  // Why the guard refuses the text, of which `dropped` records were left out; empty: it does not.
  [[nodiscard]] std::string refusal(const std::string& text,
                                    const std::vector<std::uint8_t>& dropped) const {
    try {
      (void)guard(text, {.dropped = dropped}, problem, schema, privet::Run());
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }
};

TEST(GuardScheme, LetsExactlyTheSmallGroupsBeLeftOut) {
  const Scene scene(0);
  EXPECT_EQ(scene.refusal("town\na\na\na\na\nc\nc\n", {0, 0, 0, 0, 1, 0, 0}), "");
  // A large group that is gone would say something of its records.
  EXPECT_NE(scene.refusal("town\na\na\na\na\n", {0, 0, 0, 0, 1, 1, 1})
                .find("is left out although 2 show the same"),
            std::string::npos);
  EXPECT_NE(scene.refusal("town\na\na\na\nc\nc\n", {1, 0, 0, 0, 1, 0, 0})
                .find("is left out although 4 show the same"),
            std::string::npos);
}

TEST(GuardScheme, WantsOneTextForEveryValue) {
  const Scene values(0);
  EXPECT_NE(values.refusal("town\na\na\n*\n*\nc\nc\n", {0, 0, 0, 0, 1, 0, 0})
                .find("is not what the fixed level shows"),
            std::string::npos);
  const Scene anything(1);
  EXPECT_EQ(anything.refusal("town\n*\n*\n*\n*\n*\n*\n*\n", {0, 0, 0, 0, 0, 0, 0}), "");
  EXPECT_NE(anything.refusal("town\na\na\na\na\n*\n*\n*\n", {0, 0, 0, 0, 0, 0, 0})
                .find("is not what the fixed level shows"),
            std::string::npos);
}

}  // namespace
}  // namespace privet
