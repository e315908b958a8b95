// SPDX-License-Identifier: Apache-2.0
#include "report/profile/profile_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/counted.h"
#include "report/page/html.h"
#include "report/profile/profile_choice.h"
#include "report/text/numbers.h"

namespace privet {
namespace {

using profile::NodeId;

std::string support_text(const ProfileView& view, NodeId id) {
  const double support = view.profile.nodes[id].support;
  return fmt::format("{} · {}", format_fixed(support, 1),
                     format_percent(support / view.profile.documents()));
}

bool is_hidden(const ProfileView& view, NodeId id) {
  return view.exposure.exposed[id] == 0 && !view.profile.nodes[id].terms.empty();
}

DrawnNode drawn(const ProfileView& view, const std::vector<std::uint8_t>& chosen, NodeId id) {
  DrawnNode out;
  out.label = id == 0 ? "all documents" : view.profile.label(id);
  out.sublabel = support_text(view, id);
  if (is_hidden(view, id)) out.sublabel += " · hidden";
  std::size_t left_out = 0;
  for (const NodeId child : view.profile.children(id)) {
    if (chosen[child] != 0) {
      out.children.push_back(drawn(view, chosen, child));
    } else {
      left_out += view.profile.nodes[child].end - child;
    }
  }
  if (left_out > 0) {
    out.children.push_back({.label = counted(left_out, "smaller one")});
  }
  return out;
}

TextTable exposed_table(const ProfileView& view) {
  TextTable table;
  table.columns = {{"exposed term"}, number_column("support"), number_column("weight")};
  for (const auto& label : profile::weighted_labels(view.profile, view.exposure)) {
    if (table.rows.size() == view.max_nodes) break;
    table.add({profile::label_text(view.profile, label.terms), format_fixed(label.support, 1),
               format_fixed(label.weight, 3)});
  }
  return table;
}

std::string caption(const profile::Exposure& exposure) {
  return fmt::format("minDetail {}: expRatio {}, {} of {} exposed",
                     format_real(exposure.min_detail, 3), format_percent(exposure.ratio()),
                     format_count(exposure.terms), counted(exposure.labelled, "node"));
}

// The nodes hidden by hand: those that have enough support and an exposed parent, and are not
// exposed.
std::vector<NodeId> hidden_by_hand(const ProfileView& view) {
  std::vector<NodeId> out;
  const auto& nodes = view.profile.nodes;
  for (NodeId id = 1; id < nodes.size(); ++id) {
    const bool enough = nodes[id].support / view.profile.documents() >= view.exposure.min_detail;
    if (is_hidden(view, id) && enough && view.exposure.exposed[nodes[id].parent] != 0) {
      out.push_back(id);
    }
  }
  return out;
}

Dial dial_of(const ProfileView& view, const std::vector<std::uint8_t>& chosen) {
  Dial dial;
  dial.label = "minDetail: hide what has a smaller share of the documents";
  const auto by_hand = hidden_by_hand(view);
  std::vector<std::uint8_t> held(view.profile.nodes.size(), 0);
  std::vector<std::size_t> level(view.profile.nodes.size(), 0);
  for (const NodeId id : by_hand) held[id] = 1;
  for (NodeId id = 1; id < view.profile.nodes.size(); ++id) {
    const NodeId parent = view.profile.nodes[id].parent;
    level[id] = level[parent] + 1;
    if (held[parent] != 0) held[id] = 1;
    if (chosen[id] == 0 || view.profile.nodes[id].terms.empty()) continue;
    dial.nodes.push_back({.label = view.profile.label(id),
                          .note = support_text(view, id),
                          .level = level[id] - 1,
                          .value = view.profile.nodes[id].support / view.profile.documents(),
                          .held = held[id] != 0});
  }
  for (const double value : dial_values(view.profile, view.exposure.min_detail)) {
    if (value == view.exposure.min_detail) dial.start = dial.steps.size();
    dial.steps.push_back({value, caption(profile::expose(view.profile, value, by_hand))});
  }
  return dial;
}

}  // namespace

DrawnNode profile_tree(const ProfileView& view) {
  return drawn(view, largest_nodes(view.profile, view.max_nodes), 0);
}

std::string hidden_note(const profile::Exposure& exposure) {
  constexpr double kAll = 0.9995;  // printed as 100.0%
  if (exposure.terms == exposure.labelled || exposure.ratio() < kAll) return "";
  return "expRatio measures how the leaves divide the documents, not their names: a hidden leaf "
         "without hidden siblings divides them as before, so 100% does not mean that all names are "
         "exposed\n";
}

std::string profile_text(const ProfileView& view) {
  std::string out = to_text(profile_tree(view));
  out += "\n" + to_text(exposed_table(view));
  out += fmt::format("\n{} (entropy {} of {})\n{}", caption(view.exposure),
                     format_fixed(view.exposure.entropy_exposed, 3),
                     format_fixed(view.exposure.entropy, 3), hidden_note(view.exposure));
  return out;
}

Svg profile_drawing(const ProfileView& view) {
  TreeDrawing drawing;
  drawing.title = caption(view.exposure);
  drawing.root = profile_tree(view);
  drawing.growth = Growth::Right;
  drawing.max_nodes = view.max_nodes;
  return draw(drawing);
}

std::string profile_page(const ProfileView& view, const std::string& name) {
  HtmlPage page("Profile", name);
  page.cards(
      {{format_percent(view.exposure.ratio()), "expRatio",
        fmt::format("of the profile is exposed at minDetail {}",
                    format_real(view.exposure.min_detail, 3))},
       {format_count(view.exposure.terms), noun_for(view.exposure.terms, "node") + " exposed",
        fmt::format("of {}", format_count(view.exposure.labelled))},
       {format_count(static_cast<std::uint64_t>(view.profile.documents())),
        noun_for(static_cast<std::uint64_t>(view.profile.documents()), "document"),
        fmt::format("minsup {}, delta {}", view.profile.minsup, format_real(view.profile.delta))}});
  page.section("What is exposed and what is hidden");
  page.paragraph(
      "Each term has the share of the documents that supports it. Terms with a smaller share than "
      "minDetail are hidden, and so are those below a hidden one. Move the dial to see what "
      "another "
      "setting would show; the page is private like the profile itself.");
  const auto chosen = largest_nodes(view.profile, view.max_nodes);
  page.dial(dial_of(view, chosen));
  std::size_t shown = 0;  // of the nodes with terms
  for (NodeId id = 1; id < view.profile.nodes.size(); ++id) {
    if (chosen[id] != 0 && !view.profile.nodes[id].terms.empty()) ++shown;
  }
  if (shown < view.exposure.labelled) {
    page.notice(Tone::Plain, fmt::format("Of {} the {} of largest support {} shown.",
                                         counted(view.exposure.labelled, "node"),
                                         format_count(shown), shown == 1 ? "is" : "are"));
  }
  page.section("What the engine learns");
  page.paragraph("A term on several nodes is sent once. The weight is log10(|D| / support).");
  page.table(exposed_table(view));
  page.section("How much minDetail hides");
  XySeries series;
  series.name = "expRatio";
  const auto by_hand = hidden_by_hand(view);
  for (const double value : dial_values(view.profile, view.exposure.min_detail)) {
    series.points.push_back({value, profile::expose(view.profile, value, by_hand).ratio()});
  }
  page.figure(
      {draw(XyChart{.title = "minDetail and expRatio",
                    .series = {std::move(series)},
                    .x = {.label = "minDetail", .min = 0},
                    .y = {.label = "expRatio", .style = NumberStyle::Percent, .min = 0, .max = 1}}),
       "The share of the profile's information that is exposed, for each setting."});
  page.footer("Made by Privet. This page holds the whole profile: keep it to yourself.");
  return page.html();
}

}  // namespace privet
