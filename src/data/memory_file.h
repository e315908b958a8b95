// SPDX-License-Identifier: Apache-2.0
// A file in memory without a name in any folder, for libraries that read and write files only. It
// goes with this object; nothing of a table that is not checked yet reaches a disk.
#pragma once

#include <string>
#include <string_view>

#include "base/sink.h"

namespace privet {

class MemoryFile {
 public:
  // Throws Error{Output} where the system gives none.
  explicit MemoryFile(std::string_view bytes = {});
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  // Under this path the library opens it.
  [[nodiscard]] std::string path() const;
  // All its bytes.
  void copy(const Sink& sink) const;

 private:
  int fd_;
};

}  // namespace privet
