// SPDX-License-Identifier: Apache-2.0
#include "publish/cell_text.h"

#include <gtest/gtest.h>

#include "base/sampling.h"
#include "risk/released_cell.h"

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

TEST(CellText, WritesTheDocumentedForms) {
  const Column age = make_column("age", {"", "?", "25", "28"});
  EXPECT_EQ(cell_text({.kind = Kind::Value, .low = 2, .high = 2}, age, nullptr), "25");
  EXPECT_EQ(cell_text({.kind = Kind::Value, .low = 0, .high = 0}, age, nullptr), "");
  EXPECT_EQ(cell_text({.kind = Kind::Range, .low = 2, .high = 3}, age, nullptr), "[25-28]");
  EXPECT_EQ(cell_text({.kind = Kind::Range, .low = 2, .high = 3, .members = {1}}, age, nullptr),
            "{?,[25-28]}");
  EXPECT_EQ(cell_text({.kind = Kind::Set, .members = {0, 2}}, age, nullptr), "{\"\",25}");
  EXPECT_EQ(cell_text({.kind = Kind::Any}, age, nullptr), "*");
  const Column degrees = make_column("t", {"-5", "3"});
  EXPECT_EQ(cell_text({.kind = Kind::Range, .low = 0, .high = 1}, degrees, nullptr), "[-5..3]");
  const Column small = make_column("t", {"1e-3", "3"});
  EXPECT_EQ(cell_text({.kind = Kind::Range, .low = 0, .high = 1}, small, nullptr), "[1e-3..3]");
  const Column dotted = make_column("t", {"-7.", "5"});  // not "[-7...5]", which is -7 to .5
  EXPECT_EQ(cell_text({.kind = Kind::Range, .low = 0, .high = 1}, dotted, nullptr), "[-7..5]");
}

TEST(CellText, QuotesWhatLooksLikeAForm) {
  const Column odd = make_column("w", {"*", "[1-2]", "{a}", "\"q\"", "a,b", "plain"});
  const auto text = [&](const char* value) {
    const ValueId id = odd.dictionary.find(value).value();
    return cell_text({.kind = Kind::Value, .low = id, .high = id}, odd, nullptr);
  };
  EXPECT_EQ(text("*"), "\"*\"");
  EXPECT_EQ(text("[1-2]"), "\"[1-2]\"");
  EXPECT_EQ(text("{a}"), "\"{a}\"");
  EXPECT_EQ(text("\"q\""), "\"\"\"q\"\"\"");
  EXPECT_EQ(text("a,b"), "a,b");
  EXPECT_EQ(cell_text({.kind = Kind::Set,
                       .members = {odd.dictionary.find("a,b").value(),
                                   odd.dictionary.find("plain").value()}},
                      odd, nullptr),
            "{\"a,b\",plain}");
}

// What the writer writes, the guard's own reader understands the same way: exactly the members are
// covered.
TEST(CellText, IsUnderstoodByTheGuard) {
  Sampler sampler(3);
  const std::vector<std::string> pool{"*",     "[1-2]", "{a}", "\"", "a,b", "x",    "",
                                      "?",     "[",     "]",   "{",  "}",   "a\"b", ",",
                                      "{*,1}", "'",     "-",   "..", "\"\""};
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::string> texts;
    for (const auto& text : pool) {
      if (sampler.below(2) == 0) texts.push_back(text);
    }
    if (texts.empty()) continue;
    const Column column = make_column("w", texts);
    const OriginalColumn original(column, nullptr);
    GeneralizedValue value{.kind = Kind::Set};
    for (ValueId v = 0; v < column.dictionary.size(); ++v) {
      if (sampler.below(3) == 0) value.members.push_back(v);
    }
    if (value.members.empty()) continue;
    if (value.members.size() == 1)
      value = {.kind = Kind::Value, .low = value.members[0], .high = value.members[0]};
    const std::string text = cell_text(value, column, nullptr);
    const Cell cell(text, original);
    for (ValueId v = 0; v < column.dictionary.size(); ++v) {
      const bool member =
          value.kind == Kind::Value
              ? v == value.low
              : std::find(value.members.begin(), value.members.end(), v) != value.members.end();
      ASSERT_EQ(cell.covers(v, original), member) << text << " and " << column.dictionary.text(v);
    }
  }
}

TEST(CellText, RangesCoverNumbersByValue) {
  const Column column = make_column("n", {"-5", "1e-3", "0.5", "3", "3.0", "?", "100"});
  const OriginalColumn original(column, nullptr);
  for (ValueId low = 1; low < column.dictionary.size(); ++low) {
    for (ValueId high = low + 1; high < column.dictionary.size(); ++high) {
      const Cell cell(cell_text({.kind = Kind::Range, .low = low, .high = high}, column, nullptr),
                      original);
      for (ValueId v = 0; v < column.dictionary.size(); ++v) {
        const double x = column.dictionary.number(v);
        const bool inside =
            x >= column.dictionary.number(low) && x <= column.dictionary.number(high);
        ASSERT_EQ(cell.covers(v, original), inside);
      }
    }
  }
}

}  // namespace
}  // namespace privet
