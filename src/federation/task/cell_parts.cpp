// SPDX-License-Identifier: Apache-2.0
#include "federation/task/cell_parts.h"

#include <fmt/format.h>

#include <set>

#include "base/counted.h"
#include "base/error.h"
#include "base/sampling.h"

namespace privet::federation {
namespace {

constexpr std::size_t kParties = 2;

// The part of one party: other cells get the first value, whatever they hold.
CellPart part_of(const Table& whole, std::vector<std::vector<bool>> owned) {
  std::vector<Column> columns;
  for (std::size_t c = 0; c < whole.columns(); ++c) {
    auto& column = columns.emplace_back(whole.column(static_cast<AttributeId>(c)));
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
      if (!owned[c][row]) column.codes[row] = ValueId{0};
    }
  }
  return {Table(std::move(columns)), std::move(owned)};
}

// One column for both, with the values of either.
Column merged(const Column& first, const Column& second) {
  std::set<std::string> texts;
  for (const auto* column : {&first, &second}) {
    const auto& dictionary = column->dictionary;
    for (std::size_t v = dictionary.missing_count(); v < dictionary.size(); ++v) {
      texts.emplace(dictionary.text(static_cast<ValueId>(v)));
    }
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  Column out{first.name, Dictionary(ColumnType::Text, views, std::vector<bool>(views.size())), {}};
  for (RowId row = 0; row < first.codes.size(); ++row) {
    const bool here = !first.missing(row);
    if (here != second.missing(row)) {
      throw Error(ErrorCode::Input,
                  fmt::format("row {}, column {}: {}; each cell needs a value in one of the files",
                              std::size_t{row} + 1, quote_for_message(first.name),
                              here ? "both parties have a value" : "neither party has a value"));
    }
    out.codes.push_back(*out.dictionary.find(here ? first.text(row) : second.text(row)));
  }
  return out;
}

}  // namespace

std::vector<DataSet> split_cells(const Table& whole, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::vector<std::vector<bool>>> owned(
      kParties, std::vector<std::vector<bool>>(whole.columns(), std::vector<bool>(whole.rows())));
  for (std::size_t c = 0; c < whole.columns(); ++c) {
    for (std::size_t row = 0; row < whole.rows(); ++row) {
      owned[sampler.below(kParties)][c][row] = true;
    }
  }
  std::vector<DataSet> out;
  for (auto& one : owned) out.emplace_back(part_of(whole, std::move(one)));
  return out;
}

std::vector<DataSet> cells_of_tables(std::span<const Table> tables) {
  if (tables.size() != kParties) {
    throw Error(ErrorCode::Usage, "cells are divided between two parties",
                {.parameter = "--inputs"});
  }
  const auto& first = tables[0];
  const auto& second = tables[1];
  if (first.rows() != second.rows()) {
    throw Error(ErrorCode::Input,
                fmt::format("party-2 has {} and party-1 {}: the same rows must be at both parties, "
                            "in the same order",
                            counted(second.rows(), "row"), counted(first.rows(), "row")));
  }
  std::vector<Column> columns;
  std::vector<std::vector<std::vector<bool>>> owned(kParties);
  for (const auto& column : first.all()) {
    const auto found = second.find(column.name);
    if (!found) {
      throw Error(ErrorCode::Input, fmt::format("party-2 has no column {}, and party-1 has",
                                                quote_for_message(column.name)));
    }
    columns.push_back(merged(column, second.column(*found)));
    for (auto& party : owned) party.emplace_back();
    for (RowId row = 0; row < first.rows(); ++row) {
      owned[0].back().push_back(!column.missing(row));
      owned[1].back().push_back(column.missing(row));
    }
  }
  for (const auto& column : second.all()) {
    if (first.find(column.name)) continue;
    throw Error(ErrorCode::Input, fmt::format("party-1 has no column {}, and party-2 has",
                                              quote_for_message(column.name)));
  }
  const Table whole(std::move(columns));
  std::vector<DataSet> out;
  for (auto& one : owned) out.emplace_back(part_of(whole, std::move(one)));
  return out;
}

Table join_cells(std::span<const DataSet> parts) {
  std::vector<Column> columns;
  const auto& first = std::get<CellPart>(parts.front());
  for (std::size_t c = 0; c < first.table.columns(); ++c) {
    auto& column = columns.emplace_back(first.table.column(static_cast<AttributeId>(c)));
    for (const auto& part : parts) {
      const auto& cells = std::get<CellPart>(part);
      const auto& codes = cells.table.column(static_cast<AttributeId>(c)).codes;
      for (std::size_t row = 0; row < codes.size(); ++row) {
        if (cells.owned[c][row]) column.codes[row] = codes[row];
      }
    }
  }
  return Table(std::move(columns));
}

}  // namespace privet::federation
