// SPDX-License-Identifier: Apache-2.0
#include "federation/release/anonymize_horizontal.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "anonymize/mondrian/mondrian.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "data/meaning.h"
#include "federation/release/plain_release.h"
#include "federation/release/site_release.h"
#include "federation/task/task_parts.h"
#include "protocol/union/set_union.h"

namespace privet::federation {
namespace {
namespace anonymize_horizontal {

using protocol::About;
using protocol::Bound;
using protocol::Occurs;
using protocol::PartyId;

// Entropies of more records than this would leave 64 bits (site_mix.h).
constexpr std::size_t kMostMixed = std::size_t{1} << 22U;

const Table& table_in(const DataSet& data) {
  if (const auto* table = std::get_if<Table>(&data)) return *table;
  throw Error(ErrorCode::Usage, "a release needs a table, not baskets");
}

// Records as the release shows them, sorted, so that parts can be put together and compared.
Answer document(const Json& columns, std::vector<std::vector<std::string>> rows,
                std::size_t classes) {
  std::ranges::sort(rows);
  Json list = Json::array();
  list.reserve(rows.size());
  for (const auto& row : rows) list.push_back(Json(row));
  Json out{{"columns", columns}, {"classes", classes}, {"records", std::move(list)}};
  return {out.dump(), counted(rows.size(), "record") + " in " +
                          counted(classes, "class", "classes") + " of all sites"};
}

Json names_of(const Table& table, std::span<const AttributeId> released) {
  Json out = Json::array();
  for (const auto id : released) out.push_back(Json(table.column(id).name));
  return out;
}

// quasi(row, number): what the record shows of that quasi-identifier.
template <class Quasi>
std::vector<std::vector<std::string>> rows_of_release(const Table& table, const ReleaseRoles& roles,
                                                      Quasi quasi) {
  std::vector<std::vector<std::string>> out(table.rows());
  for (std::size_t r = 0; r < table.rows(); ++r) {
    for (const auto id : roles.released) {
      const auto found = std::ranges::find(roles.recoded.quasi, id);
      if (found != roles.recoded.quasi.end()) {
        out[r].push_back(quasi(r, static_cast<std::size_t>(found - roles.recoded.quasi.begin())));
      } else {
        out[r].emplace_back(table.column(id).text(static_cast<RowId>(r)));
      }
    }
  }
  return out;
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto made = plain_release(table_in(whole), settings, run);
  auto rows = rows_of_release(made.table, made.roles,
                              [&](std::size_t row, std::size_t a) { return made.cell(row, a); });
  return document(names_of(made.table, made.roles.released), std::move(rows),
                  made.recoding.classes());
}

SiteRecords records_of(const Table& table, const ReleaseRoles& roles, const SharedDomain& domain,
                       std::span<const AttributeOrder> orders) {
  SiteRecords out;
  out.records = table.rows();
  for (std::size_t a = 0; a < domain.quasi.size(); ++a) {
    auto& positions = out.positions.emplace_back();
    for (const auto code : domain.quasi[a].codes) positions.push_back(orders[a].position(code));
  }
  if (!roles.recoded.sensitive) return out;
  const auto& column = table.column(*roles.recoded.sensitive);
  std::vector<std::uint32_t> of_value;
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    const auto key = meaning_key(column.dictionary.text(static_cast<ValueId>(v)));
    const auto found = std::ranges::lower_bound(domain.sensitive, key);
    of_value.push_back(key.empty() ? kNoValue
                                   : static_cast<std::uint32_t>(found - domain.sensitive.begin()));
  }
  for (const auto code : column.codes) out.sensitive.push_back(of_value[code]);
  return out;
}

// One search over some of the quasi-identifiers.
struct Search {
  QuasiRange about;
  SiteRecords own;
  std::vector<AttributeOrder> orders;
  std::vector<std::size_t> sizes;

  Search(const SharedDomain& domain, const SiteRecords& all,
         std::span<const AttributeOrder> all_orders, QuasiRange range)
      : about(range), own{all.records, {}, all.sensitive} {
    for (std::size_t q = range.from; q < range.from + range.count; ++q) {
      orders.emplace_back(domain.quasi[q], domain.hierarchies[q].get());
      sizes.push_back(all_orders[q].size());
      own.positions.push_back(all.positions[q]);
    }
  }
};

// Within each class of the first search a second one, by the other columns and without the models
// of sites; classes show what both found.
template <class Way>
SiteRelease refine(const protocol::Setting& setting, Way& way, const Search& search,
                   const SharedDomain& domain, UnionModels models, const SiteRelease& outer) {
  models.sites = 0;
  SitePartitions<Way> partitions(setting, way, search.own, models, search.sizes);
  std::vector<std::vector<std::uint32_t>> rows(outer.classes.size());
  for (std::size_t r = 0; r < outer.class_of.size(); ++r) {
    rows[outer.class_of[r]].push_back(static_cast<std::uint32_t>(r));
  }
  const std::vector<std::span<const std::uint32_t>> groups(rows.begin(), rows.end());
  MondrianOptions options;
  options.smallest_class = models.smallest_class();
  const auto classes = mondrian(partitions, search.orders, options, partitions.start_with(groups),
                                models.records, setting.run);
  auto out = make_site_release<Way>(partitions, classes, domain, search.about);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const auto& shown = outer.classes[partitions.group_of(classes[c])];
    out.classes[c].insert(out.classes[c].begin(), shown.begin(), shown.end());
  }
  return out;
}

template <class Way>
Answer release(const protocol::Setting& setting, const Table& given, const Settings& settings) {
  const auto roles = release_roles(given, settings);
  const auto table = over_leaves(given, roles);
  Way way(setting);
  const auto domain = agree_on_domain(setting, way, table, roles.recoded);
  std::vector<AttributeOrder> orders;
  for (std::size_t q = 0; q < domain.quasi.size(); ++q) {
    orders.emplace_back(domain.quasi[q], domain.hierarchies[q].get());
  }
  const auto own = records_of(table, roles, domain, orders);
  UnionModels models;
  models.k = settings.count("k");
  models.diversity = diversity_of(settings);
  if (settings.given("site-diversity")) models.sites = settings.count("site-diversity");
  models.sensitive_values = domain.sensitive.size();
  const auto all = orders.size();
  const auto first = roles.of_sites == 0 ? all : roles.of_sites;
  const Search search(domain, own, orders, {0, first});
  SitePartitions<Way> partitions(setting, way, search.own, models, search.sizes);
  const auto root = partitions.root();
  models.records = partitions.sizes(std::span(&root, 1)).front();
  partitions.know_records(models.records);
  auto options = cut_options(settings);
  options.smallest_class = models.smallest_class();
  if (options.score.site > 0 && models.records > kMostMixed) {
    throw Error(ErrorCode::Usage,
                fmt::format("scores are computed for at most {} records of all sites", kMostMixed),
                {.parameter = "--site-weight"});
  }
  const auto classes = mondrian(partitions, search.orders, options, models.records, setting.run);
  auto made = make_site_release<Way>(partitions, classes, domain, search.about);
  if (first < all) {
    const Search inner(domain, own, orders, {first, all - first});
    made = refine(setting, way, inner, domain, models, made);
  }
  check_site_release(setting, way, {made, domain, own, models, roles.of_sites});
  auto rows = rows_of_release(table, roles, [&](std::size_t row, std::size_t a) {
    return made.classes[made.class_of[row]][a];
  });
  return document(names_of(table, roles.released), std::move(rows), made.classes.size());
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto& table = table_in(part);
  const auto setting = session.setting(run);
  return job.trust == Trust::HonestMajority ? release<TrioSites>(setting, table, settings)
                                            : release<PanelSites>(setting, table, settings);
}

protocol::Forecast forecast(const Job& job) {
  using namespace release_openings;  // NOLINT(google-build-using-namespace)
  const auto settings = job_settings(anonymize_horizontal_task(), job);
  auto columns = settings.list("quasi").size();
  if (settings.given("site-quasi")) columns += settings.list("site-quasi").size();
  const auto quasi = Bound(columns);
  protocol::Forecast out;
  const auto add = [&](protocol::Opening opening, const Bound& most, Occurs occurs,
                       About about = About::All) {
    const auto items = told_to_all(job.parties, opening, most, occurs, about);
    out.insert(out.end(), items.begin(), items.end());
  };
  add(kDecimals, Bound(job.parties - 1) * quasi, Occurs::Sometimes, About::Some);
  add(kRanges, Bound(3) * quasi, Occurs::Sometimes);
  add(kNames, Bound(job.parties * settings.count("most-names")), Occurs::Sometimes);
  const auto all = protocol::PartySet::first(job.parties);
  const auto everybody = all.list();
  const auto last = protocol::unions::set_union_path(job.parties, everybody).back();
  out.emplace_back(protocol::unions::kCopies, all.without(last), last, Bound(job.parties - 1),
                   Occurs::Sometimes);
  add(kHolds, Bound(1), Occurs::Always);
  add(kSizes, Bound::of(kParts), Occurs::Always);
  add(kExtents, Bound(2) * Bound::of(kBounds), Occurs::Always);
  add(kCuts, Bound::of(kTried), Occurs::Sometimes);
  add(kShown, Bound::of(kShownValues), Occurs::Sometimes);
  add(kChecked, Bound::of(kReleased), Occurs::Always);
  if (settings.given("site-quasi")) add(kSitesChecked, Bound::of(kSiteGroups), Occurs::Always);
  return out;
}

// What can be wrong with the parts is said before anything starts, with the site's name.
void place(Job& job, std::span<const DataSet> parts) {
  const auto settings = job_settings(anonymize_horizontal_task(), job);
  check_release_settings(settings, parts.size());
  const auto& first = table_in(parts.front());
  const auto roles = release_roles(first, settings);
  std::size_t records = 0;
  std::set<std::string> sites;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto& table = table_in(parts[p]);
    const auto say = [&](const std::string& what) {
      throw Error(ErrorCode::Input, fmt::format("party-{} {}", p + 1, what));
    };
    if (table.rows() == 0) say("has no records");
    if (table.columns() != first.columns()) {
      say(fmt::format("has {}, party-1 has {}", counted(table.columns(), "column"),
                      first.columns()));
    }
    for (std::size_t c = 0; c < first.columns(); ++c) {
      const auto& here = table.column(static_cast<AttributeId>(c));
      const auto& there = first.column(static_cast<AttributeId>(c));
      if (here.name != there.name) {
        say(fmt::format("has column {} where party-1 has {}", quote_for_message(here.name),
                        quote_for_message(there.name)));
      }
      if (here.type() != there.type()) {
        say(fmt::format(
            "reads column {} otherwise than party-1: as {} there and {} here; give its "
            "type with --type",
            quote_for_message(here.name), type_name(there.type()), type_name(here.type())));
      }
    }
    records += table.rows();
    try {
      (void)over_leaves(table, roles);
    } catch (const Error& error) {
      say(std::string("has a table that does not fit: ") + error.what());
    }
    if (!settings.given("site")) continue;
    const auto& column = table.column(table.require(settings.text("site"), "--site"));
    std::set<std::string> here;
    for (const auto code : column.codes) here.emplace(column.dictionary.text(code));
    if (here.size() != 1 || !sites.insert(*here.begin()).second) {
      say(fmt::format("must have one value of its own in column {}: split with --by {}",
                      quote_for_message(column.name), column.name));
    }
  }
  if (settings.count("k") > records) {
    throw Error(ErrorCode::Infeasible,
                fmt::format("k = {} is more than the {} records of all sites together",
                            settings.count("k"), records),
                {.parameter = "--k"});
  }
}

// All sites' records as one release.
Answer join(std::span<const Answer> parts) {
  std::vector<std::vector<std::string>> rows;
  Json columns;
  std::size_t classes = 0;
  for (const auto& part : parts) {
    const auto document = Json::parse(part.json);
    columns = document.at("columns");
    classes = document.at("classes").get<std::size_t>();
    for (const auto& row : document.at("records")) {
      rows.push_back(row.get<std::vector<std::string>>());
    }
  }
  return document(columns, std::move(rows), classes);
}

}  // namespace anonymize_horizontal
}  // namespace

std::string hierarchies_text(const std::map<std::string, std::string>& files) {
  Json out = Json::array();
  for (const auto& [column, rows] : files) out.push_back({{"column", column}, {"rows", rows}});
  return out.dump();
}

ReleaseLoss release_loss(const Table& whole, std::span<const std::size_t> sites, const Job& job,
                         const Run& run) {
  const auto settings = job_settings(anonymize_horizontal_task(), job);
  // Both are measured on all records, so that ranges are compared with the same widths.
  ReleaseLoss out{.together = plain_release(whole, settings, run).loss(), .alone = {}};
  try {
    out.alone = release_alone(whole, sites, settings, run).loss();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Infeasible) throw;
  }
  return out;
}

Task anonymize_horizontal_task() {
  using namespace anonymize_horizontal;
  return {.name = "anonymize",
          .split = Split::Horizontal,
          .parameters = release_parameters(),
          .protocols = {{.name = "shares",
                         .summary = "sums of all sites' counts, shared between the first two sites "
                                    "and judged by circuits of shared bits"},
                        {.name = "replicated",
                         .summary = "replicated shares of three sites who do not collude",
                         .least_parties = protocol::replicated::kParties,
                         .most_parties = protocol::replicated::kParties,
                         .trust = Trust::HonestMajority}},
          .forecast = forecast,
          .referees = first_two_referees,
          .plain = plain,
          .secure = secure,
          .place = place,
          .join = join,
          .release_loss = release_loss};
}

}  // namespace privet::federation
