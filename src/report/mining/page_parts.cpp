// SPDX-License-Identifier: Apache-2.0
#include "report/mining/page_parts.h"

#include <fmt/format.h>

#include <utility>

#include "base/counted.h"
#include "base/version.h"

namespace privet {

std::string measured_text(const job::MinedFrom& from) {
  return from.folds > 0 ? "cross-validated" : "on the training rows";
}

HtmlPage mining_page(const std::string& title, const job::MinedFrom& from) {
  return HtmlPage(title, fmt::format("{}, {}", from.file, counted(from.rows, "row")));
}

std::string finished(HtmlPage& page) {
  return page.footer(fmt::format("Made by Privet {}.", kVersion)).html();
}

Card accuracy_card(const mining::Confusion& confusion, const job::MinedFrom& from) {
  return {.value = format_percent(confusion.accuracy()),
          .caption = "of the rows classified correctly",
          .note = from.folds > 0 ? fmt::format("by {}-fold cross-validation", from.folds)
                                 : "on the training rows"};
}

TextTable confusion_table(const mining::Confusion& confusion,
                          const std::vector<std::string>& classes) {
  TextTable table{.columns = {{.heading = "true class"}}};
  for (const auto& name : classes) table.columns.push_back(number_column("as " + name));
  for (std::size_t truth = 0; truth < confusion.classes(); ++truth) {
    std::vector<std::string> row{classes[truth]};
    for (std::size_t given = 0; given < confusion.classes(); ++given)
      row.push_back(format_count(confusion.count(truth, given)));
    table.add(std::move(row));
  }
  return table;
}

}  // namespace privet
