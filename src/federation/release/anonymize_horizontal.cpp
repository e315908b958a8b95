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
#include "federation/release/site_release.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"
#include "privacy/model_context.h"
#include "privacy/site_diversity.h"
#include "protocol/union/set_union.h"
#include "publish/cell_text.h"
#include "quality/loss.h"

namespace privet::federation {
namespace {

using protocol::About;
using protocol::Bound;
using protocol::Occurs;
using protocol::PartyId;

std::vector<Parameter> parameters() {
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
           .summary = "The column whose values --l-distinct counts.",
           .placeholder = "COLUMN"},
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
          {.name = "site",
           .kind = ParameterKind::Column,
           .summary = "The column that says whose a record is; left out of the release. Every site "
                      "must have one value of its own in it.",
           .placeholder = "COLUMN"},
          {.name = "site-diversity",
           .kind = ParameterKind::Count,
           .summary = "Every class has records of at least L sites; needs --site.",
           .placeholder = "L",
           .min = 2},
          {.name = "most-names",
           .kind = ParameterKind::Count,
           .summary = "How many different names no site has more of in the columns that are "
                      "recoded; every site fills up to it.",
           .placeholder = "N",
           .default_text = "128",
           .min = 1,
           .max = 4096}};
}

const Table& table_in(const DataSet& data) {
  if (const auto* table = std::get_if<Table>(&data)) return *table;
  throw Error(ErrorCode::Usage, "a release needs a table, not baskets");
}

// The columns by their roles in one table.
struct Roles {
  DomainColumns recoded;
  std::optional<AttributeId> site;
  std::vector<AttributeId> released;  // in the order of the table
};

Roles roles_of(const Table& table, const Settings& settings) {
  Roles out;
  std::set<AttributeId> quasi;
  std::set<AttributeId> left_out;
  for (const auto& name : settings.list("quasi")) {
    const auto id = table.require(name, "--quasi");
    if (!quasi.insert(id).second) {
      throw Error(ErrorCode::Usage, quote_for_message(name) + " is named twice",
                  {.parameter = "--quasi"});
    }
    out.recoded.quasi.push_back(id);
  }
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
  const auto refuse = [&](AttributeId id, std::string_view roles) {
    throw Error(ErrorCode::Usage, fmt::format("column {} cannot be {}",
                                              quote_for_message(table.column(id).name), roles));
  };
  for (const auto id : left_out) {
    if (quasi.contains(id)) refuse(id, "a quasi-identifier and be left out");
    if (out.recoded.sensitive == id) refuse(id, "sensitive and be left out");
  }
  if (out.recoded.sensitive && quasi.contains(*out.recoded.sensitive)) {
    refuse(*out.recoded.sensitive, "a quasi-identifier and sensitive");
  }
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const auto id = static_cast<AttributeId>(c);
    if (!left_out.contains(id)) out.released.push_back(id);
  }
  return out;
}

void check_settings(const Settings& settings, std::size_t parties) {
  if (settings.given("l-distinct") && !settings.given("sensitive")) {
    throw Error(ErrorCode::Usage, "say which column it counts with --sensitive",
                {.parameter = "--l-distinct"});
  }
  if (!settings.given("site-diversity")) return;
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

UnionModels models_of(const Settings& settings) {
  UnionModels out;
  out.k = settings.count("k");
  if (settings.given("l-distinct")) out.l = settings.count("l-distinct");
  if (settings.given("site-diversity")) out.sites = settings.count("site-diversity");
  return out;
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
std::vector<std::vector<std::string>> rows_of_release(const Table& table, const Roles& roles,
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

// What one holder of these records would release.
Recoding recode(const Table& table, const Roles& roles, const Settings& settings, const Run& run) {
  Problem problem{table, {}, {}, {}};
  for (const auto id : roles.recoded.quasi) problem.quasi.push_back({.column = id});
  ModelContext context;
  context.records = table.rows();
  std::optional<Column> meant;
  std::vector<std::unique_ptr<PrivacyModel>> models;
  if (roles.recoded.sensitive) {
    const auto& column = table.column(*roles.recoded.sensitive);
    meant = by_meaning(column, false);
    problem.sensitive.push_back(*roles.recoded.sensitive);
    context.sensitive.push_back(count_attribute(meant ? *meant : column, nullptr));
    if (meant) problem.counted.push_back(&*meant);
  }
  if (roles.site) {
    problem.sensitive.push_back(*roles.site);
    if (meant) problem.counted.push_back(&table.column(*roles.site));
    context.site = count_attribute(table.column(*roles.site), nullptr);
    problem.site_column = roles.site;
  }
  models.push_back(make_k_anonymity(settings.count("k")));
  if (settings.given("l-distinct")) {
    models.push_back(make_l_distinct(settings.count("l-distinct"), context));
  }
  if (settings.given("site-diversity")) {
    models.push_back(make_site_diversity(settings.count("site-diversity"), context));
  }
  for (const auto& model : models) {
    model->check_feasible(table.rows());
    problem.models.push_back(model.get());
  }
  return make_mondrian({})->search(problem, run);
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto& table = table_in(whole);
  const auto roles = roles_of(table, settings);
  const auto recoding = recode(table, roles, settings, run);
  auto rows = rows_of_release(table, roles, [&](std::size_t row, std::size_t a) {
    const auto& attribute = recoding.attributes[a];
    const auto shown = attribute.value_of_class[recoding.class_of[row]];
    return cell_text(attribute.values[shown], table.column(attribute.column), nullptr);
  });
  return document(names_of(table, roles.released), std::move(rows), recoding.classes());
}

SiteRecords records_of(const Table& table, const Roles& roles, const SharedDomain& domain,
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

template <class Way>
Answer release(const protocol::Setting& setting, const Table& table, const Settings& settings) {
  const auto roles = roles_of(table, settings);
  Way way(setting);
  const auto domain = agree_on_domain(setting, way, table, roles.recoded);
  std::vector<AttributeOrder> orders;
  std::vector<std::size_t> sizes;
  for (const auto& column : domain.quasi) {
    orders.emplace_back(column, nullptr);
    sizes.push_back(orders.back().size());
  }
  const auto own = records_of(table, roles, domain, orders);
  auto models = models_of(settings);
  models.sensitive_values = domain.sensitive.size();
  SitePartitions<Way> partitions(setting, way, own, models, sizes);
  MondrianOptions options;
  options.smallest_class = models.smallest_class();
  const auto root = partitions.root();
  const auto all = partitions.sizes(std::span(&root, 1)).front();
  const auto classes = mondrian(partitions, orders, options, all, setting.run);
  const auto made = make_site_release<Way>(partitions, classes, domain);
  check_site_release(setting, way, made, domain, own, models);
  auto rows = rows_of_release(table, roles, [&](std::size_t row, std::size_t a) {
    return made.classes[made.class_of[row]][a];
  });
  return document(names_of(table, roles.released), std::move(rows), classes.size());
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
  const auto quasi = Bound(settings.list("quasi").size());
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
  return out;
}

std::string referees(const Job& job) {
  if (job.trust == Trust::HonestMajority || job.parties == 2) return "none";
  return fmt::format("{} and {}", protocol::Panel::kPlaces[0], protocol::Panel::kPlaces[1]);
}

// What can be wrong with the parts is said before anything starts, with the site's name.
void place(Job& job, std::span<const DataSet> parts) {
  const auto settings = job_settings(anonymize_horizontal_task(), job);
  check_settings(settings, parts.size());
  const auto& first = table_in(parts.front());
  (void)roles_of(first, settings);
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

// The recoding of further records, over the same dictionaries, behind those that are there.
void append(Recoding& all, const Recoding& more) {
  const auto classes = static_cast<std::uint32_t>(all.classes());
  if (all.attributes.empty()) {
    all = more;
    return;
  }
  for (std::size_t a = 0; a < all.attributes.size(); ++a) {
    auto& attribute = all.attributes[a];
    const auto values = static_cast<std::uint32_t>(attribute.values.size());
    for (const auto& value : more.attributes[a].values) attribute.values.push_back(value);
    for (const auto value : more.attributes[a].value_of_class) {
      attribute.value_of_class.push_back(value + values);
    }
  }
  for (const auto of_record : more.class_of) {
    PRIVET_CHECK(of_record != kSuppressed);  // nothing was allowed to be
    all.class_of.push_back(static_cast<ClassId>(of_record + classes));
  }
  all.class_sizes.insert(all.class_sizes.end(), more.class_sizes.begin(), more.class_sizes.end());
}

}  // namespace

ReleaseLoss release_loss(const Table& whole, std::span<const std::size_t> sites, const Job& job,
                         const Run& run) {
  const auto settings = job_settings(anonymize_horizontal_task(), job);
  const auto roles = roles_of(whole, settings);
  // Both are measured on all records, so that ranges are compared with the same widths.
  const auto loss = [&](const Recoding& recoding) {
    return measure_quality(recoding, {whole, std::vector<const BoundHierarchy*>(
                                                 roles.recoded.quasi.size(), nullptr)})
        .ncp;
  };
  ReleaseLoss out{.together = loss(recode(whole, roles, settings, run)), .alone = {}};
  Recoding alone;
  std::size_t begin = 0;
  for (const auto size : sites) {
    std::vector<RowId> rows;
    for (std::size_t r = begin; r < begin + size; ++r) rows.push_back(static_cast<RowId>(r));
    begin += size;
    try {
      append(alone, recode(whole.select_rows(rows), roles, settings, run));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::Infeasible) throw;
      return out;
    }
  }
  out.alone = loss(alone);
  return out;
}

Task anonymize_horizontal_task() {
  return {.name = "anonymize",
          .split = Split::Horizontal,
          .parameters = parameters(),
          .protocols = {{.name = "shares",
                         .summary = "sums of all sites' counts, shared between the first two sites "
                                    "and judged by circuits of shared bits"},
                        {.name = "replicated",
                         .summary = "replicated shares of three sites who do not collude",
                         .least_parties = protocol::replicated::kParties,
                         .most_parties = protocol::replicated::kParties,
                         .trust = Trust::HonestMajority}},
          .forecast = forecast,
          .referees = referees,
          .plain = plain,
          .secure = secure,
          .place = place,
          .join = join,
          .release_loss = release_loss};
}

}  // namespace privet::federation
