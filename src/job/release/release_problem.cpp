// SPDX-License-Identifier: Apache-2.0
#include "job/release/release_problem.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace privet {
namespace {

// Throws Error{Usage} if the method would let values pass their boundaries.
void refuse_boundaries(const PreparedTable& prepared, const MethodEntry& method) {
  if (method.keeps_boundaries) return;
  for (const AttributeId id : require_quasi(prepared.schema)) {
    const BoundHierarchy* hierarchy = prepared.hierarchies[id].get();
    if (hierarchy == nullptr || !hierarchy->hierarchy.bounded()) continue;
    throw Error(
        ErrorCode::Usage,
        fmt::format("column {} has generalization boundaries, which {} does not keep; use "
                    "constrained, or remove them",
                    quote_for_message(prepared.table().column(id).name), method.description->name),
        {.parameter = "--method"});
  }
}

// Lets the method say what the release shows. Rules show what they were made with, and none can be
// made of statistics.
void shape_problem(const Settings& settings, const MethodEntry& method, bool rules,
                   Problem& problem) {
  if (method.shows_statistics && rules) {
    throw Error(ErrorCode::Usage,
                fmt::format("saved rules show ranges and groups, not what {} shows; leave one out",
                            method.description->name),
                {.parameter = "--apply-rules"});
  }
  if (method.shows_statistics && settings.given("save-rules")) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} has no rules to save: a mean or median does not say for which new "
                            "records it stands",
                            method.description->name),
                settings.place("save-rules"));
  }
  if (method.shape) method.shape(settings, problem);
}

// Texts without a hierarchy become sets of their values, which nobody can read where they are many.
void warn_of_sets(const Problem& problem, const Run& run) {
  constexpr std::size_t kMany = 500;
  for (const auto& quasi : problem.quasi) {
    const Column& column = problem.table.column(quasi.column);
    if (quasi.hierarchy != nullptr || column.type() != ColumnType::Text) continue;
    if (column.dictionary.size() < kMany) continue;
    run.warn(
        fmt::format("column {} has {} different texts and no hierarchy, so classes show sets of "
                    "them that may be very long; give it a hierarchy with --hierarchy",
                    quote_for_message(column.name), column.dictionary.size()));
  }
}

void check_feasible(const PrivacyModel& model, std::size_t records, const Settings& settings) {
  try {
    model.check_feasible(records);
  } catch (const Error& error) {  // the model knows its flag, the settings know who set it
    const std::string& flag = error.place().parameter;
    if (!flag.starts_with("--") || !settings.given(flag.substr(2))) throw;
    throw Error(error.code(), error.message(), settings.place(flag.substr(2)));
  }
}

}  // namespace

Problem make_problem(const PreparedTable& prepared, const Promises& promises,
                     const Settings& settings, const Catalog& catalog, const Run& run) {
  const MethodEntry& method = catalog.method(settings.text("method"));
  refuse_boundaries(prepared, method);
  Problem out{prepared.table(), {}, promises.columns, {}, settings.real("max-suppression"), {}};
  out.counted = promises.histograms();
  out.meant = promises.counted;
  out.unit = prepared.unit;
  out.unmasked_unit = prepared.unmasked_unit();
  out.exact_text = settings.flag("exact-text");
  const bool by_order = method.by_order && method.by_order(settings);
  for (const AttributeId id : require_quasi(prepared.schema)) {
    // Cut in the order of their values, columns are released as if they had no hierarchy.
    out.quasi.push_back({id, by_order ? nullptr : prepared.hierarchies[id].get()});
  }
  if (settings.given("site"))
    out.site_column = prepared.table().require(settings.text("site"), "--site");
  const auto classes = prepared.schema.with(Role::Class);
  if (classes.size() == 1) out.class_column = classes.front();
  for (const auto& model : promises.models) {
    check_feasible(*model, prepared.table().rows(), settings);
    out.models.push_back(model.get());
  }
  if (prepared.population) {
    out.population = &*prepared.population;
    if (std::none_of(out.models.begin(), out.models.end(),
                     [](const auto* model) { return model->needs_population(); })) {
      throw Error(ErrorCode::Usage, "has no effect without --k-map or --delta-presence",
                  settings.place("population"));
    }
  }
  out.missing_matches = missing_matches(settings);
  shape_problem(settings, method, prepared.rules.has_value(), out);
  warn_of_sets(out, run);
  return out;
}

}  // namespace privet
