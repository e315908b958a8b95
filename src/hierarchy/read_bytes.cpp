// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/read_bytes.h"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/error.h"

namespace privet {

std::string read_hierarchy_bytes(const std::string& path) {
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorCode::Input, why, Place{.file = path});
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail("is a directory; name a file in it");
  errno = 0;
  // zlib passes files through that are not gzip.
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file && errno == ENOENT) fail("there is no such file");
  if (!file) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
  std::string bytes;
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const int got = gzread(file.get(), buffer.data(), static_cast<unsigned>(buffer.size()));
    if (got < 0) {
      int code = 0;
      fail(fmt::format("cannot read the hierarchy: {}", gzerror(file.get(), &code)));
    }
    if (got == 0) break;
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
  }
  // A truncated gzip file shows only here.
  int code = Z_OK;
  const char* message = gzerror(file.get(), &code);
  if (code != Z_OK && code != Z_STREAM_END) {
    fail(fmt::format("cannot read the hierarchy: {}", message));
  }
  return bytes;
}

}  // namespace privet
