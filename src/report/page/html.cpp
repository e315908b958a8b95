// SPDX-License-Identifier: Apache-2.0
#include "report/page/html.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/error.h"
#include "report/page/page_style.h"
#include "report/text/unicode.h"

namespace privet {
namespace {

constexpr std::size_t kContentsAbove = 4;

struct ToneLook {
  std::string_view name;  // the CSS class
  std::string_view mark;  // shows the tone without its colour
  std::string_view word;  // says it to those who do not see
};

ToneLook look_of(Tone tone) {
  switch (tone) {
    case Tone::Good:
      return {"good", "✓", "Good: "};
    case Tone::Warn:
      return {"warn", "!", "Warning: "};
    case Tone::Bad:
      return {"bad", "✕", "Bad: "};
    case Tone::Plain:
      break;
  }
  return {"plain", "i", "Note: "};
}

std::string mark_of(const ToneLook& look) {
  return fmt::format(
      "<span class=\"mark\" aria-hidden=\"true\">{}</span><span class=\"hidden\">{}</span>",
      look.mark, look.word);
}

std::string notice_markup(Tone tone, std::string_view text) {
  const ToneLook look = look_of(tone);
  return fmt::format("<div class=\"notice {}\" role=\"note\">{}<p>{}</p></div>\n", look.name,
                     mark_of(look), escape_markup(text));
}

std::string table_row(const TextTable& table, const std::vector<std::string>& cells) {
  PRIVET_CHECK(cells.size() <= table.columns.size());
  std::string out = "<tr>";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    out += table.columns[i].align == Align::Right ? "<td class=\"n\">" : "<td>";
    if (i < cells.size()) out += escape_markup(cells[i]);
    out += "</td>";
  }
  return out + "</tr>\n";
}

std::string figure_markup(const Figure& figure) {
  // A drawing wider than the page scrolls; smaller ones are scaled down to fit.
  std::string_view markup = figure.svg.markup;
  double width = 0;
  if (const auto at = markup.find(" width=\""); at != std::string_view::npos) {
    width = std::strtod(markup.data() + at + 8, nullptr);
  }
  const bool both = !figure.svg.narrow.empty();
  std::string out = fmt::format("<figure{}>\n<div class=\"plot{}{}\">\n{}</div>\n",
                                figure.on_paper.empty() ? "" : " class=\"long\"",
                                width > kFullWidth ? " wide" : "", both ? " broad" : "", markup);
  // A bar that runs out of a phone's window says nothing of its length.
  if (both) out += fmt::format("<div class=\"plot narrow\">\n{}</div>\n", figure.svg.narrow);
  if (!figure.on_paper.empty()) {
    out +=
        fmt::format("<pre class=\"paper\"><code>{}</code></pre>\n", escape_markup(figure.on_paper));
  }
  if (!figure.caption.empty()) {
    out += fmt::format("<figcaption>{}</figcaption>\n", escape_markup(figure.caption));
  }
  return out + "</figure>\n";
}

}  // namespace

HtmlPage::HtmlPage(std::string_view title, std::string_view subtitle)
    : title_(escape_markup(title)), subtitle_(escape_markup(subtitle)) {}

HtmlPage& HtmlPage::cards(const std::vector<Card>& cards) {
  body_ += "<div class=\"cards\">\n";
  for (const auto& card : cards) {
    const ToneLook look = look_of(card.tone);
    body_ += fmt::format(
        "<div class=\"card {}\">\n<p class=\"value\">{}</p>\n<p class=\"caption\">{}{}</p>\n",
        look.name, escape_markup(card.value), card.tone == Tone::Plain ? "" : mark_of(look),
        escape_markup(card.caption));
    if (!card.note.empty())
      body_ += fmt::format("<p class=\"note\">{}</p>\n", escape_markup(card.note));
    body_ += "</div>\n";
  }
  body_ += "</div>\n";
  return *this;
}

HtmlPage& HtmlPage::verdict(const VerdictBlock& verdict) {
  const ToneLook look = look_of(verdict.tone);
  body_ += fmt::format("<div class=\"verdict {}\" role=\"note\">\n<p class=\"sentence\">{}{}</p>\n",
                       look.name, mark_of(look), escape_markup(verdict.sentence));
  if (!verdict.points.empty()) {
    body_ += fmt::format("<p class=\"points\">{}</p>\n<ul>\n", escape_markup(verdict.heading));
    for (const auto& point : verdict.points) {
      body_ += fmt::format("<li>{}</li>\n", escape_markup(point));
    }
    body_ += "</ul>\n";
  }
  body_ += "</div>\n";
  return *this;
}

HtmlPage& HtmlPage::signature(const std::vector<std::string>& lines) {
  body_ += "<div class=\"signature\">\n";
  for (const auto& line : lines) body_ += fmt::format("<p>{}</p>\n", escape_markup(line));
  body_ += "</div>\n";
  return *this;
}

HtmlPage& HtmlPage::section(std::string_view heading) {
  PRIVET_CHECK(open_details_ == 0);
  if (headings_.empty()) {
    introduction_ = body_.size();
  } else {
    body_ += "</section>\n";
  }
  headings_.push_back(escape_markup(heading));
  body_ +=
      fmt::format("<section id=\"section-{}\">\n<h2>{}</h2>\n", headings_.size(), headings_.back());
  return *this;
}

HtmlPage& HtmlPage::subsection(std::string_view heading) {
  body_ += fmt::format("<h3>{}</h3>\n", escape_markup(heading));
  return *this;
}

HtmlPage& HtmlPage::paragraph(std::string_view text) {
  body_ += fmt::format("<p>{}</p>\n", escape_markup(text));
  return *this;
}

HtmlPage& HtmlPage::notice(Tone tone, std::string_view text) {
  body_ += notice_markup(tone, text);
  return *this;
}

HtmlPage& HtmlPage::facts(const Facts& facts) {
  body_ += "<dl>\n";
  for (const auto& [name, value] : facts) {
    body_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape_markup(name), escape_markup(value));
  }
  body_ += "</dl>\n";
  return *this;
}

HtmlPage& HtmlPage::table(const TextTable& table) {
  body_ += "<div class=\"scroll\" tabindex=\"0\">\n<table>\n";
  if (!table.title.empty()) {
    body_ += fmt::format("<caption>{}</caption>\n", escape_markup(table.title));
  }
  body_ += "<thead><tr>";
  for (const auto& column : table.columns) {
    body_ += fmt::format("<th scope=\"col\"{}>{}</th>",
                         column.align == Align::Right ? " class=\"n\"" : "",
                         escape_markup(column.heading));
  }
  body_ += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) body_ += table_row(table, row);
  body_ += "</tbody>\n";
  if (!table.totals.empty()) body_ += "<tfoot>" + table_row(table, table.totals) + "</tfoot>\n";
  body_ += "</table>\n</div>\n";
  return *this;
}

HtmlPage& HtmlPage::figure(const Figure& figure) {
  body_ += figure_markup(figure);
  return *this;
}

HtmlPage& HtmlPage::figures(const std::vector<Figure>& figures) {
  body_ += "<div class=\"figures\">\n";
  for (const auto& figure : figures) body_ += figure_markup(figure);
  body_ += "</div>\n";
  return *this;
}

HtmlPage& HtmlPage::code(std::string_view text) {
  body_ += fmt::format("<pre><code>{}</code></pre>\n", escape_markup(text));
  return *this;
}

HtmlPage& HtmlPage::dial(const Dial& dial) {
  PRIVET_CHECK(dial.start < dial.steps.size());
  const DialStep& start = dial.steps[dial.start];
  body_ += fmt::format(
      "<div class=\"dial\">\n<div class=\"control\" hidden=\"hidden\"><label>{}<input "
      "type=\"range\" min=\"0\" max=\"{}\" value=\"{}\"/></label></div>\n<output>{}</output>\n"
      "<ol class=\"steps\" hidden=\"hidden\">\n",
      escape_markup(dial.label), dial.steps.size() - 1, dial.start, escape_markup(start.caption));
  for (const auto& step : dial.steps) {
    body_ +=
        fmt::format("<li data-value=\"{}\">{}</li>\n", step.value, escape_markup(step.caption));
  }
  body_ += "</ol>\n<ul class=\"tree\">";
  std::size_t level = 0;
  for (std::size_t i = 0; i < dial.nodes.size(); ++i) {
    const DialNode& node = dial.nodes[i];
    PRIVET_CHECK(node.level <= (i == 0 ? 0 : level + 1));
    if (i > 0 && node.level > level) body_ += "\n<ul>";
    for (; i > 0 && level > node.level; --level) body_ += "</li>\n</ul>";
    if (i > 0 && node.level == level) body_ += "</li>";
    level = node.level;
    body_ += fmt::format(
        "\n<li{} data-value=\"{}\"><span class=\"label\">{}</span> <span class=\"note\">{}</span>",
        node.held || node.value < start.value ? " class=\"off\"" : "", node.held ? -1 : node.value,
        escape_markup(node.label), escape_markup(node.note));
  }
  if (!dial.nodes.empty()) {
    for (; level > 0; --level) body_ += "</li>\n</ul>";
    body_ += "</li>";
  }
  body_ += "\n</ul>\n</div>\n";
  return *this;
}

HtmlPage& HtmlPage::details(std::string_view summary, const std::function<void(HtmlPage&)>& fill) {
  body_ += fmt::format("<details>\n<summary>{}</summary>\n", escape_markup(summary));
  ++open_details_;
  fill(*this);
  --open_details_;
  body_ += "</details>\n";
  return *this;
}

HtmlPage& HtmlPage::footer(std::string_view text) {
  footer_ = escape_markup(text);
  return *this;
}

std::string HtmlPage::html() const {
  std::string contents;
  if (headings_.size() > kContentsAbove) {
    contents = "<nav aria-label=\"Contents\">\n<ol>\n";
    for (std::size_t i = 0; i < headings_.size(); ++i) {
      contents += fmt::format("<li><a href=\"#section-{}\">{}</a></li>\n", i + 1, headings_[i]);
    }
    contents += "</ol>\n</nav>\n";
  }
  const std::string_view body = body_;
  const std::size_t cut = headings_.empty() ? body.size() : introduction_;
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n{}</header>\n"
      "<main>\n{}{}{}{}</main>\n{}<script>{}</script>\n</body>\n</html>\n",
      page_style_hash(), page_script_hash(), title_, page_style(), title_,
      subtitle_.empty() ? "" : fmt::format("<p class=\"subtitle\">{}</p>\n", subtitle_),
      body.substr(0, cut), contents, body.substr(cut), headings_.empty() ? "" : "</section>\n",
      footer_.empty() ? "" : fmt::format("<footer><p>{}</p></footer>\n", footer_), page_script());
}

std::string with_warnings(std::string page, const std::vector<std::string>& warnings) {
  constexpr std::string_view kMain = "<main>\n";
  constexpr std::string_view kEnd = "</div>\n";
  auto at = page.find(kMain);
  PRIVET_CHECK(at != std::string::npos);
  at += kMain.size();
  // A verdict has no block inside it.
  if (std::string_view(page).substr(at).starts_with("<div class=\"verdict")) {
    at = page.find(kEnd, at) + kEnd.size();
  }
  std::string notices;
  for (const auto& warning : warnings) notices += notice_markup(Tone::Warn, warning);
  return page.insert(at, notices);
}

}  // namespace privet
