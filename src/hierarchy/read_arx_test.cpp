// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/read_arx.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "data/file_bytes.h"
#include "hierarchy/bind.h"
#include "tests/support/shared_data.h"

namespace privet {
namespace {

std::string refusal(std::string_view text) {
  try {
    static_cast<void>(parse_arx(text, "h.csv"));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Input);
    return error.what();
  }
  return "accepted";
}

void expect_equal(const Hierarchy& a, const Hierarchy& b) {
  ASSERT_EQ(a.nodes(), b.nodes());
  ASSERT_EQ(a.height(), b.height());
  for (NodeId node = 0; node < a.nodes(); ++node) {
    ASSERT_EQ(a.label(node), b.label(node));
    ASSERT_EQ(a.parent(node), b.parent(node));
  }
}

TEST(ReadArx, ReadsPlainAndQuotedLabels) {
  const auto tree = parse_arx(
      "\xEF\xBB\xBF"
      "1;\"[0;4]\";*\r\n2;\"[0;4]\";*\r\n\r\n9;\"say \"\"9\"\"\";*",
      "h");
  EXPECT_EQ(tree.leaves(), 3U);
  EXPECT_EQ(tree.height(), 2U);
  EXPECT_EQ(tree.label(0), "1");
  EXPECT_EQ(tree.label(tree.parent(1)), "[0;4]");
  EXPECT_EQ(tree.label(tree.parent(2)), "say \"9\"");
  EXPECT_EQ(tree.label(tree.root()), "*");
}

TEST(ReadArx, FindsTheSeparatorInTheFirstLine) {
  EXPECT_EQ(parse_arx("a,x,*\nb,x,*\n", "h").height(), 2U);
  EXPECT_EQ(parse_arx("a\tx,y\t*\nb\tx,y\t*\n", "h").height(), 2U);
  EXPECT_EQ(parse_arx("\"a;b\",x,*\n", "h").label(0), "a;b");
}

TEST(ReadArx, EmptyValueIsALeaf) {
  const auto tree = parse_arx(";none;*\na;x;*\n", "h");
  EXPECT_EQ(tree.find_leaf(""), NodeId{0});
}

TEST(ReadArx, ErrorsNameLineAndField) {
  EXPECT_EQ(refusal(""), "h.csv: the hierarchy is empty");
  EXPECT_EQ(refusal("\n\n"), "h.csv: the hierarchy is empty");
  EXPECT_EQ(refusal("a;x;*\nb;*\n"), "h.csv:2:2: 2 labels where the rows before have 3");
  EXPECT_EQ(refusal("a;x;*\nb;x;*;*\n"), "h.csv:2:4: 4 labels where the rows before have 3");
  EXPECT_EQ(refusal("a;x;*\nb;\"x;*\n"), "h.csv:2:2: a quote is opened and never closed");
  EXPECT_EQ(refusal("a;\"x\"y;*\n"), "h.csv:1:2: text after a closing quote");
  EXPECT_EQ(refusal(std::string_view("a;x\0;*\n", 7)),
            "h.csv:1:2: NUL byte; this is not a text file");
  EXPECT_EQ(refusal("a;\"x\n1\";*\nb;y;*\na;y;*\n"),
            "h.csv:4:1: value 'a' lies below both 'x\\x0a1' (line 1) and 'y'");
  EXPECT_EQ(refusal("a;x;\n"), "h.csv:1:3: empty label above a value");
}

TEST(ReadArx, FilesThatCannotBeRead) {
  try {
    static_cast<void>(read_arx("no/such/file.csv"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "no/such/file.csv: there is no such file");
  }
  EXPECT_THROW(static_cast<void>(read_arx("/")), Error);
}

TEST(WriteArx, ReadsBackTheSame) {
  const std::string text =
      "a b;\"x;1\";*\n\" "
      "c\";\"x;1\";*\n\"\";\"q\"\"\";*\n\"l\nm\";\"q\"\"\";*\n\"\xEF\xBB\xBF\";z;*\n";
  const auto tree = parse_arx(text, "h");
  EXPECT_EQ(format_arx(tree), text);
  const auto path = std::filesystem::path(testing::TempDir()) / "privet_write_arx.csv";
  write_arx(tree, path.string());
  expect_equal(read_arx(path.string()), tree);
  std::filesystem::remove(path);
}

TEST(ReadArx, ReadsGzipAndRefusesDamagedGzip) {
  const auto path = (std::filesystem::path(testing::TempDir()) / "privet_read_arx.csv.gz").string();
  gzFile file = gzopen(path.c_str(), "wb");
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i * 7919) + ";x;*\n";
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  EXPECT_EQ(read_arx(path).leaves(), 5000U);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  EXPECT_THROW(static_cast<void>(read_arx(path)), Error);
  std::filesystem::remove(path);
}

TEST(Bind, SaysWhichValuesAreMissing) {
  const auto tree = parse_arx("1;x;*\n2;x;*\n3;y;*\n", "h");
  const auto bound = bind(tree, make_column("age", {"3", "1", "3"}), "h");
  EXPECT_EQ(bound.leaf(0), NodeId{0});
  EXPECT_EQ(bound.leaf(1), NodeId{2});
  EXPECT_EQ(bound.level_of_values(1), (std::vector<NodeId>{3, 4}));
  EXPECT_EQ(bound.values_of_leaves(),
            (std::vector<std::optional<ValueId>>{ValueId{0}, std::nullopt, ValueId{1}}));
  const auto message = [&](const std::vector<std::string>& texts) -> std::string {
    try {
      static_cast<void>(bind(tree, make_column("age", texts), "h.csv"));
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message({"17", "1", "91", "?"}),
            "h.csv: the hierarchy lacks 3 values of column 'age': '?', '17', '91'");
  EXPECT_EQ(message({"17", "1"}), "h.csv: the hierarchy lacks 1 value of column 'age': '17'");
  EXPECT_EQ(
      message({"11", "12", "13", "14", "15", "16"}),
      "h.csv: the hierarchy lacks 6 values of column 'age': '11', '12', '13', '14', '15', ...");
}

// The columns of a comma-separated file without quotes.
std::vector<Column> plain_columns(const std::string& file) {
  const FileBytes file_bytes(testing_support::shared_data(file), privet::Run(nullptr, nullptr, 1));
  const std::string bytes(file_bytes.view());
  std::istringstream lines(bytes);
  std::vector<std::vector<std::string>> columns;
  std::string line;
  while (std::getline(lines, line)) {
    if (line.ends_with('\r')) line.pop_back();
    std::istringstream fields(line);
    std::string field;
    // The cup data is separated by ';'.
    const char separator = line.find(';') == std::string::npos ? ',' : ';';
    for (std::size_t i = 0; std::getline(fields, field, separator); ++i) {
      if (columns.size() <= i) columns.emplace_back();
      columns[i].push_back(field);
    }
  }
  std::vector<Column> result;
  for (auto& column : columns) {
    const std::string name = column.front();
    column.erase(column.begin());
    result.push_back(make_column(name, column));
  }
  return result;
}

// Binds each PREFIX<column>.csv[.gz] of the folder to that column.
void bind_all(const std::string& data, const std::string& folder, const std::string& prefix) {
  const auto columns = plain_columns(data);
  std::size_t bound = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(testing_support::shared_data(folder))) {
    const std::string path = entry.path().string();
    SCOPED_TRACE(path);
    std::string name = entry.path().filename().string().substr(prefix.size());
    name = name.substr(0, name.find(".csv"));
    if (name == "salary-class" && folder.ends_with("full")) name = "income";
    if (name == "age" && folder.ends_with("full")) continue;  // contradicts itself, see below
    const auto tree = read_arx(path);
    EXPECT_GE(tree.height(), 1U);
    expect_equal(parse_arx(format_arx(tree), path), tree);
    for (const auto& column : columns) {
      if (column.name != name) continue;
      EXPECT_NO_THROW(static_cast<void>(bind(tree, column, path)));
      ++bound;
    }
  }
  EXPECT_GT(bound, 0U);
}

TEST(SharedHierarchies, AdultCoversArxAdult) {
  PRIVET_NEED_DATA("adult/arx_adult_30162.csv.gz");
  bind_all("adult/arx_adult_30162.csv.gz", "adult/hierarchies_arx", "adult_hierarchy_");
}

TEST(SharedHierarchies, FullAdultCoversTraining) {
  PRIVET_NEED_DATA("adult/adult_train.csv.gz");
  bind_all("adult/adult_train.csv.gz", "adult/hierarchies_arx_full", "adult_full_hierarchy_");
}

TEST(SharedHierarchies, Cup) {
  PRIVET_NEED_DATA("arx_cup/cup.csv");
  bind_all("arx_cup/cup.csv", "arx_cup/hierarchies", "cup_hierarchy_");
}

TEST(SharedHierarchies, Cmc) {
  PRIVET_NEED_DATA("cmc/hierarchies");
  bind_all("cmc/cmc.csv", "cmc/hierarchies", "cmc_hierarchy_");
}

TEST(SharedHierarchies, CaliforniaHousing) {
  PRIVET_NEED_DATA("california_housing/hierarchies");
  bind_all("california_housing/cahousing.csv", "california_housing/hierarchies",
           "cahousing_hierarchy_");
}

TEST(SharedHierarchies, ItemTree) {
  PRIVET_NEED_DATA("fimi/hierarchies/bms_webview2_tree.txt");
  const auto tree =
      read_arx(testing_support::shared_data("fimi/hierarchies/bms_webview2_tree.txt"));
  EXPECT_EQ(tree.height(), 6U);
  EXPECT_GT(tree.leaves(), 1000U);
}

// That file gives the ages 72 to 99 twice, in different groups.
TEST(SharedHierarchies, ContradictingRowsOfFullAdultAgeAreRefused) {
  PRIVET_NEED_DATA("adult/hierarchies_arx_full/adult_full_hierarchy_age.csv");
  const auto path =
      testing_support::shared_data("adult/hierarchies_arx_full/adult_full_hierarchy_age.csv");
  try {
    static_cast<void>(read_arx(path));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "value '72' lies below both '[72;76]' (line 1) and '[71;75]'");
    EXPECT_EQ(error.place().line, 72U);
  }
}

}  // namespace
}  // namespace privet
