// SPDX-License-Identifier: Apache-2.0
#include "federation/release/release_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "base/error.h"
#include "base/json.h"
#include "hierarchy/read_arx.h"

namespace privet::federation {
namespace {

std::map<std::string, Hierarchy> hierarchies_of(const Settings& settings) {
  std::map<std::string, Hierarchy> out;
  if (!settings.given("hierarchy")) return out;
  try {
    const auto json = Json::parse(settings.text("hierarchy"));
    for (const auto& one : json) {
      const auto name = one.at("column").text();
      if (out.contains(name)) {
        throw Error(ErrorCode::Usage, quote_for_message(name) + " has two hierarchies",
                    {.parameter = "--hierarchy"});
      }
      out.emplace(name, parse_arx(one.at("rows").text(), "the hierarchy of " + name));
    }
  } catch (const JsonError&) {
    throw Error(ErrorCode::Usage, "write COLUMN=FILE for each hierarchy",
                {.parameter = "--hierarchy"});
  }
  return out;
}

// C and L of recursive diversity, C in thousandths.
std::pair<std::uint64_t, std::size_t> recursive_of(const std::string& text) {
  const auto comma = text.find(',');
  double c = 0;
  std::size_t l = 0;
  if (comma != std::string::npos) {
    const auto* begin = text.data();
    const auto first = std::from_chars(begin, begin + comma, c);
    const auto second = std::from_chars(begin + comma + 1, begin + text.size(), l);
    const double thousandths = c * static_cast<double>(kRecursiveUnit);
    if (first.ec == std::errc() && first.ptr == begin + comma && second.ec == std::errc() &&
        second.ptr == begin + text.size() && c > 0 && c <= 1000 && l >= 2 && l <= 1000 &&
        std::abs(thousandths - std::round(thousandths)) < 1e-6) {
      return {static_cast<std::uint64_t>(std::llround(thousandths)), l};
    }
  }
  throw Error(
      ErrorCode::Usage,
      "expected C,L such as 4,3 with C above 0, of at most three decimals and at most 1000, "
      "and a whole L from 2 to 1000",
      {.parameter = "--l-recursive"});
}

constexpr std::array kDiversities{"l-distinct", "l-entropy", "l-recursive"};

}  // namespace

std::vector<Parameter> release_parameters() {
  return {{.name = "quasi",
           .kind = ParameterKind::Columns,
           .summary = "The columns by which others may recognise a person; they are generalized.",
           .placeholder = "COLUMNS",
           .required = true},
          {.name = "identifier",
           .kind = ParameterKind::Columns,
           .summary = "Columns that are left out of the release.",
           .placeholder = "COLUMNS"},
          {.name = "sensitive",
           .kind = ParameterKind::Column,
           .summary = "The column whose values --l-distinct, --l-entropy and --l-recursive count.",
           .placeholder = "COLUMN"},
          {.name = "hierarchy",
           .kind = ParameterKind::Text,
           .summary = "Generalize a column along a hierarchy, which all sites know; a file in the "
                      "form of ARX for each. Its values are those of the hierarchy.",
           .placeholder = "A=FILE,.."},
          {.name = "k",
           .kind = ParameterKind::Count,
           .summary = "Every class has at least K records of all sites together.",
           .placeholder = "K",
           .min = 2,
           .required = true},
          {.name = "l-distinct",
           .kind = ParameterKind::Count,
           .summary = "Every class has at least L different values of the sensitive column.",
           .placeholder = "L",
           .min = 2},
          {.name = "l-entropy",
           .kind = ParameterKind::Real,
           .summary = "In every class the sensitive values are as uncertain as L equally frequent "
                      "ones, to a millionth.",
           .placeholder = "L",
           .min = 1,
           .max = 1000000},
          {.name = "l-recursive",
           .kind = ParameterKind::Text,
           .summary = "In every class the most common sensitive value is less than C times as "
                      "frequent as the L-th most common and all rarer ones together.",
           .placeholder = "C,L"},
          {.name = "site",
           .kind = ParameterKind::Column,
           .summary = "The column that says whose a record is; left out of the release. Every site "
                      "must have one value of its own in it. If not given, the parties are the "
                      "sites.",
           .placeholder = "COLUMN"},
          {.name = "site-diversity",
           .kind = ParameterKind::Count,
           .summary = "Every class has records of at least L sites.",
           .placeholder = "L",
           .min = 2},
          {.name = "site-quasi",
           .kind = ParameterKind::Columns,
           .summary = "The columns by which others may recognise a record's site, if these are not "
                      "all of --quasi: what the release shows of them together has records of at "
                      "least as many sites as --site-diversity says.",
           .placeholder = "COLUMNS"},
          {.name = "site-weight",
           .kind = ParameterKind::Real,
           .summary = "The weight, in choosing the column to cut, of how evenly the halves mix the "
                      "sites.",
           .placeholder = "SHARE",
           .min = 0,
           .max = 1},
          {.name = "most-names",
           .kind = ParameterKind::Count,
           .summary = "The largest number of different names that a site may have in a recoded "
                      "column; every site pads its own to this number.",
           .placeholder = "N",
           .default_text = "128",
           .min = 1,
           .max = 4096}};
}

ReleaseRoles release_roles(const Table& table, const Settings& settings) {
  ReleaseRoles out;
  std::set<AttributeId> left_out;
  auto& quasi = out.recoded.quasi;
  const auto take = [&](std::string_view flag) {
    std::set<AttributeId> seen;
    for (const auto& name : settings.list(flag)) {
      const auto id = table.require(name, "--" + std::string(flag));
      if (!seen.insert(id).second) {
        throw Error(ErrorCode::Usage, quote_for_message(name) + " is named twice",
                    {.parameter = "--" + std::string(flag)});
      }
      if (std::ranges::find(quasi, id) == quasi.end()) quasi.push_back(id);
    }
  };
  if (settings.given("site-quasi")) take("site-quasi");
  out.of_sites = quasi.size();
  take("quasi");
  for (const auto& name : settings.list("identifier")) {
    left_out.insert(table.require(name, "--identifier"));
  }
  if (settings.given("site")) {
    out.site = table.require(settings.text("site"), "--site");
    left_out.insert(*out.site);
  }
  if (settings.given("sensitive")) {
    out.recoded.sensitive = table.require(settings.text("sensitive"), "--sensitive");
  }
  out.recoded.most_names = settings.count("most-names");
  auto hierarchies = hierarchies_of(settings);
  for (const auto id : quasi) {
    const auto found = hierarchies.find(table.column(id).name);
    out.recoded.hierarchies.emplace_back();
    if (found == hierarchies.end()) continue;
    out.recoded.hierarchies.back() = found->second;
    hierarchies.erase(found);
  }
  if (!hierarchies.empty()) {
    throw Error(ErrorCode::Usage,
                fmt::format("column {} is not one of --quasi",
                            quote_for_message(hierarchies.begin()->first)),
                {.parameter = "--hierarchy"});
  }
  const auto refuse = [&](AttributeId id, std::string_view roles) {
    throw Error(ErrorCode::Usage, fmt::format("column {} cannot be {}",
                                              quote_for_message(table.column(id).name), roles));
  };
  for (const auto id : left_out) {
    if (std::ranges::find(quasi, id) != quasi.end()) {
      refuse(id, "a quasi-identifier and be left out");
    }
    if (out.recoded.sensitive == id) refuse(id, "sensitive and be left out");
  }
  if (out.recoded.sensitive && std::ranges::find(quasi, *out.recoded.sensitive) != quasi.end()) {
    refuse(*out.recoded.sensitive, "a quasi-identifier and sensitive");
  }
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const auto id = static_cast<AttributeId>(c);
    if (!left_out.contains(id)) out.released.push_back(id);
  }
  return out;
}

Table over_leaves(const Table& table, const ReleaseRoles& roles) {
  std::vector<Column> columns(table.all().begin(), table.all().end());
  bool changed = false;
  for (std::size_t q = 0; q < roles.recoded.quasi.size(); ++q) {
    const auto& hierarchy = roles.recoded.hierarchies[q];
    if (!hierarchy) continue;
    auto& column = columns[roles.recoded.quasi[q]];
    column = leaf_column(column, *hierarchy);
    changed = true;
  }
  return changed ? Table(std::move(columns)) : table;
}

void check_release_settings(const Settings& settings, std::size_t parties) {
  bool diverse = false;
  for (const auto* flag : kDiversities) {
    if (!settings.given(flag)) continue;
    diverse = true;
    if (settings.given("sensitive")) continue;
    throw Error(ErrorCode::Usage, "say which column it counts with --sensitive",
                {.parameter = "--" + std::string(flag)});
  }
  if (diverse) (void)diversity_of(settings);
  const bool sites = settings.given("site-diversity");
  if (settings.given("site-quasi") && !sites) {
    throw Error(ErrorCode::Usage, "say of how many sites with --site-diversity",
                {.parameter = "--site-quasi"});
  }
  if (settings.given("site-weight") && !settings.given("site")) {
    throw Error(ErrorCode::Usage, "say which column names the site with --site",
                {.parameter = "--site-weight"});
  }
  if (!sites) return;
  if (!settings.given("site")) {
    throw Error(ErrorCode::Usage, "say which column names the site with --site",
                {.parameter = "--site-diversity"});
  }
  if (settings.count("site-diversity") > parties) {
    throw Error(ErrorCode::Usage,
                fmt::format("a class cannot have records of {} sites: there are {}",
                            settings.count("site-diversity"), parties),
                {.parameter = "--site-diversity"});
  }
}

Diversity diversity_of(const Settings& settings) {
  Diversity out;
  if (settings.given("l-distinct")) out.distinct = settings.count("l-distinct");
  if (settings.given("l-entropy")) out.entropy = settings.real("l-entropy");
  if (settings.given("l-recursive")) {
    std::tie(out.recursive_times, out.recursive) = recursive_of(settings.text("l-recursive"));
  }
  return out;
}

MondrianOptions cut_options(const Settings& settings) {
  MondrianOptions out;
  if (settings.given("site-weight")) {
    out.score.site = settings.real("site-weight");
    out.score.in_units = true;
  }
  return out;
}

}  // namespace privet::federation
