// SPDX-License-Identifier: Apache-2.0
#include "publish/apply.h"

#include <optional>
#include <string>
#include <unordered_map>

#include "base/error.h"
#include "base/thread_pool.h"
#include "publish/cell_text.h"

namespace privet {
namespace {

// A column of released texts; `code_of` maps the position of a text to its code.
struct TextColumn {
  Dictionary dictionary;
  std::vector<ValueId> code_of;
};

TextColumn make_text_column(const std::vector<std::string>& texts) {
  std::unordered_map<std::string_view, ValueId> seen;
  std::vector<std::string_view> distinct;
  std::vector<ValueId> local;
  for (const auto& text : texts) {
    const auto [it, fresh] = seen.try_emplace(text, static_cast<ValueId>(distinct.size()));
    if (fresh) distinct.emplace_back(text);
    local.push_back(it->second);
  }
  std::vector<bool> missing;
  missing.reserve(distinct.size());
  for (const auto& text : distinct) missing.push_back(is_missing_text(text));
  std::vector<ValueId> order;
  TextColumn out{Dictionary(ColumnType::Text, distinct, missing, &order), std::move(local)};
  for (auto& code : out.code_of) code = order[code];
  return out;
}

// `missing_shows`: a record that misses the value shows that, whatever its class shows.
Column recoded_column(const Column& original, const RecodedAttribute& attribute,
                      const BoundHierarchy* hierarchy, const Recoding& recoding, bool missing_shows,
                      const Run& run) {
  const std::size_t missing = missing_shows ? original.dictionary.missing_count() : 0;
  std::vector<std::string> texts;
  texts.reserve(attribute.values.size() + missing + 1);
  for (const auto& value : attribute.values) texts.push_back(cell_text(value, original, hierarchy));
  for (ValueId v = 0; v < missing; ++v) {
    const GeneralizedValue value{.kind = GeneralizedValue::Kind::Value, .low = v, .high = v};
    texts.push_back(cell_text(value, original, hierarchy));
  }
  texts.emplace_back(kSuppressedText);
  TextColumn shown = make_text_column(texts);
  std::vector<ValueId> code_of_class;
  code_of_class.reserve(recoding.classes());
  for (const auto value : attribute.value_of_class) code_of_class.push_back(shown.code_of[value]);
  Column out{original.name, std::move(shown.dictionary), {}};
  out.codes.resize(recoding.class_of.size());
  run.pool().parallel_ranges(out.codes.size(), 65536, [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      const ClassId cls = recoding.class_of[r];
      if (cls == kSuppressed) {
        out.codes[r] = shown.code_of.back();
      } else if (original.codes[r] < missing) {  // the first codes are the missing values
        out.codes[r] = shown.code_of[attribute.values.size() + original.codes[r]];
      } else {
        out.codes[r] = code_of_class[cls];
      }
    }
  });
  return out;
}

// A sensitive column of a release with suppressed records.
Column masked_column(const Column& original, const Recoding& recoding) {
  std::vector<std::string> texts;
  for (std::size_t v = 0; v < original.dictionary.size(); ++v) {
    texts.emplace_back(original.dictionary.text(static_cast<ValueId>(v)));
  }
  texts.emplace_back(kSuppressedText);
  TextColumn shown = make_text_column(texts);
  Column out{original.name, std::move(shown.dictionary), {}};
  out.codes.reserve(original.codes.size());
  for (std::size_t r = 0; r < original.codes.size(); ++r) {
    const bool hidden = recoding.class_of[r] == kSuppressed;
    out.codes.push_back(hidden ? shown.code_of.back() : shown.code_of[original.codes[r]]);
  }
  return out;
}

// An identifier under other texts.
Column identifier_column(const Column& original, const ShownIdentifier& shown) {
  std::vector<std::string> texts;
  for (std::size_t v = 0; v < original.dictionary.size(); ++v) {
    const auto id = static_cast<ValueId>(v);
    const auto text = original.dictionary.text(id);
    if (original.dictionary.missing(id)) {
      texts.emplace_back(text);
    } else {
      texts.push_back(shown.texts.at(v));
    }
  }
  TextColumn column = make_text_column(texts);
  Column out{original.name, std::move(column.dictionary), {}};
  out.codes.reserve(original.codes.size());
  for (const ValueId code : original.codes) out.codes.push_back(column.code_of[code]);
  return out;
}

}  // namespace

Table apply_recoding(const Problem& problem, const Schema& schema, const Recoding& recoding,
                     const Run& run) {
  PRIVET_CHECK(recoding.attributes.size() == problem.quasi.size());
  const bool some_suppressed = recoding.suppressed() > 0;
  std::vector<std::optional<Column>> columns(problem.table.columns());
  run.pool().parallel_for(columns.size(), [&](std::size_t c) {
    const auto id = static_cast<AttributeId>(c);
    const Column& original = problem.table.column(id);
    switch (schema.role(id)) {
      case Role::Identifier:
        if (schema.released(id)) columns[c] = identifier_column(original, schema.shown(id));
        return;
      case Role::Quasi:
        for (std::size_t q = 0; q < problem.quasi.size(); ++q) {
          if (problem.quasi[q].column != id) continue;
          columns[c] = recoded_column(original, recoding.attributes[q], problem.quasi[q].hierarchy,
                                      recoding, problem.missing_matches, run);
        }
        PRIVET_CHECK(columns[c].has_value());
        return;
      case Role::Sensitive:
        columns[c] = some_suppressed ? masked_column(original, recoding) : original;
        return;
      case Role::Class:
      case Role::Plain:
        columns[c] = original;
        return;
      case Role::Undecided:
        break;
    }
    PRIVET_CHECK(schema.role(id) != Role::Undecided);  // decided before a release
  });
  std::vector<Column> kept;
  for (auto& column : columns) {
    if (column) kept.push_back(std::move(*column));
  }
  return Table(std::move(kept));
}

}  // namespace privet
