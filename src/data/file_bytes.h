// SPDX-License-Identifier: Apache-2.0
// The bytes of an input file, however it comes: mapped when it is a regular file, inflated into
// memory when it is gzip (known by its first bytes, not its name), read to its end when it is a
// pipe, "-" being standard input.
// Cost: a regular file costs no memory of its own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/run.h"

namespace privet {

class FileBytes {
 public:
  // Throws Error{Input} naming the file when it cannot be read or is broken gzip.
  FileBytes(const std::string& path, const Run& run);
  ~FileBytes();
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  [[nodiscard]] std::string_view view() const {
    return map_ != nullptr ? std::string_view(static_cast<const char*>(map_), size_)
                           : std::string_view(memory_);
  }

 private:
  void map(int fd, std::size_t size);
  void unmap() noexcept;

  void* map_ = nullptr;
  std::size_t size_ = 0;
  std::string memory_;
};

// Throws Error{Input} if a folder has this name: for files that something else reads.
void refuse_directory(const std::string& path);

// The content of gzip bytes, all members of them. `name` is the file for messages.
[[nodiscard]] std::string gunzip(std::string_view bytes, const std::string& name, const Run& run);
// Gzip of these bytes, the same on every machine (no time stamp).
[[nodiscard]] std::string gzip(std::string_view bytes);
// Whether bytes begin as gzip does.
[[nodiscard]] bool is_gzip(std::string_view bytes);

}  // namespace privet
