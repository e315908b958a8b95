// SPDX-License-Identifier: Apache-2.0
#include "job/risk/boundaries.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "hierarchy/read_arx.h"
#include "hierarchy/read_toml.h"
#include "job/policy_bounds.h"

namespace privet {
namespace {

constexpr std::size_t kShownViolations = 10;

// Where a column's hierarchy comes from.
using Source = std::variant<std::monostate, std::string, HierarchySpec>;

// A hierarchy that can be made without the values of the original column.
Hierarchy made_alone(const Source& source, const std::string& name, const std::string& flag) {
  const auto build = [&](const HierarchySpec& spec) {
    const bool listed = std::holds_alternative<LevelRows>(spec.form) ||
                        std::holds_alternative<TaxonomyLinks>(spec.form);
    if (!listed) {
      throw Error(ErrorCode::Usage,
                  fmt::format("the hierarchy of column {} is made from the values of the original "
                              "table; name it with --original",
                              quote_for_message(name)),
                  {.parameter = flag});
    }
    return build_hierarchy(spec, Column{name, {}, {}});
  };
  if (const auto* spec = std::get_if<HierarchySpec>(&source)) return build(*spec);
  const auto& path = std::get<std::string>(source);
  return path.ends_with(".toml") ? build(read_hierarchy_spec(path)) : read_arx(path);
}

BoundaryCheck finish(const PreparedTable& release, const std::vector<BoundedColumn>& columns,
                     const Run& run) {
  if (columns.empty()) {
    throw Error(ErrorCode::Usage,
                "no quasi-identifier has boundaries; mark some in the policy or in a hierarchy "
                "(docs/format/hierarchy.md)",
                {.parameter = "--boundaries"});
  }
  return check_boundaries(release.table(), release.schema, columns, kShownViolations, run);
}

}  // namespace

std::map<AttributeId, Hierarchy> marked_hierarchies(const PreparedTable& release,
                                                    const Settings& settings,
                                                    const std::optional<Policy>& policy,
                                                    const std::string& flag) {
  std::map<AttributeId, Source> sources;
  if (policy) {
    for (const auto& column : policy->columns) {
      if (const auto id = release.table().find(column.name)) sources[*id] = column.hierarchy;
    }
  }
  for (const auto& text : settings.list("hierarchy")) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) continue;  // refused where the table was prepared
    if (const auto id = release.table().find(text.substr(0, equals))) {
      sources[*id] = text.substr(equals + 1);
    }
  }
  std::map<AttributeId, Hierarchy> out;
  for (const auto& [id, source] : sources) {
    if (release.schema.role(id) != Role::Quasi) continue;
    if (std::holds_alternative<std::monostate>(source)) continue;
    out.emplace(id, made_alone(source, release.table().column(id).name, flag));
  }
  for (const auto& column : policy ? policy->columns : std::vector<ColumnPolicy>()) {
    const auto id = release.table().find(column.name);
    if (!id || !out.contains(*id)) continue;
    out.at(*id) = with_policy_bounds(out.at(*id), column);
  }
  return out;
}

std::vector<Parameter> boundary_parameters() {
  return {{.name = "boundaries",
           .kind = ParameterKind::Flag,
           .summary = "Count the cells that lie beyond their values' generalization boundaries; "
                      "without --original only cells that no value could show are found."}};
}

bool boundaries_wanted(const Settings& settings) {
  return settings.flag("boundaries");
}

BoundaryCheck check_release_boundaries(const PreparedTable& release, const Settings& settings,
                                       const std::optional<Policy>& policy, const Run& run) {
  std::vector<BoundedColumn> columns;
  if (!settings.given("original")) {
    const auto hierarchies = marked_hierarchies(release, settings, policy, "--boundaries");
    for (const auto& [id, hierarchy] : hierarchies) {
      if (hierarchy.bounded()) columns.push_back({id, &hierarchy, nullptr});
    }
    return finish(release, columns, run);
  }
  const PreparedTable original =
      prepare_table(settings.text("original"), settings, policy, Purpose::Original, run);
  if (original.table().rows() != release.table().rows()) {
    throw Error(ErrorCode::Usage,
                fmt::format("it has {} records and the release {}; cells can only be compared with "
                            "the records they were made from",
                            original.table().rows(), release.table().rows()),
                settings.place("original"));
  }
  for (const AttributeId id : original.schema.with(Role::Quasi)) {
    const BoundHierarchy* hierarchy = original.hierarchies[id].get();
    if (hierarchy == nullptr || !hierarchy->hierarchy.bounded()) continue;
    const Column& column = original.table().column(id);
    columns.push_back(
        {release.table().require(column.name, "--original"), &hierarchy->hierarchy, &column});
  }
  return finish(release, columns, run);
}

}  // namespace privet
