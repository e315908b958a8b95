// SPDX-License-Identifier: Apache-2.0
// Writes the shapes that plots and tree drawings are made of. All text is escaped here.
// Idea: append only; the size of the picture is given last, when the layout is known. Widths of
// text are estimates for a wide sans-serif font, so that labels fit in any. Cost: linear in the
// shapes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/plot/plot.h"

namespace privet {

// Colours: custom properties a page sets, with what to use where it does not.
inline constexpr std::string_view kInk = "var(--ink,#1b2733)";
inline constexpr std::string_view kMuted = "var(--muted,#5b6875)";
inline constexpr std::string_view kGrid = "var(--grid,#e3e8ed)";
inline constexpr std::string_view kAxisLine = "var(--axis,#9aa5b1)";
inline constexpr std::string_view kSurface = "var(--surface,#ffffff)";
inline constexpr std::size_t kPalette = 7;
[[nodiscard]] std::string_view series_colour(std::size_t index);

inline constexpr double kTitleSize = 15;
inline constexpr double kLabelSize = 12;

[[nodiscard]] double text_width(std::string_view text, double size, bool bold = false);
[[nodiscard]] std::string truncate_to_pixels(std::string_view text, double size, double width);
// Lines broken at spaces; a longer word is cut with "…".
[[nodiscard]] std::vector<std::string> wrap_to_pixels(std::string_view text, double size,
                                                      double width, bool bold = false);

struct TextLook {
  std::string_view anchor = "start";  // start, middle or end
  std::string_view colour = kMuted;
  double size = kLabelSize;
  bool bold = false;
  double angle = 0;   // degrees, about the given point
  bool halo = false;  // on a background of its own, where lines may cross it
};

struct Rectangle {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

struct BoxLook {
  std::string_view fill = kSurface;
  std::string_view stroke = kAxisLine;
  bool dashed = false;
};

enum class Toward { Right, Left, Up, Down };

class SvgCanvas {
 public:
  explicit SvgCanvas(double width) : width_(width) {}

  [[nodiscard]] double width() const { return width_; }
  void text(double x, double y, std::string_view text, const TextLook& look = {});
  void line(double x1, double y1, double x2, double y2, std::string_view colour, double stroke = 1);
  // A rectangle whose corners are round on the side its value grows to.
  void bar(Rectangle at, Toward toward, std::string_view colour, std::string_view tooltip);
  void box(const Rectangle& at, const BoxLook& look, std::string_view tooltip);
  // `steps` in SVG path notation; not filled.
  void path(std::string_view steps, std::string_view colour, double stroke = 2);
  // The same, closed and shaded lightly.
  void area(std::string_view steps, std::string_view colour);
  void dashed_line(double x1, double y1, double x2, double y2, std::string_view colour);
  // One of six shapes, by index.
  void marker(double x, double y, std::size_t shape, std::string_view colour,
              std::string_view tooltip = {}, double radius = 4);

  [[nodiscard]] Svg finish(double height, std::string_view title, std::string_view description) &&;

 private:
  double width_;
  std::string body_;
};

// A coordinate with at most two decimals.
[[nodiscard]] std::string pixels(double value);

}  // namespace privet
