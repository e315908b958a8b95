// SPDX-License-Identifier: Apache-2.0
#include "report/profile/search_page.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "report/page/page_style.h"
#include "report/text/numbers.h"
#include "report/text/unicode.h"

namespace privet {
namespace {

constexpr std::size_t kSnippet = 240;  // columns of a result's text that are shown

std::string title_markup(const profile::SearchResult& result) {
  const std::string title = escape_markup(result.title.empty() ? result.address : result.title);
  const bool web = result.address.starts_with("http://") || result.address.starts_with("https://");
  if (!web) return title;
  return fmt::format("<a rel=\"noreferrer\" href=\"{}\">{}</a>", escape_markup(result.address),
                     title);
}

std::string moved(const profile::Ranking& entry, std::size_t rank) {
  if (entry.engine_rank == rank) return "same place";
  const bool up = entry.engine_rank > rank;
  return fmt::format("{} {}", up ? "up" : "down",
                     up ? entry.engine_rank - rank : rank - entry.engine_rank);
}

std::string result_markup(const profile::SearchAnswer& answer, std::size_t at) {
  const auto& entry = answer.ranking[at];
  const auto& result = answer.results[entry.result];
  std::string snippet = clean_text(result.text.substr(0, 4 * kSnippet));
  for (auto& c : snippet) {
    if (c == '\n') c = ' ';
  }
  return fmt::format(
      "<li>\n<p class=\"place\"><span class=\"rank\">{}</span> <span class=\"note\">engine {} · "
      "profile {} · {}</span></p>\n<p class=\"title\">{}</p>\n<p class=\"note\">{}</p>\n"
      "<p>{}</p>\n</li>\n",
      at + 1, entry.engine_rank, entry.up_rank, moved(entry, at + 1), title_markup(result),
      escape_markup(result.address), escape_markup(truncate_to_width(snippet, kSnippet)));
}

std::string form_markup(const profile::SearchAnswer& answer) {
  return fmt::format(
      "<form action=\"/\" method=\"get\" role=\"search\">\n<label>Query <input type=\"search\" "
      "name=\"q\" value=\"{}\" maxlength=\"{}\" required=\"required\"/></label>\n"
      "<label>alpha <input type=\"number\" name=\"alpha\" min=\"0\" max=\"1\" step=\"0.1\" "
      "value=\"{}\"/></label>\n<button>Search</button>\n</form>\n",
      escape_markup(answer.query), profile::kLongestQuery, format_real(answer.alpha, 3));
}

std::string body_markup(const profile::SearchAnswer& answer) {
  if (answer.fault) {
    return fmt::format("<div class=\"notice bad\" role=\"alert\"><p>{}</p></div>\n",
                       escape_markup(*answer.fault));
  }
  if (answer.query.empty()) {
    return "<p>The engine is sent your query and nothing else. Its results are put in your order "
           "here, on this machine.</p>\n";
  }
  if (answer.ranking.empty()) return "<p>The engine found nothing.</p>\n";
  std::string out = "<ol class=\"results\">\n";
  for (std::size_t i = 0; i < answer.ranking.size(); ++i) out += result_markup(answer, i);
  return out + "</ol>\n";
}

}  // namespace

std::string search_page(const profile::SearchAnswer& answer) {
  const std::string title =
      answer.query.empty() ? "Search" : fmt::format("{} - Search", escape_markup(answer.query));
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n"
      "<link rel=\"stylesheet\" href=\"/style.css\"/>\n</head>\n<body>\n<header>\n<h1>Search</h1>\n"
      "<p class=\"subtitle\">{} · {}</p>\n</header>\n<main>\n{}{}</main>\n"
      "<footer><p>Served by Privet on this machine only.</p></footer>\n</body>\n</html>\n",
      title, escape_markup(answer.engine), counted(answer.terms, "exposed term"),
      form_markup(answer), body_markup(answer));
}

std::string search_page_style() {
  return std::string(page_style()) + R"css(
form { display: flex; flex-wrap: wrap; gap: 12px 16px; align-items: end; margin: 0 0 32px; }
form label { display: grid; gap: 4px; color: var(--muted); font-size: 0.875rem; }
form label:first-child { flex: 1 1 20em; }
form input, form button { padding: 9px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: var(--ink); font: inherit; }
form button { background: var(--accent); border-color: var(--accent); color: var(--surface); font-weight: 600; cursor: pointer; }
form input:focus-visible, form button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.results { margin: 0; padding: 0; list-style: none; }
.results li { margin: 0 0 12px; padding: 14px 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
.results p { margin: 0 0 4px; max-width: none; overflow-wrap: anywhere; }
.results .title { font-size: 1.0625rem; font-weight: 600; }
.results .rank { font-weight: 650; font-variant-numeric: tabular-nums; }
.results .note { color: var(--muted); font-size: 0.8125rem; }
)css";
}

}  // namespace privet
