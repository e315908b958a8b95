// SPDX-License-Identifier: Apache-2.0
#include "report/release/earlier_view.h"

#include <fmt/format.h>

#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

TextTable earlier_table(const EarlierSummary& summary) {
  TextTable table{.columns = {{.heading = fmt::format("together with {}", summary.file)},
                              number_column("value")}};
  table.add({summary.by_people ? "people found in both" : "pairs of classes that overlap",
             format_count(summary.judged)});
  if (summary.by_people) {
    table.add({"people of whom the releases disagree", format_count(summary.apart)});
  }
  table.add({"fewest people that anybody hides among", format_count(summary.smallest)});
  table.add({"records that are the only candidate", format_count(summary.unique)});
  if (summary.k) {
    table.add(
        {fmt::format("records among fewer than {}", *summary.k), format_count(summary.below_k)});
  }
  for (const auto& column : summary.sensitive) {
    table.add({fmt::format("fewest values of {} for anybody", column.column),
               format_count(column.fewest)});
    table.add(
        {fmt::format("records whose {} is certain", column.column), format_count(column.one)});
    if (summary.l) {
      table.add({fmt::format("records among fewer than {} values of it", *summary.l),
                 format_count(column.below)});
    }
  }
  return table;
}

std::string sentences(const std::vector<std::string>& points) {
  return fmt::format("{}.", fmt::join(points, "; "));
}

}  // namespace

std::string earlier_text(const EarlierSummary& summary) {
  return "\n" + to_text(earlier_table(summary)) +
         fmt::format("Covered: {}\nNot covered: {}\n", sentences(earlier_covered(summary)),
                     sentences(earlier_not_covered(summary)));
}

Json earlier_json(const EarlierSummary& summary) {
  Json sensitive = Json::array();
  for (const auto& column : summary.sensitive) {
    Json entry{
        {"column", column.column}, {"fewest_values", column.fewest}, {"certain_rows", column.one}};
    if (summary.l) entry["below_l"] = {{"l", *summary.l}, {"rows", column.below}};
    sensitive.push_back(std::move(entry));
  }
  Json out{{"file", summary.file},
           {"by", summary.by_people ? "people" : "classes"},
           {"quasi", summary.quasi},
           {"links", summary.links},
           {"unclear", summary.unclear},
           {"judged", summary.judged},
           {"apart", summary.apart},
           {"min_candidates", summary.smallest},
           {"unique_rows", summary.unique},
           {"sensitive", sensitive},
           {"holds", summary.holds()},
           {"covered", earlier_covered(summary)},
           {"not_covered", earlier_not_covered(summary)}};
  if (summary.k) out["below_k"] = {{"k", *summary.k}, {"rows", summary.below_k}};
  return out;
}

void add_earlier(const EarlierSummary& summary, HtmlPage& page) {
  page.section("Together with an earlier release");
  page.table(earlier_table(summary));
  page.paragraph("Covered: " + sentences(earlier_covered(summary)));
  page.paragraph("Not covered: " + sentences(earlier_not_covered(summary)));
}

}  // namespace privet
