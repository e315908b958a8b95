// SPDX-License-Identifier: Apache-2.0
#include "job/prepare.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

#include "base/error.h"
#include "data/open_table.h"
#include "hierarchy/read_toml.h"

namespace privet {
namespace {

constexpr std::array<std::pair<std::string_view, Role>, 4> kRoleFlags{{
    {"quasi", Role::Quasi},
    {"sensitive", Role::Sensitive},
    {"identifier", Role::Identifier},
    {"class", Role::Class},
}};

TableSource table_source(const std::string& path, const Settings& settings,
                         const std::optional<Policy>& policy, Purpose purpose) {
  TableSource source{.path = path};
  source.csv = csv_options(settings);
  if (settings.given("table")) source.table_or_query = settings.text("table");
  if (policy && purpose == Purpose::Release) {
    for (const auto& column : policy->columns) {
      if (column.type) source.csv.types.emplace_back(column.name, *column.type);
    }
  }
  return source;
}

class Preparation {
 public:
  Preparation(PreparedTable& out, const Settings& settings, const std::optional<Policy>& policy)
      : out_(out), settings_(settings), policy_(policy) {}

  void assign_roles(Purpose purpose) {
    if (policy_) {
      for (const auto& column : policy_->columns) policy_role(column, purpose);
    }
    std::set<AttributeId> taken;
    for (const auto& [flag, role] : kRoleFlags) {
      if (!settings_.given(flag)) continue;  // also where a command has no such flag
      for (const AttributeId id : out_.schema.with(role)) {
        if (!taken.contains(id)) out_.schema.assign(id, Role::Plain);
      }
      for (const auto& name : settings_.list(flag)) {
        const AttributeId id = out_.table().require(name, fmt::format("--{}", flag));
        if (!taken.insert(id).second) {
          throw Error(ErrorCode::Usage,
                      fmt::format("column {} is named twice, or is already {}", shown(name),
                                  role_name(out_.schema.role(id))),
                      {.parameter = fmt::format("--{}", flag)});
        }
        out_.schema.assign(id, role);
      }
    }
  }

  void load_hierarchies() {
    if (policy_) {
      for (const auto& column : policy_->columns) {
        const auto id = out_.table().find(column.name);
        if (id) policy_hierarchy(*id, column);
      }
    }
    for (const auto& text : settings_.list("hierarchy")) {
      const auto equals = text.find('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        throw Error(ErrorCode::Usage, fmt::format("needs COLUMN=FILE, not {}", shown(text)),
                    {.parameter = "--hierarchy"});
      }
      const AttributeId id = out_.table().require(text.substr(0, equals), "--hierarchy");
      const std::string file = text.substr(equals + 1);
      keep(id, read_hierarchy(file, out_.table().column(id)), file);
    }
  }

 private:
  void policy_role(const ColumnPolicy& column, Purpose purpose) {
    const auto id = out_.table().find(column.name);
    if (!id) {
      const bool identifier = column.role == Role::Identifier;
      if (identifier && purpose == Purpose::Check) return;
      try {
        (void)out_.table().require(column.name, "");
      } catch (const Error& error) {
        throw Error(ErrorCode::Usage, error.message(), column.place);
      }
    }
    if (column.role) out_.schema.assign(*id, *column.role);
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
};

}  // namespace

CsvOptions csv_options(const Settings& settings) {
  CsvOptions out;
  out.header = !settings.flag("no-header");
  if (settings.given("delimiter")) {
    const std::string text = settings.text("delimiter");
    const std::string one = text == "tab" || text == "\\t" ? "\t" : text;
    if (one.size() != 1 || one == "\"" || one == "\n" || one == "\r") {
      throw Error(ErrorCode::Usage,
                  fmt::format("a delimiter is one character, or tab, not {}", shown(text)),
                  settings.place("delimiter"));
    }
    out.delimiter = one.front();
  }
  return out;
}

std::vector<Parameter> input_parameters() {
  return {
      {.name = "delimiter",
       .kind = ParameterKind::Text,
       .summary = "What separates the fields; found out from the file when not given.",
       .placeholder = "C"},
      {.name = "no-header",
       .kind = ParameterKind::Flag,
       .summary = "The file has no header; the columns are called c1, c2, ..."},
      {.name = "table",
       .kind = ParameterKind::Text,
       .summary = "The table of an SQLite file, or a SELECT statement.",
       .placeholder = "NAME"},
  };
}

std::vector<Parameter> role_parameters(Purpose purpose) {
  std::vector<Parameter> out{
      {.name = "policy",
       .kind = ParameterKind::File,
       .summary =
           "A policy file with roles, hierarchies, privacy models and method; flags override it.",
       .placeholder = "P.toml"},
      {.name = "quasi",
       .kind = ParameterKind::Columns,
       .summary = "Columns that could name a person together: they are generalized.",
       .placeholder = "A,B,..",
       .repeatable = true},
      {.name = "sensitive",
       .kind = ParameterKind::Columns,
       .summary = "Columns a person does not want to be learned.",
       .placeholder = "A,B,..",
       .repeatable = true},
      {.name = "identifier",
       .kind = ParameterKind::Columns,
       .summary = "Columns that name a person: they are left out.",
       .placeholder = "A,B,..",
       .repeatable = true},
      {.name = "class",
       .kind = ParameterKind::Columns,
       .summary = "Columns a model is to predict: released as they are.",
       .placeholder = "A,B,..",
       .repeatable = true},
  };
  if (purpose == Purpose::Release) {
    out.push_back({.name = "hierarchy",
                   .kind = ParameterKind::Text,
                   .summary = "A generalization hierarchy for a column (docs/format/hierarchy.md).",
                   .placeholder = "COLUMN=FILE",
                   .repeatable = true});
  }
  return out;
}

std::vector<Parameter> policy_parameters(const Catalog& catalog) {
  std::vector<Parameter> out = input_parameters();
  const auto protection = catalog.parameters();
  out.insert(out.end(), protection.begin(), protection.end());
  out.push_back({.name = "method",
                 .kind = ParameterKind::Choice,
                 .summary = "How the records are grouped.",
                 .placeholder = "NAME",
                 .default_text = "mondrian",
                 .choices = catalog.method_names()});
  out.push_back(
      {.name = "max-suppression",
       .kind = ParameterKind::Real,
       .summary = "The largest share of the records that may be suppressed; mondrian needs none.",
       .placeholder = "SHARE",
       .default_text = "0.05",
       .min = 0,
       .max = 1});
  return out;
}

std::optional<Policy> load_policy(Settings& settings, const Catalog& catalog, const Run& run) {
  if (!settings.given("policy")) return std::nullopt;
  auto policy = read_policy(settings.text("policy"), policy_parameters(catalog), run);
  settings.fill_from(policy.settings);
  return policy;
}

PreparedTable prepare_table(const std::string& path, const Settings& settings,
                            const std::optional<Policy>& policy, Purpose purpose, const Run& run) {
  PreparedTable out;
  out.path = path;
  out.file = read_table(table_source(path, settings, policy, purpose), run);
  out.schema = Schema(out.table().columns());
  Preparation preparation(out, settings, policy);
  preparation.assign_roles(purpose);
  out.hierarchies.resize(out.table().columns());
  if (purpose == Purpose::Release) preparation.load_hierarchies();
  return out;
}

std::vector<AttributeId> require_quasi(const Schema& schema) {
  auto quasi = schema.with(Role::Quasi);
  if (quasi.empty()) {
    throw Error(ErrorCode::Usage,
                "no quasi-identifier: name the columns that could point to a person with --quasi "
                "A,B or in a "
                "policy ('privet inspect FILE' suggests some)");
  }
  return quasi;
}

}  // namespace privet
