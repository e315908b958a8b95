// SPDX-License-Identifier: Apache-2.0
// Files that are not tables of text, known by their first bytes or their names, so that a message
// can say what a file is and what to do about it instead of which byte it stumbled over.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace privet {

struct ForeignFile {
  std::string_view what;     // "an Excel workbook (.xlsx)"
  std::string_view way_out;  // a sentence without its stop
};

// What these first bytes of a file begin, if it is nothing that can be read here.
[[nodiscard]] std::optional<ForeignFile> foreign_content(std::string_view bytes);
// Throws Error{Input} for such a file: "this is an Excel workbook (.xlsx); save it as CSV ...".
void refuse_foreign(std::string_view bytes, const std::string& name);

// What a file of this name should hold, if that cannot be written here: "report.xlsx".
[[nodiscard]] std::optional<std::string_view> foreign_name(std::string_view path);

}  // namespace privet
