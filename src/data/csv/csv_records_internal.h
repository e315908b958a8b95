// SPDX-License-Identifier: Apache-2.0
// The plain reading of CSV: one byte after the other, one record after the other, with line numbers
// and every complaint. The fast reader (csv_chunk_internal.h) only notices that something is wrong;
// this one then says what and where. It also reads headers.
// Reference: RFC 4180; also accepted: LF line ends, a quote inside an unquoted field (kept as is).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace privet::detail {

class CsvRecords {
 public:
  // `bytes` without byte order mark; `name` is the file for messages, `line` the line of it that
  // they begin with.
  CsvRecords(std::string_view bytes, std::string name, char delimiter, std::size_t line = 1)
      : bytes_(bytes), name_(std::move(name)), delimiter_(delimiter), line_(line) {}

  // Reads the next record into `fields`; false at the end. Throws Error{Input}.
  bool next(std::vector<std::string>& fields);

  // The line the record last read begins on, and whether it ended with CR LF.
  [[nodiscard]] std::size_t line() const { return record_line_; }
  [[nodiscard]] bool crlf() const { return crlf_; }
  // Where the next record begins.
  [[nodiscard]] std::size_t position() const { return at_; }

 private:
  void read_field(std::string& field);
  void read_quoted(std::string& field);
  void take(std::string& field);
  [[nodiscard]] bool at_line_end() const;
  [[noreturn]] void refuse(const char* what, std::size_t line) const;

  std::string_view bytes_;
  std::string name_;
  char delimiter_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t record_line_ = 1;
  std::size_t field_ = 1;
  bool crlf_ = false;
};

// Which of , ; tab | separates the fields, judged by the first records.
[[nodiscard]] char sniff_delimiter(std::string_view bytes);

}  // namespace privet::detail
