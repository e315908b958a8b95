// SPDX-License-Identifier: Apache-2.0
#include "data/csv/read_csv.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <fstream>
#include <iterator>
#include <set>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "data/csv/write_csv.h"
#include "tests/support/naive_csv.h"
#include "tests/support/shared_data.h"

namespace privet {
namespace {

// Keeps what a run warns about.
class Warnings : public Observer {
 public:
  void progress(std::string_view /*stage*/, double /*fraction*/) override {}
  void warn(std::string_view message) override { messages.emplace_back(message); }
  std::vector<std::string> messages;
};

std::vector<std::string> row_of(const Table& table, RowId row) {
  std::vector<std::string> out;
  for (const auto& column : table.all()) out.emplace_back(column.text(row));
  return out;
}

// Reads with every number of threads and several chunk sizes; all must agree. Returns the
// complaint, or the empty text and the last table.
std::string read_every_way(std::string_view bytes, const CsvOptions& options, CsvFile& file) {
  static const std::array<privet::Run, 4> kRuns{
      privet::Run(nullptr, nullptr, 1), privet::Run(nullptr, nullptr, 2),
      privet::Run(nullptr, nullptr, 3), privet::Run(nullptr, nullptr, 4)};
  std::optional<std::string> complaint;
  for (const privet::Run& run : kRuns) {
    for (const std::size_t chunk : {1U, 7U, 64U, 1000U}) {
      std::string said;
      try {
        file = detail::parse_csv(bytes, "t.csv", options, run, {.chunk_bytes = chunk});
      } catch (const Error& error) {
        EXPECT_TRUE(error.code() == ErrorCode::Input) << error.what();
        said = error.what();
      }
      if (complaint) {
        EXPECT_EQ(*complaint, said) << run.pool().size() << " threads, chunks of " << chunk;
      }
      complaint = said;
    }
  }
  return *complaint;
}

CsvFile read_text(std::string_view bytes, const CsvOptions& options = {}) {
  CsvFile file;
  EXPECT_EQ(read_every_way(bytes, options, file), "");
  return file;
}

std::string complaint(std::string_view bytes, const CsvOptions& options = {}) {
  CsvFile file;
  return read_every_way(bytes, options, file);
}

TEST(ReadCsv, ReadsQuotesAndTypes) {
  const CsvFile file = read_text("name,age,\"a \"\"b\"\"\"\n\"Doe, J\",39,\"two\nlines\"\nX,07,\n");
  ASSERT_EQ(file.table.rows(), 2U);
  ASSERT_EQ(file.table.columns(), 3U);
  EXPECT_EQ(file.table.column(2).name, "a \"b\"");
  EXPECT_EQ(row_of(file.table, 0), (std::vector<std::string>{"Doe, J", "39", "two\nlines"}));
  EXPECT_EQ(row_of(file.table, 1), (std::vector<std::string>{"X", "07", ""}));
  EXPECT_EQ(file.table.column(1).type(), ColumnType::Numeric);
  EXPECT_EQ(file.table.column(0).type(), ColumnType::Text);
  EXPECT_TRUE(file.table.column(2).missing(1));
  EXPECT_EQ(file.style, (CsvStyle{',', true, false, false, true}));
}

TEST(ReadCsv, KnowsTheStyleOfAFile) {
  const CsvFile file = read_text("\xEF\xBB\xBFx;y\r\n1,5;2\r\n3;4");
  EXPECT_EQ(file.style, (CsvStyle{';', true, true, true, false}));
  EXPECT_EQ(file.table.column(0).name, "x");
  EXPECT_EQ(file.table.column(0).text(0), "1,5");
  EXPECT_EQ(file.table.column(1).type(), ColumnType::Numeric);
  EXPECT_EQ(read_text("a\tb\n1\t2,3\n").style.delimiter, '\t');
  EXPECT_EQ(read_text("a|b|c\n1|2|3\n").style.delimiter, '|');
  EXPECT_EQ(read_text("alone\n1\n").style.delimiter, ',');
  EXPECT_EQ(read_text("\"a;b;c\",d\n\"1;2\",x\n").style.delimiter, ',');
}

TEST(ReadCsv, NamesColumnsWithoutAHeader) {
  const CsvFile file = read_text("1,a\n2,b\n", {.header = false});
  EXPECT_EQ(file.table.rows(), 2U);
  EXPECT_EQ(file.table.column(1).name, "c2");
  EXPECT_FALSE(file.style.header);
}

TEST(ReadCsv, TakesBlankLinesForWhatTheyAre) {
  EXPECT_EQ(read_text("a,b\n1,2\n\n\r\n\n").table.rows(), 1U);
  const CsvFile one = read_text("a\n1\n\n2\n\n");
  ASSERT_EQ(one.table.rows(), 3U);
  EXPECT_TRUE(one.table.column(0).missing(1));
  EXPECT_EQ(complaint("a,b\n1,2\n\n3,4\n"), "t.csv:3: this record has 1 field, the header has 2");
}

TEST(ReadCsv, KeepsAQuoteInsideAnUnquotedField) {
  // The lone quotes spoil the count of quotes by which the file is cut.
  std::string bytes = "a,b\n";
  for (int i = 0; i < 50; ++i) bytes += "5\" disk,x" + std::to_string(i) + "\n\"y,\nz\",2\n";
  const CsvFile file = read_text(bytes);
  ASSERT_EQ(file.table.rows(), 100U);
  EXPECT_EQ(row_of(file.table, 98), (std::vector<std::string>{"5\" disk", "x49"}));
  EXPECT_EQ(row_of(file.table, 99), (std::vector<std::string>{"y,\nz", "2"}));
}

TEST(ReadCsv, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(complaint(""),
            "t.csv: the file is empty; a table has a line with the names of its columns and "
            "records below it");
  EXPECT_EQ(complaint("\xEF\xBB\xBF\r\n\n"),
            "t.csv: the file is empty; a table has a line with the names of its columns and "
            "records below it");
  EXPECT_EQ(complaint("a,b\n\n"), "t.csv: there is a header but no record");
  std::string nine = "1,2,3,4,5,6,7,8,9\n";
  EXPECT_EQ(complaint("a,b,c,d,e,f,g,h,i\n" + nine + nine + "1,2,3\n" + nine),
            "t.csv:4: this record has 3 fields, the header has 9");
  EXPECT_EQ(complaint("a,b\n1,2\n1,2,3\n"), "t.csv:3: this record has 3 fields, the header has 2");
  EXPECT_EQ(complaint("1,2\n1\n", {.header = false}),
            "t.csv:2: this record has 1 field, the first record has 2; if it is a total or a "
            "remark below the table, skip it with --skip-last-lines 1");
  EXPECT_EQ(complaint("a,b\n\"x\ny\",2\n3,\"4\n5,6\n7,8\n"),
            "t.csv:4:2: the quote that opens here is never closed");
  EXPECT_EQ(
      complaint("a,b\n1,2\n\"3\"x,4\n"),
      "t.csv:3:1: there is text after a closing quote; a quote inside a quoted field is written "
      "twice");
  EXPECT_EQ(
      complaint(std::string_view("a,b\n1,2\n3,4\0\n", 13)),
      "t.csv:3:2: there is a NUL byte; this is not a text file in UTF-8: export the table as CSV");
  EXPECT_EQ(complaint("a,b,a\n1,2,3\n"), "t.csv:1:3: two columns are named 'a' (fields 1 and 3)");
  EXPECT_EQ(
      complaint("a,,b\n1,2,3\n"),
      "t.csv:1:2: this column has no name; name it, or read the file as one without a header");
}

TEST(ReadCsv, FindsTheLineOfAnErrorInALaterChunk) {
  std::string bytes = "a,b\n";
  for (int i = 0; i < 5000; ++i) bytes += "\"x\ny\",2\n";
  EXPECT_EQ(complaint(bytes + "1\n" + "1,2\n"),
            "t.csv:10002: this record has 1 field, the header has 2");
}

TEST(ReadCsv, ObeysGivenTypes) {
  EXPECT_EQ(read_text("zip\n01\n", {.columns = {.types = {{"zip", ColumnType::Text}}}})
                .table.column(0)
                .type(),
            ColumnType::Text);
  EXPECT_EQ(
      complaint("a,b\n1,\"2\n\"\n3,4\n5,x\n", {.columns = {.types = {{"b", ColumnType::Numeric}}}}),
      "t.csv:2:2: column 'b' is to be numeric, but '2\\x0a' is not a number");
  try {
    (void)parse_csv("age\n1\n", "t.csv", {.columns = {.types = {{"agee", ColumnType::Text}}}},
                    privet::Run());
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "t.csv: a type is given for column 'agee', which is not there; did you mean 'age'?");
  }
}

TEST(ReadCsv, RefusesMoreRowsThanATableHolds) {
  try {
    (void)detail::parse_csv("a\n1\n2\n3\n", "t.csv", {}, privet::Run(), {.rows = 2});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "t.csv: there are 3 records; a table holds at most 2");
  }
}

TEST(ReadCsv, WarnsOnceAboutBytesThatAreNotUtf8) {
  Warnings warnings;
  const privet::Run run(&warnings, nullptr, 2);
  const CsvFile file =
      detail::parse_csv("a\nx\xC3\xA9\n\xE9\n\xFF\n", "t.csv", {}, run, {.chunk_bytes = 2});
  EXPECT_EQ(file.table.column(0).text(1), "\xE9");
  ASSERT_EQ(warnings.messages.size(), 1U);
  EXPECT_EQ(warnings.messages[0],
            "t.csv:3: this line is not valid UTF-8; its bytes are kept as they are");
}

TEST(ReadCsv, WarnsAboutMixedLineEnds) {
  Warnings warnings;
  const privet::Run run(&warnings, nullptr, 1);
  EXPECT_TRUE(parse_csv("a\r\n1\r\n2\n", "t.csv", {}, run).style.crlf);
  ASSERT_EQ(warnings.messages.size(), 1U);
}

TEST(ReadCsv, StopsWhenAsked) {
  const std::atomic<bool> cancelled{true};
  const privet::Run run(nullptr, &cancelled, 2);
  try {
    (void)parse_csv("a\n1\n", "t.csv", {}, run);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Interrupted);
  }
}

TEST(ReadCsv, HandlesManyDistinctValues) {
  std::string bytes = "n\n";
  constexpr std::size_t kRows = 100000;
  for (std::size_t i = 0; i < kRows; ++i) bytes += std::to_string(i * 7919 % kRows) + "\n";
  const privet::Run run(nullptr, nullptr, 3);
  const CsvFile file = detail::parse_csv(bytes, "t.csv", {}, run, {.chunk_bytes = 10000});
  const Column& id = file.table.column(0);
  ASSERT_EQ(id.dictionary.size(), kRows);
  for (std::size_t i = 0; i < kRows; ++i) ASSERT_EQ(id.codes[i], i * 7919 % kRows);
}

// A random text made of what hurts a CSV reader.
std::string awkward(Sampler& sampler, std::size_t longest) {
  static constexpr std::array<std::string_view, 16> kPieces{"\"",
                                                            "\"\"",
                                                            ",",
                                                            ";",
                                                            "\n",
                                                            "\r",
                                                            "\r\n",
                                                            "\xEF\xBB\xBF",
                                                            "a",
                                                            "12",
                                                            " ",
                                                            "\xC3\xA9",
                                                            "\xFF",
                                                            "?",
                                                            "longer than sixteen bytes",
                                                            "-1.5"};
  std::string out;
  for (auto n = sampler.below(longest + 1); n > 0; --n)
    out += kPieces[sampler.below(kPieces.size())];
  return out;
}

TEST(ReadCsvProperty, AgreesWithTheNaiveReaderOnRandomBytes) {
  Sampler sampler(20240611);
  std::size_t sound = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::string bytes = awkward(sampler, 14);
    const auto expected = testing_support::naive_csv(bytes, ',');
    CsvFile file;
    const std::string said = read_every_way(bytes, {.delimiter = ',', .header = false}, file);
    ASSERT_EQ(said.empty(), expected.has_value()) << testing::PrintToString(bytes) << said;
    if (!expected) continue;
    ++sound;
    ASSERT_EQ(file.table.rows(), expected->size()) << testing::PrintToString(bytes);
    for (RowId r = 0; r < file.table.rows(); ++r) {
      ASSERT_EQ(row_of(file.table, r), (*expected)[r]) << testing::PrintToString(bytes);
    }
  }
  EXPECT_GT(sound, 500U);
}

TEST(ReadCsvProperty, WritesAndReadsRandomTablesBack) {
  Sampler sampler(7);
  for (int round = 0; round < 400; ++round) {
    const CsvStyle style{sampler.below(2) == 0 ? ',' : ';', true, sampler.below(2) == 0,
                         sampler.below(2) == 0, sampler.below(2) == 0};
    std::vector<std::string> names;
    const auto columns = 1 + sampler.below(4);
    for (std::size_t c = 0; c < columns; ++c) {
      names.push_back(awkward(sampler, 3) + static_cast<char>('a' + c));
    }
    std::vector<std::vector<std::string>> rows(1 + sampler.below(20));
    for (auto& row : rows) {
      for (std::size_t c = 0; c < columns; ++c) row.push_back(awkward(sampler, 4));
    }
    const privet::Run run(nullptr, nullptr, 2);
    const std::string bytes = csv_text(make_table(names, rows), style, run);
    const auto naive = testing_support::naive_csv(bytes, style.delimiter);
    ASSERT_TRUE(naive.has_value()) << testing::PrintToString(bytes);
    ASSERT_EQ((*naive)[0], names) << testing::PrintToString(bytes);
    ASSERT_TRUE(std::equal(naive->begin() + 1, naive->end(), rows.begin(), rows.end()));
    const CsvFile file = read_text(bytes, {.delimiter = style.delimiter});
    EXPECT_EQ(file.style, style) << testing::PrintToString(bytes);
    EXPECT_EQ(csv_text(file.table, file.style, run), bytes);
  }
}

TEST(ReadCsv, ReadsAndWritesRealFilesByteForByte) {
  PRIVET_NEED_DATA("adult/adult_test.csv");
  const privet::Run run;
  const std::string path = testing_support::shared_data("adult/adult_test.csv");
  const CsvFile file = read_csv(path, {}, run);
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(csv_text(file.table, file.style, run), bytes);
  EXPECT_EQ(file.table.rows(), 16281U);
}

// Columns in which hardly any value comes twice are read in another way: after some thousand
// records their texts are no longer looked up.
class MostlyDifferent : public ::testing::TestWithParam<int> {};

TEST_P(MostlyDifferent, ColumnsAreThoseOfTheNaiveReader) {
  constexpr std::size_t kRows = 40000;
  Sampler sampler(11);
  std::string text = "id,amount,when,quoted,few\n";
  for (std::size_t i = 0; i < kRows; ++i) {
    // Rare repeats, missing values and other ways to write a number, from the middle on.
    const std::size_t id = i > kRows / 2 && i % 50 == 0 ? i - 17000 : i;
    const std::string number = fmt::format("{}.{}", id * 37 % kRows, id % 2 == 0 ? "5" : "50");
    text += fmt::format("p{},{},", id * 7919 % kRows, i % 97 == 50 ? "?" : number);
    text += fmt::format("20{:02}-0{}-{:02} {:02}:{:02},", id % 90, 1 + id % 9, 1 + id % 28,
                        sampler.below(24), sampler.below(60));
    text += fmt::format("\"{}\"\"{}, x\",{}\n", id, id % 3, sampler.below(5));
  }
  const auto naive = testing_support::naive_csv(text, ',');
  ASSERT_TRUE(naive.has_value());
  const privet::Run run(nullptr, nullptr, static_cast<std::size_t>(GetParam()));
  const CsvFile file = detail::parse_csv(text, "t.csv", {}, run, {.chunk_bytes = 1U << 19U});
  const Table& table = file.table;
  ASSERT_EQ(table.rows(), kRows);
  const std::array<ColumnType, 5> types{ColumnType::Text, ColumnType::Numeric, ColumnType::Date,
                                        ColumnType::Text, ColumnType::Numeric};
  for (std::size_t c = 0; c < types.size(); ++c) {
    std::vector<std::string> values;
    for (std::size_t r = 1; r < naive->size(); ++r) values.push_back((*naive)[r][c]);
    const Column& found = table.column(static_cast<AttributeId>(c));
    EXPECT_EQ(found.type(), types.at(c)) << found.name;
    std::set<std::string> distinct(values.begin(), values.end());
    ASSERT_EQ(found.dictionary.size(), distinct.size()) << found.name;
    for (RowId r = 0; r < kRows; ++r) ASSERT_EQ(found.text(r), values[r]) << found.name;
    if (types.at(c) == ColumnType::Date) continue;  // make_column knows none
    const Column wanted = make_column(found.name, values);
    for (ValueId v = 0; v < wanted.dictionary.size(); ++v) {
      ASSERT_EQ(found.dictionary.text(v), wanted.dictionary.text(v)) << found.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, MostlyDifferent, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace privet
