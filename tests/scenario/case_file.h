// SPDX-License-Identifier: Apache-2.0
// A scenario as written in a .case file: a list of steps, each a line and the block of lines under
// it that begin with "|". The format is described in tests/scenario/README.md.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace privet::scenario {

struct Step {
  std::size_t line = 0;    // in the file, from 1
  bool must_fail = false;  // written with a leading "!"
  std::string verb = {};   // the first word
  std::string rest = {};   // the text after it, spaces at the ends cut
  std::string block = {};  // the bytes the block stands for
  bool has_block = false;
};

// The case file itself is wrong: a typing error of its author, never a finding about the program.
class CaseError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[nodiscard]] std::vector<Step> parse_case(std::string_view text);

// Turns \n \r \t \\ \xHH into the bytes they stand for.
[[nodiscard]] std::string unescape(std::string_view text);

// Words as a shell would see them: spaces part them, '...' and "..." hold them together, a
// backslash outside single quotes takes the next character as it is.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

// Control characters and bytes outside ASCII as escapes, line ends kept: for messages.
[[nodiscard]] std::string printable(std::string_view bytes);

}  // namespace privet::scenario
