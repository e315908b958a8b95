// SPDX-License-Identifier: Apache-2.0
// One line of an ARFF file, taken apart word by word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace privet::detail {

struct ArffWord {
  std::string text = {};
  bool quoted = false;

  [[nodiscard]] bool missing() const { return !quoted && text == "?"; }
};

class ArffLine {
 public:
  ArffLine(std::string_view text, const std::string& file, std::size_t line)
      : text_(text), file_(file), line_(line) {
    skip_blank();
  }

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  // The next byte that is not blank; NUL at the end.
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  // Goes past `c` if it comes next.
  bool accept(char c);
  // A word: quoted by ' or " with backslash escapes, or everything up to a blank or one of , { }.
  // With `spaces`, blanks inside an unquoted word belong to it.
  ArffWord word(bool spaces);

  void field(std::size_t number) { field_ = number; }
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  void skip_blank();
  ArffWord quoted_word();

  std::string_view text_;
  const std::string& file_;
  std::size_t line_;
  std::size_t field_ = 0;
  std::size_t at_ = 0;
};

// The word as it must stand in a file.
[[nodiscard]] std::string arff_word(std::string_view text);

}  // namespace privet::detail
