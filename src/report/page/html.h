// SPDX-License-Identifier: Apache-2.0
// A report as one self-contained HTML page: no script, style, font or picture from elsewhere;
// readable in light and dark, on a phone and on paper; complete without JavaScript (which only
// sorts tables).
// Idea: calls append blocks in order; all text is data and is escaped here, so callers never write
// markup. A strict Content-Security-Policy names the page's own style and script by their hash:
// even markup that slipped through could run nothing and load nothing.
// Cost: linear in the page.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/plot/plot.h"
#include "report/text/text_table.h"

namespace privet {

enum class Tone { Plain, Good, Warn, Bad };

// A figure at a glance: "5", "smallest class", "promised: 5".
struct Card {
  std::string value = {};
  std::string caption = {};
  std::string note = {};
  Tone tone = Tone::Plain;
};

// The first words of a report: one sentence, and what it does not cover.
struct VerdictBlock {
  Tone tone = Tone::Plain;
  std::string sentence = {};
  std::string heading = {};              // above the points
  std::vector<std::string> points = {};  // empty: none
};

struct Figure {
  Svg svg = {};
  std::string caption = {};
  // What paper shows instead of a drawing that is too large for a page; empty: the drawing.
  std::string on_paper = {};
};

// A tree of which a slider shows more or less: what has a smaller value than the step's is dimmed.
// Complete at `start` without a script.
struct DialNode {
  std::string label = {};
  std::string note = {};
  std::size_t level = 0;  // from 0; at most one more than that of the node before
  double value = 0;
  bool held = false;  // dimmed at every step
};
struct DialStep {
  double value = 0;
  std::string caption = {};
};
struct Dial {
  std::string label = {};
  std::vector<DialNode> nodes = {};
  std::vector<DialStep> steps = {};  // ascending
  std::size_t start = 0;
};

using Facts = std::vector<std::pair<std::string, std::string>>;  // name, value

class HtmlPage {
 public:
  explicit HtmlPage(std::string_view title, std::string_view subtitle = {});

  HtmlPage& verdict(const VerdictBlock& verdict);
  HtmlPage& cards(const std::vector<Card>& cards);
  // Starts a section; it ends where the next starts. More than four get a table of contents.
  HtmlPage& section(std::string_view heading);
  HtmlPage& subsection(std::string_view heading);
  HtmlPage& paragraph(std::string_view text);
  HtmlPage& notice(Tone tone, std::string_view text);
  HtmlPage& facts(const Facts& facts);
  HtmlPage& table(const TextTable& table);
  HtmlPage& figure(const Figure& figure);
  // Side by side where the window is wide enough.
  HtmlPage& figures(const std::vector<Figure>& figures);
  HtmlPage& code(std::string_view text);
  HtmlPage& dial(const Dial& dial);
  // A part that opens on a click (and is open on paper where the browser can). `fill` must not
  // start sections.
  HtmlPage& details(std::string_view summary, const std::function<void(HtmlPage&)>& fill);
  // Lines to write on, each with a word below: "name", "date", "signature".
  HtmlPage& signature(const std::vector<std::string>& lines);
  HtmlPage& footer(std::string_view text);

  // The whole page; may be called again after more blocks.
  [[nodiscard]] std::string html() const;

 private:
  std::string title_;
  std::string subtitle_;
  std::string footer_;
  std::string body_;
  std::vector<std::string> headings_;
  std::size_t introduction_ = 0;  // where the first section starts in body_
  int open_details_ = 0;
};

// `page` with what its run warned of, below the verdict.
[[nodiscard]] std::string with_warnings(std::string page, const std::vector<std::string>& warnings);

}  // namespace privet
