// SPDX-License-Identifier: Apache-2.0
#include "data/arff/write_arff.h"

#include <algorithm>

#include "base/error.h"
#include "data/arff/arff_line_internal.h"

namespace privet {
namespace {

using detail::arff_word;
using Kind = ArffAttribute::Kind;

ArffAttribute derived(const Column& column) {
  const bool numeric = column.type() == ColumnType::Numeric;
  return {.kind = numeric ? Kind::Numeric : Kind::Nominal, .name = column.name};
}

// Appends the values that some row has and the declaration lacks. What only the dictionary knows,
// such as the values of suppressed records, is not told.
void complete(ArffAttribute& attribute, const Column& column) {
  const Dictionary& dictionary = column.dictionary;
  std::vector<bool> occurs(dictionary.size(), false);
  for (const ValueId code : column.codes) occurs[code] = true;
  std::vector<std::string> declared = attribute.values;
  std::sort(declared.begin(), declared.end());
  for (std::size_t id = dictionary.missing_count(); id < dictionary.size(); ++id) {
    if (!occurs[id]) continue;
    std::string text(dictionary.text(static_cast<ValueId>(id)));
    if (!std::binary_search(declared.begin(), declared.end(), text)) {
      attribute.values.push_back(std::move(text));
    }
  }
}

std::string declaration(const ArffAttribute& attribute) {
  std::string out = "@attribute ";
  out += arff_word(attribute.name);
  switch (attribute.kind) {
    case Kind::Numeric:
      out += " numeric";
      break;
    case Kind::String:
      out += " string";
      break;
    case Kind::Date:
      out += " date";
      if (!attribute.format.empty()) out.append(" ").append(arff_word(attribute.format));
      break;
    case Kind::Nominal:
      out += " {";
      for (std::size_t i = 0; i < attribute.values.size(); ++i) {
        out.append(i == 0 ? "" : ",").append(arff_word(attribute.values[i]));
      }
      out += "}";
      break;
  }
  return out += "\n";
}

// Each distinct value as it stands in the file.
std::vector<std::string> words(const Dictionary& dictionary) {
  std::vector<std::string> out;
  out.reserve(dictionary.size());
  for (std::size_t id = 0; id < dictionary.size(); ++id) {
    const auto value = static_cast<ValueId>(id);
    out.push_back(dictionary.missing(value) ? "?" : arff_word(dictionary.text(value)));
  }
  return out;
}

}  // namespace

void write_arff(const Table& table, std::string_view relation,
                const std::vector<ArffAttribute>& attributes, const Sink& sink, const Run& run) {
  PRIVET_CHECK(attributes.empty() || attributes.size() == table.columns());
  constexpr std::size_t kPiece = std::size_t{1} << 20U;
  std::string piece = "@relation ";
  piece.append(arff_word(relation)).append("\n\n");
  std::vector<std::vector<std::string>> cells;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const Column& column = table.all()[c];
    ArffAttribute attribute = attributes.empty() ? derived(column) : attributes[c];
    attribute.name = column.name;
    // A column that was numeric may hold other texts by now.
    if (attribute.kind == Kind::Numeric && column.type() != ColumnType::Numeric) {
      attribute = derived(column);
    }
    if (attribute.kind == Kind::Nominal) complete(attribute, column);
    piece += declaration(attribute);
    cells.push_back(words(column.dictionary));
  }
  piece += "\n@data\n";
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (row % 1024 == 0) run.check_cancelled();
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (c > 0) piece += ',';
      piece += cells[c][table.all()[c].codes[row]];
    }
    piece += '\n';
    if (piece.size() < kPiece) continue;
    sink(piece);
    piece.clear();
  }
  sink(piece);
}

}  // namespace privet
