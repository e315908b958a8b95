// SPDX-License-Identifier: Apache-2.0
// CSV read the simplest way there is, one character at a time through a table of states, to judge
// the fast reader by. Shares no code with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace privet::testing_support {

using NaiveRecords = std::vector<std::vector<std::string>>;

// All records, the header too if there is one. Nothing for a file that must be refused: no record,
// NUL, an unclosed quote, text after a closing quote, records of unequal length.
inline std::optional<NaiveRecords> naive_csv(std::string_view bytes, char delimiter) {
  enum class State { FieldStart, Plain, Quoted, QuoteInQuoted };
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  NaiveRecords records;
  std::vector<bool> blank;  // which records are empty lines
  std::vector<std::string> record(1);
  State state = State::FieldStart;
  bool began = false;  // a record is open
  bool quotes = false;
  const auto finish = [&] {
    blank.push_back(record.size() == 1 && record[0].empty() && !quotes);
    records.push_back(record);
    record.assign(1, "");
    state = State::FieldStart;
    began = quotes = false;
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (c == '\0') return std::nullopt;
    began = true;
    if (state == State::Quoted) {
      if (c == '"') {
        state = State::QuoteInQuoted;
      } else {
        record.back() += c;
      }
      continue;
    }
    if (state == State::QuoteInQuoted && c == '"') {
      record.back() += '"';
      state = State::Quoted;
    } else if (c == delimiter) {
      record.emplace_back();
      state = State::FieldStart;
    } else if (c == '\n') {
      finish();
    } else if (c == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n') {
      continue;
    } else if (state == State::QuoteInQuoted) {
      return std::nullopt;
    } else if (c == '"' && state == State::FieldStart) {
      state = State::Quoted;
      quotes = true;
    } else {
      record.back() += c;
      state = State::Plain;
    }
  }
  if (state == State::Quoted) return std::nullopt;
  if (began) finish();
  while (!records.empty() && blank.back()) {
    records.pop_back();
    blank.pop_back();
  }
  if (records.empty()) return std::nullopt;
  for (const auto& other : records) {
    if (other.size() != records[0].size()) return std::nullopt;
  }
  return records;
}

}  // namespace privet::testing_support
