// SPDX-License-Identifier: Apache-2.0
// Cuts SQL into words, and a file of it into statements.
// Idea: forgiving. Identifiers may be bare or in "", `` or []; a bare text that is a known name is
// one word even with a hyphen in it, because people write marital-status. Statements end at a
// semicolon, or where a line begins with SELECT although the last statement could have ended.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace privet {

struct SqlToken {
  enum class Kind { Word, Quoted, Number, Text, Symbol };
  Kind kind = Kind::Symbol;
  std::string text = {};  // without its quotes
  std::size_t line = 1;

  // Whether it is this keyword, in any case.
  [[nodiscard]] bool is(std::string_view keyword) const;
  [[nodiscard]] bool symbol(std::string_view what) const {
    return kind == Kind::Symbol && text == what;
  }
  // May name a column.
  [[nodiscard]] bool name() const { return kind == Kind::Word || kind == Kind::Quoted; }
};

struct SqlStatement {
  std::vector<SqlToken> tokens;
  bool whole = true;  // false: a quote or a parenthesis is left open
};

// `names`: what may be one word in spite of its signs.
[[nodiscard]] std::vector<SqlStatement> read_sql(std::string_view sql,
                                                 std::span<const std::string> names);

// Equal except for the case of ASCII letters.
[[nodiscard]] bool same_word(std::string_view a, std::string_view b);

}  // namespace privet
