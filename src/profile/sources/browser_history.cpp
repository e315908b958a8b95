// SPDX-License-Identifier: Apache-2.0
#include "profile/sources/browser_history.h"

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "base/with_place.h"
#include "data/sqlite/read_sqlite.h"
#include "profile/sources/mime_internal.h"

namespace privet::profile {
namespace {

namespace fs = std::filesystem;

// A folder only we can read, gone with everything in it when no longer needed.
class PrivateFolder {
 public:
  PrivateFolder() : path_((fs::temp_directory_path() / "privet.XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) {
      throw Error(ErrorCode::Output, "no folder for a temporary copy can be made; set TMPDIR",
                  {.file = path_});
    }
  }
  ~PrivateFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  [[nodiscard]] fs::path file(const std::string& name) const { return fs::path(path_) / name; }

 private:
  std::string path_;
};

std::string copy_database(const std::string& path, const PrivateFolder& folder) {
  const fs::path copy = folder.file("history.sqlite");
  std::error_code fault;
  fs::copy_file(path, copy, fault);
  if (fault) {
    throw Error(ErrorCode::Input, "cannot be copied to be read: " + fault.message(),
                {.file = path});
  }
  for (const char* suffix : {"-wal", "-journal"}) {
    // What the browser has not yet moved into the file itself.
    if (fs::exists(path + suffix)) fs::copy_file(path + suffix, copy.string() + suffix, fault);
  }
  return copy.string();
}

bool has_table(const Table& names, std::string_view wanted) {
  for (RowId row = 0; row < names.rows(); ++row) {
    if (names.column(0).text(row) == wanted) return true;
  }
  return false;
}

std::string query_for(const std::string& copy, const std::string& path, const Run& run) {
  const Table names = read_sqlite(copy, "SELECT name FROM sqlite_master", run);
  if (has_table(names, "moz_places")) {
    return "SELECT coalesce(title, '') AS title, url FROM moz_places WHERE visit_count > 0 AND "
           "hidden = 0 ORDER BY id";
  }
  if (has_table(names, "urls") && has_table(names, "visits")) {
    return "SELECT coalesce(title, '') AS title, url FROM urls WHERE visit_count > 0 AND hidden = "
           "0 ORDER BY id";
  }
  throw Error(ErrorCode::Input,
              "is a database, and not a browser's history: it has neither Firefox's table "
              "moz_places nor Chromium's urls and visits",
              {.file = path});
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int letter = std::tolower(static_cast<unsigned char>(c));
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

}  // namespace

bool is_sqlite(std::string_view bytes) {
  return bytes.starts_with(std::string_view("SQLite format 3\0", 16));
}

std::string address_words(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos || !url.starts_with("http")) return {};
  url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("?#"));
  std::string_view host = url.substr(0, url.find('/'));
  std::string_view path = url.substr(host.size());
  host = host.substr(host.rfind('@') + 1);  // npos + 1 is 0
  host = host.substr(0, host.find(':'));
  if (host.starts_with("www.")) host.remove_prefix(4);
  std::string out(host.substr(0, host.rfind('.')));
  const std::size_t file = path.rfind('/');
  const std::size_t extension = path.rfind('.');
  if (extension != std::string_view::npos && extension > file) path = path.substr(0, extension);
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '%' && i + 2 < path.size() && hex_digit(path[i + 1]) >= 0 &&
        hex_digit(path[i + 2]) >= 0) {
      out += static_cast<char>(hex_digit(path[i + 1]) * 16 + hex_digit(path[i + 2]));
      i += 2;
    } else {
      out += path[i];
    }
  }
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '/' || c == '-' || c == '_' || c == '.'; },
      ' ');
  return std::string(detail::trimmed(out));
}

std::size_t read_browser_history(const std::string& path, const DocumentSink& sink,
                                 const Run& run) {
  run.progress("reading the browser's history");
  const PrivateFolder folder;
  const std::string copy = copy_database(path, folder);
  // Not the copy but the file the user knows.
  return with_place({.file = path}, [&] {
    const Table pages = read_sqlite(copy, query_for(copy, path, run), run);
    for (RowId row = 0; row < pages.rows(); ++row) {
      const std::string url(pages.column(1).text(row));
      sink({.title = std::string(pages.column(0).text(row)),
            .address = url,
            .text = address_words(url)});
    }
    return pages.rows();
  });
}

}  // namespace privet::profile
