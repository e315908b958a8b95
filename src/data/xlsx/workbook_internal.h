// SPDX-License-Identifier: Apache-2.0
// What a workbook says beside its cells: its sheets, its styles, its shared texts.
// Reference: ECMA-376 part 1, 18.2 (workbook), 18.4 (shared strings), 18.8 (styles).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/xlsx/number_format_internal.h"
#include "data/xlsx/xml_scanner_internal.h"
#include "data/xlsx/zip_parts_internal.h"

namespace privet::detail {

struct WorkbookSheet {
  std::string name;
  std::string part;
  bool hidden = false;
};

struct Workbook {
  std::vector<WorkbookSheet> sheets;  // of cells; charts are left out
  bool since_1904 = false;
  std::vector<CellLook> looks;  // [style of a cell]
  std::string shared_part;      // empty: there are no shared texts
};

// Throws Error{Input}.
[[nodiscard]] Workbook read_workbook(const ZipParts& parts);

class SharedTexts {
 public:
  void read(const ZipParts& parts, const std::string& part, const Run& run);
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::string_view text(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(arena_).substr(begin, ends_[index] - begin);
  }

 private:
  std::string arena_;
  std::vector<std::size_t> ends_;
};

// Adds the text of what begins here (<si>, <is>) and goes to its end: its runs, without phonetic
// ones.
void append_rich_text(XmlScanner& xml, std::string_view element, std::string& out);
// Replaces _x000D_ and its like, which stand for characters that XML cannot hold.
void append_unescaped(std::string_view text, std::string& out);

}  // namespace privet::detail
