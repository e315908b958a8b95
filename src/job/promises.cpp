// SPDX-License-Identifier: Apache-2.0
#include "job/promises.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/counted.h"
#include "base/error.h"
#include "data/meaning.h"
#include "data/missing_marks.h"
#include "job/value_order.h"
#include "privacy/site_diversity.h"

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

// A column with these codes, which are below `values`. The texts are never shown.
std::unique_ptr<const Column> code_column(const std::string& name, std::size_t values,
                                          std::vector<ValueId> codes) {
  std::vector<std::string> texts;
  for (std::size_t v = 0; v < values; ++v) texts.push_back(std::to_string(v));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  auto out = std::make_unique<Column>();
  out->name = name;
  out->dictionary = Dictionary(ColumnType::Numeric, views, std::vector<bool>(values));
  out->codes = std::move(codes);
  return out;
}

// The pairs of person and value of attribute number `a`, whose counts become counts of persons.
void add_pairs(const std::vector<ValueId>& person_of, std::size_t a, CountedAttribute& attribute,
               Promises& out) {
  std::unordered_map<std::uint64_t, ValueId> number;
  auto& value_of_pair = out.pairs.value_of_pair.emplace_back();
  auto& person_of_pair = out.pairs.person_of_pair.emplace_back();
  out.pairs.values.push_back(attribute.counts.size());
  out.pairs.missing.push_back(attribute.missing);
  std::fill(attribute.counts.begin(), attribute.counts.end(), 0U);
  std::vector<ValueId> codes;
  for (std::size_t r = 0; r < person_of.size(); ++r) {
    const ValueId value = out.counted[a]->codes[r];
    const auto [at, fresh] = number.try_emplace(std::uint64_t{person_of[r]} << 32U | value,
                                                static_cast<ValueId>(value_of_pair.size()));
    if (fresh) {
      value_of_pair.push_back(value);
      person_of_pair.push_back(person_of[r]);
      ++attribute.counts[value];
    }
    codes.push_back(at->second);
  }
  out.pairs.several.push_back(value_of_pair.size() > out.persons);
  if (out.pairs.several.back()) {
    std::vector<bool> known(out.pairs.persons);
    for (std::size_t p = 0; p < value_of_pair.size(); ++p) {
      if (value_of_pair[p] >= attribute.missing) known[person_of_pair[p]] = true;
    }
    attribute.persons = static_cast<std::size_t>(std::count(known.begin(), known.end(), true));
  }
  out.merged.push_back(code_column(attribute.name, value_of_pair.size(), std::move(codes)));
  out.by_person.push_back(out.merged.back().get());
}

// Replaces the counted columns by pairs of person and value, adds the persons, and turns the
// context into one of persons. Where everybody has one record, records are as good.
void count_by_person(const PreparedTable& prepared, bool exact_text, Promises& out) {
  const Column& who = prepared.unit_column();
  const Meanings persons = find_meanings(who.dictionary, exact_text);
  std::vector<ValueId> person_of;
  for (const ValueId code : who.codes) person_of.push_back(persons.of[code]);
  std::vector<bool> seen(persons.first.size());
  out.pairs.persons = persons.first.size();
  for (const ValueId person : person_of) seen[person] = true;
  out.persons = static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
  if (out.persons == who.codes.size()) return;
  for (std::size_t a = 0; a < out.context.sensitive.size(); ++a) {
    add_pairs(person_of, a, out.context.sensitive[a], out);
  }
  if (out.context.site) add_pairs(person_of, out.counted.size() - 1, *out.context.site, out);
  out.merged.push_back(code_column(who.name, persons.first.size(), std::move(person_of)));
  out.by_person.push_back(out.merged.back().get());
  out.context.records = out.persons;
}

// Throws where a model has no meaning for persons with several values, and some have.
void refuse_several_values(const PrivacyModel& model, const Promises& promises) {
  if (model.several_values() != SeveralValues::Refused) return;
  for (std::size_t a = 0; a < promises.context.sensitive.size(); ++a) {
    if (!promises.pairs.several[a]) continue;
    throw Error(ErrorCode::Usage,
                fmt::format("this distance moves the one value of a person, and some persons have "
                            "several values of column {}; use --t-distance equal",
                            quote_for_message(promises.context.sensitive[a].name)),
                {.parameter = "--t-distance"});
  }
}

// Values that chance has changed differ by chance: a class in which everybody has one value looks
// diverse, and whoever knows the noise still knows the value.
void refuse_random_values(const PreparedTable& prepared, const PrivacyModel& model) {
  if (!model.needs_histograms() || model.name() == kSiteDiversity.name) return;
  for (const auto& column : prepared.perturbed) {
    if (prepared.schema.role(column.column) != Role::Sensitive) continue;
    if (!is_random(column.how.kind)) continue;
    throw Error(
        ErrorCode::Usage,
        fmt::format("{} cannot be promised of column {}: {} makes its values differ by chance, so "
                    "a class of one true value would count as diverse; leave out the model or the "
                    "{} of this column, or use --round, --top-code or --bottom-code",
                    model.name(), quote_for_message(prepared.table().column(column.column).name),
                    perturbation_name(column.how.kind), perturbation_name(column.how.kind)));
  }
}

// Models that look at every choice of some quasi-identifiers are judged on all choices, by the
// guard too: more than anybody waits for are refused before anything is searched, and what takes
// minutes is said.
void weigh_choices(const PreparedTable& prepared, const PrivacyModel& model,
                   const Settings& settings, const Run& run) {
  constexpr double kMost = 2e12;    // records looked at
  constexpr double kAMinute = 6e9;  // a hundred million a second, in search and guard
  const std::size_t quasi = prepared.schema.with(Role::Quasi).size();
  const std::size_t known = model.known_values();
  if (known >= quasi) return;
  double choices = 1;
  for (std::size_t i = 0; i < known; ++i) {
    choices *= static_cast<double>(quasi - i) / static_cast<double>(i + 1);
  }
  const std::size_t rows = prepared.table().rows();
  const double minutes = choices * static_cast<double>(rows) / kAMinute;
  const std::string found =
      fmt::format("{} quasi-identifiers have {:.3g} choices of {}, and to judge {} records by each",
                  quasi, choices, known, rows);
  if (choices * static_cast<double>(rows) > kMost) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} would take about {:.3g} hours; ask for fewer known values, or name "
                            "fewer quasi-identifiers",
                            found, minutes / 60),
                settings.given("lkc") ? settings.place("lkc") : Place{});
  }
  if (minutes >= 1)
    run.warn(fmt::format("{} takes about {}", found,
                         counted(static_cast<std::uint64_t>(minutes + 0.5), "minute")));
}

// A value that says that nothing is known makes no class diverse, and only who knows the table can
// tell: "-" may be the result of a test, "unknown" an answer of its own.
void warn_of_marks(const PreparedTable& prepared, const Run& run) {
  for (const AttributeId id : prepared.schema.with(Role::Sensitive)) {
    const Column& column = prepared.table().column(id);
    std::vector<std::string> found;
    for (std::size_t v = column.dictionary.missing_count(); v < column.dictionary.size(); ++v) {
      const auto text = column.dictionary.text(static_cast<ValueId>(v));
      if (may_be_missing(text)) found.push_back(quote_for_message(text));
    }
    if (found.empty()) continue;
    run.warn(fmt::format(
        "column {}: {} may stand for a missing value, but {} as {} different from the "
        "others and {} classes look diverse; if nothing is known there, say "
        "--missing-mark",
        quote_for_message(column.name), fmt::join(found, ", "),
        found.size() == 1 ? "counts" : "count", found.size() == 1 ? "a value" : "values",
        found.size() == 1 ? "makes" : "make"));
  }
}

}  // namespace

std::unique_ptr<Promises> make_promises(const PreparedTable& prepared, const Settings& settings,
                                        const Catalog& catalog, const Run& run) {
  auto out = std::make_unique<Promises>();
  const Table& table = prepared.table();
  const bool exact = settings.flag("exact-text");
  check_value_orders(prepared, settings);
  out->context.records = table.rows();
  for (const AttributeId id : prepared.schema.with(Role::Sensitive)) {
    out->context.sensitive.push_back(add_counted(prepared, id, exact, *out, run));
    set_value_order(prepared, id, settings, *out->counted.back(), out->context.sensitive.back());
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
  if (prepared.unit) count_by_person(prepared, exact, *out);
  out->models = catalog.make_models(settings, out->context);
  bool diverse = false;
  for (const auto& model : out->models) {
    refuse_random_values(prepared, *model);
    weigh_choices(prepared, *model, settings, run);
    diverse = diverse || (model->needs_histograms() && model->name() != kSiteDiversity.name);
  }
  if (diverse) warn_of_marks(prepared, run);
  if (!out->by_person.empty()) {
    for (auto& model : out->models) {
      refuse_several_values(*model, *out);
      model = count_persons(std::move(model), out->pairs, out->persons);
    }
  }
  return out;
}

}  // namespace privet
