// SPDX-License-Identifier: Apache-2.0
#include "base/codec.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

TEST(Codec, IsLittleEndian) {
  ByteWriter out;
  out.put(std::uint32_t{0x01020304});
  ASSERT_EQ(out.bytes().size(), 4U);
  EXPECT_EQ(out.bytes()[0], std::byte{4});
  EXPECT_EQ(out.bytes()[3], std::byte{1});
}

TEST(Codec, RoundTrips) {
  ByteWriter out;
  out.put(std::uint8_t{200});
  out.put(std::uint16_t{65535});
  out.put(std::uint64_t{0xfedcba9876543210U});
  out.put_text("key");
  out.put_text("");
  ByteReader in(out.bytes());
  EXPECT_EQ(in.get<std::uint8_t>(), 200);
  EXPECT_EQ(in.get<std::uint16_t>(), 65535);
  EXPECT_EQ(in.get<std::uint64_t>(), 0xfedcba9876543210U);
  EXPECT_EQ(in.get_text(), "key");
  EXPECT_EQ(in.get_text(), "");
  EXPECT_TRUE(in.done());
}

TEST(Codec, RefusesToReadPastTheEnd) {
  ByteWriter out;
  out.put(std::uint32_t{1000});  // a text length with no text behind it
  ByteReader in(out.bytes());
  EXPECT_THROW((void)in.get_text(), Error);
  ByteReader empty({});
  EXPECT_THROW((void)empty.get<std::uint8_t>(), Error);
}

}  // namespace
}  // namespace privet
