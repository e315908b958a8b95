// SPDX-License-Identifier: Apache-2.0
#include "base/id.h"

#include <gtest/gtest.h>

#include <numeric>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "base/json_fields.h"

namespace privet {
namespace {

using Left = Id<struct LeftTag>;
using Right = Id<struct RightTag>;

// What no reader of a vector or a file may notice.
static_assert(sizeof(Left) == sizeof(std::uint32_t) && alignof(Left) == alignof(std::uint32_t));
static_assert(std::is_trivial_v<Left> && std::has_unique_object_representations_v<Left>);

static_assert(!std::is_convertible_v<Right, Left> && !std::is_constructible_v<Left, Right>);
static_assert(!std::is_assignable_v<Left&, Right> && !std::is_assignable_v<Left&, std::uint32_t>);
static_assert(!std::is_convertible_v<std::uint32_t, Left>);
static_assert(!std::is_convertible_v<std::size_t, Left>);
static_assert(std::is_constructible_v<Left, std::size_t>);
static_assert(std::is_convertible_v<Left, std::size_t>);

template <class A, class B>
concept Comparable = requires(A a, B b) {
  a == b;
  a < b;
};
static_assert(Comparable<Left, Left> && Comparable<Left, std::size_t> && Comparable<Left, int>);
static_assert(!Comparable<Left, Right>);

TEST(Id, IsANumberWhereANumberIsMeant) {
  const std::vector<int> list{5, 6, 7};
  int sum = 0;
  for (Left id = 0; id < list.size(); ++id) sum += list[id];
  EXPECT_EQ(sum, 18);
  Left id = 2;
  EXPECT_EQ(id++, 2U);
  EXPECT_EQ(id, 3U);
  EXPECT_EQ(--id, 2U);
  EXPECT_EQ(id + 1, Left(3U));
  EXPECT_EQ(id - 2, Left(0U));
  EXPECT_EQ(Left{}, 0U);
}

TEST(Id, GoesIntoLists) {
  std::vector<Left> ids(3);
  EXPECT_EQ(ids, (std::vector<Left>{0, 0, 0}));
  std::iota(ids.begin(), ids.end(), Left{4});
  EXPECT_EQ(ids, (std::vector<Left>{4, 5, 6}));
  const std::unordered_set<Left> set(ids.begin(), ids.end());
  EXPECT_TRUE(set.contains(5));
  EXPECT_FALSE(set.contains(7));
}

TEST(Id, GoesThroughJson) {
  const Json json{{"ids", std::vector<Left>{1, 2}}, {"one", Left{3}}};
  EXPECT_EQ(json.dump(), R"({"ids":[1,2],"one":3})");
  EXPECT_EQ(wholes_at<Left>(json, "ids"), (std::vector<Left>{1, 2}));
  EXPECT_EQ(whole_at<Left>(json, "one"), Left{3});
  EXPECT_THROW((void)whole_at<Left>(Json{{"one", std::uint64_t{4294967296}}}, "one"), Error);
}

TEST(Id, TheLargest) {
  EXPECT_EQ(std::numeric_limits<Left>::max(), 4294967295U);
}

}  // namespace
}  // namespace privet
