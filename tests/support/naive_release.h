// SPDX-License-Identifier: Apache-2.0
// A released CSV text judged the simplest way there is: parsed one character at a time, cells read
// by the syntax that docs/format/release.md describes, classes counted in a map of texts. Shares no
// code with the program, so that it can judge both publish() and its guard.
#pragma once

#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/naive_csv.h"

namespace privet::testing_support {

// What is known of a column before the release.
struct NaiveColumn {
  enum class Use { Dropped, Quasi, Kept };
  std::string name;
  Use use = Use::Kept;
  bool numeric = false;
  std::string statistic =
      {};  // "mean" or "median": shown of each class instead of cells that cover
  // Label -> the values below it; empty: no hierarchy.
  std::map<std::string, std::set<std::string>> groups = {};
};

struct NaiveOriginal {
  std::vector<NaiveColumn> columns;
  NaiveRecords rows;
  std::size_t k = 1;
};

// The text of a cell or member that stands for one value: quotes taken off, or nothing if it is
// written as one of the other forms.
inline std::optional<std::string> naive_value(const std::string& text) {
  if (text.empty()) return text;
  if (text[0] == '[' || text[0] == '{' || text == "*") return std::nullopt;
  if (text[0] != '"') return text;
  std::string out;
  std::size_t i = 1;
  while (i < text.size()) {
    if (text[i] != '"') {
      out += text[i++];
    } else if (i + 1 < text.size() && text[i + 1] == '"') {
      out += '"';
      i += 2;
    } else {
      break;
    }
  }
  if (i + 1 != text.size()) return std::nullopt;
  return out;
}

// A plain decimal number, as parse_number takes it; shares only the C library with it.
inline std::optional<double> naive_number(std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.pop_back();
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.erase(0, 1);
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string::npos)
    return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0') return std::nullopt;
  return value;
}

// "[25-28]", or "[-5..3]" split at the first two dots in a row.
inline bool naive_in_range(const std::string& text, const std::string& value) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return false;
  const std::string inside = text.substr(1, text.size() - 2);
  std::size_t at = inside.find("..");
  const std::size_t width = at == std::string::npos ? 1 : 2;
  if (at == std::string::npos) at = inside.find('-');
  if (at == std::string::npos) return false;
  const auto low = naive_number(inside.substr(0, at));
  const auto high = naive_number(inside.substr(at + width));
  const auto number = naive_number(value);
  return low && high && number && *low <= *number && *number <= *high;
}

// 1 stands for 01 and 1.0 too.
inline bool naive_same_number(const std::string& text, const std::string& value) {
  const auto plain = naive_value(text);
  const auto shown = plain ? naive_number(*plain) : std::nullopt;
  const auto number = naive_number(value);
  return shown && number && *shown == *number;
}

// The members of "{a,b}", split at commas outside quotes.
inline std::vector<std::string> naive_members(const std::string& text) {
  std::vector<std::string> out;
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return out;
  out.emplace_back();
  bool inside = false;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '"') inside = !inside;
    if (text[i] == ',' && !inside) {
      out.emplace_back();
    } else {
      out.back() += text[i];
    }
  }
  return out;
}

inline bool naive_covers(const std::string& cell, const std::string& value,
                         const NaiveColumn& column) {
  if (cell == "*" || naive_value(cell) == value) return true;
  const auto group = column.groups.find(cell);
  if (group != column.groups.end() && group->second.contains(value)) return true;
  if (!column.groups.empty()) return false;
  if (column.numeric && (naive_in_range(cell, value) || naive_same_number(cell, value)))
    return true;
  for (const auto& member : naive_members(cell)) {
    if (naive_value(member) == value) return true;
    if (column.numeric && naive_in_range(member, value)) return true;
    if (column.numeric && naive_same_number(member, value)) return true;
  }
  return false;
}

// Why the release breaks its promise, or nothing. `header`: it begins with the columns' names.
inline std::optional<std::string> naive_objection(std::string_view bytes, char delimiter,
                                                  bool header, const NaiveOriginal& original) {
  auto records = naive_csv(bytes, delimiter);
  if (!records) return "it is not CSV";
  std::vector<std::size_t> shown;
  std::vector<std::string> names;
  for (std::size_t c = 0; c < original.columns.size(); ++c) {
    if (original.columns[c].use == NaiveColumn::Use::Dropped) continue;
    shown.push_back(c);
    names.push_back(original.columns[c].name);
  }
  if (header) {
    if (records->front() != names) return "the header differs";
    records->erase(records->begin());
  }
  if (records->size() != original.rows.size()) return "the number of records differs";
  std::map<std::vector<std::string>, std::size_t> classes;
  for (std::size_t r = 0; r < records->size(); ++r) {
    const auto& record = (*records)[r];
    if (record.size() != shown.size()) return "the number of fields differs";
    std::vector<std::string> key;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const NaiveColumn& column = original.columns[shown[i]];
      const std::string& value = original.rows[r][shown[i]];
      const bool quasi = column.use == NaiveColumn::Use::Quasi;
      if (quasi) key.push_back(record[i]);
      if (quasi ? !naive_covers(record[i], value, column) : record[i] != value) {
        return "record " + std::to_string(r + 1) + ", column " + column.name + ": <" + record[i] +
               "> is not <" + value + ">";
      }
    }
    ++classes[key];
  }
  for (const auto& [key, size] : classes) {
    if (size < original.k) return "a class has " + std::to_string(size) + " records";
  }
  return std::nullopt;
}

}  // namespace privet::testing_support
