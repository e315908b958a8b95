// SPDX-License-Identifier: Apache-2.0
// Collects the values of a column from a file that knows numbers, dates and texts apart, and hands
// them on as the texts that a CSV file of the same table would have.
// Idea: one number per value and row; a value becomes a text once, when the column is finished, so
// that what only the whole column tells (does any date have a time of day?) can be asked first.
// Numbers are written as the shortest text that reads back as the same number.
// Cost: 4 bytes per row, about 60 per distinct value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/table.h"
#include "data/text_pool.h"

namespace privet {

// How a file shows a number, as far as it says what the number is.
struct NumberLook {
  enum class Kind : std::uint8_t { Plain, Decimals, Padded };
  Kind kind = Kind::Plain;
  std::uint8_t digits = 0;  // Decimals: 12.50 has two; Padded: 01067 has five in all
};

// "5", "0.1", "1e+308", "-0": the shortest text that reads back as this number.
[[nodiscard]] std::string number_text(double number);
// The same as it is shown, unless that would be another number.
[[nodiscard]] std::string number_text(double number, NumberLook look);
// "2023-04-20", "2023-04-20 20:16:00", "20:16:00.5", of seconds since 1970; none outside the years
// 1 to 9999.
enum class TimeLook : std::uint8_t { Date, DateTime, Clock };
[[nodiscard]] std::string time_text(double seconds, TimeLook look);
// "36:15:00", of seconds.
[[nodiscard]] std::string duration_text(double seconds);

class TypedColumn {
 public:
  void add_missing() { codes_.push_back(kMissing); }
  void add_text(std::string_view text);
  void add_number(double number, NumberLook look = {});
  void add_integer(std::int64_t number);
  // Seconds since 1970-01-01 00:00. In a column where every date-time is midnight, they are dates.
  void add_time(double seconds, TimeLook look);
  // Missing values up to this many rows.
  void pad(std::size_t rows) {
    if (codes_.size() < rows) codes_.resize(rows, kMissing);
  }

  [[nodiscard]] std::size_t rows() const { return codes_.size(); }
  // Whether a value other than a missing one was added.
  [[nodiscard]] bool any() const { return !values_.empty(); }
  [[nodiscard]] std::size_t distinct() const { return values_.size(); }
  // The bytes of the distinct texts.
  [[nodiscard]] std::size_t text_bytes() const { return text_bytes_; }
  // Forgets the rows from this one on.
  void cut(std::size_t rows) {
    if (codes_.size() > rows) codes_.resize(rows);
  }

  // The texts of the distinct values, in the order in which they first came.
  [[nodiscard]] std::vector<std::string> texts() const;
  // Texts that stand for these when the column is finished.
  void relabel(std::map<std::string, std::string> labels) { labels_ = std::move(labels); }

  // The texts in `pool`, and for each row which. Empties the column.
  void finish(TextPool& pool, std::vector<ValueId>& codes);

 private:
  static constexpr ValueId kMissing{~0U};
  enum class Kind : std::uint8_t { Text, Number, Integer, Time };
  struct Key {
    std::uint64_t bits = 0;
    std::uint32_t kind = 0;  // Kind, look and digits
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t h = (key.bits ^ key.kind) * 0x9E3779B97F4A7C15U;
      h ^= h >> 32U;
      return static_cast<std::size_t>(h * 0xD6E8FEB86659FD93U);
    }
  };

  void add(const Key& key);
  [[nodiscard]] std::string text_of(const Key& key) const;

  TextPool texts_;
  std::vector<ValueId> text_codes_;  // [number in texts_] its code
  std::unordered_map<Key, ValueId, KeyHash> known_;
  std::vector<Key> values_;  // [code]
  std::vector<ValueId> codes_;
  std::size_t text_bytes_ = 0;
  std::map<std::string, std::string> labels_;
  bool clock_ = false;  // some date-time is not midnight
};

}  // namespace privet
