// SPDX-License-Identifier: Apache-2.0
// Reads CSV one record at a time, in memory that does not grow with the file: for input that passes
// by once. Understands what read_csv understands (delimiters, quotes, encodings, titles, gzip,
// blank lines at the end; the encoding is judged by the first block, and lines at the end cannot be
// skipped) and complains in the same words. Cost: linear in the bytes; memory for two blocks, or
// the longest record if that is more.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/csv/read_csv.h"

namespace privet {

class CsvStream {
 public:
  // "-" is standard input. Types in the options are not used: a stream has no columns to infer.
  // Throws Error{Input} for what cannot be opened, is empty, or has no sound header.
  CsvStream(const std::string& path, const CsvOptions& options, const Run& run,
            std::size_t block_bytes = std::size_t{1} << 20U);
  ~CsvStream();
  CsvStream(const CsvStream&) = delete;
  CsvStream& operator=(const CsvStream&) = delete;

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  // The next record into `fields`, one for each name; false at the end. Throws Error{Input} with
  // file and line.
  bool next(std::vector<std::string>& fields);

 private:
  class Bytes;
  class Blocks;
  void read_header(bool header);
  [[noreturn]] void refuse_count(std::size_t count, std::size_t line) const;
  bool next_checked(std::vector<std::string>& fields);

  std::string name_;
  bool header_;
  std::unique_ptr<Blocks> blocks_;
  std::vector<std::string> names_;
  std::vector<std::string> held_;  // a record read ahead
  bool holding_ = false;
  std::uint64_t blank_ = 0;  // blank lines before it, which count unless they end the file
};

}  // namespace privet
