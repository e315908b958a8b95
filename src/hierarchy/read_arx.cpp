// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/read_arx.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/atomic_file.h"
#include "base/error.h"
#include "data/file_bytes.h"

namespace privet {
namespace {

// Splits the text into rows of labels, which stay views of it where no quote is doubled.
class ArxReader {
 public:
  ArxReader(std::string_view text, const std::string& source) : text_(text) {
    rows_.source = source;
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    separator_ = sniff();
  }

  Hierarchy read() {
    while (at_ < text_.size()) read_line();
    return Hierarchy(rows_);
  }

 private:
  [[noreturn]] void fail(std::string message, std::size_t field) const {
    throw Error(ErrorCode::Input, std::move(message), Place{rows_.source, line_, field, {}});
  }

  // The first of ';', tab and ',' that the first line has outside quotes.
  [[nodiscard]] char sniff() const {
    for (const char candidate : {';', '\t', ','}) {
      bool quoted = false;
      for (const char c : text_) {
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == candidate) return candidate;
        if (c == '\n') break;
      }
    }
    return ';';
  }

  [[nodiscard]] bool at_line_end() const {
    return at_ >= text_.size() || text_[at_] == '\n' ||
           (text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n'));
  }

  void skip_line_end() {
    if (at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ < text_.size()) ++at_;
  }

  void read_line() {
    ++line_;
    const std::size_t start = line_;
    if (at_line_end()) return skip_line_end();  // an empty line
    std::size_t fields = 0;
    while (true) {
      ++fields;
      rows_.labels.push_back(text_[at_] == '"' ? quoted_field(fields) : plain_field(fields));
      if (at_line_end()) break;
      ++at_;  // the separator
      if (at_line_end()) {
        ++fields;
        rows_.labels.emplace_back();
        break;
      }
    }
    if (rows_.levels == 0) {
      rows_.levels = fields;
      // Lines are mostly of one length.
      rows_.labels.reserve((text_.size() / at_ + 1) * fields);
    }
    if (fields != rows_.levels) {
      line_ = start;
      fail(fmt::format("{} labels where the rows before have {}", fields, rows_.levels),
           std::min(fields, rows_.levels + 1));
    }
    rows_.lines.push_back(start);
    skip_line_end();
  }

  std::string_view plain_field(std::size_t field) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n') {
      if (text_[at_] == '\0') fail("NUL byte; this is not a text file", field);
      ++at_;
    }
    // The carriage return of a line end belongs to the line end.
    if (at_ > begin && text_[at_ - 1] == '\r' && at_line_end_after_return()) --at_;
    return text_.substr(begin, at_ - begin);
  }

  [[nodiscard]] bool at_line_end_after_return() const {
    return at_ == text_.size() || text_[at_] == '\n';
  }

  std::string_view quoted_field(std::size_t field) {
    const std::size_t opened = line_;
    const std::size_t begin = ++at_;
    bool doubled = false;
    while (true) {
      if (at_ >= text_.size()) {
        line_ = opened;
        fail("a quote is opened and never closed", field);
      }
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (c == '\0') fail("NUL byte; this is not a text file", field);
      if (c == '"') {
        if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') break;
        doubled = true;
        ++at_;
      }
      ++at_;
    }
    const auto inside = text_.substr(begin, at_ - begin);
    ++at_;
    if (!at_line_end() && text_[at_] != separator_) fail("text after a closing quote", field);
    return doubled ? undoubled(inside) : inside;
  }

  std::string_view undoubled(std::string_view inside) {
    std::string& plain = kept_.emplace_back();
    for (std::size_t i = 0; i < inside.size(); ++i) {
      plain += inside[i];
      if (inside[i] == '"') ++i;
    }
    return plain;
  }

  std::string_view text_;
  char separator_ = ';';
  std::size_t at_ = 0;
  std::size_t line_ = 0;
  HierarchyRows rows_;
  std::deque<std::string> kept_;  // labels that had doubled quotes
};

void append_label(std::string& out, std::string_view label) {
  const bool plain = label.find_first_of(";\"\r\n\t,") == std::string_view::npos &&
                     !label.starts_with(' ') && !label.ends_with(' ') &&
                     !label.starts_with("\xEF\xBB\xBF") && !label.empty();
  if (plain) {
    out += label;
    return;
  }
  out += '"';
  for (const char c : label) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace

Hierarchy parse_arx(std::string_view text, const std::string& source) {
  return ArxReader(text, source).read();
}

Hierarchy read_arx(const std::string& path) {
  const FileBytes file(path, Run(nullptr, nullptr, 1));
  const std::string_view bytes = file.view();
  return parse_arx(bytes, path);
}

std::string format_arx(const Hierarchy& hierarchy) {
  std::string out;
  for (NodeId leaf = 0; leaf < hierarchy.leaves(); ++leaf) {
    for (std::size_t level = 0; level <= hierarchy.height(); ++level) {
      if (level > 0) out += ';';
      append_label(out, hierarchy.label(hierarchy.ancestor(leaf, level)));
    }
    out += '\n';
  }
  return out;
}

void write_arx(const Hierarchy& hierarchy, const std::string& path) {
  AtomicFile file(path);
  file.write(format_arx(hierarchy));
  file.commit();
}

}  // namespace privet
