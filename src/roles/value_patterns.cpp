// SPDX-License-Identifier: Apache-2.0
#include "roles/value_patterns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "roles/text_patterns.h"

namespace privet::roles {
namespace {

constexpr double kNearlyAll = 0.95;
constexpr double kFine = 0.8;            // programs leave zeros at the end out
constexpr std::size_t kFewRows = 10;     // below which uniqueness says nothing
constexpr double kDense = 0.3;           // numbers given out, of those between first and last
constexpr double kOrderedDense = 0.02;   // enough where they also ascend through the file
constexpr double kGivenNames = 0.3;      // of the values: names have many that no list has
constexpr std::size_t kTextWords = 5;    // on average: a sentence
constexpr std::size_t kSomeValues = 3;   // codes of a list
constexpr std::size_t kManyValues = 10;  // numbers that happen to look like codes

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

using Test = bool (*)(std::string_view);

double share(const std::vector<std::string_view>& values, Test test) {
  if (values.empty()) return 0;
  return static_cast<double>(std::count_if(values.begin(), values.end(), test)) /
         static_cast<double>(values.size());
}

// Whole numbers that somebody gave out one after the other.
bool running_numbers(const Column& column, const ValueFacts& facts) {
  if (!facts.numeric || facts.distinct < kFewRows || facts.present < column.codes.size() / 2) {
    return false;
  }
  const auto& values = column.dictionary;
  const auto begin = static_cast<ValueId>(values.missing_count());
  for (ValueId v = begin; v < values.size(); ++v) {
    if (values.number(v) != std::floor(values.number(v))) return false;
  }
  const double span = values.number(static_cast<ValueId>(values.size() - 1)) - values.number(begin);
  const double density = static_cast<double>(facts.distinct) / (span + 1);
  std::size_t falls = 0;
  ValueId last = begin;
  for (const ValueId code : column.codes) {
    if (values.missing(code)) continue;
    falls += code < last ? 1 : 0;
    last = code;
  }
  const bool ascends = falls == 0;
  if (facts.distinct_share() >= kNearlyAll) {
    return density >= kDense || (ascends && density >= kOrderedDense);
  }
  // The number of a household or of a person with several records, in order.
  return ascends && density >= kDense && facts.distinct_share() >= 0.1 && facts.distinct >= 20;
}

bool coded(const std::vector<std::string_view>& values, int (*code)(std::string_view)) {
  std::set<int> seen;
  for (const auto value : values) {
    const int found = code(value);
    if (found < 0) return false;
    seen.insert(found);
  }
  return seen.contains(0) && seen.contains(1);
}

bool is_free_text(const std::vector<std::string_view>& values, const ValueFacts& facts) {
  std::size_t words = 0;
  for (const auto value : values) words += count_words(value);
  return facts.distinct >= kManyValues && words >= kTextWords * values.size() &&
         facts.distinct_share() >= 0.2;
}

bool is_sex(std::string_view text) {
  return sex_of(text) >= 0;
}

// Five digits, some of which begin with a zero: postcodes, and codes of places in other countries.
// Numbers that were given out are so, too, but hardly repeat themselves.
bool is_padded_postcode(const std::vector<std::string_view>& values, const ValueFacts& facts) {
  constexpr std::size_t kWidth = 5;
  const bool digits = std::all_of(values.begin(), values.end(), [](std::string_view text) {
    return text.size() == kWidth &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  });
  return digits && !facts.numeric && facts.distinct >= kSomeValues &&
         facts.distinct_share() < kNearlyAll &&
         std::any_of(
             values.begin(), values.end(),
             [](std::string_view text) { return text.front() == '0'; });
}

// 1998.917: a day written as a part of its year.
bool years_with_a_part(const Column& column, const ValueFacts& facts) {
  constexpr double kFirstYear = 1850;
  constexpr double kLastYear = 2050;
  if (!facts.numeric) return false;
  const Dictionary& numbers = column.dictionary;
  const auto first = static_cast<ValueId>(numbers.missing_count());
  const auto last = static_cast<ValueId>(numbers.size() - 1);
  if (numbers.number(first) < kFirstYear || numbers.number(last) > kLastYear) return false;
  const auto texts = some_values(column);
  return share(texts, has_decimals) >= kMostly && share(texts, is_year_with_point) < kMostly;
}

std::optional<Pattern> find_pattern(const Column& column, const ValueFacts& facts) {
  // In whatever form: the reader understood them.
  if (column.type() == ColumnType::Date) return Pattern::Date;
  const auto values = some_values(column);
  struct Listed {
    Pattern pattern;
    Test test;
    std::size_t least;  // different values: fewer may be chance
  };
  static constexpr std::array<Listed, 14> kTests{{
      {Pattern::Mail, is_mail, 1},
      {Pattern::Iban, is_iban, 1},
      {Pattern::Date, is_date, kSomeValues},
      {Pattern::TimeOfDay, is_time_of_day, kSomeValues},
      {Pattern::Phone, is_phone, kSomeValues},
      {Pattern::Coordinates, is_coordinate_pair, kSomeValues},
      {Pattern::Drug, is_atc, kSomeValues},
      {Pattern::Laboratory, is_loinc, kSomeValues},
      {Pattern::Quantity, is_quantity, kSomeValues},
      {Pattern::Diagnosis, is_icd, kManyValues},
      {Pattern::Postcode, is_postcode, kSomeValues},
      {Pattern::State, is_us_state, kManyValues},
      {Pattern::Country, is_country_code, kSomeValues},
      {Pattern::Occupation, is_isco, 2 * kManyValues},
  }};
  if (coded(values, sex_of) && share(values, is_sex) >= 1) return Pattern::Sex;
  if (coded(values, yes_or_no)) return Pattern::YesNo;
  if (is_padded_postcode(values, facts)) return Pattern::Postcode;
  for (const auto& [pattern, test, least] : kTests) {
    if (pattern == Pattern::Diagnosis && numbered_behind_a_letter(values)) continue;
    if (facts.distinct >= least && share(values, test) >= kMostly) return pattern;
  }
  if (running_numbers(column, facts)) return Pattern::RunningNumbers;
  if (facts.distinct >= kManyValues && years_with_a_part(column, facts)) return Pattern::Date;
  if (share(values, has_decimals) >= (facts.numeric ? 0.3 : kMostly) &&
      share(values, is_year_with_point) < kMostly) {
    return Pattern::Decimals;
  }
  if (facts.numeric || facts.distinct < kSomeValues) return std::nullopt;
  if (is_free_text(values, facts)) return Pattern::FreeText;
  const auto names = [](std::string_view text) {
    return has_given_name(text) || has_name_from_elsewhere(text);
  };
  if (facts.distinct >= kManyValues &&
      (share(values, names) >= kGivenNames || share(values, is_name_in_signs) >= kMostly)) {
    return Pattern::PersonNames;
  }
  if (column.codes.size() >= kFewRows && facts.present >= column.codes.size() / 2 &&
      facts.distinct_share() >= kNearlyAll) {
    return Pattern::AllDiffer;
  }
  return std::nullopt;
}

}  // namespace

bool numbered_behind_a_letter(const std::vector<std::string_view>& values) {
  constexpr std::size_t kShortest = 5;
  constexpr std::size_t kLong = 6;  // A012345, B012346: codes of illnesses are hardly all as long
  if (values.empty() || values.front().size() < kShortest) return false;
  const std::size_t size = values.front().size();
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return std::all_of(values.begin(), values.end(), [&](std::string_view value) {
    const bool begins = !value.empty() && (value.front() == values.front().front() ||
                                           (size >= kLong && capital(value.front())));
    return value.size() == size && begins &&
           std::all_of(value.begin() + 1, value.end(), [](char c) { return c >= '0' && c <= '9'; });
  });
}

std::vector<std::string_view> some_values(const Column& column) {
  const std::size_t first = column.dictionary.missing_count();
  const std::size_t count = column.dictionary.size() - first;
  const std::size_t step = count / kTried + 1;
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < count; i += step) {
    out.push_back(trimmed(column.dictionary.text(static_cast<ValueId>(first + i))));
  }
  return out;
}

namespace {

struct Degrees {
  double low = 0;
  double high = 0;
  bool fine = false;  // four decimals and more
};

std::optional<Degrees> degrees_of(const Column& column, const ValueFacts& facts) {
  if (!facts.numeric || facts.pattern != Pattern::Decimals) return std::nullopt;
  if (facts.distinct < kManyValues || facts.distinct_share() < 0.05) return std::nullopt;
  const Dictionary& values = column.dictionary;
  const char mark = values.form().comma() ? ',' : '.';
  const auto texts = some_values(column);
  const auto fine = std::count_if(texts.begin(), texts.end(), [&](std::string_view text) {
    const auto point = text.find(mark);
    return point != std::string_view::npos && text.size() - point > 4;
  });
  return Degrees{values.number(static_cast<ValueId>(values.missing_count())),
                 values.number(static_cast<ValueId>(values.size() - 1)),
                 static_cast<double>(fine) >= kFine * static_cast<double>(texts.size())};
}

}  // namespace

bool are_coordinates(const Column& first, const ValueFacts& of_first, const Column& second,
                     const ValueFacts& of_second) {
  const auto a = degrees_of(first, of_first);
  const auto b = degrees_of(second, of_second);
  if (!a || !b || !a->fine || !b->fine) return false;
  constexpr double kRegion = 60;  // degrees across
  const auto within = [](const Degrees& place, double most) {
    const bool apart = place.low >= 1 || place.high <= -1 || place.high - place.low > 2;
    return place.low >= -most && place.high <= most && place.high - place.low <= kRegion && apart;
  };
  return (within(*a, 90) && within(*b, 180)) || (within(*a, 180) && within(*b, 90));
}

ValueFacts look_at_values(const Column& column) {
  ValueFacts out;
  out.numeric = column.type() == ColumnType::Numeric;
  std::vector<std::uint32_t> counts(column.dictionary.size());
  for (const ValueId code : column.codes) ++counts[code];
  double together = 0;
  for (std::size_t v = 0; v < counts.size(); ++v) {
    const auto count = static_cast<double>(counts[v]);
    together += count * (count - 1) / 2;
    if (counts[v] == 0 || column.dictionary.missing(static_cast<ValueId>(v))) continue;
    out.present += counts[v];
    ++out.distinct;
  }
  const auto rows = static_cast<double>(column.codes.size());
  if (rows >= 2) out.separation = 1 - together / (rows * (rows - 1) / 2);
  if (out.distinct > 0) out.pattern = find_pattern(column, out);
  return out;
}

std::string pattern_text(Pattern pattern) {
  switch (pattern) {
    case Pattern::Mail:
      return "its values are mail addresses";
    case Pattern::Phone:
      return "its values are phone numbers";
    case Pattern::Iban:
      return "its values are account numbers (IBAN)";
    case Pattern::PersonNames:
      return "its values are names of persons";
    case Pattern::FreeText:
      return "its values are free text";
    case Pattern::RunningNumbers:
      return "its values are running numbers";
    case Pattern::AllDiffer:
      return "its values are texts that nearly all differ";
    case Pattern::Date:
      return "its values are dates";
    case Pattern::TimeOfDay:
      return "its values are times of day";
    case Pattern::Postcode:
      return "its values are postcodes";
    case Pattern::Coordinates:
      return "its values are coordinates";
    case Pattern::Sex:
      return "its values are a coding of sex";
    case Pattern::Country:
      return "its values are codes of countries";
    case Pattern::State:
      return "its values are codes of states";
    case Pattern::Occupation:
      return "its values are codes of occupations (ISCO)";
    case Pattern::Diagnosis:
      return "its values are codes of illnesses (ICD)";
    case Pattern::Drug:
      return "its values are codes of drugs (ATC)";
    case Pattern::Laboratory:
      return "its values are codes of laboratory tests (LOINC)";
    case Pattern::Quantity:
      return "its values are quantities with a unit";
    case Pattern::Decimals:
      return "its values are numbers with decimals";
    case Pattern::YesNo:
      return "its values are yes and no";
  }
  return {};
}

}  // namespace privet::roles
