// SPDX-License-Identifier: Apache-2.0
#include "studio/workroom.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

namespace privet::studio {
namespace {

TEST(Workroom, NamesCannotLeaveTheFolder) {
  EXPECT_EQ(clean_name("people.csv"), "people.csv");
  EXPECT_EQ(clean_name("../../etc/passwd"), "passwd");
  EXPECT_EQ(clean_name("..\\..\\boot.ini"), "boot.ini");
  EXPECT_EQ(clean_name("/"), "file");
  EXPECT_EQ(clean_name(".."), "file");
  EXPECT_EQ(clean_name(".hidden"), "hidden");
  EXPECT_EQ(clean_name("-rf.csv"), "rf.csv");
  EXPECT_EQ(clean_name("<img src=x onerror=alert(1)>.csv"), "img_src_x_onerror_alert_1_.csv");
  EXPECT_EQ(clean_name("a\"b\r\nSet-Cookie: c.csv"), "a_b_Set-Cookie_c.csv");
  EXPECT_EQ(clean_name(std::string("a\0b", 3)), "a_b");
  EXPECT_EQ(clean_name(std::string(500, 'x') + ".csv").size(), 80U);
  EXPECT_TRUE(clean_name(std::string(500, 'x') + ".csv").ends_with("x.csv"));
}

TEST(Workroom, FilesKeepTheirNamesApart) {
  Workroom room;
  const std::string one = room.fresh("t.csv");
  const std::string two = room.fresh("t.csv");
  EXPECT_NE(one, two);
  EXPECT_TRUE(two.ends_with("/t-2.csv"));
  EXPECT_FALSE(room.find("t.csv"));  // nothing was written yet
  std::ofstream(one) << "x";
  EXPECT_EQ(room.find("t.csv"), one);
  EXPECT_FALSE(room.find("../" + room.folder().filename().string() + "/t.csv"));
  room.hide(one);
  EXPECT_FALSE(room.find("t.csv"));
  EXPECT_TRUE(std::filesystem::exists(one));
  std::ofstream(two) << "x";
  room.remove(two);
  EXPECT_FALSE(std::filesystem::exists(two));
}

TEST(Workroom, IsPrivateAndVanishes) {
  std::filesystem::path folder;
  {
    Workroom room;
    folder = room.folder();
    std::ofstream(room.fresh("t.csv")) << "x";
    struct stat facts{};
    ASSERT_EQ(::stat(folder.c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777U, 0700U);
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
}

}  // namespace
}  // namespace privet::studio
