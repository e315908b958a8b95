// SPDX-License-Identifier: Apache-2.0
#include "data/foreign_file.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace privet {
namespace {

using namespace std::string_literals;

std::string what(std::string_view bytes) {
  const auto found = foreign_content(bytes);
  return found ? std::string(found->what) : "";
}

TEST(ForeignFile, IsKnownByItsFirstBytes) {
  EXPECT_EQ(what("PK\x03\x04\x14\0\0\0[Content_Types].xml...xl/workbook.xml"s),
            "an Excel workbook (.xlsx)");
  EXPECT_EQ(what("PK\x03\x04\x14\0\0\0[Content_Types].xml"s + std::string(20000, 'x') +
                 "xl/workbook.xml"),
            "an Excel workbook (.xlsx)");
  EXPECT_EQ(what("PK\x03\x04\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet"s),
            "an OpenDocument sheet (.ods)");
  EXPECT_EQ(what("PK\x03\x04\0\0people.csv"s), "a zip archive");
  EXPECT_EQ(what("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0"s),
            "an Excel workbook of the old form (.xls)");
  EXPECT_EQ(
      what("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"s),
      "an Excel workbook that is locked with a password");
  EXPECT_EQ(what("PK\x03\x04\x14\0\0\0[Content_Types].xml...xl/workbook.bin"s),
            "a binary Excel workbook (.xlsb)");
  EXPECT_EQ(what("PAR1\x15\x04\x15\0"s), "a Parquet file");
  EXPECT_EQ(what("%PDF-1.7\n"), "a PDF document");
  EXPECT_EQ(what("{\n  \"a\": 1}"), "a JSON file");
  EXPECT_EQ(what("[{\"a\": 1}]"), "a JSON file");
  EXPECT_EQ(what("\n<html><table>"), "a web page (some programs name these .xls)");
  EXPECT_EQ(what("BZh91AY&SY\x01\x02"), "a bzip2 archive");
}

TEST(ForeignFile, IsNotAPlainTable) {
  for (const std::string_view text :
       {"", "PAR1,PAR2\n1,2\n", "BZhaus,b\n", "{a;b}\n", "[25-28],x\n", "RDX,RDY\n", "PK,name\n",
        "\"{\"\"a,b\"\",c}\",1\n"}) {
    EXPECT_EQ(what(text), "") << text;
  }
}

TEST(ForeignFile, IsRefusedWithTheWayOut) {
  try {
    refuse_foreign("%PDF-1.4", "x.pdf");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "x.pdf: this is a PDF document; a table has to be exported as CSV where the PDF "
                 "came from");
  }
  refuse_foreign("a,b\n", "x.csv");
}

TEST(ForeignFile, IsKnownByItsName) {
  EXPECT_EQ(foreign_name("out/X.XLSX"), "an Excel workbook");
  EXPECT_EQ(foreign_name("x.parquet"), "a Parquet file");
  EXPECT_FALSE(foreign_name("x.csv"));
  EXPECT_FALSE(foreign_name("xlsx"));
}

}  // namespace
}  // namespace privet
