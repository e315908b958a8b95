// SPDX-License-Identifier: Apache-2.0
// Hierarchies in the form ARX reads and writes: one line per value, the value first, then ever
// coarser groups, the root last; ';' between them (or ',', or tab: the first line decides), fields
// may be in double quotes, no header. See docs/format/hierarchy.md. Cost: one pass over the text;
// about 10 ms for 100,000 values of 6 levels.
#pragma once

#include <string>
#include <string_view>

#include "hierarchy/hierarchy.h"

namespace privet {

// From text already in memory; `source` names it in messages.
[[nodiscard]] Hierarchy parse_arx(std::string_view text, const std::string& source);
// From a file, plain or .gz. Errors name file, line and field.
[[nodiscard]] Hierarchy read_arx(const std::string& path);
// The form read_arx reads, leaves in order: a hierarchy read back is the same. A label is quoted
// where it holds ';', a quote, or a line end, or begins or ends with a space. Marks are not part of
// this form.
[[nodiscard]] std::string format_arx(const Hierarchy& hierarchy);
// Replaces the file all at once.
void write_arx(const Hierarchy& hierarchy, const std::string& path);

}  // namespace privet
