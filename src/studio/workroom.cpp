// SPDX-License-Identifier: Apache-2.0
#include "studio/workroom.h"

#include <fmt/format.h>

#include <cstdlib>
#include <system_error>

#include "base/error.h"

namespace privet::studio {

namespace fs = std::filesystem;

std::string clean_name(std::string_view name) {
  constexpr std::size_t kLongest = 80;
  std::string out;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '-' || c == '_';
    if (c == '/' || c == '\\') {
      out.clear();  // only what is behind the last one names the file
    } else if (plain) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  out.erase(0, out.find_first_not_of(".-_") == std::string::npos ? out.size()
                                                                 : out.find_first_not_of(".-_"));
  // The end says what kind of file it is.
  if (out.size() > kLongest) out.erase(0, out.size() - kLongest);
  return out.empty() ? "file" : out;
}

Workroom::Workroom() {
  std::string pattern = (fs::temp_directory_path() / "privet-studio.XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {  // mode 0700
    throw Error(ErrorCode::Output, "no private folder can be made there; set TMPDIR",
                {.file = fs::temp_directory_path().string()});
  }
  folder_ = pattern;
}

Workroom::~Workroom() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string Workroom::fresh(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const fs::path wanted = clean_name(name);
  std::string used = wanted.string();
  for (std::size_t number = 2; names_.contains(used); ++number) {
    used = fmt::format("{}-{}{}", wanted.stem().string(), number, wanted.extension().string());
  }
  return names_[used] = (folder_ / used).string();
}

std::optional<std::string> Workroom::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto it = names_.find(name);
  if (it == names_.end() || !fs::is_regular_file(it->second)) return std::nullopt;
  return it->second;
}

void Workroom::remove(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto name = fs::path(path).filename().string();
  if (const auto it = names_.find(name); it != names_.end() && it->second == path) {
    std::error_code ignored;
    fs::remove(path, ignored);
    names_.erase(it);
  }
}

void Workroom::hide(const std::string& path) {
  const std::lock_guard lock(mutex_);
  std::erase_if(names_, [&](const auto& entry) { return entry.second == path; });
}

std::string Workroom::without_folder(std::string text) const {
  const std::string folder = folder_.string() + "/";
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
    text.erase(at, folder.size());
  }
  return text;
}

}  // namespace privet::studio
