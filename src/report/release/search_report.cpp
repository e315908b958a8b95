// SPDX-License-Identifier: Apache-2.0
// How a search over a lattice went, as text, JSON and a figure.
#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/json.h"
#include "report/release/release_view.h"
#include "report/release/search_figure.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

std::string levels_text(const std::vector<std::size_t>& levels) {
  return fmt::format("{}", fmt::join(levels, ","));
}

std::string verdict_text(const SearchAccount& account) {
  if (account.exact) {
    return fmt::format("No combination of levels within the limit has a smaller {} than {}.",
                       account.metric, format_real(account.price, 6));
  }
  return fmt::format(
      "This is the best found in the time given, a {} of {}; none can be smaller than {}.",
      account.metric, format_real(account.price, 6), format_real(account.proven_bound, 6));
}

// A node may be checked early, on the way to a first good one, and passed over later: what was not
// checked is shown as one number, so that the two add up to the lattice.
std::string checked_text(const SearchAccount& account) {
  const double others = account.nodes - static_cast<double>(account.checked);
  const auto were = [](double count) { return count == 1 ? "was" : "were"; };
  return fmt::format("{} {} checked, {} {} {}", format_count(account.checked),
                     were(static_cast<double>(account.checked)), format_real(others, 9),
                     were(others),
                     account.exact ? fmt::format("ruled out by {} levels or by a coarser one that "
                                                 "suppresses too many",
                                                 others == 1 ? "its" : "their")
                                   : "ruled out or not reached in the time given");
}

}  // namespace

std::string search_text(const SearchAccount& account) {
  if (account.metric.empty()) return {};
  std::string out = "\nHow the levels were chosen\n" + verdict_text(account) + "\n";
  out +=
      fmt::format("Of {} combinations {}.\n", format_real(account.nodes, 9), checked_text(account));
  if (!account.not_tagging.empty()) {
    out += fmt::format(
        "A class that satisfies {} may break it when records join, so coarser combinations rule "
        "out fewer finer ones: these were checked one by one.\n",
        account.not_tagging);
  }
  TextTable chosen{
      .title = {},
      .columns = {
          {.heading = "quasi-identifier"}, number_column("level"), number_column("highest")}};
  for (std::size_t a = 0; a < account.levels.size(); ++a) {
    chosen.add({account.levels[a].first, format_count(account.levels[a].second),
                format_count(account.heights[a])});
  }
  out += "\n" + to_text(chosen) + "\n";
  TextTable front{
      .title = {},
      .columns = {
          number_column("suppressed"), number_column(account.metric), {.heading = "levels"}}};
  for (const auto& node : account.front) {
    front.add(
        {format_count(node.suppressed), format_fixed(node.price, 4), levels_text(node.levels)});
  }
  out += "The best checked for each number of suppressed records:\n" + to_text(front);
  return out;
}

Json search_json(const SearchAccount& account) {
  Json levels = Json::object();
  for (const auto& [name, level] : account.levels) levels[name] = level;
  Json front = Json::array();
  for (const auto& node : account.front) {
    front.push_back(
        {{"levels", node.levels}, {"suppressed", node.suppressed}, {"price", node.price}});
  }
  return {{"metric", account.metric},
          {"price", account.price},
          {"exact", account.exact},
          {"bound", account.proven_bound},
          {"nodes", account.nodes},
          {"checked", account.checked},
          {"unchecked", account.nodes - static_cast<double>(account.checked)},
          {"bounded", account.bounded},
          {"tagged", account.tagged},
          {"levels", levels},
          {"front", front}};
}

Figure search_figure(const SearchAccount& account) {
  XySeries all{.name = "checked", .points = {}, .mark = Mark::Points};
  for (const auto& [suppressed, price] : account.seen) {
    all.points.push_back({.x = static_cast<double>(suppressed), .y = price});
  }
  XySeries front{.name = "best", .points = {}, .mark = Mark::Step};
  for (const auto& node : account.front) {
    front.points.push_back({.x = static_cast<double>(node.suppressed),
                            .y = node.price,
                            .label = fmt::format("levels {}", levels_text(node.levels))});
  }
  return {draw(XyChart{.title = "Loss against suppression",
                       .series = {all, front},
                       .x = {.label = "records suppressed", .min = 0},
                       .y = {.label = account.metric, .min = 0}}),
          fmt::format("Each point is a combination of levels that was looked at; up to {} "
                      "may be suppressed.",
                      counted(account.limit, "record"))};
}

}  // namespace privet
