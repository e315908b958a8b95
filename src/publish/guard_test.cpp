// SPDX-License-Identifier: Apache-2.0
#include "publish/guard.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "base/sampling.h"
#include "data/csv/write_csv.h"
#include "privacy/k_anonymity.h"
#include "privacy/model_context.h"
#include "privacy/site_diversity.h"
#include "publish/apply.h"
#include "publish/release.h"

namespace privet {
namespace {

struct Scene {
  Table table;
  Schema schema;
  std::unique_ptr<PrivacyModel> model;
  Problem problem;

  Scene(Table source, std::size_t k)
      : table(std::move(source)),
        schema(table.columns()),
        model(make_k_anonymity(k)),
        problem{table, {}, {}, {}} {
    problem.models = {model.get()};
  }
  void quasi(AttributeId id) {
    schema.assign(id, Role::Quasi);
    problem.quasi.push_back({id});
  }
  [[nodiscard]] GuardFindings check(const std::string& bytes) const {
    return guard(bytes, {}, problem, schema, privet::Run());
  }
  [[nodiscard]] std::string refusal(const std::string& bytes) const {
    try {
      (void)check(bytes);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Internal);
      return error.message();
    }
    return "";
  }
};

Scene people() {
  Scene scene(make_table({"name", "age", "zip", "ill"}, {{"ann", "20", "a", "flu"},
                                                         {"bob", "25", "b", "flu"},
                                                         {"cid", "40", "c", "gout"},
                                                         {"dot", "45", "d", "flu"}}),
              2);
  scene.schema.assign(0, Role::Identifier);
  scene.quasi(1);
  scene.quasi(2);
  scene.schema.assign(3, Role::Sensitive);
  return scene;
}

const std::string kGood =
    "age,zip,ill\n"
    "[20-25],\"{a,b}\",flu\n"
    "[20-25],\"{a,b}\",flu\n"
    "[40-45],\"{c,d}\",gout\n"
    "[40-45],\"{c,d}\",flu\n";

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST(Guard, AcceptsASoundRelease) {
  const auto findings = people().check(kGood);
  EXPECT_EQ(findings.records, 4U);
  EXPECT_EQ(findings.suppressed, 0U);
  EXPECT_EQ(findings.class_sizes, (std::vector<std::uint32_t>{2, 2}));
  ASSERT_EQ(findings.verdicts.size(), 1U);
  EXPECT_TRUE(findings.verdicts[0].holds);
  EXPECT_EQ(findings.verdicts[0].value, 2.0);
}

TEST(Guard, RefusesEveryKindOfLie) {
  const Scene scene = people();
  EXPECT_NE(scene.refusal(changed(kGood, "[20-25]", "[21-25]"))
                .find("record 1, column 'age': '[21-25]' does not stand for '20'"),
            std::string::npos);
  EXPECT_NE(scene.refusal(changed(kGood, "{a,b}", "{b,c}")).find("column 'zip'"),
            std::string::npos);
  EXPECT_NE(scene.refusal(changed(kGood, "gout", "flu")).find("column 'ill'"), std::string::npos);
  EXPECT_NE(scene.refusal(changed(kGood, "[20-25]", "20"))
                .find("k-anonymity does not hold for 2 classes"),
            std::string::npos);
  EXPECT_NE(scene.refusal(changed(kGood, "age,zip,ill", "age,zip,bill")).find("called 'bill'"),
            std::string::npos);
  EXPECT_NE(scene.refusal(changed(kGood, "[40-45],\"{c,d}\",flu\n", "")).find("3 records"),
            std::string::npos);
  EXPECT_NE(scene.refusal(changed(kGood, "[40-45],\"{c,d}\",flu\n", "[40-45],\"{c,d}\"\n"))
                .find("fields"),
            std::string::npos);
  EXPECT_NE(scene.refusal(changed(kGood, "[40-45],\"{c,d}\",flu\n", "[40-45],\"{c,d},flu\n"))
                .find("not closed"),
            std::string::npos);
  EXPECT_NE(scene.refusal(changed(kGood, "[20-25]", "nonsense")).find("'nonsense'"),
            std::string::npos);
  EXPECT_NE(scene.refusal(changed(kGood, "flu", "*")).find("column 'ill'"), std::string::npos);
  EXPECT_EQ(scene.refusal(kGood), "");
}

TEST(Guard, CountsSuppressedRecordsAgainstTheLimit) {
  Scene scene = people();
  const std::string release =
      "age,zip,ill\n*,*,*\n*,*,*\n[40-45],\"{c,d}\",gout\n[40-45],\"{c,d}\",flu\n";
  EXPECT_NE(scene.refusal(release).find("2 records are suppressed, more than allowed"),
            std::string::npos);
  scene.problem.max_suppression = 0.5;
  EXPECT_EQ(scene.check(release).suppressed, 2U);
}

// A sensitive value may be "*" by itself; then a class generalized to the roots is still a class.
TEST(Guard, TellsSuppressedRecordsFromValuesThatLookSo) {
  Scene scene(make_table({"age", "ill"}, {{"1", "*"}, {"2", "flu"}, {"3", "*"}}), 3);
  scene.quasi(0);
  scene.schema.assign(1, Role::Sensitive);
  const auto findings = scene.check("age,ill\n*,*\n*,flu\n*,*\n");
  EXPECT_EQ(findings.suppressed, 0U);
  EXPECT_EQ(findings.class_sizes, (std::vector<std::uint32_t>{3}));
  EXPECT_NE(scene.refusal("age,ill\n*,*\n*,*\n*,*\n"), "");  // the flu is hidden: suppressed
  scene.problem.max_suppression = 1;
  EXPECT_EQ(scene.check("age,ill\n*,*\n*,*\n*,*\n").suppressed, 3U);
  EXPECT_NE(scene.refusal("age,ill\n*,*\n2,flu\n*,*\n"), "");
}

TEST(Guard, ReadsTheHeaderAndLineEndsToTheByte) {
  Scene scene(make_table({"a\"b"}, {{"1"}, {"1"}}), 2);
  scene.quasi(0);
  EXPECT_EQ(scene.refusal("\"a\"\"b\"\n1\n1\n"), "");
  // A header with a quote of its own must not swallow what follows it.
  EXPECT_NE(scene.refusal("a\"b\nname\"\n1\n1\n"), "");
  const CsvStyle crlf{.crlf = true};
  const auto refused = [&](const std::string& bytes) {
    try {
      (void)guard(bytes, {crlf}, scene.problem, scene.schema, privet::Run());
      return false;
    } catch (const Error&) {
      return true;
    }
  };
  EXPECT_FALSE(refused("\"a\"\"b\"\r\n1\r\n1"));
  EXPECT_TRUE(refused("\"a\"\"b\"\r\n1\r\n1\r"));
}

// A class generalized to the roots looks like suppressed records; a model of sites must judge it
// all the same.
TEST(Guard, JudgesAClassAtTheRoots) {
  Scene scene(make_table({"age", "site"}, {{"1", "a"}, {"2", "b"}, {"3", "a"}}), 3);
  const Hierarchy tree({.levels = 2, .labels = {"1", "*", "2", "*", "3", "*"}});
  const BoundHierarchy bound = bind(tree, scene.table.column(0), "");
  scene.schema.assign(0, Role::Quasi);
  scene.problem.quasi.push_back({0, &bound});
  scene.problem.sensitive = {1};
  ModelContext context;
  context.site = count_attribute(scene.table.column(1), nullptr);
  for (const std::size_t l : {2, 3}) {
    const auto sites = make_site_diversity(l, context);
    scene.problem.models = {scene.model.get(), sites.get()};
    scene.problem.max_suppression = 0;
    const std::string release = "age,site\n*,a\n*,b\n*,a\n";
    if (l == 2) {
      const auto findings = scene.check(release);
      EXPECT_EQ(findings.suppressed, 0U);
      EXPECT_EQ(findings.class_sizes, (std::vector<std::uint32_t>{3}));
    } else {
      EXPECT_NE(scene.refusal(release), "");
    }
  }
}

// A group may be called like one of its values, as hierarchies allow.
TEST(Guard, UnderstandsLabelsThatRepeat) {
  Scene scene(make_table({"city"}, {{"kansas"}, {"wichita"}}), 2);
  const Hierarchy tree(
      {.levels = 3,
       .labels = {"kansas", "kansas", "*", "wichita", "kansas", "*", "rome", "it", "*"}});
  const BoundHierarchy bound = bind(tree, scene.table.column(0), "");
  scene.schema.assign(0, Role::Quasi);
  scene.problem.quasi.push_back({0, &bound});
  EXPECT_EQ(scene.refusal("city\nkansas\nkansas\n"), "");
  EXPECT_NE(scene.refusal("city\nit\nit\n"), "");
}

// A careless recoder: change one cell of a sound release at random; whatever the guard lets pass
// must be sound.
TEST(Guard, CatchesRandomMutations) {
  Sampler sampler(21);
  const privet::Run run;
  std::size_t refused = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<std::vector<std::string>> rows;
    for (int r = 0; r < 30; ++r) {
      rows.push_back({std::to_string(sampler.below(20)),
                      std::string(1, static_cast<char>('a' + sampler.below(5))),
                      std::to_string(sampler.below(3))});
    }
    Scene scene(make_table({"n", "w", "s"}, rows), 3);
    scene.quasi(0);
    scene.quasi(1);
    const Recoding recoding = make_mondrian({})->search(scene.problem, run);
    const Table released = apply_recoding(scene.problem, scene.schema, recoding, run);
    std::vector<std::vector<std::string>> cells;
    for (RowId r = 0; r < released.rows(); ++r) {
      cells.push_back({std::string(released.column(0).text(r)),
                       std::string(released.column(1).text(r)),
                       std::string(released.column(2).text(r))});
    }
    const auto text = [&] { return csv_text(make_table({"n", "w", "s"}, cells), {}, run); };
    ASSERT_EQ(scene.refusal(text()), "");
    // Put another record's cell (or the exact original) into one place.
    const std::size_t row = sampler.below(30);
    const std::size_t column = sampler.below(3);
    const std::string before = cells[row][column];
    cells[row][column] =
        sampler.below(2) == 0 ? cells[sampler.below(30)][column] : rows[row][column];
    if (cells[row][column] == before) continue;
    std::map<std::string, std::size_t> sizes;
    for (const auto& cell : cells) ++sizes[cell[0] + "|" + cell[1]];
    const bool anonymous = std::all_of(sizes.begin(), sizes.end(),
                                       [](const auto& entry) { return entry.second >= 3; });
    const std::string refusal = scene.refusal(text());
    if (!anonymous || column == 2) {
      EXPECT_NE(refusal, "");
      ++refused;
    }
  }
  EXPECT_GT(refused, 100U);
}

// Two of three groups are suppressed; without a sensitive column they look like one class.
TEST(Publish, SuppressedRecordsAreNoClass) {
  Scene scene(make_table({"age"}, {{"1"}, {"1"}, {"1"}, {"2"}, {"2"}, {"3"}}), 2);
  scene.quasi(0);
  scene.problem.max_suppression = 0.5;
  const privet::Run run;
  Recoding recoding;
  recoding.attributes = {{0, {{.kind = GeneralizedValue::Kind::Value, .low = 0, .high = 0}}, {0}}};
  recoding.class_of = {0, 0, 0, kSuppressed, kSuppressed, kSuppressed};
  recoding.class_sizes = {3};
  const TableRelease release = publish(scene.problem, scene.schema, recoding, {}, "-", run);
  EXPECT_EQ(release.bytes(), "age\n1\n1\n1\n*\n*\n*\n");
  EXPECT_EQ(release.findings().suppressed, 3U);
  EXPECT_EQ(release.findings().class_sizes, (std::vector<std::uint32_t>{3}));
  // By the bytes alone they may as well be a class.
  const auto alone = guard(release.bytes(), {}, scene.problem, scene.schema, run);
  EXPECT_EQ(alone.suppressed, 0U);
  EXPECT_EQ(alone.class_sizes, (std::vector<std::uint32_t>{3, 3}));
}

TEST(Publish, MakesAReleaseThatHoldsInMemory) {
  Sampler sampler(9);
  std::vector<std::vector<std::string>> rows;
  for (int r = 0; r < 200; ++r) {
    rows.push_back({"id" + std::to_string(r), std::to_string(sampler.below(60)),
                    sampler.below(9) == 0 ? "" : "c,\"" + std::to_string(sampler.below(8)),
                    "s\n" + std::to_string(sampler.below(4))});
  }
  Scene scene(make_table({"id", "age", "city", "ill"}, rows), 4);
  scene.schema.assign(0, Role::Identifier);
  scene.quasi(1);
  scene.quasi(2);
  scene.schema.assign(3, Role::Sensitive);
  const privet::Run run;
  const Recoding recoding = make_mondrian({})->search(scene.problem, run);
  const CsvStyle style{.delimiter = ';', .crlf = true, .bom = true, .final_newline = false};
  const TableRelease release = publish(scene.problem, scene.schema, recoding, {style}, "-", run);
  EXPECT_EQ(release.findings().class_sizes.size(), recoding.classes());
  EXPECT_GE(release.findings().verdicts[0].value, 4.0);
  EXPECT_TRUE(
      release.bytes().starts_with("\xEF\xBB\xBF"
                                  "age;city;ill\r\n"));
}

// What a run says of its progress.
class Stages : public Observer {
 public:
  void progress(std::string_view stage, double fraction) override {
    EXPECT_LE(fraction, 1.0);
    if (seen.empty() || seen.back() != stage) seen.emplace_back(stage);
  }
  void warn(std::string_view /*message*/) override {}
  std::vector<std::string> seen;
};

TEST(Guard, NamesEachPartOfItsWork) {
  const Scene scene = people();
  Stages stages;
  const privet::Run run(&stages, nullptr, 2);
  (void)guard(
      "age,zip,ill\n[20-25],\"{a,b}\",flu\n[20-25],\"{a,b}\",flu\n[40-45],\"{c,d}\",gout\n"
      "[40-45],\"{c,d}\",flu\n",
      {}, scene.problem, scene.schema, run);
  EXPECT_EQ(stages.seen, (std::vector<std::string>{"checking the release: reading it back",
                                                   "checking the release: comparing cells",
                                                   "checking the release: privacy models"}));
}

}  // namespace
}  // namespace privet
