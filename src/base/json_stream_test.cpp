// SPDX-License-Identifier: Apache-2.0
#include "base/json_stream.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

Json numbered(int i) {
  return {{"n", i}, {"names", Json::array({"a\nb", i})}, {"none", Json::array()}};
}

TEST(JsonStream, WritesWhatTheWholeValueWouldBe) {
  for (const int indent : {-1, 1, 2}) {
    for (const int count : {0, 1, 3, 5000}) {
      Json whole{{"first", numbered(7)}};
      Json list = Json::array();
      for (int i = 0; i < count; ++i) list.push_back(numbered(i));
      whole["inner"] = Json{{"list", list}, {"after", 1}};
      whole["empty"] = Json::object();

      std::string text;
      std::size_t largest = 0;
      JsonStream out(
          [&](std::string_view piece) {
            text += piece;
            largest = std::max(largest, piece.size());
          },
          indent);
      out.member("first", numbered(7));
      out.open("inner");
      out.open_array("list");
      for (int i = 0; i < count; ++i) out.entry(numbered(i));
      out.close();
      out.member("after", 1);
      out.close();
      out.open("empty");
      out.finish();
      EXPECT_EQ(text, whole.dump(indent));
      EXPECT_LT(largest, std::size_t{1} << 17U);
    }
  }
}

}  // namespace
}  // namespace privet
