// SPDX-License-Identifier: Apache-2.0
#include "data/file_bytes.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/utf8.h"
#include "data/csv/read_csv.h"
#include "tests/support/temporary_folder.h"

namespace privet {
namespace {

std::string complaint(const std::string& path) {
  try {
    const FileBytes file(path, privet::Run());
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Input);
    return error.message();
  }
}

TEST(FileBytes, ReadsPlainAndEmptyFiles) {
  const testing_support::TemporaryFolder folder;
  std::ofstream(folder.path("a")) << "hello";
  std::ofstream(folder.path("b")) << "";
  EXPECT_EQ(FileBytes(folder.path("a"), privet::Run()).view(), "hello");
  EXPECT_EQ(FileBytes(folder.path("b"), privet::Run()).view(), "");
}

TEST(FileBytes, SaysWhyAFileCannotBeRead) {
  const testing_support::TemporaryFolder folder;
  EXPECT_EQ(complaint(folder.path("none.csv")), "there is no such file");
  EXPECT_EQ(complaint(folder.folder()), "is a directory; name a file in it");
  EXPECT_EQ(complaint(folder.path("none/x")), "there is no such file");
  std::ofstream(folder.path("file")) << "x";
  EXPECT_EQ(complaint(folder.path("file/x")), "cannot be read: Not a directory");
}

TEST(FileBytes, InflatesGzipOfSeveralMembers) {
  const testing_support::TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 200000; ++i) text += std::to_string(i) + ",";
  std::ofstream(folder.path("a.gz"), std::ios::binary) << gzip(text) << gzip("") << gzip("end");
  EXPECT_EQ(FileBytes(folder.path("a.gz"), privet::Run()).view(), text + "end");
}

TEST(FileBytes, RefusesBrokenGzip) {
  const testing_support::TemporaryFolder folder;
  const std::string whole = gzip(std::string(1000, 'x') + "some text that is not so even");
  for (const std::size_t size : {std::size_t{2}, std::size_t{12}, whole.size() - 1}) {
    std::ofstream(folder.path("cut.gz"), std::ios::binary) << whole.substr(0, size);
    EXPECT_EQ(complaint(folder.path("cut.gz")), "the gzip data ends too early") << size;
  }
  std::string flipped = whole;
  flipped[flipped.size() - 6] ^= 1;
  std::ofstream(folder.path("bad.gz"), std::ios::binary) << flipped;
  EXPECT_EQ(complaint(folder.path("bad.gz")), "the gzip data is corrupt");
}

TEST(FileBytes, CsvMayBeGzip) {
  const testing_support::TemporaryFolder folder;
  std::ofstream(folder.path("t.tsv.gz"), std::ios::binary) << gzip("a,x\tb\n1\t2\n");
  const CsvFile file = read_csv(folder.path("t.tsv.gz"), {}, privet::Run());
  EXPECT_EQ(file.table.column(0).name, "a,x");
  EXPECT_EQ(file.style.delimiter, '\t');
}

TEST(Utf8, FindsTheFirstInvalidByte) {
  EXPECT_FALSE(first_invalid_utf8("plain ascii, long enough for words"));
  EXPECT_FALSE(first_invalid_utf8("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"));
  EXPECT_EQ(first_invalid_utf8("12345678\xFF"), 8U);
  EXPECT_EQ(first_invalid_utf8("a\xC0\x80"), 1U);         // an overlong NUL
  EXPECT_EQ(first_invalid_utf8("\xED\xA0\x80"), 0U);      // a surrogate
  EXPECT_EQ(first_invalid_utf8("\xF4\x90\x80\x80"), 0U);  // beyond Unicode
  EXPECT_EQ(first_invalid_utf8("ab\xE2\x82"), 2U);        // cut short
}

}  // namespace
}  // namespace privet
