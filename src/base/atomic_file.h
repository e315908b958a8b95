// SPDX-License-Identifier: Apache-2.0
// Replaces a file all at once or not at all.
// Idea: write beside the target, fsync, rename over it. Until commit() the target is untouched; if
// commit() is never reached (an error, Ctrl-C) the file beside is removed by the destructor.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace privet {

// Where a file written under this path ends up: links are followed, also to a file that does not
// exist yet. Throws Error{Output} for links that lead back to themselves.
[[nodiscard]] std::string written_path(const std::string& path);

class AtomicFile {
 public:
  enum class Access { Default, OwnerOnly };  // OwnerOnly: mode 0600, for keys and profiles

  // Opens the file beside `path`. A symbolic link is followed, so that its target is replaced and
  // the link stays. Devices and pipes cannot be replaced: they are written directly, at commit().
  explicit AtomicFile(const std::string& path, Access access = Access::Default);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  void write(std::span<const std::byte> bytes);

  // What was written so far, for a reader that checks it before commit().
  [[nodiscard]] const std::string& staged_path() const { return staged_; }

  // Makes the content durable and visible under the path. Throws Error{Output}, leaving the old
  // file. With Old::Keep, undo() can take it back until this object goes.
  enum class Old { Drop, Keep };
  void commit(Old old = Old::Drop);
  // Puts the old file back after commit(Old::Keep), or removes the new one if there was none. Does
  // nothing where that cannot be done: devices, pipes, file systems without hard links.
  void undo() noexcept;

 private:
  void fail(std::string_view what) const;
  void discard() noexcept;
  void keep_old();

  std::string path_;
  std::string target_;
  std::string staged_;
  std::string old_;  // a second name of the file that was replaced, for undo(); empty: none
  bool can_undo_ = false;
  bool replace_ = true;
  bool committed_ = false;
  int fd_ = -1;
};

}  // namespace privet
