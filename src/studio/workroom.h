// SPDX-License-Identifier: Apache-2.0
// A folder of its own for what the studio is given and what it makes, which only this user can
// read and which is gone when the studio ends.
// Idea: nothing that a browser names becomes a path: every file gets a name that is cleaned here,
// and a name that was never handed out is not opened.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace privet::studio {

// Letters, digits, dots, dashes and underscores of a name, at most 80 of them and none in front
// that hides a file; "file" where nothing is left.
[[nodiscard]] std::string clean_name(std::string_view name);

// Threads: any.
class Workroom {
 public:
  // Throws Error{Output} if no folder can be made.
  Workroom();
  ~Workroom();
  Workroom(const Workroom&) = delete;
  Workroom& operator=(const Workroom&) = delete;

  // A path for a new file of about this name; another file of that name keeps its own.
  [[nodiscard]] std::string fresh(std::string_view name);
  // The file that was handed out under this name ("release.csv"), if it is there.
  [[nodiscard]] std::optional<std::string> find(std::string_view name) const;
  void remove(const std::string& path);
  // The file stays, but find() does not know it any more.
  void hide(const std::string& path);
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  // Files of this room are known by their names, not by where they lie.
  [[nodiscard]] std::string without_folder(std::string text) const;

 private:
  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  std::map<std::string, std::string, std::less<>> names_;  // name -> path
};

}  // namespace privet::studio
