// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/error.h"
#include "data/csv/csv_records_internal.h"

namespace privet::detail {

void CsvRecords::refuse(const char* what, std::size_t line) const {
  throw Error(ErrorCode::Input, what, {.file = name_, .line = line, .column = field_});
}

// A line end is LF or CR LF; a CR elsewhere is text.
bool CsvRecords::at_line_end() const {
  if (bytes_[at_] == '\n') return true;
  return bytes_[at_] == '\r' && at_ + 1 < bytes_.size() && bytes_[at_ + 1] == '\n';
}

void CsvRecords::take(std::string& field) {
  const char c = bytes_[at_++];
  if (c == '\0')
    refuse("there is a NUL byte; this is not a text file in UTF-8: export the table as CSV", line_);
  if (c == '\n') ++line_;
  field += c;
}

void CsvRecords::read_quoted(std::string& field) {
  const std::size_t opened = line_;
  ++at_;
  for (;;) {
    if (at_ == bytes_.size()) refuse("the quote that opens here is never closed", opened);
    if (bytes_[at_] != '"') {
      take(field);
      continue;
    }
    ++at_;
    if (at_ == bytes_.size() || bytes_[at_] != '"') break;
    take(field);
  }
  if (at_ < bytes_.size() && bytes_[at_] != delimiter_ && !at_line_end()) {
    refuse("there is text after a closing quote; a quote inside a quoted field is written twice",
           line_);
  }
}

void CsvRecords::read_field(std::string& field) {
  field.clear();
  if (at_ < bytes_.size() && bytes_[at_] == '"') {
    read_quoted(field);
    return;
  }
  while (at_ < bytes_.size() && bytes_[at_] != delimiter_ && !at_line_end()) take(field);
}

bool CsvRecords::next(std::vector<std::string>& fields) {
  if (at_ == bytes_.size()) return false;
  record_line_ = line_;
  crlf_ = false;
  for (field_ = 1;; ++field_) {
    if (fields.size() < field_) fields.emplace_back();
    read_field(fields[field_ - 1]);
    if (at_ == bytes_.size()) break;
    if (bytes_[at_] != delimiter_) {
      crlf_ = bytes_[at_] == '\r';
      at_ += crlf_ ? 2 : 1;
      ++line_;
      break;
    }
    ++at_;
  }
  fields.resize(field_);
  return true;
}

namespace {

constexpr std::size_t kSample = std::size_t{1} << 16U;
constexpr std::size_t kSampleRecords = 50;

// How many fields each of the first records has if this is the delimiter.
std::vector<std::size_t> field_counts(std::string_view sample, bool whole, char delimiter) {
  std::vector<std::size_t> counts;
  std::size_t fields = 1;
  bool quoted = false;
  bool fresh = true;  // at the start of a field
  bool blank = true;  // nothing in this record yet
  for (const char c : sample) {
    if (quoted || (c == '"' && fresh)) {
      if (c == '"') quoted = !quoted;
      fresh = !quoted && c == '"';  // a doubled quote opens again
      blank = false;
    } else if (c == '\n') {
      if (!blank) counts.push_back(fields);
      if (counts.size() == kSampleRecords) return counts;
      fields = 1;
      fresh = blank = true;
    } else if (c != '\r') {
      fresh = c == delimiter;
      if (fresh) ++fields;
      blank = false;
    }
  }
  if (!blank && (whole || counts.empty())) counts.push_back(fields);
  return counts;
}

}  // namespace

char sniff_delimiter(std::string_view bytes) {
  constexpr std::array<char, 4> kCandidates{',', ';', '\t', '|'};
  const std::string_view sample = bytes.substr(0, kSample);
  char best = ',';
  bool best_even = false;
  std::size_t best_fields = 1;
  for (const char candidate : kCandidates) {
    const auto counts = field_counts(sample, sample.size() == bytes.size(), candidate);
    if (counts.empty() || counts.front() < 2) continue;
    const bool even = std::all_of(counts.begin(), counts.end(),
                                  [&](std::size_t count) { return count == counts.front(); });
    // Records that all have as many fields as the first speak louder than many fields.
    if (even < best_even || (even == best_even && counts.front() <= best_fields)) continue;
    best = candidate;
    best_even = even;
    best_fields = counts.front();
  }
  return best;
}

}  // namespace privet::detail
