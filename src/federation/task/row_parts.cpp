// SPDX-License-Identifier: Apache-2.0
#include "federation/task/row_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/counted.h"
#include "base/error.h"
#include "base/sampling.h"

namespace privet::federation {
namespace {

const Table& table_at(std::span<const DataSet> parts, std::size_t party) {
  if (const auto* table = std::get_if<Table>(&parts[party])) return *table;
  throw Error(ErrorCode::Input, fmt::format("party-{} has no table", party + 1));
}

// Which rows each party gets, ascending: whoever is farthest behind its share gets the next.
std::vector<std::vector<RowId>> deal_rows(std::size_t rows, std::size_t parties,
                                          const RowDivision& division) {
  std::vector<RowId> order(rows);
  std::iota(order.begin(), order.end(), RowId{0});
  if (division.deal == Deal::Random) {
    Sampler sampler(division.seed);
    sampler.shuffle(std::span(order));
  }
  const auto fraction = [&](std::size_t party) {
    return division.fractions.empty() ? 1.0 / static_cast<double>(parties)
                                      : division.fractions[party];
  };
  std::vector<std::vector<RowId>> out(parties);
  double end = 0;
  std::size_t party = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto dealt = static_cast<double>(i + 1);
    if (division.deal == Deal::Neighbours) {
      if (i == 0) end = fraction(0) * static_cast<double>(rows);
      while (party + 1 < parties && dealt > std::floor(end + 0.5)) {
        end += fraction(++party) * static_cast<double>(rows);
      }
    } else {
      double behind = -1;
      for (std::size_t p = 0; p < parties; ++p) {
        const double lacks = fraction(p) * dealt - static_cast<double>(out[p].size());
        if (lacks <= behind + 1e-9) continue;
        behind = lacks;
        party = p;
      }
    }
    out[party].push_back(order[i]);
  }
  for (auto& own : out) std::ranges::sort(own);
  return out;
}

std::vector<std::vector<RowId>> rows_by_value(const Column& column, std::size_t parties) {
  std::vector<bool> occurs(column.dictionary.size());
  for (const ValueId code : column.codes) occurs[code] = true;
  std::vector<std::size_t> party(occurs.size());
  std::size_t next = 0;
  for (std::size_t v = 0; v < occurs.size(); ++v) {
    if (occurs[v]) party[v] = next++ % parties;
  }
  if (next < parties) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("column {} has {}, too few for {} parties", quote_for_message(column.name),
                    counted(next, "different value"), parties),
        {.parameter = "--by"});
  }
  std::vector<std::vector<RowId>> out(parties);
  for (RowId row = 0; row < column.codes.size(); ++row) {
    out[party[column.codes[row]]].push_back(row);
  }
  return out;
}

// The parties in groups, one for each value of the first column (in turn, if there are more
// values); within a group the values of the second in their order, so that each party has a range
// of them with about as many rows.
std::vector<std::vector<RowId>> rows_by_two(const Column& first, const Column& second,
                                            std::size_t parties) {
  std::vector<std::vector<RowId>> by_first(first.dictionary.size());
  for (RowId row = 0; row < first.codes.size(); ++row) by_first[first.codes[row]].push_back(row);
  std::erase_if(by_first, [](const auto& rows) { return rows.empty(); });
  const auto groups = std::min(by_first.size(), parties);
  std::vector<std::vector<RowId>> of_group(groups);
  for (std::size_t v = 0; v < by_first.size(); ++v) {
    auto& rows = of_group[v % groups];
    rows.insert(rows.end(), by_first[v].begin(), by_first[v].end());
  }
  std::vector<std::vector<RowId>> out;
  for (std::size_t g = 0; g < groups; ++g) {
    auto& rows = of_group[g];
    std::ranges::sort(rows, [&](RowId a, RowId b) {
      return std::pair(second.codes[a], a) < std::pair(second.codes[b], b);
    });
    const auto end = parties * (g + 1) / groups;
    std::size_t at = 0;
    while (out.size() < end) {
      // What is left, shared out evenly; equal values stay together.
      const auto wanted = (rows.size() - at + (end - out.size()) - 1) / (end - out.size());
      auto& own = out.emplace_back();
      while (at < rows.size() &&
             (own.size() < wanted || second.codes[rows[at]] == second.codes[own.back()])) {
        own.push_back(rows[at++]);
      }
      if (own.empty()) {
        throw Error(
            ErrorCode::Usage,
            fmt::format("columns {} and {} have too few values together for {} parties",
                        quote_for_message(first.name), quote_for_message(second.name), parties),
            {.parameter = "--by"});
      }
      std::ranges::sort(own);
    }
  }
  return out;
}

Table without_column(const Table& table, AttributeId left_out) {
  std::vector<AttributeId> kept;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (c != left_out) kept.push_back(c);
  }
  return table.select_columns(kept);
}

DataSet some_rows(const DataSet& whole, const std::vector<RowId>& rows) {
  if (const auto* table = std::get_if<Table>(&whole)) return table->select_rows(rows);
  const auto& baskets = std::get<Baskets>(whole);
  Baskets out;
  for (const auto& name : baskets.names()) out.add_item(name);
  for (const RowId row : rows) out.add(baskets.basket(static_cast<BasketId>(std::uint32_t{row})));
  return out;
}

bool is_category(const Column& column, std::span<const std::string> categories) {
  return column.type() != ColumnType::Numeric ||
         std::ranges::find(categories, column.name) != categories.end();
}

bool all_missing(const Column& column) {
  return column.dictionary.size() == column.dictionary.missing_count();
}

// The first party's columns, in every part.
void check_columns(std::span<const DataSet> parts) {
  const auto& first = table_at(parts, 0);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto& table = table_at(parts, p);
    const auto lacks = [&](std::size_t who, std::size_t has, const std::string& name) {
      throw Error(ErrorCode::Input,
                  fmt::format("party-{} has no column {}, and party-{} has: all parties need the "
                              "same columns",
                              who + 1, quote_for_message(name), has + 1));
    };
    for (const auto& column : first.all()) {
      const auto found = table.find(column.name);
      if (!found) lacks(p, 0, column.name);
      const auto& other = table.column(*found);
      if (other.type() == column.type() || all_missing(other) || all_missing(column)) continue;
      const bool numbers = column.type() == ColumnType::Numeric;
      throw Error(ErrorCode::Input,
                  fmt::format("column {} has {} at party-1 and {} at party-{}",
                              quote_for_message(column.name), numbers ? "numbers" : "texts",
                              numbers ? "texts" : "numbers", p + 1));
    }
    for (const auto& column : table.all()) {
      if (!first.find(column.name)) lacks(0, p, column.name);
    }
    if (table.rows() == 0) {
      throw Error(ErrorCode::Input,
                  fmt::format("party-{} has no rows: run the job without it", p + 1));
    }
  }
}

// The column of each part, whose values that are not missing must be the same unless they are
// united.
std::vector<Column> one_codebook(const std::vector<const Column*>& columns, Codebook codebook) {
  std::map<std::string, bool> missing;  // every value -> whether it stands for none
  auto type = ColumnType::Text;
  ValueForm form;
  for (const auto* column : columns) {
    if (!all_missing(*column) && column->type() == ColumnType::Numeric) {
      type = ColumnType::Numeric;
      form = column->dictionary.form();
    }
    for (std::size_t v = 0; v < column->dictionary.size(); ++v) {
      const auto id = static_cast<ValueId>(v);
      missing.emplace(column->dictionary.text(id), column->dictionary.missing(id));
    }
  }
  for (std::size_t p = 0; codebook == Codebook::Same && p < columns.size(); ++p) {
    for (const auto& [text, none] : missing) {
      if (none || columns[p]->dictionary.find(text)) continue;
      throw Error(ErrorCode::Input,
                  fmt::format("column {} has no value {} at party-{}, and another party has it: "
                              "correct the value, or let all parties know all values with "
                              "--categories union",
                              quote_for_message(columns[p]->name), quote_for_message(text), p + 1),
                  {.parameter = "--categories"});
    }
  }
  std::vector<std::string_view> texts;
  std::vector<bool> none;
  for (const auto& [text, is_none] : missing) {
    texts.push_back(text);
    none.push_back(is_none);
  }
  const Dictionary all(type, texts, none, nullptr, form);
  std::vector<Column> out;
  for (const auto* column : columns) {
    Column recoded{column->name, all, {}};
    recoded.codes.reserve(column->codes.size());
    for (const ValueId code : column->codes) {
      recoded.codes.push_back(*all.find(column->dictionary.text(code)));
    }
    out.push_back(std::move(recoded));
  }
  return out;
}

// With the values that occur, and no others.
Column own_values(const Column& column) {
  std::vector<bool> occurs(column.dictionary.size());
  for (const ValueId code : column.codes) occurs[code] = true;
  std::vector<std::string_view> texts;
  std::vector<bool> missing;
  std::vector<std::size_t> kept;
  for (std::size_t v = 0; v < occurs.size(); ++v) {
    if (!occurs[v]) continue;
    kept.push_back(v);
    texts.push_back(column.dictionary.text(static_cast<ValueId>(v)));
    missing.push_back(column.dictionary.missing(static_cast<ValueId>(v)));
  }
  std::vector<ValueId> codes;
  Column out{column.name, {}, {}};
  const bool numbers = column.type() == ColumnType::Numeric;
  out.dictionary = Dictionary(numbers ? ColumnType::Numeric : ColumnType::Text, texts, missing,
                              &codes, numbers ? column.dictionary.form() : ValueForm{});
  std::vector<ValueId> place(occurs.size());
  for (std::size_t i = 0; i < kept.size(); ++i) place[kept[i]] = codes[i];
  out.codes.reserve(column.codes.size());
  for (const ValueId code : column.codes) out.codes.push_back(place[code]);
  return out;
}

}  // namespace

std::vector<double> parse_fractions(const std::vector<std::string>& texts, std::size_t parties) {
  const Place place{.parameter = "--fractions"};
  std::vector<double> out;
  double sum = 0;
  for (const auto& text : texts) {
    const auto number = parse_number(text);
    if (!number || !(*number > 0)) {
      throw Error(ErrorCode::Usage,
                  fmt::format("needs numbers above 0, not {}", quote_for_message(text)), place);
    }
    out.push_back(*number);
    sum += *number;
  }
  if (out.size() != parties) {
    throw Error(ErrorCode::Usage,
                fmt::format("names {} for {} parties", counted(out.size(), "fraction"), parties),
                place);
  }
  if (std::abs(sum - 1) > 1e-6) {
    throw Error(ErrorCode::Usage, fmt::format("the fractions add up to {:.6g}, not to 1", sum),
                place);
  }
  return out;
}

std::vector<DataSet> split_rows(const DataSet& whole, std::size_t parties,
                                const RowDivision& division) {
  std::vector<std::vector<RowId>> rows;
  DataSet kept = whole;
  if (division.by) {
    const auto* table = std::get_if<Table>(&whole);
    if (table == nullptr) {
      throw Error(ErrorCode::Usage, "applies to the columns of a table", {.parameter = "--by"});
    }
    const auto comma = division.by->find(',');
    if (comma != std::string::npos && !table->find(*division.by)) {
      const auto first = table->require(division.by->substr(0, comma), "--by");
      const auto second = table->require(division.by->substr(comma + 1), "--by");
      rows = rows_by_two(table->column(first), table->column(second), parties);
    } else {
      const auto by = table->require(*division.by, "--by");
      rows = rows_by_value(table->column(by), parties);
      if (!division.keeps_by) kept = without_column(*table, by);
    }
  } else {
    rows = deal_rows(rows_of(whole), parties, division);
  }
  std::vector<DataSet> out;
  for (const auto& own : rows) {
    if (own.empty()) {
      throw Error(ErrorCode::Usage,
                  fmt::format("{} parties cannot share {} so: one would have none", parties,
                              counted(rows_of(whole), "row")),
                  {.parameter = "--parties"});
    }
    out.push_back(some_rows(kept, own));
  }
  return out;
}

std::vector<DataSet> with_codebook(std::span<const DataSet> parts,
                                   std::span<const std::string> categories, Codebook codebook) {
  check_columns(parts);
  std::vector<std::vector<Column>> columns(parts.size());
  for (const auto& column : table_at(parts, 0).all()) {
    std::vector<const Column*> everywhere;
    bool category = false;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const auto& table = table_at(parts, p);
      everywhere.push_back(&table.column(*table.find(column.name)));
      category = category ||
                 (is_category(*everywhere.back(), categories) && !all_missing(*everywhere.back()));
    }
    if (category && codebook != Codebook::Own) {
      auto recoded = one_codebook(everywhere, codebook);
      for (std::size_t p = 0; p < parts.size(); ++p) columns[p].push_back(std::move(recoded[p]));
    } else {
      for (std::size_t p = 0; p < parts.size(); ++p) {
        columns[p].push_back(own_values(*everywhere[p]));
      }
    }
  }
  std::vector<DataSet> out;
  for (auto& own : columns) out.emplace_back(Table(std::move(own)));
  return out;
}

Table join_rows(std::span<const DataSet> parts) {
  std::vector<Column> columns;
  for (const auto& column : table_at(parts, 0).all()) {
    std::vector<const Column*> everywhere;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const auto& table = table_at(parts, p);
      everywhere.push_back(&table.column(*table.find(column.name)));
    }
    auto recoded = one_codebook(everywhere, Codebook::Union);
    auto& whole = columns.emplace_back(std::move(recoded.front()));
    for (std::size_t p = 1; p < recoded.size(); ++p) {
      whole.codes.insert(whole.codes.end(), recoded[p].codes.begin(), recoded[p].codes.end());
    }
  }
  return Table(std::move(columns));
}

}  // namespace privet::federation
