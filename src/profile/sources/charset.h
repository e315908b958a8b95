// SPDX-License-Identifier: Apache-2.0
// Text of any encoding as UTF-8, and a check whether a file is text.
// Idea: a byte order mark or the declared name decides; what is not UTF-8 and not declared is read
// as windows-1252, which gives every byte a character. A byte the encoding does not have becomes
// U+FFFD.
// Cost: linear in the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace privet::profile {

// `bytes` in the encoding of this name. An unknown name is taken as not given.
[[nodiscard]] std::string to_utf8(std::string_view bytes, const std::string& encoding = {});

// The text of a file, or nothing if it is binary: it has a NUL byte (and is not UTF-16) or more
// than a few other control characters.
[[nodiscard]] std::optional<std::string> file_text(std::string_view bytes);

}  // namespace privet::profile
