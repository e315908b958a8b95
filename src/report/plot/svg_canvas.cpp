// SPDX-License-Identifier: Apache-2.0
#include "report/plot/svg_canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/error.h"
#include "report/text/unicode.h"

namespace privet {
namespace {

double character_width(char32_t c) {
  if (c >= 0x80) return 0.66 * static_cast<double>(display_width(c));
  const auto is_one_of = [c](std::string_view set) {
    return set.find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (is_one_of("ijlI|'.,:; ")) return 0.33;
  if (is_one_of("frt()[]/\\!-\"")) return 0.42;
  if (is_one_of("mwMW@%")) return 0.96;
  if (is_one_of("+<=>~#")) return 0.84;
  if (is_one_of("_&") || (c >= U'A' && c <= U'Z')) return 0.76;
  return 0.635;
}

std::string tooltip_element(std::string_view tooltip) {
  return tooltip.empty() ? std::string() : fmt::format("<title>{}</title>", escape_markup(tooltip));
}

std::string polygon(double x, double y, double radius, int corners, double turn) {
  std::string points;
  for (int i = 0; i < corners; ++i) {
    const double angle = turn + 2 * std::numbers::pi * i / corners;
    points += fmt::format("{}{},{}", i > 0 ? " " : "", pixels(x + radius * std::cos(angle)),
                          pixels(y + radius * std::sin(angle)));
  }
  return fmt::format("<polygon points=\"{}\"", points);
}

}  // namespace

std::string_view series_colour(std::size_t index) {
  static constexpr std::array<std::string_view, kPalette> kColours = {
      "var(--s1,#0072b2)", "var(--s2,#e07b00)", "var(--s3,#009e73)", "var(--s4,#c2569a)",
      "var(--s5,#7a6a53)", "var(--s6,#3aa3dd)", "var(--s7,#a08a00)"};
  return kColours.at(index % kPalette);
}

double text_width(std::string_view text, double size, bool bold) {
  double em = 0;
  while (!text.empty()) em += character_width(next_character(text));
  return em * size * (bold ? 1.09 : 1.0);
}

std::string truncate_to_pixels(std::string_view text, double size, double width) {
  if (text_width(text, size) <= width) return std::string(text);
  const double room = width - text_width("…", size);
  std::string out;
  double used = 0;
  while (!text.empty()) {
    const char32_t c = next_character(text);
    used += character_width(c) * size;
    if (used > room) break;
    append_character(out, c);
  }
  while (out.ends_with(' ')) out.pop_back();
  return out + "…";
}

std::vector<std::string> wrap_to_pixels(std::string_view text, double size, double width,
                                        bool bold) {
  std::vector<std::string> lines;
  std::string line;
  const std::string clean = clean_text(text);
  for (std::size_t at = 0; at < clean.size();) {
    const std::size_t end = std::min(clean.find_first_of(" \n", at), clean.size());
    const std::string word =
        truncate_to_pixels(std::string_view(clean).substr(at, end - at), size, width / 1.1);
    const std::string longer = line.empty() ? word : fmt::format("{} {}", line, word);
    if (!line.empty() && text_width(longer, size, bold) > width) {
      lines.push_back(std::exchange(line, word));
    } else {
      line = longer;
    }
    at = end + 1;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string pixels(double value) {
  PRIVET_CHECK(std::isfinite(value));
  std::string out = fmt::format("{:.2f}", value);
  out.erase(out.find_last_not_of('0') + 1);
  if (out.ends_with('.')) out.pop_back();
  return out == "-0" ? "0" : out;
}

void SvgCanvas::text(double x, double y, std::string_view text, const TextLook& look) {
  if (text.empty()) return;
  body_ += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\"", pixels(x), pixels(y), look.colour);
  if (look.anchor != "start") body_ += fmt::format(" text-anchor=\"{}\"", look.anchor);
  if (look.size != kLabelSize) body_ += fmt::format(" font-size=\"{}\"", pixels(look.size));
  if (look.halo) {
    body_ += fmt::format(" stroke=\"{}\" stroke-width=\"4\" paint-order=\"stroke\"", kSurface);
  }
  if (look.bold) body_ += " font-weight=\"600\"";
  if (look.angle != 0) {
    body_ +=
        fmt::format(" transform=\"rotate({} {} {})\"", pixels(look.angle), pixels(x), pixels(y));
  }
  body_ += fmt::format(">{}</text>\n", escape_markup(text));
}

void SvgCanvas::line(double x1, double y1, double x2, double y2, std::string_view colour,
                     double stroke) {
  body_ += fmt::format(
      "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
      pixels(x1), pixels(y1), pixels(x2), pixels(y2), colour, pixels(stroke));
}

void SvgCanvas::bar(Rectangle at, Toward toward, std::string_view colour,
                    std::string_view tooltip) {
  auto& [x, y, width, height] = at;
  const bool upright = toward == Toward::Up || toward == Toward::Down;
  // A value that is there must be seen, however small.
  (upright ? height : width) = std::max(upright ? height : width, 1.0);
  const double r = std::min({3.0, width / 2, height / 2});
  const auto round = [&](Toward a, Toward b) { return toward == a || toward == b ? r : 0.0; };
  const double top_left = round(Toward::Up, Toward::Left);
  const double top_right = round(Toward::Up, Toward::Right);
  const double low_right = round(Toward::Down, Toward::Right);
  const double low_left = round(Toward::Down, Toward::Left);
  const auto corner = [](double radius, double dx, double dy) {
    return radius == 0 ? std::string()
                       : fmt::format("a{0} {0} 0 0 1 {1} {2}", pixels(radius), pixels(dx * radius),
                                     pixels(dy * radius));
  };
  body_ += fmt::format("<path d=\"M{} {}h{}{}v{}{}h{}{}v{}{}z\" fill=\"{}\">{}</path>\n",
                       pixels(x + top_left), pixels(y), pixels(width - top_left - top_right),
                       corner(top_right, 1, 1), pixels(height - top_right - low_right),
                       corner(low_right, -1, 1), pixels(-(width - low_right - low_left)),
                       corner(low_left, -1, -1), pixels(-(height - low_left - top_left)),
                       corner(top_left, 1, -1), colour, tooltip_element(tooltip));
}

void SvgCanvas::box(const Rectangle& at, const BoxLook& look, std::string_view tooltip) {
  body_ += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{}\" stroke=\"{}\"{}>{}"
      "</rect>\n",
      pixels(at.x), pixels(at.y), pixels(at.width), pixels(at.height), look.fill, look.stroke,
      look.dashed ? " stroke-dasharray=\"4 3\"" : "", tooltip_element(tooltip));
}

void SvgCanvas::path(std::string_view steps, std::string_view colour, double stroke) {
  body_ += fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" "
      "stroke-linecap=\"round\"/>\n",
      steps, colour, pixels(stroke));
}

void SvgCanvas::area(std::string_view steps, std::string_view colour) {
  body_ += fmt::format("<path d=\"{}Z\" fill=\"{}\" fill-opacity=\"0.18\" stroke=\"none\"/>\n",
                       steps, colour);
}

void SvgCanvas::dashed_line(double x1, double y1, double x2, double y2, std::string_view colour) {
  body_ += fmt::format(
      "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"1.5\" "
      "stroke-dasharray=\"5 4\"/>\n",
      pixels(x1), pixels(y1), pixels(x2), pixels(y2), colour);
}

void SvgCanvas::marker(double x, double y, std::size_t shape, std::string_view colour,
                       std::string_view tooltip, double radius) {
  constexpr double kUp = -std::numbers::pi / 2;
  std::string start;
  switch (shape % kPalette) {
    case 0:
      start =
          fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", pixels(x), pixels(y), pixels(radius));
      break;
    case 1:
      start = polygon(x, y, radius * 1.25, 4, kUp / 2);
      break;
    case 2:
      start = polygon(x, y, radius * 1.4, 3, kUp);
      break;
    case 3:
      start = polygon(x, y, radius * 1.35, 4, kUp);
      break;
    case 4:
      start = polygon(x, y, radius * 1.4, 3, -kUp);
      break;
    case 5:
      start = polygon(x, y, radius * 1.2, 6, kUp);
      break;
    default:
      start = polygon(x, y, radius * 1.25, 5, kUp);
  }
  body_ += fmt::format("{} fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\">{}{}\n", start, colour,
                       kSurface, tooltip_element(tooltip),
                       shape % kPalette == 0 ? "</circle>" : "</polygon>");
}

Svg SvgCanvas::finish(double height, std::string_view title, std::string_view description) && {
  const std::string name = escape_markup(title.empty() ? "Figure" : title);
  return {fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\" font-family=\"system-ui, -apple-system, &#39;Segoe UI&#39;, "
      "Roboto, &#39;Helvetica Neue&#39;, Arial, sans-serif\" font-size=\"{2}\">\n"
      "<title>{3}</title>\n<desc>{4}</desc>\n{5}</svg>\n",
      pixels(std::ceil(width_)), pixels(std::ceil(height)), pixels(kLabelSize), name,
      escape_markup(description), body_)};
}

}  // namespace privet
