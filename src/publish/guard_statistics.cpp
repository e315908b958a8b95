// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

#include "base/error.h"
#include "publish/guard_statistics_internal.h"

namespace privet::detail {
namespace {

// A number of the column's form with a decimal point and nothing between thousands.
std::string with_point(std::string_view text, const ValueForm& form) {
  if (form.kind == ValueForm::Kind::Point) return std::string(text);
  std::string out;
  for (const char c : text) {
    if (c == (form.comma() ? ',' : '.')) {
      out += '.';
    } else if (c != ',' && c != '.') {
      out += c;
    }
  }
  return out;
}

// The value of the last digit of a number as it is written: 0.01 in "1.25", 100 in "1.5e3".
double last_digit(const std::string& text) {
  int places = 0;
  bool behind = false;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      behind = true;
    } else if (behind && std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
      ++places;
    }
  }
  const long exponent = i < text.size() ? std::strtol(text.c_str() + i + 1, nullptr, 10) : 0;
  // Beyond these a double is 0 or infinite anyway.
  return std::pow(10.0, static_cast<double>(std::clamp(exponent, -400L, 400L) - places));
}

// A number in digits; nothing else may stand there, not even a space.
std::optional<double> plain_number(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string::npos) return {};
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(value)) return {};
  return value;
}

// The mean taken in shares, so that no sum can leave the range.
double mean_of(const std::vector<double>& numbers) {
  long double out = 0;
  for (const double number : numbers) {
    out += static_cast<long double>(number) / static_cast<long double>(numbers.size());
  }
  return static_cast<double>(out);
}

double median_of(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  const std::size_t upper = numbers.size() / 2;
  const std::size_t lower = (numbers.size() - 1) / 2;
  return numbers[lower] / 2 + numbers[upper] / 2;
}

}  // namespace

StatisticReader::StatisticReader(const OriginalColumn& original, const ScannedColumn& released,
                                 Statistic statistic, std::size_t smallest_class)
    : original_(original),
      released_(released),
      statistic_(statistic),
      least_(smallest_class > 1 ? smallest_class : 3) {
  const Dictionary& dictionary = original.column().dictionary;
  double finest = 1;
  for (std::size_t v = dictionary.missing_count(); v < dictionary.size(); ++v) {
    finest = std::min(finest, last_digit(with_point(dictionary.text(static_cast<ValueId>(v)),
                                                    dictionary.form())));
  }
  constexpr double kSlack = 1 + 1e-9;
  half_ = finest / 20 * kSlack;
  std::map<Shown, std::size_t> seen;
  for (std::size_t t = 0; t < released.texts.size(); ++t) {
    shown_.push_back(read(released.texts[t]));
    if (!shown_.back().sound) continue;
    const auto [same, fresh] = seen.try_emplace(shown_.back(), t);
    if (fresh) continue;
    guard_refuses(fmt::format("column {}: {} and {} say the same",
                              privet::quote_for_message(original.column().name),
                              privet::quote_for_message(released.texts[same->second]),
                              privet::quote_for_message(released.texts[t])));
  }
}

StatisticReader::Shown StatisticReader::read(std::string_view text) const {
  Shown out;
  out.nothing = text == "*";
  if (out.nothing) return out;
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') {
    read_member(text, out);
    return out;
  }
  std::string member;
  bool quoted = false;
  for (const char c : text.substr(1, text.size() - 2)) {
    if (c == '"') quoted = !quoted;
    if (c != ',' || quoted) {
      member += c;
      continue;
    }
    read_member(member, out);
    member.clear();
  }
  read_member(member, out);
  out.sound = out.sound && !quoted;
  std::sort(out.missing.begin(), out.missing.end());
  return out;
}

// A text that stands for a missing value, or the number; there is one number at most.
void StatisticReader::read_member(std::string_view text, Shown& out) const {
  std::string plain(text);
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') {
    plain.clear();
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
      plain += text[i];
      if (text[i] == '"') ++i;  // quotes are doubled
    }
  }
  const Dictionary& dictionary = original_.column().dictionary;
  const auto value = dictionary.find(plain);
  if (value && dictionary.missing(*value)) {
    out.missing.push_back(plain);
  } else if (const auto number = plain_number(with_point(plain, dictionary.form()));
             number && !out.numeric) {
    out.numeric = true;
    out.number = *number;
  } else {
    out.sound = false;
  }
}

void StatisticReader::check(std::span<const std::uint32_t> rows) const {
  const Column& column = original_.column();
  const std::uint32_t first = rows.front();
  const Shown& shown = shown_[released_.text_of_row[first]];
  if (!shown.sound) refuse(first, "is not a number");
  if (shown.nothing) return;
  std::vector<double> numbers;
  double largest = 0;
  for (const std::uint32_t record : rows) {
    const RowId row(record);
    const double number = original_.number(column.codes[row]);
    if (column.missing(row)) {
      const bool said = std::binary_search(shown.missing.begin(), shown.missing.end(),
                                           std::string(column.text(row)));
      if (!said) refuse(row, "hides that the value is missing");
      continue;
    }
    numbers.push_back(number);
    largest = std::max(largest, std::abs(number));
  }
  if (numbers.empty() != !shown.numeric) refuse(first, "does not stand for its class");
  if (numbers.empty()) return;
  if (numbers.size() < least_) {
    refuse(first, fmt::format("is the {} of {} records alone, fewer than {}",
                              statistic_name(statistic_), numbers.size(), least_));
  }
  const double truth = statistic_ == Statistic::Mean ? mean_of(numbers) : median_of(numbers);
  const double precision = 4 * std::numeric_limits<double>::epsilon() * largest;
  if (std::abs(truth - shown.number) <= half_ + precision) return;
  refuse(first, fmt::format("is not the {} of its class, {}", statistic_name(statistic_), truth));
}

void StatisticReader::refuse(std::uint32_t row, const std::string& why) const {
  guard_refuses(fmt::format(
      "record {}, column {}: {} {}", row + 1, privet::quote_for_message(original_.column().name),
      privet::quote_for_message(released_.texts[released_.text_of_row[row]]), why));
}

}  // namespace privet::detail
