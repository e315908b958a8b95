// SPDX-License-Identifier: Apache-2.0
#include "report/plot/tree_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "base/counted.h"
#include "report/plot/svg_canvas.h"
#include "report/plot/tree_outline_internal.h"
#include "report/text/unicode.h"

namespace privet {
namespace {

constexpr double kPadding = 12;
constexpr double kLabelLine = 17;
constexpr double kLongestLabel = 220;
constexpr double kBetweenSiblings = 16;
constexpr double kMargin = 2;  // for the stroke of boxes at the edge

// A node as it is laid out. Breadth runs across the levels, depth along them.
struct Placed {
  std::string label;
  std::string sublabel;
  std::string edge_label;
  std::string tooltip;
  bool cut = false;  // stands for children that are not drawn
  std::vector<std::size_t> children;
  std::size_t level = 0;
  double width = 0;
  double height = 0;
  double breadth = 0;  // size across
  double shift = 0;    // of its centre against its parent's
  double center = 0;
};

// The outline of a subtree: for each level, how far it reaches to both sides of its root's centre.
struct Outline {
  std::vector<std::pair<double, double>> reach;
};

std::size_t count_nodes(const DrawnNode& root) {
  std::size_t count = 0;
  std::vector<const DrawnNode*> open = {&root};
  while (!open.empty()) {
    const DrawnNode* node = open.back();
    open.pop_back();
    ++count;
    for (const auto& child : node->children) open.push_back(&child);
  }
  return count;
}

class TreeLayout {
 public:
  explicit TreeLayout(const TreeDrawing& drawing)
      : drawing_(drawing), down_(drawing.growth == Growth::Down) {
    take_nodes();
    measure_levels();
    place_subtrees();
    make_absolute();
  }

  Svg draw() {
    double top = 0;
    const double right = breadth_low_ + 2 * kMargin;
    const double depth = level_start_.back() + level_size_.back();
    const double needed = down_ ? right : depth + 2 * kMargin;
    const double width = std::max(needed, drawing_.width);
    // A narrow tree stands in the middle.
    const double aside = (width - needed) / 2;
    SvgCanvas canvas(width);
    for (const auto& line : wrap_to_pixels(drawing_.title, kTitleSize, width, true)) {
      canvas.text(0, top + kTitleSize, line, {.colour = kInk, .size = kTitleSize, .bold = true});
      top += 21;
    }
    top += drawing_.title.empty() ? 0 : 12;
    left_ = aside + kMargin;
    top_ = top + kMargin;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (const std::size_t child : nodes_[i].children) draw_edge(canvas, i, child);
    }
    for (const auto& node : nodes_) draw_node(canvas, node);
    const double height = top + 2 * kMargin + (down_ ? depth : breadth_low_);
    return std::move(canvas).finish(height, drawing_.title, description());
  }

 private:
  // Breadth first, so that what a large tree loses is its deepest part.
  void take_nodes() {
    std::deque<std::pair<const DrawnNode*, std::size_t>> open;
    nodes_.push_back(make(drawing_.root, 0));
    open.emplace_back(&drawing_.root, 0);
    while (!open.empty()) {
      const auto [node, index] = open.front();
      open.pop_front();
      std::size_t hidden = 0;
      for (const auto& child : node->children) {
        if (nodes_.size() >= std::max<std::size_t>(drawing_.max_nodes, 1)) {
          hidden += count_nodes(child);
          continue;
        }
        open.emplace_back(&child, nodes_.size());
        link(index, make(child, nodes_[index].level + 1));
      }
      if (hidden > 0) {
        DrawnNode rest;
        rest.label = fmt::format("{} more", format_count(hidden));
        Placed placed = make(rest, nodes_[index].level + 1);
        placed.cut = true;
        link(index, std::move(placed));
      }
    }
  }

  void link(std::size_t parent, Placed child) {
    nodes_[parent].children.push_back(nodes_.size());
    nodes_.push_back(std::move(child));
  }

  [[nodiscard]] Placed make(const DrawnNode& node, std::size_t level) const {
    Placed placed;
    const std::string label = clean_text(node.label);
    placed.label = truncate_to_pixels(label, kLabelSize, kLongestLabel);
    placed.sublabel = truncate_to_pixels(clean_text(node.sublabel), 11, kLongestLabel);
    placed.edge_label = truncate_to_pixels(clean_text(node.edge_label), 11, kLongestLabel);
    placed.tooltip =
        node.sublabel.empty() ? node.label : fmt::format("{}\n{}", node.label, node.sublabel);
    placed.level = level;
    placed.width = std::max({text_width(placed.label, kLabelSize, true),
                             text_width(placed.sublabel, 11), 16.0}) +
                   2 * kPadding;
    placed.height = kLabelLine * (node.sublabel.empty() ? 1 : 2) + 13;
    // An edge label needs its own room beside those of its siblings.
    placed.breadth = down_ ? std::max(placed.width, text_width(placed.edge_label, 11) + 4)
                           : std::max(placed.height, 20.0);
    return placed;
  }

  void measure_levels() {
    for (const auto& node : nodes_) {
      level_size_.resize(std::max(level_size_.size(), node.level + 1), 0);
      edge_room_.resize(level_size_.size(), 0);
      level_size_[node.level] = std::max(level_size_[node.level], down_ ? node.height : node.width);
      const double label = node.edge_label.empty() ? 0
                           : down_                 ? 22
                                                   : text_width(node.edge_label, 11) + 16;
      edge_room_[node.level] = std::max(edge_room_[node.level], label);
    }
    double at = 0;
    for (std::size_t level = 0; level < level_size_.size(); ++level) {
      if (level > 0) at += level_size_[level - 1] + edge_room_[level] + (down_ ? 34 : 44);
      level_start_.push_back(at);
    }
  }

  // Children come after their parents in nodes_, so backwards means bottom up.
  void place_subtrees() {
    std::vector<Outline> outlines(nodes_.size());
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      Outline merged;
      for (const std::size_t child : nodes_[i].children) {
        append_subtree(merged, outlines[child], nodes_[child].shift);
        outlines[child].reach.clear();
      }
      const auto& children = nodes_[i].children;
      const double middle =
          children.empty() ? 0
                           : (nodes_[children.front()].shift + nodes_[children.back()].shift) / 2;
      for (const std::size_t child : children) nodes_[child].shift -= middle;
      // Outlines are kept deepest level first, so that a parent is appended in constant time.
      for (auto& [low, high] : merged.reach) {
        low -= middle;
        high -= middle;
      }
      merged.reach.emplace_back(-nodes_[i].breadth / 2, nodes_[i].breadth / 2);
      outlines[i] = std::move(merged);
    }
  }

  // Sets the next subtree as close to the ones before as their outlines allow.
  void append_subtree(Outline& before, const Outline& next, double& shift) const {
    const double gap = down_ ? kBetweenSiblings : 8;
    const std::size_t shared = std::min(before.reach.size(), next.reach.size());
    shift = 0;
    for (std::size_t d = 1; d <= shared; ++d) {
      const double touch = before.reach[before.reach.size() - d].second + gap -
                           next.reach[next.reach.size() - d].first;
      shift = d == 1 ? touch : std::max(shift, touch);
    }
    Outline merged = next;
    for (auto& [low, high] : merged.reach) {
      low += shift;
      high += shift;
    }
    for (std::size_t d = 1; d <= shared; ++d) {
      merged.reach[merged.reach.size() - d].first = before.reach[before.reach.size() - d].first;
    }
    if (before.reach.size() > shared) {
      merged.reach.insert(merged.reach.begin(), before.reach.begin(),
                          before.reach.end() - static_cast<std::ptrdiff_t>(shared));
    }
    before = std::move(merged);
  }

  void make_absolute() {
    double low = 0;
    for (auto& node : nodes_) {
      for (const std::size_t child : node.children) {
        nodes_[child].center = node.center + nodes_[child].shift;
      }
      low = std::min(low, node.center - node.breadth / 2);
    }
    for (auto& node : nodes_) {
      node.center -= low;
      breadth_low_ = std::max(breadth_low_, node.center + node.breadth / 2);
    }
  }

  [[nodiscard]] double x_of(const Placed& node) const {
    return left_ + (down_ ? node.center - node.width / 2 : level_start_[node.level]);
  }
  [[nodiscard]] double y_of(const Placed& node) const {
    return top_ + (down_ ? level_start_[node.level] : node.center - node.height / 2);
  }

  void draw_edge(SvgCanvas& canvas, std::size_t parent, std::size_t child) const {
    const Placed& from = nodes_[parent];
    const Placed& to = nodes_[child];
    if (down_) {
      const double x1 = left_ + from.center;
      const double y1 = y_of(from) + from.height;
      const double x2 = left_ + to.center;
      const double y2 = y_of(to);
      // The curve ends above the edge label, which stands over its node.
      const double y3 = y2 - edge_room_[to.level];
      const double middle = (y1 + y3) / 2;
      canvas.path(fmt::format("M{0} {1}C{0} {2} {3} {2} {3} {4}{5}", pixels(x1), pixels(y1),
                              pixels(middle), pixels(x2), pixels(y3),
                              to.edge_label.empty() ? fmt::format("V{}", pixels(y2)) : ""),
                  kAxisLine, 1.5);
      canvas.text(x2, y2 - 8, to.edge_label, {.anchor = "middle", .size = 11});
      return;
    }
    const double x1 = x_of(from) + from.width;
    const double y1 = top_ + from.center;
    const double x2 = x_of(to);
    const double y2 = top_ + to.center;
    const double x3 = x2 - edge_room_[to.level];
    const double x4 = to.edge_label.empty() ? x2 : x2 - text_width(to.edge_label, 11) - 12;
    const double start = left_ + level_start_[from.level] + level_size_[from.level];
    const double middle = (start + x3) / 2;
    canvas.path(fmt::format("M{} {}H{}C{} {} {} {} {} {}H{}", pixels(x1), pixels(y1), pixels(start),
                            pixels(middle), pixels(y1), pixels(middle), pixels(y2), pixels(x3),
                            pixels(y2), pixels(x4)),
                kAxisLine, 1.5);
    canvas.text(x2 - 6, y2 + 4, to.edge_label, {.anchor = "end", .size = 11});
  }

  void draw_node(SvgCanvas& canvas, const Placed& node) const {
    const double x = x_of(node);
    const double y = y_of(node);
    const bool leaf = node.children.empty();
    canvas.box({x, y, node.width, node.height},
               {.fill = leaf ? kSurface : kNodeFill,
                .stroke = node.cut || leaf ? kAxisLine : series_colour(0),
                .dashed = node.cut},
               node.tooltip);
    canvas.text(x + node.width / 2, y + kLabelLine + 3, node.label,
                {.anchor = "middle", .colour = node.cut ? kMuted : kInk, .bold = !node.cut});
    canvas.text(x + node.width / 2, y + 2 * kLabelLine + 2, node.sublabel,
                {.anchor = "middle", .size = 11});
  }

  [[nodiscard]] std::string description() const {
    if (!drawing_.description.empty()) return drawing_.description;
    return fmt::format("Tree of {} and {} from the root, {}.",
                       counted(count_nodes(drawing_.root), "node"),
                       counted(level_size_.size(), "level"), drawing_.root.label);
  }

  static constexpr std::string_view kNodeFill = "var(--node,#eaf3fa)";

  const TreeDrawing& drawing_;
  bool down_;
  std::vector<Placed> nodes_;
  std::vector<double> level_size_;
  std::vector<double> level_start_;
  std::vector<double> edge_room_;  // before each level
  double breadth_low_ = 0;         // the far side of the whole tree
  double left_ = 0;
  double top_ = 0;
};

}  // namespace

Svg draw(const TreeDrawing& drawing) {
  Svg out = TreeLayout(drawing).draw();
  if (drawing.width > kHalfWidth) out.narrow = detail::draw_outline(drawing);
  return out;
}

}  // namespace privet
