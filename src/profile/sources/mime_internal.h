// SPDX-License-Identifier: Apache-2.0
// The codes that mail is wrapped in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace privet::profile::detail {

// Decodes as much as can be; `broken` is set where something could not.
[[nodiscard]] std::string decode_base64(std::string_view text, bool& broken);
// `in_header`: _ is a space.
[[nodiscard]] std::string decode_quoted(std::string_view text, bool in_header, bool& broken);

[[nodiscard]] bool same_letters(std::string_view a, std::string_view b);
[[nodiscard]] std::string_view trimmed(std::string_view text);

struct Header {
  std::string name;
  std::string value;  // unfolded
};

struct Headers {
  std::vector<Header> all = {};

  // The first of this name, empty if there is none.
  [[nodiscard]] std::string value(std::string_view name) const;
};

// Takes the headers and the empty line after them off the front of `message`.
[[nodiscard]] Headers take_headers(std::string_view& message);

// The value before the first ';' and the parameters after it: text/plain; charset="utf-8".
[[nodiscard]] std::string main_value(std::string_view value);
[[nodiscard]] std::string parameter(std::string_view value, std::string_view name);

}  // namespace privet::profile::detail
