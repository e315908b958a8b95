// SPDX-License-Identifier: Apache-2.0
#include "federation/task/data_set.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"

namespace privet::federation {
namespace {

Table people() {
  return make_table(
      {"age", "zip", "sex"},
      {{"31", "1000", "f"}, {"7.0", "?", "m"}, {"7", "1001", ""}, {"31", "1000", "f"}});
}

Baskets shop() {
  Baskets out;
  for (const auto* name : {"bread", "milk", "beer", "salt", ""}) out.add_item(name);
  out.add(std::vector<ItemId>{0, 1, 4});
  out.add(std::vector<ItemId>{});
  out.add(std::vector<ItemId>{2, 3});
  return out;
}

void expect_same(const Table& a, const Table& b) {
  ASSERT_EQ(a.columns(), b.columns());
  ASSERT_EQ(a.rows(), b.rows());
  for (AttributeId c = 0; c < a.columns(); ++c) {
    EXPECT_EQ(a.column(c).name, b.column(c).name);
    EXPECT_EQ(a.column(c).type(), b.column(c).type());
    EXPECT_EQ(a.column(c).codes, b.column(c).codes);
    for (RowId row = 0; row < a.rows(); ++row) {
      EXPECT_EQ(a.column(c).text(row), b.column(c).text(row));
      EXPECT_EQ(a.column(c).missing(row), b.column(c).missing(row));
    }
  }
}

void expect_same(const Baskets& a, const Baskets& b) {
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(a.items(), b.items());
  for (ItemId i = 0; i < a.items(); ++i) EXPECT_EQ(a.name(i), b.name(i));
  for (BasketId t = 0; t < a.size(); ++t) EXPECT_TRUE(std::ranges::equal(a.basket(t), b.basket(t)));
}

TEST(DataSet, ComesBackFromItsBytes) {
  expect_same(std::get<Table>(decode_data(encode_data(people()))), people());
  expect_same(std::get<Baskets>(decode_data(encode_data(shop()))), shop());
  const TablePair both{people(), people().select_columns(std::vector<AttributeId>{2, 0})};
  const auto back = std::get<TablePair>(decode_data(encode_data(both)));
  expect_same(back.table, both.table);
  expect_same(back.more, both.more);
}

TEST(DataSet, RefusesEveryTruncation) {
  for (const DataSet& data :
       {DataSet(people()), DataSet(shop()), DataSet(TablePair{people(), people()})}) {
    const auto bytes = encode_data(data);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_THROW((void)decode_data(std::span(bytes).first(size)), Error) << size;
    }
  }
}

TEST(DataSet, RefusesColumnsThatMakeNoTable) {
  // The same bytes with the second column called as the first one.
  auto bytes = encode_data(make_table({"a", "b"}, {{"x", "y"}}));
  EXPECT_NO_THROW((void)decode_data(bytes));
  *std::ranges::find(bytes, std::byte{'b'}) = std::byte{'a'};
  EXPECT_THROW((void)decode_data(bytes), Error);
  auto number = encode_data(make_table({"a"}, {{"7"}, {"8"}}));
  *std::ranges::find(number, std::byte{'8'}) = std::byte{'x'};
  try {
    (void)decode_data(number);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Input);
  }
}

TEST(DataSet, ASchemasFingerprintIsOfColumnsAndNotOfValues) {
  const auto print = schema_fingerprint(make_table({"a", "b"}, {{"x", "1"}}));
  EXPECT_EQ(print.size(), 64U);
  EXPECT_EQ(print, schema_fingerprint(make_table({"a", "b"}, {{"y", "2"}, {"z", "3"}})));
  EXPECT_NE(print, schema_fingerprint(make_table({"a", "c"}, {{"x", "1"}})));
  EXPECT_NE(print, schema_fingerprint(make_table({"a", "b"}, {{"x", "y"}})));
  EXPECT_NE(schema_fingerprint(shop()), schema_fingerprint(people()));
  Baskets renamed = shop();
  renamed.add_item("more");
  EXPECT_NE(schema_fingerprint(shop()), schema_fingerprint(renamed));
}

TEST(DataSet, SplitsByColumnsAndRows) {
  const auto columns = split_data(people(), Split::Vertical, 2);
  EXPECT_EQ(describe_part(columns[0], Split::Vertical), "age");
  EXPECT_EQ(describe_part(columns[1], Split::Vertical), "zip, sex");
  EXPECT_EQ(rows_of(columns[1]), 4U);
  const auto rows = split_data(people(), Split::Horizontal, 3);
  EXPECT_EQ(rows_of(rows[0]) + rows_of(rows[1]) + rows_of(rows[2]), 4U);
  EXPECT_EQ(std::get<Table>(rows[0]).column(0).text(0), "31");
}

TEST(DataSet, SplitsByItemsAndBaskets) {
  const auto items = split_data(shop(), Split::Vertical, 2);
  const auto& first = std::get<Baskets>(items[0]);
  const auto& second = std::get<Baskets>(items[1]);
  EXPECT_EQ(first.items(), 2U);
  EXPECT_EQ(second.name(0), "beer");
  EXPECT_EQ(first.size(), 3U);
  EXPECT_EQ(second.basket(0).size(), 1U);
  EXPECT_EQ(second.basket(2).size(), 2U);
  EXPECT_EQ(describe_part(items[1], Split::Vertical), "3 items");
  EXPECT_EQ(rows_of(split_data(shop(), Split::Horizontal, 2)[1]), 2U);
}

// Every deal gives each item, with its baskets, to one party, as evenly as it can be done.
TEST(DataSet, DealsEverythingOnceAndEvenly) {
  Baskets whole;
  for (int i = 0; i < 11; ++i) whole.add_item("i" + std::to_string(i));
  for (ItemId b = 0; b < 11; ++b) whole.add(std::vector<ItemId>{b});
  for (const auto name : deal_names()) {
    const auto parts = split_data(whole, Split::Vertical, 4, deal_of(name), 9);
    std::vector<std::string> items;
    for (const auto& part : parts) {
      const auto& own = std::get<Baskets>(part);
      EXPECT_GE(own.items(), 2U) << name;
      EXPECT_LE(own.items(), 3U) << name;
      for (ItemId i = 0; i < own.items(); ++i) {
        const std::string item(own.name(i));
        items.push_back(item);
        const auto basket = own.basket(static_cast<BasketId>(std::stoul(item.substr(1))));
        ASSERT_EQ(basket.size(), 1U);
        EXPECT_EQ(basket[0], i);
      }
    }
    std::ranges::sort(items);
    EXPECT_EQ(items.size(), 11U);
    EXPECT_TRUE(std::ranges::adjacent_find(items) == items.end()) << name;
  }
  const auto turns = split_data(people(), Split::Vertical, 2, Deal::RoundRobin);
  EXPECT_EQ(describe_part(turns[0], Split::Vertical), "age, sex");
  const auto rows = split_data(people(), Split::Horizontal, 2, Deal::RoundRobin);
  EXPECT_EQ(rows_of(rows[0]), 2U);
}

TEST(DataSet, RefusesMorePartiesThanColumns) {
  try {
    (void)split_data(people(), Split::Vertical, 4);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    EXPECT_STREQ(error.what(), "--parties: 4 parties cannot share 3 columns: ask for fewer");
  }
}

TEST(DataSet, SplitsByNamedColumnsAndJoinsThem) {
  const auto parts =
      split_columns(people(), std::vector<std::vector<std::string>>{{"sex"}, {"zip", "age"}});
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(describe_part(parts[1], Split::Vertical), "zip, age");
  const auto whole = join_columns(parts);
  expect_same(whole.select_columns(std::vector<AttributeId>{2, 1, 0}), people());
}

TEST(DataSet, RefusesPartsThatDoNotFit) {
  const auto message = [](auto act) -> std::string {
    try {
      act();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const auto split = [&](std::vector<std::vector<std::string>> parts) {
    return message([&] { (void)split_columns(people(), parts); });
  };
  EXPECT_EQ(split({{"age"}, {}}), "--parts: party-2 has no column");
  EXPECT_EQ(split({{"age"}, {"zip", "age"}}), "--parts: column 'age' is named twice");
  EXPECT_NE(split({{"age"}, {"city"}}).find("city"), std::string::npos);
  const auto join = [&](std::vector<DataSet> parts) {
    return message([&] { (void)join_columns(parts); });
  };
  EXPECT_EQ(join({people(), shop()}), "party-2 has no table");
  EXPECT_EQ(join({people(), make_table({"city"}, {{"ulm"}})}),
            "party-2 has 1 row and party-1 4 rows: the same rows must be at every party, in the "
            "same order");
  EXPECT_EQ(join({people(), people()}),
            "party-2 has a column 'age', as another party does: leave it out of one, or give it "
            "another name");
}

}  // namespace
}  // namespace privet::federation
