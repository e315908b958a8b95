// SPDX-License-Identifier: Apache-2.0
#include "data/csv/write_csv.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace privet {
namespace {

TEST(WriteCsv, QuotesOnlyWhatMustBe) {
  const Table table = make_table({"a", "b c"}, {{"x", "1,5"}, {"say \"hi\"", " y "}, {"", "p\rq"}});
  const privet::Run run;
  EXPECT_EQ(csv_text(table, {}, run), "a,b c\nx,\"1,5\"\n\"say \"\"hi\"\"\", y \n,\"p\rq\"\n");
  EXPECT_EQ(csv_text(table, {';', false, true, true, false}, run),
            "\xEF\xBB\xBFx;1,5\r\n\"say \"\"hi\"\"\"; y \r\n;\"p\rq\"");
}

TEST(WriteCsv, KeepsALoneEmptyFieldARecord) {
  const privet::Run run;
  EXPECT_EQ(csv_text(make_table({"a"}, {{"1"}, {""}}), {}, run), "a\n1\n\"\"\n");
}

TEST(WriteCsv, QuotesATextThatLooksLikeAByteOrderMark) {
  const privet::Run run;
  EXPECT_EQ(csv_text(make_table({"\xEF\xBB\xBFx", "\xEF\xBB\xBFy"}, {{"1", "2"}}), {}, run),
            "\"\xEF\xBB\xBFx\",\xEF\xBB\xBFy\n1,2\n");
}

TEST(WriteCsv, KeepsRowsInOrderAcrossBlocks) {
  std::vector<std::string> texts;
  std::string expected = "n\n";
  for (int i = 0; i < 100000; ++i) {
    texts.push_back(std::to_string(i % 1000) + std::string(static_cast<std::size_t>(i % 40), 'x'));
    expected += texts.back() + "\n";
  }
  std::vector<Column> columns;
  columns.push_back(make_column("n", texts));
  EXPECT_EQ(csv_text(Table(std::move(columns)), {}, privet::Run(nullptr, nullptr, 3)), expected);
}

TEST(WriteCsv, PassesOnWhatTheSinkThrows) {
  const privet::Run run;
  const Sink full = [](std::string_view) { throw Error(ErrorCode::Output, "the disk is full"); };
  EXPECT_THROW(write_csv(make_table({"a"}, {{"1"}}), {}, full, run), Error);
}

}  // namespace
}  // namespace privet
