// SPDX-License-Identifier: Apache-2.0
// Identifiers that are released under another text, and what the guard makes of those.
#include <gtest/gtest.h>

#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "data/csv/write_csv.h"
#include "privacy/k_anonymity.h"
#include "publish/apply.h"
#include "publish/guard.h"

namespace privet {
namespace {

using Kind = ShownIdentifier::Kind;

struct Scene {
  Table table =
      make_table({"name", "age"}, {{"anna", "20"}, {"bob", "21"}, {"?", "22"}, {"bob", "23"}});
  Schema schema{2};
  std::unique_ptr<PrivacyModel> model = make_k_anonymity(2);
  Problem problem{table, {{1}}, {}, {}};

  explicit Scene(ShownIdentifier shown) {
    schema.assign(0, Role::Identifier);
    schema.assign(1, Role::Quasi);
    schema.show(0, std::move(shown));
    problem.models = {model.get()};
  }
  [[nodiscard]] Table release() const {
    const privet::Run run;
    const Recoding recoding = make_mondrian({})->search(problem, run);
    return apply_recoding(problem, schema, recoding, run);
  }
  // Whether the guard lets these names through, in a release that is sound otherwise.
  [[nodiscard]] bool passes(const std::vector<std::string>& names) const {
    const privet::Run run;
    const Table sound = release();
    std::vector<Column> columns;
    columns.push_back(make_column("name", names, ColumnType::Text));
    columns.push_back(sound.column(1));
    try {
      // What bob's two records tell together is not the question here.
      (void)guard(csv_text(Table(std::move(columns)), {}, run), {.accept_links = true}, problem,
                  schema, run);
      return true;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Internal);
      return false;
    }
  }
};

TEST(Identifier, MasksKeepTheFirstCharacters) {
  EXPECT_EQ(masked_text("0301234", 4), "0301*");
  EXPECT_EQ(masked_text("0301", 4), "*");
  EXPECT_EQ(masked_text("", 0), "*");
  EXPECT_EQ(masked_text("\xC3\xA4pfel", 1), "\xC3\xA4*");
}

// Whether the guard lets these masks of anna, bob, nobody and bob through, all in one class.
bool masks_pass(const std::vector<std::string>& masks) {
  const auto original = std::make_shared<const Column>(
      make_column("name", {"anna", "bob", "?", "bob"}, ColumnType::Text));
  std::vector<Column> columns;
  columns.push_back(make_column("name", masks, ColumnType::Text));
  const Table table(std::move(columns));
  Schema schema{1};
  schema.assign(0, Role::Quasi);
  schema.mask(0, {3, original});
  const auto model = make_k_anonymity(2);
  Problem problem{table, {{0}}, {}, {model.get()}};
  try {
    (void)guard("name\n*\n*\n*\n*\n", {}, problem, schema, privet::Run());
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Internal);
    return false;
  }
}

TEST(Identifier, GuardJudgesMasks) {
  EXPECT_TRUE(masks_pass({"ann*", "*", "?", "*"}));
  EXPECT_FALSE(masks_pass({"anna", "*", "?", "*"}));
  EXPECT_FALSE(masks_pass({"anna*", "*", "?", "*"}));
  EXPECT_FALSE(masks_pass({"an*", "*", "?", "*"}));
  EXPECT_FALSE(masks_pass({"ann*", "bob*", "?", "*"}));
  EXPECT_FALSE(masks_pass({"bob*", "*", "?", "*"}));
  EXPECT_FALSE(masks_pass({"ann*", "*", "anna", "*"}));
}

TEST(Identifier, GuardJudgesPseudonyms) {
  // Codes: ? anna bob.
  const Scene scene({.kind = Kind::Pseudonym, .texts = {"", "p1", "p2"}});
  const Table table = scene.release();
  EXPECT_EQ(table.column(0).text(0), "p1");
  EXPECT_EQ(table.column(0).text(3), "p2");
  EXPECT_EQ(table.column(0).text(2), "?");
  EXPECT_TRUE(scene.passes({"p1", "p2", "?", "p2"}));
  EXPECT_FALSE(scene.passes({"anna", "p2", "?", "p2"}));
  EXPECT_FALSE(scene.passes({"bob", "p2", "?", "p2"}));  // another's name
  EXPECT_FALSE(scene.passes({"p1", "p1", "?", "p1"}));   // two people under one
}

TEST(Identifier, IsLeftOutUnlessShown) {
  const Scene scene({});
  EXPECT_EQ(scene.release().columns(), 1U);
}

}  // namespace
}  // namespace privet
