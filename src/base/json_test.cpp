// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/sampling.h"

namespace privet {
namespace {

TEST(Json, BracesMakeObjectsOfPairsAndArraysOfAnythingElse) {
  const std::vector<std::string> names{"a", "b"};
  const Json object{{"rows", 3}, {"names", names}, {"inner", {{"x", 0.5}}}, {"none", nullptr}};
  EXPECT_EQ(object.dump(), R"({"rows":3,"names":["a","b"],"inner":{"x":0.5},"none":null})");
  EXPECT_EQ(Json::array({1, "two", true}).dump(), R"([1,"two",true])");
  EXPECT_EQ(Json::array().dump(), "[]");
  EXPECT_EQ(Json::object().dump(2), "{}");
  EXPECT_EQ((Json{{"a", Json::array({1, 2})}}).dump(1), "{\n \"a\": [\n  1,\n  2\n ]\n}");
}

TEST(Json, KeysKeepTheirOrderAndSortOnRequest) {
  Json object;
  object["b"] = 1;
  object["a"] = Json{{"z", 1}, {"y", 2}};
  object["b"] = 2;
  EXPECT_EQ(object.dump(), R"({"b":2,"a":{"z":1,"y":2}})");
  EXPECT_EQ(object.sorted().dump(), R"({"a":{"y":2,"z":1},"b":2})");
  EXPECT_EQ(object, object.sorted());
  object.update({{"b", 3}, {"c", 4}});
  EXPECT_EQ(object.dump(), R"({"b":3,"a":{"z":1,"y":2},"c":4})");
}

// The library is the judge: what we write, it reads as what we meant.
TEST(Json, NumbersReadBackAsTheSame) {
  Sampler sampler(5);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = sampler.below(std::numeric_limits<std::uint64_t>::max());
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const std::string text = Json(value).dump();
    EXPECT_EQ(nlohmann::json::parse(text).get<double>(), value) << text;
    EXPECT_EQ(Json::parse(text).get<double>(), value) << text;
  }
  for (const auto& [value, text] : std::vector<std::pair<double, std::string>>{
           {0, "0.0"},
           {-0.0, "-0.0"},
           {1, "1.0"},
           {0.1, "0.1"},
           {0.0001, "0.0001"},
           {0.00001, "1e-05"},
           {123456789012345, "123456789012345.0"},
           {1e15, "1e+15"},
           {1e300, "1e+300"},
           {-2.5e-9, "-2.5e-09"},
           {std::nan(""), "null"},
           {std::numeric_limits<double>::infinity(), "null"}}) {
    EXPECT_EQ(Json(value).dump(), text);
  }
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).dump(), "18446744073709551615");
  EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()).dump(), "-9223372036854775808");
}

TEST(Json, TextsReadBackAsTheSame) {
  std::string every;
  for (char32_t c = 0; c < 0x300; ++c) {
    every += c < 0x80 ? std::string(1, static_cast<char>(c))
                      : std::string{static_cast<char>(0xC0U | c >> 6U),
                                    static_cast<char>(0x80U | (c & 0x3FU))};
  }
  every += "€😀\"\\/";
  EXPECT_EQ(nlohmann::json::parse(Json(every).dump()).get<std::string>(), every);
  EXPECT_EQ(Json::parse(Json(every).dump()).text(), every);
  EXPECT_TRUE(Json(every).all_utf8());
}

TEST(Json, BytesThatAreNotUtf8BecomeReplacements) {
  const Json object{{"k\xFF", "a\xC3(\xED\xA0\x80z"}};
  EXPECT_FALSE(object.all_utf8());
  EXPECT_EQ(object.dump(), "{\"k\uFFFD\":\"a\uFFFD(\uFFFD\uFFFD\uFFFDz\"}");
}

TEST(Json, ReadingChecksKindsAndRanges) {
  const Json object = Json::parse(R"({"n": 300, "minus": -1, "x": 1.5, "list": [1, 2], "t": "a"})");
  EXPECT_EQ(object.at("n").get<int>(), 300);
  EXPECT_EQ(object.at("n").get<double>(), 300.0);
  EXPECT_EQ(object.at("minus").get<std::int8_t>(), -1);
  EXPECT_EQ(object.at("list").get<std::vector<int>>(), (std::vector<int>{1, 2}));
  EXPECT_THROW(static_cast<void>(object.at("n").get<std::uint8_t>()), JsonError);
  EXPECT_THROW(static_cast<void>(object.at("minus").get<unsigned>()), JsonError);
  EXPECT_THROW(static_cast<void>(object.at("x").get<int>()), JsonError);
  EXPECT_THROW(static_cast<void>(object.at("t").get<bool>()), JsonError);
  EXPECT_THROW(static_cast<void>(object.at("t").get<double>()), JsonError);
  EXPECT_THROW(static_cast<void>(object.at("n").text()), JsonError);
  EXPECT_THROW(static_cast<void>(object.at("list").at(2)), JsonError);
  EXPECT_THROW(static_cast<void>(object.at("list").at("x")), JsonError);
  try {
    static_cast<void>(object.at("gone"));
    FAIL();
  } catch (const JsonError& error) {
    EXPECT_EQ(error.message(), "'gone' is missing");
  }
}

TEST(Json, FaultsAreNamedByLineAndColumn) {
  for (const auto& [text, place] : std::vector<std::pair<std::string, std::string>>{
           {"", "line 1, column 1"},
           {"{\"a\": 1,\n \"b\": x}", "line 2, column 7"},
           {"[1, 2", "line 1, column 6"},
           {"1 2", "line 1, column 3"},
           {"\"\xFF\"", "line 1, column 2"}}) {
    try {
      static_cast<void>(Json::parse(text));
      FAIL() << text;
    } catch (const JsonError& error) {
      EXPECT_EQ(error.message(), "not valid JSON at " + place) << text;
    }
  }
}

TEST(Json, NestingIsBounded) {
  const std::string deep(9'999, '[');
  EXPECT_EQ(Json::parse(deep + "1" + std::string(9'999, ']')).size(), 1U);
  EXPECT_THROW(static_cast<void>(Json::parse(std::string(1'000'000, '['))), JsonError);
}

TEST(Json, PointersFindWhatLiesInside) {
  const Json value = Json::parse(R"({"hits": [{"a/b": 1}, {"m~n": 2}], "": 3})");
  EXPECT_EQ(*value.find_pointer("/hits/0/a~1b"), Json(1));
  EXPECT_EQ(*value.find_pointer("/hits/1/m~0n"), Json(2));
  EXPECT_EQ(*value.find_pointer("/"), Json(3));
  EXPECT_EQ(value.find_pointer(""), &value);
  EXPECT_EQ(value.find_pointer("/hits/2"), nullptr);
  EXPECT_EQ(value.find_pointer("/hits/x"), nullptr);
  EXPECT_EQ(value.find_pointer("/hits/0/a~1b/c"), nullptr);
  EXPECT_TRUE(Json::is_pointer("/a~0b"));
  EXPECT_FALSE(Json::is_pointer("a"));
  EXPECT_FALSE(Json::is_pointer("/a~2"));
}

TEST(Json, EqualityIsByMeaning) {
  EXPECT_EQ(Json(1), Json(1.0));
  EXPECT_NE(Json(-1), Json(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_NE(Json(1), Json("1"));
  EXPECT_NE(Json(nullptr), Json(false));
  EXPECT_EQ((Json{{"a", 1}, {"b", 2}}), (Json{{"b", 2}, {"a", 1}}));
  EXPECT_NE((Json{{"a", 1}, {"b", 2}}), (Json{{"a", 1}, {"c", 2}}));
}

}  // namespace
}  // namespace privet
