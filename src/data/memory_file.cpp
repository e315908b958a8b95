// SPDX-License-Identifier: Apache-2.0
#include "data/memory_file.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>

#include "base/error.h"

namespace privet {
namespace {

[[noreturn]] void no_memory() {
  throw Error(ErrorCode::Output, "there is no memory for a file of this size");
}

}  // namespace

MemoryFile::MemoryFile(std::string_view bytes) : fd_(::memfd_create("table", MFD_CLOEXEC)) {
  if (fd_ < 0) no_memory();
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd_, bytes.data(), bytes.size());
    if (count <= 0) {
      ::close(fd_);
      no_memory();
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

MemoryFile::~MemoryFile() {
  ::close(fd_);
}

std::string MemoryFile::path() const {
  return fmt::format("/proc/self/fd/{}", fd_);
}

void MemoryFile::copy(const Sink& sink) const {
  std::array<char, 65536> buffer{};
  off_t at = 0;
  for (;;) {
    const ssize_t count = ::pread(fd_, buffer.data(), buffer.size(), at);
    if (count < 0) no_memory();
    if (count == 0) return;
    sink({buffer.data(), static_cast<std::size_t>(count)});
    at += count;
  }
}

}  // namespace privet
