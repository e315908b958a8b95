// SPDX-License-Identifier: Apache-2.0
#include "query/sql_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace privet {
namespace {

using Kind = SqlToken::Kind;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool digit(char c) {
  return c >= '0' && c <= '9';
}
// Bytes of other alphabets belong to words.
bool word_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class SqlReader {
 public:
  SqlReader(std::string_view sql, std::span<const std::string> names) : sql_(sql), names_(names) {}

  std::vector<SqlStatement> read() {
    while (skip_blanks(), at_ < sql_.size()) {
      if (sql_[at_] == ';') {
        ++at_;
        finish();
      } else {
        token();
      }
    }
    finish();
    return std::move(out_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < sql_.size() ? sql_[at_ + ahead] : '\0';
  }

  void skip_blanks() {
    while (at_ < sql_.size()) {
      const char c = peek();
      if (c == '\n') {
        ++line_;
        fresh_line_ = true;
        ++at_;
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++at_;
      } else if ((c == '-' && peek(1) == '-') || c == '#') {
        at_ = std::min(sql_.find('\n', at_), sql_.size());
      } else if (c == '/' && peek(1) == '*') {
        const auto end = std::min(sql_.find("*/", at_ + 2), sql_.size());
        line_ += static_cast<std::size_t>(
            std::count(sql_.begin() + static_cast<std::ptrdiff_t>(at_),
                       sql_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        at_ = std::min(end + 2, sql_.size());
      } else {
        return;
      }
    }
  }

  void token() {
    const char c = peek();
    if (c == '\'') return quoted('\'', Kind::Text);
    if (c == '"' || c == '`') return quoted(c, Kind::Quoted);
    if (c == '[') return quoted(']', Kind::Quoted);
    if (digit(c) || (c == '.' && digit(peek(1)))) return number();
    if (const std::size_t length = known_name(); length > 0) return push(Kind::Word, length);
    if (word_char(c)) {
      std::size_t length = 1;
      while (word_char(peek(length))) ++length;
      return push(Kind::Word, length);
    }
    static constexpr std::array<std::string_view, 7> kLong{
        "<=", ">=", "<>", "!=", "==", "||", "::"};
    const auto pair = sql_.substr(at_, 2);
    push(Kind::Symbol, std::find(kLong.begin(), kLong.end(), pair) != kLong.end() ? 2 : 1);
  }

  // The length of the longest known name that stands here and ends where a word may end.
  [[nodiscard]] std::size_t known_name() const {
    std::size_t best = 0;
    for (const auto& name : names_) {
      if (name.size() <= best || !same_word(sql_.substr(at_, name.size()), name)) continue;
      if (!word_char(peek(name.size())) && !digit(name.front())) best = name.size();
    }
    return best;
  }

  void number() {
    std::size_t length = 0;
    while (digit(peek(length)) || peek(length) == '.') ++length;
    if (lower(peek(length)) == 'e') {
      std::size_t more = length + 1;
      if (peek(more) == '+' || peek(more) == '-') ++more;
      if (digit(peek(more))) {
        while (digit(peek(more))) ++more;
        length = more;
      }
    }
    push(Kind::Number, length);
  }

  // From an opening sign to its closing one; doubled, it stands for itself.
  void quoted(char end, Kind kind) {
    SqlToken token{kind, {}, line_};
    for (++at_; at_ < sql_.size(); ++at_) {
      if (peek() == end) {
        if (peek(1) != end || end == ']') break;
        ++at_;
      }
      if (peek() == '\n') ++line_;
      token.text += peek();
    }
    if (at_ == sql_.size()) open_quote_ = true;
    at_ = std::min(at_ + 1, sql_.size());
    add(std::move(token));
  }

  void push(Kind kind, std::size_t length) {
    SqlToken token{kind, std::string(sql_.substr(at_, length)), line_};
    at_ += length;
    // A new line that begins with SELECT begins a statement, unless the last one must go on.
    if (kind == Kind::Word && fresh_line_ && depth_ == 0 && token.is("select") && may_end()) {
      finish();
    }
    if (token.symbol("(")) ++depth_;
    if (token.symbol(")")) --depth_;
    add(std::move(token));
  }

  [[nodiscard]] bool may_end() const {
    if (tokens_.empty()) return false;
    static constexpr std::array<std::string_view, 9> kGoesOn{
        "union", "all", "except", "intersect", "minus", "distinct", "explain", "analyze", "as"};
    return tokens_.front().is("select") &&
           std::none_of(kGoesOn.begin(), kGoesOn.end(),
                        [&](std::string_view word) { return tokens_.back().is(word); });
  }

  void add(SqlToken token) {
    fresh_line_ = false;
    tokens_.push_back(std::move(token));
  }

  void finish() {
    if (!tokens_.empty()) out_.push_back({std::move(tokens_), depth_ == 0 && !open_quote_});
    tokens_.clear();
    depth_ = 0;
    open_quote_ = false;
  }

  std::string_view sql_;
  std::span<const std::string> names_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool fresh_line_ = true;
  bool open_quote_ = false;
  int depth_ = 0;
  std::vector<SqlToken> tokens_;
  std::vector<SqlStatement> out_;
};

}  // namespace

bool SqlToken::is(std::string_view keyword) const {
  return kind == Kind::Word && same_word(text, keyword);
}

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

std::vector<SqlStatement> read_sql(std::string_view sql, std::span<const std::string> names) {
  return SqlReader(sql, names).read();
}

}  // namespace privet
