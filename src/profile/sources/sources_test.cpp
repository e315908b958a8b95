// SPDX-License-Identifier: Apache-2.0
#include "profile/sources/sources.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "profile/sources/browser_history.h"
#include "profile/sources/charset.h"
#include "profile/sources/markup.h"
#include "tests/support/temporary_folder.h"

namespace privet::profile {
namespace {

using testing_support::TemporaryFolder;

void write(const std::string& path, std::string_view bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

struct Read {
  std::vector<Document> documents;
  SourceCounts counts;
};

Read read(const std::string& path, const SourceOptions& options = {}) {
  Read out;
  read_source(
      path, options, [&](const Document& document) { out.documents.push_back(document); },
      out.counts, privet::Run());
  return out;
}

class Database {
 public:
  explicit Database(const std::string& path) {
    EXPECT_EQ(sqlite3_open(path.c_str(), &handle_), SQLITE_OK);
  }
  ~Database() { sqlite3_close(handle_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  void run(const char* statements) {
    EXPECT_EQ(sqlite3_exec(handle_, statements, nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle_);
  }

 private:
  sqlite3* handle_ = nullptr;
};

TEST(Charset, MarksNamesAndGuesses) {
  EXPECT_EQ(to_utf8("caf\xe9"), "café");
  EXPECT_EQ(to_utf8("caf\xe9", "iso-8859-1"), "café");
  EXPECT_EQ(to_utf8("\xd0\xd2\xc9\xd7\xc5\xd4", "KOI8-R"), "привет");
  EXPECT_EQ(to_utf8("plain", "no-such-charset"), "plain");
  EXPECT_EQ(to_utf8("a\xff z", "utf-8"), "a\uFFFD z");
  EXPECT_EQ(file_text(std::string_view("\xff\xfeh\0i\0", 6)), "hi");
  EXPECT_EQ(file_text(std::string_view("\xfe\xff\0h\0i", 6)), "hi");
  EXPECT_EQ(file_text("\xef\xbb\xbfhi"), "hi");
  EXPECT_EQ(file_text(std::string_view("PNG\0\1", 5)), std::nullopt);
  EXPECT_EQ(file_text("%PDF-1.7 words"), std::nullopt);
  EXPECT_EQ(file_text("\1\2\3\4\5"), std::nullopt);
}

TEST(Markup, HtmlLosesTagsScriptsAndReferences) {
  const auto page = html_text(
      "<!DOCTYPE html><html><head><title>A &amp; B</title><style>p{x:y}</style><script>if (a<b) "
      "hide()</script></head><body><!-- secret --><p class='a>b'>caf&eacute; "
      "<b>bo</b>ld</p><p>n&#228;chste &#x41;&bogus; 1 < 2</body>");
  EXPECT_EQ(page.title, "A & B");
  EXPECT_NE(page.text.find("café bold"), std::string::npos);
  EXPECT_NE(page.text.find("nächste A&bogus; 1 < 2"), std::string::npos);
  for (const char* gone : {"secret", "hide", "x:y", "class"}) {
    EXPECT_EQ(page.text.find(gone), std::string::npos) << gone;
  }
  for (const char* odd : {"<", "<p", "<p a='", "<script>", "<!--", "&", "&#;", "<title>x", "</"}) {
    static_cast<void>(html_text(odd));  // whatever it is, no crash and no hang
  }
}

TEST(Markup, MarkdownKeepsTheWordsOfLinks) {
  const auto page = markdown_text("# My title\n\nSee [the engine](https://example.org/x) *now*.\n");
  EXPECT_EQ(page.title, "My title");
  EXPECT_NE(page.text.find("the engine"), std::string::npos);
  EXPECT_EQ(page.text.find("example"), std::string::npos);
}

TEST(Sources, FolderSkipsAndCountsWhatIsNoText) {
  const TemporaryFolder folder;
  write(folder.path("a.txt"), "alpha");
  write(folder.path("deep/b.html"), "<title>T</title><p>beta");
  write(folder.path("deep/c.md"), "# Heading\ngamma");
  write(folder.path("picture.png"), std::string_view("PNG\0\1\2", 6));
  write(folder.path(".hidden"), "no");
  write(folder.path(".git/config"), "no");
  std::filesystem::create_symlink(folder.path("a.txt"), folder.path("link.txt"));
  std::filesystem::create_directory_symlink(folder.folder(), folder.path("deep/loop"));
  const Read out = read(folder.folder());
  ASSERT_EQ(out.documents.size(), 3U);
  EXPECT_EQ(out.documents[0].text, "alpha");
  EXPECT_EQ(out.documents[1].title, "T");
  EXPECT_EQ(out.documents[2].title, "Heading");
  EXPECT_EQ(out.counts.binary, 1U);
  EXPECT_EQ(out.counts.files, 3U);
}

TEST(Sources, VeryLargeTextIsPassedOver) {
  const TemporaryFolder folder;
  write(folder.path("large.txt"), "words ");
  std::filesystem::resize_file(folder.path("large.txt"), 100'000'000);
  EXPECT_EQ(read(folder.path("large.txt")).counts.large, 1U);
}

TEST(Sources, TableNeedsItsColumns) {
  const TemporaryFolder folder;
  write(folder.path("t.csv"), "id,title,body\n1,One,\"first, text\"\n2,Two,second\n");
  const Read out = read(folder.path("t.csv"), {.text_columns = {"title", "body"}});
  ASSERT_EQ(out.documents.size(), 2U);
  EXPECT_EQ(out.documents[0].title, "One");
  EXPECT_EQ(out.documents[0].text, "first, text");
  EXPECT_THROW(read(folder.path("t.csv")), Error);
  EXPECT_THROW(read(folder.path("t.csv"), {.text_columns = {"bodi"}}), Error);
  EXPECT_THROW(read(folder.path("none.txt")), Error);
}

TEST(History, FirefoxEvenWhileLocked) {
  const TemporaryFolder folder;
  const std::string path = folder.path("places.sqlite");
  Database browser(path);
  browser.run(
      "PRAGMA journal_mode = WAL; CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR,"
      " title LONGVARCHAR, visit_count INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0 NOT NULL);"
      "INSERT INTO moz_places VALUES (1, "
      "'https://www.example.org/search-engines/how%20to.html?q=1',"
      " 'Engines', 3, 0), (2, 'https://never.example', 'bookmark only', 0, 0),"
      " (3, 'https://frame.example/', NULL, 1, 1), (4, 'https://news.example.com/', NULL, 1, 0);"
      "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
  const Read out = read(path);
  ASSERT_EQ(out.documents.size(), 2U);
  EXPECT_EQ(out.documents[0].title, "Engines");
  EXPECT_EQ(out.documents[0].text, "example search engines how to");
  EXPECT_EQ(out.documents[1].text, "news example");
  EXPECT_EQ(out.counts.documents, 2U);
}

TEST(History, ChromiumAndOtherDatabases) {
  const TemporaryFolder folder;
  {
    Database browser(folder.path("History"));
    browser.run(
        "CREATE TABLE urls (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, "
        "visit_count "
        "INTEGER, typed_count INTEGER, last_visit_time INTEGER, hidden INTEGER DEFAULT 0);"
        "CREATE TABLE visits (id INTEGER PRIMARY KEY, url INTEGER);"
        "INSERT INTO urls VALUES (1, 'http://user:pw@shop.example:8080/a_b/c.d.php', 'Shop', 1, 0, "
        "0, 0);");
    Database other(folder.path("other.db"));
    other.run("CREATE TABLE t (a); INSERT INTO t VALUES (1);");
  }
  const Read out = read(folder.path("History"));
  ASSERT_EQ(out.documents.size(), 1U);
  EXPECT_EQ(out.documents[0].title, "Shop");
  EXPECT_EQ(out.documents[0].text, "shop a b c d");
  try {
    read(folder.path("other.db"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("other.db: is a database, and not a browser's"),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(address_words("about:blank"), "");
  EXPECT_EQ(address_words("file:///home/me/x"), "");
}

}  // namespace
}  // namespace privet::profile
