// SPDX-License-Identifier: Apache-2.0
#include "data/arff/read_arff.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "data/arff/write_arff.h"

namespace privet {
namespace {

constexpr const char* kWeather =
    "% a comment\n@RELATION 'the weather'\r\n\n"
    "@attribute outlook {sunny, 'over cast', rainy}\n"
    "@ATTRIBUTE \"temp (F)\" real\n"
    "@attribute note STRING % what one saw\n"
    "@attribute day date \"yyyy-MM-dd\"\n"
    "@data\n"
    "sunny, 85, 'it\\'s, hot', 2001-01-02\n"
    "% another\n"
    "'over cast',?,?,\"2001-01-03\"\n"
    "{1 64.50, 2 \"a b\", 3 2001-01-04}\n";

std::string complaint(std::string_view bytes) {
  try {
    (void)parse_arff(bytes, "t.arff", privet::Run());
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Input);
    return error.what();
  }
}

std::string text_of(const ArffFile& file) {
  std::string out;
  write_arff(
      file.table, file.relation, file.attributes, [&](std::string_view b) { out += b; },
      privet::Run());
  return out;
}

TEST(ReadArff, ReadsEveryKindOfAttribute) {
  const ArffFile file = parse_arff(kWeather, "t.arff", privet::Run());
  EXPECT_EQ(file.relation, "the weather");
  ASSERT_EQ(file.table.rows(), 3U);
  const Table& table = file.table;
  EXPECT_EQ(table.column(0).text(1), "over cast");
  EXPECT_EQ(table.column(0).text(2), "sunny");  // left out of a sparse row
  EXPECT_EQ(table.column(1).name, "temp (F)");
  EXPECT_EQ(table.column(1).type(), ColumnType::Numeric);
  EXPECT_TRUE(table.column(1).missing(1));
  EXPECT_EQ(table.column(1).text(2), "64.50");
  EXPECT_EQ(table.column(2).text(0), "it's, hot");
  EXPECT_EQ(table.column(3).text(1), "2001-01-03");
  EXPECT_EQ(file.attributes[3].format, "yyyy-MM-dd");
  EXPECT_EQ(file.attributes[0].values.size(), 3U);
}

TEST(ReadArff, WritesBackWhatItRead) {
  const std::string once = text_of(parse_arff(kWeather, "t.arff", privet::Run()));
  EXPECT_EQ(once,
            "@relation 'the weather'\n\n"
            "@attribute outlook {sunny,'over cast',rainy}\n"
            "@attribute 'temp (F)' numeric\n"
            "@attribute note string\n"
            "@attribute day date yyyy-MM-dd\n\n"
            "@data\n"
            "sunny,85,'it\\'s, hot',2001-01-02\n"
            "'over cast',?,?,2001-01-03\n"
            "sunny,64.50,'a b',2001-01-04\n");
  EXPECT_EQ(text_of(parse_arff(once, "t.arff", privet::Run())), once);
}

TEST(ReadArff, RoundTripsAwkwardTexts) {
  const Table table = make_table(
      {"a b", "it's", "n"},
      {{"x\ny", "\\", "1"}, {"{", "%\"\t", "?"}, {"", "p,q\r", "-2.5"}, {"?x", "'", "1e3"}});
  std::string out;
  const privet::Run run;
  write_arff(table, "r", {}, [&](std::string_view b) { out += b; }, run);
  const ArffFile file = parse_arff(out, "t.arff", run);
  for (AttributeId c = 0; c < 3; ++c) {
    EXPECT_EQ(file.table.column(c).name, table.column(c).name);
    EXPECT_EQ(file.table.column(c).type(), table.column(c).type());
    for (RowId r = 0; r < 4; ++r) {
      if (table.column(c).missing(r)) {
        EXPECT_TRUE(file.table.column(c).missing(r));
      } else {
        EXPECT_EQ(file.table.column(c).text(r), table.column(c).text(r)) << out;
      }
    }
  }
}

TEST(ReadArff, SaysWhatIsWrongAndWhere) {
  const std::string head = "@relation r\n@attribute a {x,y}\n@attribute b numeric\n@data\n";
  EXPECT_EQ(complaint(""), "t.arff: the file is empty");
  EXPECT_EQ(complaint("@relation r\n"), "t.arff: there is no @data");
  EXPECT_EQ(complaint(head), "t.arff: there is no record after @data");
  EXPECT_EQ(complaint("@data\n"), "t.arff:1: there is no @attribute before @data");
  EXPECT_EQ(complaint(head + "x,1\nx\n"),
            "t.arff:6: this record has 1 field, there are 2 attributes");
  EXPECT_EQ(complaint(head + "x,1,2\n"),
            "t.arff:5: this record has 3 fields, there are 2 attributes");
  EXPECT_EQ(complaint(head + "z,1\n"), "t.arff:5:1: 'z' is not among the values declared for 'a'");
  EXPECT_EQ(complaint(head + "x,one\n"), "t.arff:5:2: 'one' is not a number, and 'b' is numeric");
  EXPECT_EQ(complaint(head + "'x,1\n"),
            "t.arff:5:1: the quote that opens in this line is never closed");
  EXPECT_EQ(complaint(head + "{2 1}\n"),
            "t.arff:5: '2' is not the number of an attribute (0 to 1)");
  EXPECT_EQ(complaint(head + "{1 1, 0 x}\n"),
            "t.arff:5:1: the attributes of a sparse record must come in order, each once");
  EXPECT_EQ(complaint(head + "{1 1\n"), "t.arff:5:2: the sparse record is not closed by }");
  EXPECT_EQ(complaint(head + "x,1 {5}\n"), "t.arff:5:2: '{5}' is not understood here");
  EXPECT_EQ(complaint("@attribute a numeric\n@attribute a string\n"),
            "t.arff:2:2: two attributes are named 'a'");
  EXPECT_EQ(complaint("@attribute a relational\n"),
            "t.arff:1:1: the type 'relational' is not known; it must be numeric, string, date or a "
            "list of values in { }");
  EXPECT_EQ(complaint("@attribute a {x,y\n"), "t.arff:1:1: the list of values is not closed by }");
  EXPECT_EQ(complaint("hello\n"),
            "t.arff:1: 'hello' is not understood; @relation, @attribute or @data is expected");
  EXPECT_EQ(complaint("@attribute s string\n@attribute n numeric\n@data\n{1 5}\n"),
            "t.arff:4:2: a sparse record must give a value for 's', which has no zero");
}

}  // namespace
}  // namespace privet
