// SPDX-License-Identifier: Apache-2.0
#include "risk/cell_overlap.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "data/csv/read_csv.h"
#include "hierarchy/bind.h"
#include "risk/released_cell.h"

namespace privet {
namespace {

void add_member(std::string_view text, std::vector<std::string>& out) {
  if (text.size() > 1 && text.front() == '[' && text.back() == ']') {
    if (const auto ends = range_ends(text.substr(1, text.size() - 2))) {
      out.emplace_back(ends->first);
      out.emplace_back(ends->second);
    }
    return;
  }
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') {
    std::string plain;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
      plain += text[i];
      if (text[i] == '"') ++i;
    }
    out.push_back(plain);
    return;
  }
  out.emplace_back(text);
}

// All values that the cells show, as a column of the type that fits them.
Column tried_values(const Column& one, const Column& other, const Hierarchy* hierarchy,
                    const Run& run) {
  std::set<std::string> texts;
  for (const Column* column : {&one, &other}) {
    for (std::size_t v = 0; v < column->dictionary.size(); ++v) {
      for (auto& text : cell_values(column->dictionary.text(static_cast<ValueId>(v)))) {
        texts.insert(std::move(text));
      }
    }
  }
  for (NodeId leaf = 0; hierarchy != nullptr && leaf < hierarchy->leaves(); ++leaf) {
    texts.insert(std::string(hierarchy->label(leaf)));
  }
  // Read as a file is, so that numbers and dates are recognised as there.
  std::string csv = "value\n";
  for (const auto& text : texts) {
    csv += '"';
    for (const char c : text) csv += c == '"' ? std::string("\"\"") : std::string(1, c);
    csv += "\"\n";
  }
  if (texts.empty()) csv += "\"\"\n";
  CsvOptions options{.delimiter = ',', .columns = {.ask = false}};
  const CsvFile file = parse_csv(csv, one.name, options, run);
  Column out = file.table.column(0);
  out.name = one.name;
  return out;
}

// A label that stands for others, "42***", of a hierarchy that is not given.
bool masked(std::string_view cell) {
  return cell.size() > 1 && cell.find('*') != std::string_view::npos && cell.front() != '{' &&
         cell.front() != '[';
}

// Whether a cell that covers none of these values is about others: numbers or dates that there are
// not, or nothing.
bool understood(std::string_view cell, const Column& original) {
  const auto values = cell_values(cell);
  return std::all_of(values.begin(), values.end(), [&](const std::string& value) {
    return is_missing_text(value) ||
           (ordered(original.type()) && original.dictionary.form().read(value).has_value());
  });
}

}  // namespace

std::vector<std::string> cell_values(std::string_view cell) {
  std::vector<std::string> out;
  if (cell == "*") return out;
  if (cell.size() < 2 || cell.front() != '{' || cell.back() != '}') {
    add_member(cell, out);
    return out;
  }
  const std::string_view inside = cell.substr(1, cell.size() - 2);
  std::size_t begin = 0;
  bool quoted = false;
  bool ranged = false;
  for (std::size_t i = 0; i <= inside.size(); ++i) {
    if (i < inside.size() && inside[i] == '"') quoted = !quoted;
    if (i < inside.size() && i == begin) ranged = inside[i] == '[';
    if (i < inside.size() && inside[i] == ']') ranged = false;
    if (i == inside.size() || (inside[i] == ',' && !quoted && !ranged)) {
      add_member(inside.substr(begin, i - begin), out);
      begin = i + 1;
    }
  }
  return out;
}

CellCover cover_values(const Column& released, const Column& original, const Hierarchy* hierarchy,
                       bool missing_matches) {
  CellCover out{.values = original.dictionary.size()};
  const OriginalColumn plain(original, nullptr, true);
  std::optional<BoundHierarchy> bound;
  std::optional<OriginalColumn> leaves;
  if (hierarchy != nullptr) {
    bound.emplace(BoundHierarchy{*hierarchy, {}});
    leaves.emplace(original, &*bound, true);
  }
  out.covers.reserve(released.dictionary.size() * out.values);
  for (std::size_t t = 0; t < released.dictionary.size(); ++t) {
    const auto text = released.dictionary.text(static_cast<ValueId>(t));
    const Cell cell(text, plain);
    std::optional<Cell> label;
    if (leaves) label.emplace(text, *leaves);
    const bool wild = missing_matches && released.dictionary.missing(static_cast<ValueId>(t));
    std::vector<bool> row(out.values);
    bool some = false;
    for (std::size_t v = 0; v < out.values; ++v) {
      const auto value = static_cast<ValueId>(v);
      row[v] = wild || (missing_matches && original.dictionary.missing(value)) ||
               cell.covers(value, plain) || (label && label->covers(value, *leaves));
      some = some || row[v];
    }
    const bool known = hierarchy != nullptr && hierarchy->find(text);
    if (!known && (masked(text) || (!some && !understood(text, original)))) {
      row.assign(out.values, true);
      out.unclear = true;
    }
    out.covers.insert(out.covers.end(), row.begin(), row.end());
  }
  return out;
}

CellCover overlap_cells(const Column& one, const Column& other, const Hierarchy* hierarchy,
                        bool missing_matches, const Run& run) {
  const Column tried = tried_values(one, other, hierarchy, run);
  const CellCover first = cover_values(one, tried, hierarchy, missing_matches);
  const CellCover second = cover_values(other, tried, hierarchy, missing_matches);
  const std::size_t words = (first.values + 63) / 64;
  const auto packed = [&](const CellCover& cover, std::size_t cells) {
    std::vector<std::uint64_t> out(cells * words);
    for (std::size_t c = 0; c < cells; ++c) {
      for (std::size_t v = 0; v < cover.values; ++v) {
        if (cover.covers[c * cover.values + v])
          out[c * words + v / 64] |= std::uint64_t{1} << v % 64;
      }
    }
    return out;
  };
  const auto left = packed(first, one.dictionary.size());
  const auto right = packed(second, other.dictionary.size());
  CellCover out{.values = other.dictionary.size(), .unclear = first.unclear || second.unclear};
  out.covers.resize(one.dictionary.size() * out.values);
  for (std::size_t a = 0; a < one.dictionary.size(); ++a) {
    run.check_cancelled();
    for (std::size_t b = 0; b < out.values; ++b) {
      bool common = false;
      for (std::size_t w = 0; w < words && !common; ++w) {
        common = (left[a * words + w] & right[b * words + w]) != 0;
      }
      out.covers[a * out.values + b] = common;
    }
  }
  return out;
}

}  // namespace privet
