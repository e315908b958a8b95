// SPDX-License-Identifier: Apache-2.0
#include "job/promises.h"

#include <fmt/format.h>

#include <utility>

#include "base/counted.h"
#include "base/error.h"
#include "data/meaning.h"

namespace privet {

namespace {

// Adds a column to the histograms, by the meanings of its values, and says where spellings became
// one.
CountedAttribute add_counted(const PreparedTable& prepared, AttributeId id, bool exact_text,
                             Promises& out, const Run& run) {
  const Column* column = &prepared.table().column(id);
  const BoundHierarchy* hierarchy = prepared.hierarchies[id].get();
  out.columns.push_back(id);
  if (auto merged = by_meaning(*column, exact_text)) {
    const std::size_t spellings = column->dictionary.size() - column->dictionary.missing_count();
    const std::size_t values = merged->dictionary.size() - merged->dictionary.missing_count();
    if (spellings != values) {
      run.warn(fmt::format(
          "column {}: {} spellings count as {}, because numbers are compared as "
          "numbers and text without case and spaces around it{}",
          quote_for_message(column->name), spellings, counted(values, "value"),
          column->type() == ColumnType::Text && !exact_text ? " (--exact-text keeps them apart)"
                                                            : ""));
    }
    if (hierarchy != nullptr) {
      hierarchy = out.hierarchies
                      .emplace_back(std::make_unique<BoundHierarchy>(
                          privet::bind(hierarchy->hierarchy, *merged, prepared.path)))
                      .get();
    }
    column = out.merged.emplace_back(std::make_unique<Column>(std::move(*merged))).get();
  }
  out.counted.push_back(column);
  return count_attribute(*column, hierarchy);
}

}  // namespace

std::unique_ptr<Promises> make_promises(const PreparedTable& prepared, const Settings& settings,
                                        const Catalog& catalog, const Run& run) {
  auto out = std::make_unique<Promises>();
  const Table& table = prepared.table();
  const bool exact = settings.flag("exact-text");
  out->context.records = table.rows();
  for (const AttributeId id : prepared.schema.with(Role::Sensitive)) {
    out->context.sensitive.push_back(add_counted(prepared, id, exact, *out, run));
  }
  if (settings.given("site")) {
    const AttributeId site = table.require(settings.text("site"), "--site");
    if (prepared.schema.role(site) == Role::Quasi) {  // of a table that is only checked
      throw Error(ErrorCode::Usage, "the site's column cannot be a quasi-identifier",
                  {.parameter = "--site"});
    }
    out->context.site = add_counted(prepared, site, exact, *out, run);
  }
  if (prepared.population) out->context.people = prepared.population->people;
  out->models = catalog.make_models(settings, out->context);
  return out;
}

}  // namespace privet
