// SPDX-License-Identifier: Apache-2.0
#include "data/csv/csv_stream.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/sampling.h"
#include "data/file_bytes.h"
#include "tests/support/temporary_folder.h"

namespace privet {
namespace {

std::string save(const testing_support::TemporaryFolder& folder, const std::string& bytes) {
  const std::string path = folder.path("stream.csv");
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

// What a reader makes of a file: all values, or its complaint.
std::string by_stream(const std::string& path, std::size_t block) {
  const privet::Run run;
  std::string out;
  try {
    CsvStream stream(path, {}, run, block);
    for (const auto& name : stream.names()) out += name + "|";
    std::vector<std::string> fields;
    while (stream.next(fields)) {
      out += "\n>";
      for (const auto& field : fields) out += field + "|";
    }
  } catch (const Error& error) {
    return error.what();
  }
  return out;
}

std::string by_table(const std::string& path) {
  const privet::Run run;
  std::string out;
  try {
    const Table table = read_csv(path, {}, run).table;
    for (const auto& column : table.all()) out += column.name + "|";
    for (RowId r = 0; r < table.rows(); ++r) {
      out += "\n>";
      for (const auto& column : table.all()) out += std::string(column.text(r)) + "|";
    }
  } catch (const Error& error) {
    // A stream does not know its end, and cannot leave out lines before it.
    const std::string message = error.what();
    return message.substr(0, message.find("; if it is a total"));
  }
  return out;
}

TEST(CsvStream, ReadsWhatTheTableReaderReads) {
  const testing_support::TemporaryFolder folder;
  for (const std::string bytes : {"a,b\n1,2\n3,4\n",
                                  "a,b\r\n1,2\r\n\"x\r\ny\",4",
                                  "a;b\n1;2\n\n\n",
                                  "\xEF\xBB\xBF"
                                  "a\n1\n\n2\n\n",
                                  "a,b\n\"q\"\"q\",2\n\"\",\"\"\n",
                                  "a,b\n1\"2,3\n",
                                  "a\n\"\"\n",
                                  "a\tb\n1\t2\n",
                                  "",
                                  "\n",
                                  "a,b\n",
                                  "a,a\n1,2\n",
                                  "a,\n1,2\n",
                                  "a,b\n1,2\n3\n",
                                  "a,b\n1,2\n\n3,4\n",
                                  "a,b\n1,\"2\n3,4\n",
                                  "a,b\n1,\"2\"x\n",
                                  "a,b\n1,2\n3,4,5\n",
                                  "title\na;b\n1;2\n3;4\n",
                                  "title,x\na,b,c\n1,2,3\n4,5,6\n",
                                  ",\na,b\n1,2\n",
                                  "sep=;\na;b\n1;2\n",
                                  "a,b\n1,2\n3\n\n",
                                  "a,b\r1,2\r3,4\r",
                                  "a\nK\xF6ln\n",
                                  "a\n\x80\n",
                                  "%PDF-1.4",
                                  "\xFF\xFE\x61"}) {
    const std::string path = save(folder, bytes);
    const std::string expected = by_table(path);
    for (const std::size_t block : {1U, 2U, 3U, 7U, 1000U}) {
      EXPECT_EQ(by_stream(path, block), expected) << bytes << " in blocks of " << block;
    }
  }
}

TEST(CsvStream, ReadsRandomTextAlike) {
  const testing_support::TemporaryFolder folder;
  Sampler sampler(6);
  constexpr std::string_view kAlphabet = "a1,\"\n\r ,\n";
  for (int round = 0; round < 400; ++round) {
    std::string bytes = "a,b\n";
    for (std::uint64_t i = 0; i < sampler.below(30); ++i) bytes += kAlphabet[sampler.below(9)];
    const std::string path = save(folder, bytes);
    EXPECT_EQ(by_stream(path, 1 + sampler.below(9)), by_table(path))
        << testing::PrintToString(bytes);
  }
}

TEST(CsvStream, ReadsUtf16InPieces) {
  const testing_support::TemporaryFolder folder;
  for (const bool mark : {true, false}) {
    std::string bytes = mark ? "\xFF\xFE" : "";
    const auto add = [&](std::string_view ascii) {
      for (const char c : ascii) bytes += {c, '\0'};
    };
    add("a,b\n");
    for (int i = 0; i < 30000; ++i) {
      add(std::to_string(i) + ",x");
      bytes += std::string_view("\xF6\x00\x3D\xD8\x00\xDE", 6);  // two characters, one of two units
      add("\n");
    }
    const std::string path = save(folder, bytes);
    for (const std::size_t block : {std::size_t{7}, std::size_t{70001}}) {
      EXPECT_EQ(by_stream(path, block), by_table(path));
    }
  }
}

TEST(CsvStream, UnpacksGzip) {
  const testing_support::TemporaryFolder folder;
  std::string text = "a,b\n";
  for (int i = 0; i < 50000; ++i) text += std::to_string(i * 7919) + ",x\n";
  const std::string packed = gzip(text);
  const std::string path = save(folder, packed);
  EXPECT_EQ(by_stream(path, 4096), by_table(path));
  const std::string cut = save(folder, packed.substr(0, packed.size() / 2));
  EXPECT_NE(by_stream(cut, 4096).find("ends too early"), std::string::npos);
}

TEST(CsvStream, NamesAFileThatIsNotThere) {
  EXPECT_NE(by_stream("/nonexistent/x.csv", 10).find("/nonexistent/x.csv"), std::string::npos);
}

}  // namespace
}  // namespace privet
