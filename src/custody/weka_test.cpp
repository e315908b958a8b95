// SPDX-License-Identifier: Apache-2.0
// Another learner than ours: Weka's J48, where it is installed (Debian's package weka).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/error.h"
#include "custody/decode.h"
#include "custody/encode.h"
#include "custody/tree_reader.h"
#include "data/arff/write_arff.h"
#include "data/csv/read_csv.h"
#include "tests/support/custody_tables.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_folder.h"

namespace privet::custody {
namespace {

using testing_support::TableShape;

constexpr const char* kJar = "/usr/share/java/weka.jar";

bool weka_is_there() {
  return std::filesystem::exists(kJar) && std::system("java -version >/dev/null 2>&1") == 0;
}

#define PRIVET_NEED_WEKA() \
  if (!weka_is_there()) GTEST_SKIP() << "needs " << kJar << " and java (Debian's package weka)"

// What J48 prints for the table, whose last column is the class.
std::string j48(const Table& table, const std::string& options, const privet::Run& run) {
  const testing_support::TemporaryFolder folder;
  const std::string path = folder.path("t.arff");
  {
    std::ofstream out(path, std::ios::binary);
    write_arff(table, "t", {}, [&](std::string_view text) { out << text; }, run);
  }
  const std::string command = fmt::format(
      "java -cp {} weka.classifiers.trees.J48 -t {} -no-cv {} 2>&1", kJar, path, options);
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  EXPECT_NE(pipe, nullptr);
  std::string text;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) {
    text.append(buffer, got);
  }
  EXPECT_EQ(::pclose(pipe), 0) << text;
  return text;
}

// A coding that changes nothing: decoding with it moves the cuts to the midpoints, no more.
Coding identity(const Table& table) {
  Coding out;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    out.columns.push_back({.name = table.column(c).name, .source = c});
  }
  out.class_position = static_cast<AttributeId>(table.columns() - 1);
  return out;
}

mining::TreeModel j48_tree(const Coding& coding, const Table& original, const Table& encoded,
                           const std::string& options, const privet::Run& run) {
  const auto tree = read_tree(j48(encoded, options, run), "J48", encoded, coding.class_position);
  return decode_against(tree, coding, {original, encoded}, "J48", run);
}

Table table_of(std::uint64_t seed) {
  Sampler sampler(seed);
  TableShape shape;
  shape.rows = 30 + sampler.below(150);
  shape.numeric = 2 + sampler.below(4);
  shape.nominal = sampler.below(3);
  shape.classes = 2 + sampler.below(2);
  shape.values = sampler.below(2) == 0 ? 12 : 90;
  shape.missing = sampler.below(3) == 0;
  return testing_support::random_table(sampler, shape);
}

struct Trip {
  bool grown = false;  // a tree, not a stump
  bool changed = false;
};

// Encodes the table, has J48 mine it and compares the tree that comes back.
Trip round_trip(const Table& table, const std::string& options, std::uint64_t seed) {
  const privet::Run run;
  EncodeOptions encode_options;
  encode_options.combination.learner = "j48";
  encode_options.combination.learner_given = true;
  encode_options.seed = seed;
  encode_options.hide_names = seed % 2 == 0;
  const Encoded encoded =
      encode(table, static_cast<AttributeId>(table.columns() - 1), encode_options, run);
  const auto own = j48_tree(identity(table), table, table, options, run);
  const auto back = j48_tree(encoded.coding, table, encoded.table, options, run);
  return {.grown = own.nodes.size() > 3, .changed = back != own};
}

// How many of the random tables' trees come back changed.
std::size_t changed_trees(const std::string& options, std::uint64_t first, std::uint64_t last) {
  std::size_t grown = 0;
  std::size_t changed = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    const Trip trip = round_trip(table_of(seed), options, seed);
    if (trip.changed) ++changed;
    if (trip.grown) ++grown;
  }
  EXPECT_GT(grown, (last - first) / 4);  // the test is about trees, not about stumps
  return changed;
}

// A real table whose last column is the class, as names.
Table real_table(const std::string& file) {
  const privet::Run run;
  const Table whole = read_csv(testing_support::shared_data(file), {}, run).table;
  std::vector<Column> columns(whole.all().begin(), whole.all().end() - 1);
  std::vector<std::string> classes;
  for (RowId row = 0; row < whole.rows(); ++row) {
    classes.push_back("c" + std::string(whole.all().back().text(row)));
  }
  columns.push_back(make_column("class", classes));
  return Table(std::move(columns));
}

TEST(Weka, J48WithoutRaisingIsExactAtLevelOrder) {
  PRIVET_NEED_WEKA();
  EXPECT_EQ(changed_trees("-S", 0, 12), 0U);
  EXPECT_EQ(changed_trees("-U", 100, 105), 0U);
}

// With its defaults J48 raises subtrees when it prunes. It sends further rows to them by a cut that
// it has moved, from the midpoint down to the next value of the whole column, and that value
// depends on more than order. So the tree is not promised: many trees of real tables change, and
// the same encodings keep them where nothing is raised.
TEST(Weka, J48WithItsDefaultsChangesTreesOfRealTables) {
  PRIVET_NEED_WEKA();
  const std::pair<const char*, std::uint64_t> tables[] = {
      {"german_credit/german_credit.csv", 0},
      {"german_credit/german_credit.csv", 2},
      {"australian_credit/australian_credit.csv", 0}};
  for (const auto& [file, seed] : tables) {
    PRIVET_NEED_DATA(file);
    const Table table = real_table(file);
    EXPECT_TRUE(round_trip(table, "", seed).changed) << file << " " << seed;
    EXPECT_FALSE(round_trip(table, "-S", seed).changed) << file << " " << seed;
  }
}

// Small random tables have little to raise.
TEST(Weka, J48WithItsDefaultsChangesFewTreesOfSmallRandomTables) {
  PRIVET_NEED_WEKA();
  EXPECT_LE(changed_trees("", 0, 12), 1U);
}

// Two rows of class b, 46 of class a, then 25 values with a row of each. Once the last are cut off,
// J48 wants more than two rows on either side: the best cut allowed lies inside the run of a.
Table with_a_short_run() {
  std::vector<std::vector<std::string>> rows;
  for (int x = 1; x <= 73; ++x) {
    if (x > 48) rows.push_back({std::to_string(x), "a"});
    rows.push_back({std::to_string(x), x <= 2 || x > 48 ? "b" : "a"});
  }
  return make_table({"x", "class"}, rows);
}

// What encode() refuses: a minimum leaf cuts inside pieces of one class, where the values lie at
// random.
TEST(Weka, J48BreaksMonochromaticPieces) {
  PRIVET_NEED_WEKA();
  const privet::Run run;
  const Table table = with_a_short_run();
  const auto own = j48_tree(identity(table), table, table, "-U", run);
  ASSERT_GT(own.nodes.size(), 3U);
  std::size_t changed = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    EncodeOptions options;
    options.combination = {
        .level = Level::Monochromatic, .learner = "privet-leaf1", .learner_given = true};
    options.method = Method::PureRuns;
    options.min_width = 1;
    options.seed = seed;
    const Encoded encoded = encode(table, 1, options, run);
    try {
      if (j48_tree(encoded.coding, table, encoded.table, "-U", run) != own) ++changed;
    } catch (const Error&) {
      ++changed;
    }
  }
  EXPECT_GE(changed, 2U);
}

}  // namespace
}  // namespace privet::custody
