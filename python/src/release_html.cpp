// SPDX-License-Identifier: Apache-2.0
#include "python/src/release_html.h"

#include <fmt/format.h>

#include <string_view>

#include "report/plot/plot.h"
#include "report/release/class_sizes.h"
#include "report/text/numbers.h"

namespace privet::python {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string row(std::string_view name, std::string_view before, std::string_view after) {
  return fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td></tr>", escaped(name), escaped(before),
                     escaped(after));
}

std::string verdicts(const ReleaseSummary& summary) {
  std::string out;
  for (const auto& verdict : summary.guarantees) {
    std::string parameters;
    for (const auto& [name, value] : verdict.parameters) {
      parameters +=
          fmt::format("{}{} = {}", parameters.empty() ? "" : ", ", name, format_real(value));
    }
    out += row(fmt::format("{} ({})", verdict.model, parameters), "",
               fmt::format("{}, weakest class {}", verdict.holds ? "holds" : "does not hold",
                           format_real(verdict.value)));
  }
  return out;
}

Svg loss_plot(const ReleaseSummary& summary) {
  return draw(BarChart{.title = "Detail lost by attribute",
                       .categories = summary.quasi,
                       .series = {{.name = "loss", .values = summary.quality.ncp_of_attribute}},
                       .values = {.label = "mean certainty penalty",
                                  .style = NumberStyle::Percent,
                                  .min = 0,
                                  .max = 1},
                       .width = kHalfWidth});
}

}  // namespace

std::string release_html(const ReleaseSummary& summary) {
  const auto& before = summary.before;
  const auto& after = summary.after;
  std::string out = fmt::format(
      "<div><p><b>Release of {} records</b>, {} suppressed, made by {}. The guard checked the "
      "finished bytes.</p><table><tr><th></th><th>before</th><th>after</th></tr>",
      format_count(summary.records), format_count(summary.suppressed), escaped(summary.method));
  out += row("smallest class", format_count(before.smallest_class),
             format_count(after.smallest_class));
  out += row("highest risk", format_percent(before.highest), format_percent(after.highest));
  out += row("average risk", format_percent(before.average), format_percent(after.average));
  out += row("detail kept", "", format_percent(summary.quality.granularity));
  out += verdicts(summary) + "</table><div style=\"display:flex;flex-wrap:wrap\">";
  const Figure sizes = class_sizes_figure(
      {{"before", summary.sizes_before}, {"after", summary.sizes_after}}, summary.least_class);
  out += fmt::format("<div>{}</div>", sizes.svg.markup);
  if (!summary.quasi.empty()) out += fmt::format("<div>{}</div>", loss_plot(summary).markup);
  return out + "</div></div>";
}

}  // namespace privet::python
