// SPDX-License-Identifier: Apache-2.0
#include "report/mining/page_parts.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "base/version.h"

namespace privet {

HtmlPage mining_page(const std::string& title, const job::MinedFrom& from) {
  return HtmlPage(title, fmt::format("{}, {}", from.file, counted(from.rows, "row")));
}

std::string finished(HtmlPage& page) {
  return page.footer(fmt::format("Made by Privet {}.", kVersion)).html();
}

}  // namespace privet
