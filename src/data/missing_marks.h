// SPDX-License-Identifier: Apache-2.0
// Texts that stand for a missing value beside those that always do (is_missing_text): the ones that
// somebody names with --missing-mark, in every column, and a dash or a point alone in a column that
// otherwise holds numbers or dates.
// Idea: such a cell is read as an empty one, so that whatever looks at the table, or at what is
// made of it, sees a missing value. It is the only case in which a text changes.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "data/table.h"

namespace privet {

class MissingMarks {
 public:
  explicit MissingMarks(const std::vector<std::string>& named);

  [[nodiscard]] bool empty() const { return marks_.empty(); }
  // Whether this text looks like one of the marks: "Unbekannt " like "unbekannt".
  [[nodiscard]] bool contains(std::string_view text) const;

 private:
  std::set<std::string> marks_;
};

// "-", "--", ".", a longer dash: what people write into cells of which they know nothing. In a
// column of texts these may be answers ("+" and "-").
[[nodiscard]] bool is_dash_or_point(std::string_view text);

// Whether a text may stand for a missing value without anybody having said so: a dash or a point,
// and words such as "unknown" in several languages. Not "none", which may be the answer.
[[nodiscard]] bool may_be_missing(std::string_view text);

using TextTest = std::function<bool(std::string_view)>;
// The column with those values empty; its type is text unless it was of numbers or dates.
[[nodiscard]] Column with_missing(const Column& column, const TextTest& marked);

}  // namespace privet
