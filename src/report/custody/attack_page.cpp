// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/version.h"
#include "report/custody/attack_tables_internal.h"
#include "report/custody/custody_views.h"
#include "report/page/html.h"

namespace privet {
namespace {

Figure domain_figure(const job::CustodyAttackOutcome& outcome) {
  BarChart chart{
      .title = "Values cracked",
      .values = {.label = "share of rows", .style = NumberStyle::Percent, .min = 0, .max = 1}};
  for (const auto& attribute : outcome.attributes) chart.categories.push_back(attribute.name);
  for (std::size_t a = 0; a < outcome.options.attacks.size(); ++a) {
    BarSeries series{.name = std::string(attack_name(outcome.options.attacks[a]))};
    for (const auto& attribute : outcome.attributes) {
      series.values.push_back(attribute.risks[a].good);
    }
    chart.series.push_back(std::move(series));
  }
  return {draw(chart), "Medians over the trials, with good knowledge points only."};
}

Figure subspace_figure(const job::CustodyAttackOutcome& outcome) {
  constexpr std::size_t kMost = 20;
  BarChart chart{.title = "Combinations cracked",
                 .values = {.label = "share of rows", .style = NumberStyle::Percent, .min = 0}};
  BarSeries series{.name = "cracked"};
  auto subspaces = by_risk(outcome.subspaces);
  if (subspaces.size() > kMost) subspaces.resize(kMost);
  for (const auto& one : subspaces) {
    chart.categories.push_back(outcome.subspace_name(one));
    series.values.push_back(one.risk);
  }
  chart.series.push_back(std::move(series));
  return {draw(chart), "Rows of which the values of all named attributes are guessed at once."};
}

Figure path_figure(const job::CustodyAttackOutcome& outcome) {
  BarChart chart{.title = "Paths of the tree",
                 .category_label = "tests on the path",
                 .values = {.label = "paths"},
                 .direction = Direction::Vertical};
  BarSeries all{.name = "paths"};
  BarSeries cracked{.name = "cracked"};
  for (const auto& path : outcome.paths) {
    chart.categories.push_back(fmt::format("{}", path.length));
    all.values.push_back(static_cast<double>(path.paths));
    cracked.values.push_back(path.cracked);
  }
  chart.series = {std::move(all), std::move(cracked)};
  return {draw(chart), "A path is cracked when every cut on it is guessed within the radius."};
}

std::vector<Card> cards(const job::CustodyAttackOutcome& outcome) {
  const auto worst =
      std::max_element(outcome.attributes.begin(), outcome.attributes.end(),
                       [](const auto& a, const auto& b) { return a.worst_risk < b.worst_risk; });
  const auto subspaces = by_risk(outcome.subspaces);
  std::vector<Card> out;
  if (worst != outcome.attributes.end()) {
    out.push_back({format_percent(worst->worst_risk), "of rows in the weakest attribute",
                   fmt::format("{}, by {}", worst->name, attack_name(worst->worst)),
                   worst->worst_risk > 0.5 ? Tone::Bad : Tone::Plain});
  }
  if (!subspaces.empty()) {
    out.push_back({format_percent(subspaces[0].risk), "of rows in the weakest combination",
                   outcome.subspace_name(subspaces[0]), Tone::Plain});
  }
  if (!outcome.paths.empty()) {
    out.push_back(
        {format_real(outcome.cracked_paths()),
         outcome.cracked_paths() == 1 ? "path of the tree cracked" : "paths of the tree cracked",
         fmt::format("of {}", format_count(outcome.all_paths())), Tone::Plain});
  }
  return out;
}

}  // namespace

std::string custody_attack_page(const job::CustodyAttackOutcome& outcome) {
  HtmlPage page("Attack on an encoded table",
                fmt::format("{} → {}", outcome.original, outcome.encoded));
  page.cards(cards(outcome));
  page.section("Values");
  page.paragraph(
      "What an attacker gets right of single attributes: " + attack_setting_text(outcome) +
      ". Sorting, rank and range assume that both ends of the range are known.");
  page.figure(domain_figure(outcome));
  page.table(attack_domain_table(outcome));
  if (!outcome.subspaces.empty()) {
    page.section("Combinations");
    page.paragraph(
        "What links a person to several values at once. On each attribute the attacker uses what "
        "cracks most of it.");
    page.figure(subspace_figure(outcome));
    page.details("All combinations", [&](HtmlPage& part) {
      part.table(attack_subspace_table(outcome, outcome.subspaces.size()));
    });
  }
  if (!outcome.paths.empty()) {
    page.section("Paths of the tree");
    page.figure(path_figure(outcome));
    page.table(attack_path_table(outcome));
  }
  page.footer(fmt::format("Made by Privet {}.", kVersion));
  return page.html();
}

}  // namespace privet
