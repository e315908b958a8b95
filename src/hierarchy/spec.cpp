// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/spec.h"

#include <fmt/format.h>

namespace privet {
namespace {

struct Builder {
  const HierarchySpec& spec;
  const Column& column;

  Hierarchy operator()(const LevelRows& form) const {
    HierarchyRows rows{.levels = form.rows.empty() ? 0 : form.rows.front().size(),
                       .labels = {},
                       .source = spec.place.file,
                       .lines = form.lines};
    for (std::size_t i = 0; i < form.rows.size(); ++i) {
      if (form.rows[i].size() != rows.levels) {
        const std::size_t line = i < form.lines.size() ? form.lines[i] : 0;
        throw Error(ErrorCode::Input,
                    fmt::format("{} labels where the rows before have {}", form.rows[i].size(),
                                rows.levels),
                    Place{spec.place.file, line, 0, {}});
      }
      rows.labels.insert(rows.labels.end(), form.rows[i].begin(), form.rows[i].end());
    }
    return Hierarchy(rows);
  }
  Hierarchy operator()(const EqualWidths& form) const { return build_intervals(column, form); }
  Hierarchy operator()(const Quantiles& form) const { return build_intervals(column, form); }
  Hierarchy operator()(const Cuts& form) const { return build_intervals(column, form); }
  Hierarchy operator()(const PrefixMask& form) const { return build_prefix(column, form); }
  Hierarchy operator()(const DateUnits& form) const { return build_dates(column, form); }
  Hierarchy operator()(const TaxonomyLinks& form) const {
    return build_taxonomy(form.links, column);
  }
};

}  // namespace

Hierarchy build_hierarchy(const HierarchySpec& spec, const Column& column) {
  try {
    Hierarchy built = std::visit(Builder{spec, column}, spec.form);
    if (!spec.boundary.empty()) built = built.with_boundary(spec.boundary);
    if (spec.max_level) built = built.with_max_level(*spec.max_level);
    return built;
  } catch (const Error& error) {
    if (error.place().line != 0 || spec.place.file.empty()) throw;
    throw Error(error.code(), error.message(), spec.place);
  }
}

}  // namespace privet
