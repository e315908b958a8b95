// SPDX-License-Identifier: Apache-2.0
#include "data/typed/typed_column.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <utility>

namespace privet {
namespace {

constexpr double kDay = 86400;

std::string clock_text(std::int64_t milliseconds) {
  const std::int64_t seconds = milliseconds / 1000;
  std::string out =
      fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (milliseconds % 1000 != 0) {
    out += fmt::format(".{:03}", milliseconds % 1000);
    while (out.back() == '0') out.pop_back();
  }
  return out;
}

// Days and milliseconds of the day; a file's times are rounded to milliseconds, because programs
// keep them as parts of a day.
std::pair<std::int64_t, std::int64_t> split_day(double seconds) {
  auto days = static_cast<std::int64_t>(std::floor(seconds / kDay));
  auto rest =
      static_cast<std::int64_t>(std::llround((seconds - static_cast<double>(days) * kDay) * 1000));
  if (rest >= 86400000) {
    ++days;
    rest -= 86400000;
  }
  return {days, rest};
}

}  // namespace

std::string number_text(double number) {
  return fmt::format("{}", number);
}

std::string number_text(double number, NumberLook look) {
  if (look.kind == NumberLook::Kind::Padded) {
    const bool whole = number >= 0 && number < 1e15 && number == std::floor(number);
    return whole && !std::signbit(number) ? fmt::format("{:0{}.0f}", number, int{look.digits})
                                          : number_text(number);
  }
  if (look.kind == NumberLook::Kind::Decimals && std::abs(number) < 1e15) {
    std::string shown = fmt::format("{:.{}f}", number, int{look.digits});
    double back = 0;
    std::from_chars(shown.data(), shown.data() + shown.size(), back);
    if (back == number) return shown;
  }
  return number_text(number);
}

std::string time_text(double seconds, TimeLook look) {
  constexpr double kFirst = -62135596800.0;  // 0001-01-01
  constexpr double kLast = 253402300800.0;   // 10000-01-01
  if (!(seconds >= kFirst && seconds < kLast)) return {};
  const auto [days, rest] = split_day(seconds);
  if (look == TimeLook::Clock) return clock_text(rest);
  const std::chrono::year_month_day date{
      std::chrono::sys_days(std::chrono::days(static_cast<int>(days)))};
  if (int{date.year()} > 9999) return {};
  std::string out = fmt::format("{:04}-{:02}-{:02}", int{date.year()}, unsigned{date.month()},
                                unsigned{date.day()});
  if (look == TimeLook::DateTime) out += ' ' + clock_text(rest);
  return out;
}

std::string duration_text(double seconds) {
  const auto milliseconds = static_cast<std::int64_t>(std::llround(std::abs(seconds) * 1000));
  return (seconds < 0 ? "-" : "") + clock_text(milliseconds);
}

void TypedColumn::add(const Key& key) {
  const auto [at, fresh] =
      known_.try_emplace(key, ValueId{static_cast<std::uint32_t>(values_.size())});
  if (fresh) values_.push_back(key);
  codes_.push_back(at->second);
}

void TypedColumn::add_text(std::string_view text) {
  const std::size_t before = texts_.size();
  const ValueId id = texts_.intern_copy(text);
  if (texts_.size() > before) {
    text_codes_.push_back(ValueId{static_cast<std::uint32_t>(values_.size())});
    values_.push_back({.bits = id, .kind = static_cast<std::uint32_t>(Kind::Text)});
    text_bytes_ += text.size();
  }
  codes_.push_back(text_codes_[id]);
}

void TypedColumn::add_number(double number, NumberLook look) {
  add({.bits = std::bit_cast<std::uint64_t>(number),
       .kind = static_cast<std::uint32_t>(Kind::Number) |
               static_cast<std::uint32_t>(look.kind) << 8U |
               static_cast<std::uint32_t>(look.digits) << 16U});
}

void TypedColumn::add_integer(std::int64_t number) {
  add({.bits = static_cast<std::uint64_t>(number),
       .kind = static_cast<std::uint32_t>(Kind::Integer)});
}

void TypedColumn::add_time(double seconds, TimeLook look) {
  if (look == TimeLook::DateTime && split_day(seconds).second != 0) clock_ = true;
  add({.bits = std::bit_cast<std::uint64_t>(seconds),
       .kind = static_cast<std::uint32_t>(Kind::Time) | static_cast<std::uint32_t>(look) << 8U});
}

std::string TypedColumn::text_of(const Key& key) const {
  const auto number = std::bit_cast<double>(key.bits);
  const std::uint32_t more = key.kind >> 8U & 0xffU;
  switch (static_cast<Kind>(key.kind & 0xffU)) {
    case Kind::Number:
      return number_text(number, {.kind = static_cast<NumberLook::Kind>(more),
                                  .digits = static_cast<std::uint8_t>(key.kind >> 16U)});
    case Kind::Integer:
      return std::to_string(static_cast<std::int64_t>(key.bits));
    case Kind::Time: {
      auto look = static_cast<TimeLook>(more);
      if (look == TimeLook::DateTime && !clock_) look = TimeLook::Date;
      return time_text(number, look);
    }
    case Kind::Text:
      break;
  }
  return std::string(texts_.text(ValueId{static_cast<std::uint32_t>(key.bits)}));
}

std::vector<std::string> TypedColumn::texts() const {
  std::vector<std::string> out;
  out.reserve(values_.size());
  for (const Key& key : values_) out.push_back(text_of(key));
  return out;
}

void TypedColumn::finish(TextPool& pool, std::vector<ValueId>& codes) {
  // Different values may have one text: the number 5 and the text "5".
  std::vector<ValueId> way;
  way.reserve(values_.size());
  for (const Key& key : values_) {
    std::string text = text_of(key);
    const auto label = labels_.find(text);
    way.push_back(pool.intern_copy(label == labels_.end() ? text : label->second));
  }
  codes = std::exchange(codes_, {});
  ValueId missing = kMissing;
  for (ValueId& code : codes) {
    if (code != kMissing) {
      code = way[code];
      continue;
    }
    if (missing == kMissing) missing = pool.intern_copy("");
    code = missing;
  }
  *this = TypedColumn();
}

}  // namespace privet
