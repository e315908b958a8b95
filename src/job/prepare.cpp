// SPDX-License-Identifier: Apache-2.0
#include "job/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "base/counted.h"
#include "base/error.h"
#include "catalog/dp_settings.h"
#include "data/file_bytes.h"
#include "data/formats/open_table.h"
#include "data/meaning.h"
#include "data/retype_column.h"
#include "data/widen_column.h"
#include "hierarchy/read_toml.h"
#include "job/column_uses.h"
#include "job/identifiers.h"
#include "job/masks.h"
#include "job/persons.h"
#include "job/policy_bounds.h"
#include "job/population.h"
#include "job/safe_pub.h"
#include "job/sample.h"
#include "job/value_order.h"
#include "roles/suggest.h"

namespace privet {
namespace {

constexpr std::array<std::pair<std::string_view, Role>, 5> kRoleFlags{{
    {"quasi", Role::Quasi},
    {"sensitive", Role::Sensitive},
    {"identifier", Role::Identifier},
    {"class", Role::Class},
    {"plain", Role::Plain},
}};

class Preparation {
 public:
  Preparation(PreparedTable& out, const Settings& settings, const std::optional<Policy>& policy,
              Purpose purpose)
      : out_(out), settings_(settings), policy_(policy), purpose_(purpose) {}

  void assign_roles(const Run& run) {
    out_.decided.assign(out_.table().columns(), 0);
    if (policy_) {
      for (const auto& column : policy_->columns) policy_role(column);
    }
    std::map<AttributeId, std::string_view> taken;
    for (const auto& [flag, role] : kRoleFlags) {
      if (!settings_.given(flag)) continue;  // also where a command has no such flag
      for (const AttributeId id : out_.schema.with(role)) {
        if (role == Role::Plain || taken.contains(id)) continue;
        out_.schema.assign(id, Role::Plain);
        out_.decided[id] = 0;
      }
      if (role == Role::Quasi && wants_suggestion()) {
        suggest_quasi(taken, run);
        continue;
      }
      for (const auto& name : settings_.list(flag)) {
        const AttributeId id = require(name, {.parameter = fmt::format("--{}", flag)});
        const auto [other, fresh] = taken.try_emplace(id, flag);
        if (!fresh) {
          throw Error(ErrorCode::Usage,
                      other->second == flag
                          ? fmt::format("column {} is named twice", quote_for_message(name))
                          : fmt::format("column {} is also named by --{}; it has one role",
                                        quote_for_message(name), other->second),
                      {.parameter = fmt::format("--{}", flag)});
        }
        out_.schema.assign(id, role);
        out_.decided[id] = 1;
      }
    }
  }

  // The site of a record is what --site-diversity hides: a release leaves its column out, and a
  // role that would show it is refused.
  void hide_site() {
    if (settings_.find("site") == nullptr || !settings_.given("site")) return;
    const AttributeId id = out_.table().require(settings_.text("site"), "--site");
    const Role role = out_.schema.role(id);
    const bool plain = role == Role::Plain && out_.decided[id] != 0;  // somebody named it so
    if (role == Role::Quasi) {
      throw Error(ErrorCode::Usage, "the site's column cannot be a quasi-identifier",
                  {.parameter = "--site"});
    }
    if (role == Role::Sensitive || role == Role::Class || plain) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is {}, which a release shows: everybody would see which "
                              "site a record comes from; give it no role",
                              quote_for_message(out_.table().column(id).name), role_name(role)),
                  {.parameter = "--site"});
    }
    out_.schema.assign(id, Role::Identifier);
  }

  // What --type says of a column was obeyed when the file was read.
  void set_types(const ColumnWishes& given, const Run& run) {
    if (!policy_) return;
    std::vector<Column> columns;
    for (const auto& column : policy_->columns) {
      const auto id = out_.table().find(column.name);
      ColumnWish wish = wish_for(given, column.name);
      if (!id || !column.type || wish.type || out_.table().column(*id).type() == *column.type)
        continue;
      if (columns.empty()) columns.assign(out_.table().all().begin(), out_.table().all().end());
      wish.type = column.type;
      columns[*id] = retype_column(columns[*id], wish, column.place, run);
    }
    if (!columns.empty()) out_.file.table = Table(std::move(columns));
  }

  // Released quasi-identifiers are not leaves: a check needs the hierarchies of sensitive columns
  // only.
  void load_hierarchies() {
    const auto needed = [&](AttributeId id) {
      return purpose_ != Purpose::Check || out_.schema.role(id) == Role::Sensitive;
    };
    if (policy_) {
      for (const auto& column : policy_->columns) {
        const auto id = out_.table().find(column.name);
        if (id && needed(*id)) policy_hierarchy(*id, column);
      }
    }
    if (settings_.find("hierarchy") == nullptr) return;
    std::set<AttributeId> named;
    for (const auto& text : settings_.list("hierarchy")) {
      const auto equals = text.find('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        throw Error(ErrorCode::Usage,
                    fmt::format("needs COLUMN=FILE, not {}", quote_for_message(text)),
                    {.parameter = "--hierarchy"});
      }
      const AttributeId id = require(text.substr(0, equals), {.parameter = "--hierarchy"});
      const std::string file = text.substr(equals + 1);
      if (!needed(id)) continue;
      const Role role = out_.schema.role(id);
      const auto refuse = [&](std::string_view why) {
        throw Error(
            ErrorCode::Usage,
            fmt::format("column {} {}", quote_for_message(out_.table().column(id).name), why),
            {.parameter = "--hierarchy"});
      };
      if (!named.insert(id).second) refuse("is given two hierarchies");
      if (role != Role::Quasi && role != Role::Sensitive) {
        refuse("is not generalized; name it with --quasi too");
      }
      keep(id, read_hierarchy(file, out_.table().column(id)), file);
    }
  }

 private:
  // "--quasi auto", unless there is a column of that name.
  [[nodiscard]] bool wants_suggestion() const {
    return settings_.list("quasi") == std::vector<std::string>{"auto"} &&
           !out_.table().find("auto");
  }

  // Takes the suggested quasi-identifiers, identifiers and, unless somebody named them, sensitive
  // columns among those that nothing else gives a role, and says so.
  void suggest_quasi(std::map<AttributeId, std::string_view>& taken, const Run& run) {
    std::vector<std::string> named;
    for (const auto* flag : {"sensitive", "identifier", "class", "plain", "accept-unchanged"}) {
      if (settings_.find(flag) == nullptr) continue;  // risk accepts nothing: it publishes nothing
      const auto more = settings_.list(flag);
      named.insert(named.end(), more.begin(), more.end());
    }
    if (policy_) {
      for (const auto& column : policy_->columns) {
        const bool says = column.role && column.role != Role::Undecided;
        if (says || column.accept_unchanged) named.push_back(column.name);
      }
    }
    bool names_sensitive = settings_.given("sensitive");
    for (const auto& column : policy_ ? policy_->columns : std::vector<ColumnPolicy>{}) {
      names_sensitive = names_sensitive || column.role == Role::Sensitive;
    }
    std::vector<std::string> quasi;
    std::vector<std::string> identifiers;
    std::vector<std::string> sensitive;
    std::vector<std::string> undecided;
    roles::SuggestOptions options;
    options.search_sets = false;
    for (const auto& suggestion : roles::suggest_roles(out_.table(), options, run)) {
      const std::string& name = out_.table().column(suggestion.column).name;
      if (std::find(named.begin(), named.end(), name) != named.end()) continue;
      out_.decided[suggestion.column] = 1;
      const bool open = suggestion.role == Role::Undecided ||
                        out_.schema.role(suggestion.column) == Role::Undecided;
      const Role role = open ? Role::Quasi : suggestion.role;
      if (role == Role::Sensitive) {
        sensitive.push_back(name);
        if (!names_sensitive) out_.schema.assign(suggestion.column, role);
        continue;
      }
      if (role != Role::Quasi && role != Role::Identifier) continue;
      out_.schema.assign(suggestion.column, role);
      taken.emplace(suggestion.column, "quasi");
      (role == Role::Quasi ? quasi : identifiers).push_back(name);
      if (open) undecided.push_back(name);
    }
    const auto listed = [](const std::vector<std::string>& names) {
      return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
    };
    run.warn(fmt::format(
        "--quasi auto took as quasi-identifiers: {}; left out as identifiers: {}{}{} ('privet "
        "inspect' says why)",
        listed(quasi), listed(identifiers),
        undecided.empty()
            ? ""
            : fmt::format("; undecided and taken all the same: {}", listed(undecided)),
        sensitive.empty()
            ? ""
            : fmt::format("; {}: {}",
                          names_sensitive ? "not named by --sensitive, though they look sensitive"
                                          : "taken as sensitive",
                          listed(sensitive))));
  }

  // The column of this name, which stands at `place`.
  [[nodiscard]] AttributeId require(const std::string& name, const Place& place) const {
    try {
      return out_.table().require(name, "");
    } catch (const Error& error) {
      // The release has what the flags and the policy name: an original without it is another one.
      if (purpose_ != Purpose::Original) throw Error(ErrorCode::Usage, error.message(), place);
      throw Error(ErrorCode::Input, error.message(), {.file = out_.path});
    }
  }

  void policy_role(const ColumnPolicy& column) {
    const bool identifier = column.role == Role::Identifier;
    if (identifier && purpose_ == Purpose::Check && !out_.table().find(column.name)) return;
    const AttributeId id = require(column.name, column.place);
    if (!column.order.empty()) out_.orders[id] = {column.order, column.place};
    if (!column.role) return;
    // Only a release needs the decision; whoever looks for risks counts what may be one.
    const bool open = *column.role == Role::Undecided;
    out_.schema.assign(id, open && purpose_ != Purpose::Release ? Role::Quasi : *column.role);
    if (!open) out_.decided[id] = 1;
  }

  void policy_hierarchy(AttributeId id, const ColumnPolicy& column) {
    if (const auto* path = std::get_if<std::string>(&column.hierarchy)) {
      keep(id, read_hierarchy(*path, out_.table().column(id)), *path);
    } else if (const auto* spec = std::get_if<HierarchySpec>(&column.hierarchy)) {
      keep(id, build_hierarchy(*spec, out_.table().column(id)), policy_->path);
    }
  }

  void keep(AttributeId id, const Hierarchy& hierarchy, const std::string& source) {
    out_.hierarchies[id] =
        std::make_unique<BoundHierarchy>(bind(hierarchy, out_.table().column(id), source));
  }

  PreparedTable& out_;
  const Settings& settings_;
  const std::optional<Policy>& policy_;
  Purpose purpose_;
};

// The values that the rules name become values of the columns too. Rules for other columns are
// refused later, when the whole problem is known.
void add_rule_values(PreparedTable& out) {
  std::vector<Column> columns(out.table().all().begin(), out.table().all().end());
  for (const auto& rules : out.rules->columns) {
    const auto id = out.table().find(rules.name);
    if (!id || columns[*id].type() != rules.type) continue;
    std::vector<ValueId> codes;
    columns[*id] = widen_column(columns[*id], rules.values(), codes);
  }
  out.file.table = Table(std::move(columns));
}

// One value per meaning in the quasi-identifiers: 25 and 25.0 are one age, and whoever looks for a
// person does not know how somebody wrote it. The first spelling stands for all.
void merge_spellings(PreparedTable& out, const Settings& settings, const Run& run) {
  if (settings.flag("exact-text")) return;
  std::vector<Column> columns;
  for (const AttributeId id : out.schema.with(Role::Quasi)) {
    const Column& column = out.table().column(id);
    auto merged = by_meaning(column, false);
    const auto known = [](const Column& of) {
      return of.dictionary.size() - of.dictionary.missing_count();
    };
    if (!merged || known(*merged) == known(column)) continue;
    run.warn(fmt::format(
        "column {}: {} spellings count as {}, and each shows the first of them (--exact-text keeps "
        "them apart)",
        quote_for_message(column.name), known(column), counted(known(*merged), "value")));
    if (columns.empty()) columns.assign(out.table().all().begin(), out.table().all().end());
    columns[id] = std::move(*merged);
  }
  if (!columns.empty()) out.file.table = Table(std::move(columns));
}

}  // namespace

PreparedTable prepare_table(const std::string& path, const Settings& settings,
                            const std::optional<Policy>& policy, Purpose purpose, const Run& run,
                            const TableChange& change) {
  PreparedTable out;
  out.path = path;
  TableSource source = job::table_source(settings, path);
  source.csv.columns.ask = false;
  const ColumnWishes flags = source.csv.columns;
  // Nothing is asked about a column that the policy calls text.
  for (const auto& column : policy ? policy->columns : std::vector<ColumnPolicy>{}) {
    if (column.type == ColumnType::Text) source.csv.columns.texts.push_back(column.name);
  }
  out.file = read_table(source, run);
  // Released cells are ranges as well.
  if (purpose != Purpose::Check) job::ask_about_columns(out.file, path, settings, policy);
  out.schema = Schema(out.table().columns());
  Preparation preparation(out, settings, policy, purpose);
  preparation.assign_roles(run);
  if (purpose != Purpose::Check) preparation.hide_site();
  find_persons(out, settings, policy, purpose, run);
  out.hierarchies.resize(out.table().columns());
  if (purpose != Purpose::Check) {
    preparation.set_types(flags, run);
    if (settings.given("sample")) draw_sample(out, settings);
    if (purpose == Purpose::Release && wants_dp(settings)) {
      draw_each(out, read_dp(settings).sampling);
    }
    merge_spellings(out, settings, run);
    if (change) change(out);  // of the records that are released
    mask_columns(out, settings, policy, purpose);
    // Before hierarchies are bound: these values must have their places in them too. The people
    // come last, because their codes are those of the finished columns.
    if (settings.given("apply-rules")) {
      const FileBytes bytes(settings.text("apply-rules"), run);
      out.rules = parse_rules(bytes.view(), settings.text("apply-rules"));
      add_rule_values(out);
    }
    if (settings.given("population")) {
      const auto quasi = require_quasi(out.schema);
      const std::string people = settings.text("population");
      const bool exact = settings.flag("exact-text");
      out.population = read_population(people, out.file.table, out.schema, quasi,
                                       population_unit(out, settings), run);
      require_covered(out.table(), quasi, *out.population, people,
                      {.missing_matches = missing_matches(settings),
                       .unit = out.unit ? &out.unit_column() : nullptr,
                       .exact_text = exact});
    }
  }
  if (purpose == Purpose::Check) {
    merge_spellings(out, settings, run);
    mask_columns(out, settings, policy, purpose);
  }
  preparation.load_hierarchies();
  set_mask_hierarchies(out, settings);
  if (purpose != Purpose::Check && policy) set_policy_bounds(out, *policy);
  return out;
}

PreparedTable prepare_values(const std::string& path, const Settings& settings,
                             const std::optional<Policy>& policy, const ValueSource& source,
                             Purpose purpose, const Run& run) {
  const auto& names = source.names;
  PreparedTable out;
  out.path = path;
  std::vector<Column> columns;
  for (const auto& name : names) columns.push_back({name, {}, {}});
  out.file.table = Table(columns);
  out.schema = Schema(columns.size());
  Preparation preparation(out, settings, policy, purpose);
  preparation.assign_roles(run);
  const ColumnWishes wishes = csv_options(settings).columns;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Role role = out.schema.role(static_cast<AttributeId>(c));
    if (role != Role::Quasi && role != Role::Sensitive && role != Role::Class) continue;
    columns[c] = source.read(names[c]);
    const ColumnWish wish = wish_for(wishes, names[c]);
    if (wish.type) columns[c] = retype_column(columns[c], wish, {.file = path}, run);
  }
  out.file.table = Table(std::move(columns));
  out.hierarchies.resize(names.size());
  if (purpose != Purpose::Check) preparation.set_types(wishes, run);
  merge_spellings(out, settings, run);
  preparation.load_hierarchies();
  if (purpose != Purpose::Check && policy) set_policy_bounds(out, *policy);
  return out;
}

}  // namespace privet
