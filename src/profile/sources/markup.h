// SPDX-License-Identifier: Apache-2.0
// The words of a page without its markup.
// Idea: one pass that drops tags, comments, scripts and styles, and resolves character references;
// it never fails, whatever the page is like.
// Reference: the HTML standard, sections 13.1 and 13.5, as far as text needs them.
// Cost: linear in the text.
#pragma once

#include <string>
#include <string_view>

namespace privet::profile {

struct PageText {
  std::string title = {};
  std::string text = {};
};

// `page` is UTF-8.
[[nodiscard]] PageText html_text(std::string_view page);

// Markdown without the addresses of its links, its code fences' marks and embedded tags; the title
// is the first heading.
[[nodiscard]] PageText markdown_text(std::string_view text);

}  // namespace privet::profile
