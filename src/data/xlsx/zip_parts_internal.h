// SPDX-License-Identifier: Apache-2.0
// The parts of a zip archive in memory, inflated piece by piece. What a part may grow to is bounded
// by the size of the archive, so that a small file cannot fill the memory or keep a machine busy.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct zip;
struct zip_file;

namespace privet::detail {

class ZipParts {
 public:
  // `bytes` must outlive this; `name` is the file for messages. Throws Error{Input}.
  ZipParts(std::string_view bytes, std::string name);

  [[nodiscard]] bool has(const std::string& part) const;
  // The whole part. Throws Error{Input} if it is not there, is broken or too large.
  [[nodiscard]] std::string read(const std::string& part) const;
  [[noreturn]] void refuse(const std::string& what) const;
  [[nodiscard]] std::size_t archive_bytes() const { return bytes_; }

 private:
  friend class ZipPart;
  struct Close {
    void operator()(zip* archive) const;
  };

  std::string name_;
  std::size_t bytes_ = 0;
  std::unique_ptr<zip, Close> archive_;
};

// One part, read from its beginning to its end.
class ZipPart {
 public:
  ZipPart(const ZipParts& parts, std::string name);
  // Fills the buffer as far as there is something; 0 at the end.
  [[nodiscard]] std::size_t read(std::span<char> buffer);
  [[nodiscard]] const ZipParts& parts() const { return parts_; }
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  struct Close {
    void operator()(zip_file* file) const;
  };

  const ZipParts& parts_;
  std::string name_;
  std::size_t inflated_ = 0;
  std::unique_ptr<zip_file, Close> file_;
};

}  // namespace privet::detail
