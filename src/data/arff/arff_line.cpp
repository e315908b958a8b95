// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "data/arff/arff_line_internal.h"

namespace privet::detail {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

char unescaped(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;
  }
}

}  // namespace

void ArffLine::refuse(const std::string& what) const {
  throw Error(ErrorCode::Input, what, {.file = file_, .line = line_, .column = field_});
}

void ArffLine::skip_blank() {
  while (!at_end() && is_blank(text_[at_])) ++at_;
}

bool ArffLine::accept(char c) {
  if (peek() != c || at_end()) return false;
  ++at_;
  skip_blank();
  return true;
}

ArffWord ArffLine::quoted_word() {
  ArffWord word{.quoted = true};
  const char quote = text_[at_++];
  for (;; ++at_) {
    if (at_end()) refuse("the quote that opens in this line is never closed");
    if (text_[at_] == quote) break;
    if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
      word.text += unescaped(text_[++at_]);
    } else {
      word.text += text_[at_];
    }
  }
  ++at_;
  if (!at_end() && !is_blank(text_[at_]) && text_[at_] != ',' && text_[at_] != '}') {
    refuse("there is text after a closing quote; a quote inside a quoted value is written \\'");
  }
  skip_blank();
  return word;
}

ArffWord ArffLine::word(bool spaces) {
  if (peek() == '\'' || peek() == '"') return quoted_word();
  const std::size_t begin = at_;
  while (!at_end() && text_[at_] != ',' && text_[at_] != '}' && text_[at_] != '{' &&
         (spaces || !is_blank(text_[at_]))) {
    ++at_;
  }
  std::size_t end = at_;
  while (end > begin && is_blank(text_[end - 1])) --end;
  skip_blank();
  return {std::string(text_.substr(begin, end - begin)), false};
}

std::string arff_word(std::string_view text) {
  const bool plain = !text.empty() && text != "?" &&
                     text.find_first_of(" \t\r\n,{}'\"%\\\v\f") == std::string_view::npos;
  if (plain) return std::string(text);
  std::string out = "'";
  for (const char c : text) {
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\'':
      case '\\':
        out += '\\';
        [[fallthrough]];
      default:
        out += c;
    }
  }
  return out += '\'';
}

}  // namespace privet::detail
