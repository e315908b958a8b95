// SPDX-License-Identifier: Apache-2.0
#include "report/custody_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/json.h"
#include "base/version.h"
#include "report/page/html.h"

namespace privet {
namespace {

using custody::Attack;
using custody::kAttackNames;

std::string_view name_of(Attack attack) {
  return kAttackNames[static_cast<std::size_t>(attack)];
}

std::string points_text(const AttackSummary& summary) {
  return fmt::format("{}, a radius of {} of the range, {}",
                     counted(summary.options.knowledge, "good knowledge point"),
                     format_percent(summary.options.radius, 1),
                     counted(summary.options.trials, "trial"));
}

TextTable domain_table(const AttackSummary& summary) {
  TextTable table{.columns = {{.heading = "attribute"}, number_column("values")}};
  const bool bad = summary.options.bad > 0;
  for (const Attack attack : summary.options.attacks) {
    table.columns.push_back(number_column(std::string(name_of(attack))));
    if (bad && attack != Attack::Sorting) {
      table.columns.push_back(number_column(fmt::format("+{} bad", summary.options.bad)));
    }
  }
  for (const auto& attribute : summary.attributes) {
    std::vector<std::string> row{attribute.name, format_count(attribute.values)};
    for (const auto& risk : attribute.risks) {
      row.push_back(format_percent(risk.good));
      if (bad && risk.attack != Attack::Sorting) row.push_back(format_percent(risk.with_bad));
    }
    table.add(std::move(row));
  }
  return table;
}

std::vector<custody::SubspaceRisk> by_risk(std::vector<custody::SubspaceRisk> subspaces) {
  std::stable_sort(subspaces.begin(), subspaces.end(),
                   [](const auto& a, const auto& b) { return a.risk > b.risk; });
  return subspaces;
}

TextTable subspace_table(const AttackSummary& summary, std::size_t most) {
  TextTable table{.columns = {{.heading = "attributes"}, number_column("rows cracked in all")}};
  auto subspaces = by_risk(summary.subspaces);
  if (subspaces.size() > most) subspaces.resize(most);
  for (const auto& one : subspaces) {
    table.add({summary.subspace_name(one), format_percent(one.risk)});
  }
  return table;
}

TextTable path_table(const AttackSummary& summary) {
  TextTable table{
      .columns = {number_column("tests"), number_column("paths"), number_column("cracked")}};
  for (const auto& path : summary.paths) {
    table.add({format_count(path.length), format_count(path.paths), format_real(path.cracked)});
  }
  table.totals = {"all", format_count(summary.all_paths()), format_real(summary.cracked_paths())};
  return table;
}

Figure domain_figure(const AttackSummary& summary) {
  BarChart chart{
      .title = "Values cracked",
      .values = {
          .label = "share of distinct values", .style = NumberStyle::Percent, .min = 0, .max = 1}};
  for (const auto& attribute : summary.attributes) chart.categories.push_back(attribute.name);
  for (std::size_t a = 0; a < summary.options.attacks.size(); ++a) {
    BarSeries series{.name = std::string(name_of(summary.options.attacks[a]))};
    for (const auto& attribute : summary.attributes) {
      series.values.push_back(attribute.risks[a].good);
    }
    chart.series.push_back(std::move(series));
  }
  return {draw(chart), "Medians over the trials, with good knowledge points only."};
}

Figure subspace_figure(const AttackSummary& summary) {
  constexpr std::size_t kMost = 20;
  BarChart chart{.title = "Combinations cracked",
                 .values = {.label = "share of rows", .style = NumberStyle::Percent, .min = 0}};
  BarSeries series{.name = "cracked"};
  auto subspaces = by_risk(summary.subspaces);
  if (subspaces.size() > kMost) subspaces.resize(kMost);
  for (const auto& one : subspaces) {
    chart.categories.push_back(summary.subspace_name(one));
    series.values.push_back(one.risk);
  }
  chart.series.push_back(std::move(series));
  return {draw(chart), "Rows of which the values of all named attributes are guessed at once."};
}

Figure path_figure(const AttackSummary& summary) {
  BarChart chart{.title = "Paths of the tree",
                 .category_label = "tests on the path",
                 .values = {.label = "paths"},
                 .direction = Direction::Vertical};
  BarSeries all{.name = "paths"};
  BarSeries cracked{.name = "cracked"};
  for (const auto& path : summary.paths) {
    chart.categories.push_back(fmt::format("{}", path.length));
    all.values.push_back(static_cast<double>(path.paths));
    cracked.values.push_back(path.cracked);
  }
  chart.series = {std::move(all), std::move(cracked)};
  return {draw(chart), "A path is cracked when every cut on it is guessed within the radius."};
}

std::vector<Card> cards(const AttackSummary& summary) {
  const auto worst =
      std::max_element(summary.attributes.begin(), summary.attributes.end(),
                       [](const auto& a, const auto& b) { return a.worst_risk < b.worst_risk; });
  const auto subspaces = by_risk(summary.subspaces);
  std::vector<Card> out;
  if (worst != summary.attributes.end()) {
    out.push_back({format_percent(worst->worst_risk), "of values in the weakest attribute",
                   fmt::format("{}, by {}", worst->name, name_of(worst->worst)),
                   worst->worst_risk > 0.5 ? Tone::Bad : Tone::Plain});
  }
  if (!subspaces.empty()) {
    out.push_back({format_percent(subspaces[0].risk), "of rows in the weakest combination",
                   summary.subspace_name(subspaces[0]), Tone::Plain});
  }
  if (!summary.paths.empty()) {
    out.push_back(
        {format_real(summary.cracked_paths()),
         summary.cracked_paths() == 1 ? "path of the tree cracked" : "paths of the tree cracked",
         fmt::format("of {}", format_count(summary.all_paths())), Tone::Plain});
  }
  return out;
}

}  // namespace

std::string AttackSummary::subspace_name(const custody::SubspaceRisk& subspace) const {
  if (subspace.attributes.size() == attributes.size() && attributes.size() > 2) {
    return fmt::format("all {}", attributes.size());
  }
  std::vector<std::string_view> names;
  for (const std::size_t a : subspace.attributes) names.push_back(attributes[a].name);
  return fmt::format("{}", fmt::join(names, " + "));
}

std::size_t AttackSummary::all_paths() const {
  std::size_t out = 0;
  for (const auto& path : paths) out += path.paths;
  return out;
}

double AttackSummary::cracked_paths() const {
  double out = 0;
  for (const auto& path : paths) out += path.cracked;
  return out;
}

std::string attack_page(const AttackSummary& summary) {
  HtmlPage page("Attack on an encoded table",
                fmt::format("{} → {}", summary.original, summary.encoded));
  page.cards(cards(summary));
  page.section("Values");
  page.paragraph("What an attacker gets right of single attributes: " + points_text(summary) +
                 ". Sorting assumes that both ends of the range are known.");
  page.figure(domain_figure(summary));
  page.table(domain_table(summary));
  if (!summary.subspaces.empty()) {
    page.section("Combinations");
    page.paragraph(
        "What links a person to several values at once. On each attribute the attacker uses what "
        "cracks most of it.");
    page.figure(subspace_figure(summary));
    page.details("All combinations", [&](HtmlPage& part) {
      part.table(subspace_table(summary, summary.subspaces.size()));
    });
  }
  if (!summary.paths.empty()) {
    page.section("Paths of the tree");
    page.figure(path_figure(summary));
    page.table(path_table(summary));
  }
  page.footer(fmt::format("Made by Privet {}.", kVersion));
  return page.html();
}

std::string attack_text(const AttackSummary& summary) {
  constexpr std::size_t kMost = 10;
  std::string out = "Values cracked (" + points_text(summary) + ")\n\n";
  out += to_text(domain_table(summary));
  if (!summary.subspaces.empty()) {
    out += fmt::format("\nCombinations cracked{}\n\n",
                       summary.subspaces.size() > kMost ? ", the worst ten" : "");
    out += to_text(subspace_table(summary, kMost));
  }
  if (!summary.paths.empty()) out += "\nPaths of the tree\n\n" + to_text(path_table(summary));
  return out;
}

std::string attack_json(const AttackSummary& summary) {
  Json out{{"rows", summary.rows},
           {"radius", summary.options.radius},
           {"knowledge", summary.options.knowledge},
           {"bad", summary.options.bad},
           {"trials", summary.options.trials},
           {"attributes", Json::array()},
           {"subspaces", Json::array()},
           {"paths", Json::array()}};
  for (const auto& attribute : summary.attributes) {
    Json risks = Json::object();
    for (const auto& risk : attribute.risks) {
      Json one{{"good", risk.good}};
      if (summary.options.bad > 0) one["with_bad"] = risk.with_bad;
      risks[std::string(name_of(risk.attack))] = std::move(one);
    }
    out["attributes"].push_back({{"name", attribute.name},
                                 {"values", attribute.values},
                                 {"radius", attribute.radius},
                                 {"risks", std::move(risks)},
                                 {"worst", name_of(attribute.worst)},
                                 {"worst_risk", attribute.worst_risk}});
  }
  for (const auto& subspace : summary.subspaces) {
    Json names = Json::array();
    for (const std::size_t a : subspace.attributes) names.push_back(summary.attributes[a].name);
    out["subspaces"].push_back({{"columns", std::move(names)}, {"risk", subspace.risk}});
  }
  for (const auto& path : summary.paths) {
    out["paths"].push_back(
        {{"length", path.length}, {"paths", path.paths}, {"cracked", path.cracked}});
  }
  return out.dump();
}

}  // namespace privet
