// SPDX-License-Identifier: Apache-2.0
#include "federation/query/released_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "risk/released_cell.h"

namespace privet::federation {
namespace {

constexpr double kMostSteps = 1e6;
constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();

// What a cell's text says, before its column is known.
struct CellWords {
  bool anything = false;
  std::string low = {};  // of a range of numbers
  std::string high = {};
  std::vector<std::string> members = {};
};

void read_word(std::string_view text, CellWords& out) {
  if (const auto plain = unquoted_cell(text)) {
    out.members.push_back(*plain);
    return;
  }
  const bool bracketed = text.size() > 2 && text.front() == '[' && text.back() == ']';
  const auto ends = bracketed ? range_ends(text.substr(1, text.size() - 2)) : std::nullopt;
  if (ends && parse_number(ends->first) && parse_number(ends->second)) {
    out.low = ends->first;
    out.high = ends->second;
  } else {
    out.members.emplace_back(text);
  }
}

CellWords words_of(std::string_view text) {
  CellWords out;
  if (text == "*") {
    out.anything = true;
  } else if (text.size() > 1 && text.front() == '{' && text.back() == '}') {
    for (const auto member : set_members(text.substr(1, text.size() - 2))) read_word(member, out);
  } else {
    read_word(text, out);
  }
  return out;
}

double step_of(std::string_view text) {
  const auto dot = text.find('.');
  return dot == std::string_view::npos ? 1
                                       : std::pow(10, -static_cast<double>(text.size() - dot - 1));
}

}  // namespace

Table as_released(const Table& table) {
  std::vector<Column> out;
  for (const auto& column : table.all()) {
    std::vector<std::string> texts;
    for (std::size_t r = 0; r < table.rows(); ++r) {
      texts.emplace_back(column.text(static_cast<RowId>(r)));
    }
    out.push_back(make_column(column.name, texts, ColumnType::Text));
  }
  return Table(std::move(out));
}

ReleasedPart::ReleasedPart(const Table& part) : part_(part) {
  std::vector<Column> domain;
  for (const auto& column : part.all()) {
    std::vector<CellWords> words;
    std::vector<std::string> values;
    bool numeric = true;
    for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
      words.push_back(words_of(column.dictionary.text(static_cast<ValueId>(v))));
      const auto& one = words.back();
      for (const auto& member : one.members) {
        values.push_back(member);
        numeric = numeric && (is_missing_text(member) || parse_number(member));
      }
      if (!one.low.empty()) values.insert(values.end(), {one.low, one.high});
    }
    domain.push_back(
        make_column(column.name, values, numeric ? ColumnType::Numeric : ColumnType::Text));
    auto& cells = cells_.emplace_back();
    for (const auto& one : words) {
      ReleasedCell cell{.anything = one.anything, .ranged = !one.low.empty()};
      if (cell.ranged) {
        cell.low = parse_number(one.low).value();
        cell.high = parse_number(one.high).value();
        cell.step = std::min(step_of(one.low), step_of(one.high));
      }
      for (const auto& member : one.members) {
        cell.members.push_back(domain.back().dictionary.find(member).value());
      }
      cells.push_back(std::move(cell));
    }
    domain.back().codes.clear();
  }
  domain_ = Table(std::move(domain));
}

ReleasedPart::Share ReleasedPart::share_of(const ReleasedCell& cell, const Selection& leaf) const {
  if (cell.anything) return {.value = 0.5, .none = false, .all = false};
  double hits = 0;
  double all = 0;
  for (const auto member : cell.members) {
    hits += leaf.matches[member];
    all += 1;
  }
  if (cell.ranged) {
    if (!leaf.number) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is released as ranges of numbers, which LIKE cannot "
                              "compare; use BETWEEN",
                              quote_for_message(domain_.column(leaf.column).name)));
    }
    const double steps = std::min(std::round((cell.high - cell.low) / cell.step), kMostSteps);
    for (double s = 0; s <= steps; ++s) {
      const double number = steps > 0 ? cell.low + (cell.high - cell.low) * (s / steps) : cell.low;
      // On the grid, so that 0.1 + 0.2 is 0.3.
      const double exact = std::round(number / cell.step) * cell.step;
      hits += leaf.number(steps < kMostSteps ? exact : number) ? 1 : 0;
      all += 1;
    }
  }
  return {.value = all > 0 ? hits / all : 0, .none = hits == 0, .all = hits == all && all > 0};
}

std::vector<ReleasedPart::Share> ReleasedPart::shares(const Selection& part) const {
  std::vector<Share> out(part_.rows());
  if (part.kind == Selection::Kind::Values) {
    std::vector<Share> of_code;
    for (const auto& cell : cells_[part.column]) of_code.push_back(share_of(cell, part));
    const auto& codes = part_.column(part.column).codes;
    for (std::size_t r = 0; r < out.size(); ++r) out[r] = of_code[codes[r]];
    return out;
  }
  const bool both = part.kind == Selection::Kind::All;
  for (auto& share : out) share = {both ? 1.0 : 0.0, !both, both};
  for (const auto& inner : part.parts) {
    const auto more = shares(inner);
    for (std::size_t r = 0; r < out.size(); ++r) {
      auto& one = out[r];
      if (both) {
        one = {one.value * more[r].value, one.none || more[r].none, one.all && more[r].all};
      } else {
        one = {one.value + more[r].value - one.value * more[r].value, one.none && more[r].none,
               one.all || more[r].all};
      }
    }
  }
  return out;
}

std::vector<std::uint8_t> ReleasedPart::tenths(const SelectQuery& query) const {
  std::vector<std::uint8_t> out(part_.rows(), kCertain);
  if (!query.where) return out;
  const auto found = shares(*query.where);
  for (std::size_t r = 0; r < out.size(); ++r) {
    const auto rounded = std::clamp(std::lround(found[r].value * kCertain), 1L, kCertain - 1L);
    out[r] = static_cast<std::uint8_t>(found[r].none ? 0 : (found[r].all ? kCertain : rounded));
  }
  return out;
}

std::vector<std::string> ReleasedPart::shown(const SelectQuery& query, std::size_t record) const {
  std::vector<std::string> out;
  for (const auto column : query.groups) {
    out.emplace_back(part_.column(column).text(static_cast<RowId>(record)));
  }
  return out;
}

std::pair<double, double> ReleasedPart::ends(AttributeId column, std::size_t record) const {
  const auto& cell = cells_[column][part_.column(column).codes[record]];
  std::pair<double, double> out{kNowhere, kNowhere};
  const auto widen = [&](double low, double high) {
    out.first = std::isnan(out.first) ? low : std::min(out.first, low);
    out.second = std::isnan(out.second) ? high : std::max(out.second, high);
  };
  if (cell.ranged) widen(cell.low, cell.high);
  for (const auto member : cell.members) {
    const auto& dictionary = domain_.column(column).dictionary;
    if (dictionary.missing(member)) return {kNowhere, kNowhere};
    widen(dictionary.number(member), dictionary.number(member));
  }
  return out;
}

}  // namespace privet::federation
