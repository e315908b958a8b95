// SPDX-License-Identifier: Apache-2.0
#include "federation/task/codebook.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "federation/task/data_set.h"
#include "federation/task/row_parts.h"
#include "federation/tasks.h"

namespace privet::federation {
namespace {

Task tree() {
  return find_task("mine tree", Split::Horizontal);
}
Settings settings_of(const Task& task) {
  Settings out(task.parameters);
  out.add("class", "ill", {});
  return out;
}

std::string refusal(const Table& table, const Categories& categories) {
  const auto task = tree();
  try {
    (void)with_categories(table, categories, task, settings_of(task));
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Codebook, PartiesWithDifferentRowsGetTheCodebookThatARehearsalMakes) {
  const std::vector<DataSet> parts{
      make_table({"sex", "age", "ill"}, {{"f", "30", "no"}, {"m", "40", "yes"}}),
      make_table({"sex", "age", "ill"}, {{"f", "50", "no"}, {"f", "60", "maybe"}})};
  const auto task = tree();
  const auto settings = settings_of(task);
  const auto united =
      with_codebook(parts, task.categories ? task.categories(settings) : std::vector<std::string>(),
                    Codebook::Union);
  const Categories categories{{"sex", {"m", "f"}}, {"ill", {"yes", "no", "maybe"}}};
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const DataSet own = with_categories(std::get<Table>(parts[p]), categories, task, settings);
    EXPECT_EQ(codebook_fingerprint(own, {}), codebook_fingerprint(united[p], {}));
    EXPECT_EQ(encode_data(own), encode_data(united[p]));
  }
}

TEST(Codebook, CellsWithAValueAreThePartysOwn) {
  const auto table = make_table({"sex", "grade"}, {{"f", ""}, {"", "2"}, {"m", "10"}});
  const Categories categories{{"sex", {"m", "f"}}, {"grade", {"2", "10", "7"}}};
  const auto part = cells_with_categories(table, categories);
  EXPECT_EQ(part.owned, (std::vector<std::vector<bool>>{{true, false, true}, {false, true, true}}));
  EXPECT_EQ(part.table.column(AttributeId{0}).text(RowId{0}), "f");
  EXPECT_EQ(part.table.column(AttributeId{1}).text(RowId{2}), "10");
  EXPECT_EQ(part.table.column(AttributeId{1}).dictionary.size(), 3U);
  // What the other party sees of it does not depend on the values of its cells.
  const auto other = cells_with_categories(
      make_table({"sex", "grade"}, {{"", "7"}, {"m", ""}, {"", ""}}), categories);
  EXPECT_EQ(schema_fingerprint(DataSet(part)), schema_fingerprint(DataSet(other)));
  EXPECT_EQ(codebook_fingerprint(DataSet(part), {}), codebook_fingerprint(DataSet(other), {}));
  EXPECT_THROW((void)cells_with_categories(table, {{"sex", {"m", "f"}}}), Error);
  EXPECT_THROW((void)cells_with_categories(table, {{"sex", {"m"}}, {"grade", {"2", "10"}}}), Error);
  EXPECT_THROW((void)cells_with_categories(table, {{"six", {"m"}}}), Error);
}

TEST(Codebook, SaysWhatTheJobLacks) {
  const auto table = make_table({"sex", "age", "ill"}, {{"f", "30", "no"}, {"m", "", "yes"}});
  EXPECT_EQ(refusal(table, {{"ill", {"no", "yes"}}}),
            "column 'sex' has categories that all parties must know: list them in the job, under "
            "[categories]");
  EXPECT_EQ(refusal(table, {{"sex", {"f"}}, {"ill", {"no", "yes"}}}),
            "column 'sex' has a value that the job does not list among its categories");
  EXPECT_EQ(refusal(table, {{"six", {"f"}}}),
            "the job lists categories of 'six', and there is no such column");
  const auto gaps = make_table({"sex", "ill"}, {{"f", "no"}, {"", "yes"}});
  EXPECT_EQ(refusal(gaps, {{"sex", {"f"}}, {"ill", {"no", "yes"}}}),
            "column 'sex' has missing values, and the job does not list \"\" among its categories");
  EXPECT_EQ(refusal(gaps, {{"sex", {"f", ""}}, {"ill", {"no", "yes"}}}), "");
}

}  // namespace
}  // namespace privet::federation
