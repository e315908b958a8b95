// SPDX-License-Identifier: Apache-2.0
// What the values of a column look like, whatever its name is: dates, postcodes, phone numbers,
// mail addresses, account numbers with check digits, codes of illnesses and drugs, codings of sex,
// countries and occupations, quantities with units, names of persons, free text, running numbers.
// Idea: a pattern counts if at least kMostly of the different values have it; of very many values
// a spread of kTried is tried. Reference: ISO 13616 (IBAN, remainder 97), LOINC's check digit
// (Luhn), ISO 3166-1, ISCO-08.
// Cost: linear in the rows, once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/table.h"

namespace privet::roles {

enum class Pattern {
  Mail,
  Phone,
  Iban,
  PersonNames,
  FreeText,
  RunningNumbers,  // whole numbers, nearly all different, in order or dense, with gaps or without
  AllDiffer,       // texts, nearly all different
  Date,
  TimeOfDay,
  Postcode,
  Coordinates,
  Sex,
  Country,
  State,       // of the United States
  Occupation,  // ISCO-08
  Diagnosis,   // ICD-10
  Drug,        // ATC
  Laboratory,  // LOINC
  Quantity,    // numbers with a unit: 5.4 mg/dl
  Decimals,    // numbers with decimals: something measured or computed
  YesNo,
};

inline constexpr double kMostly = 0.9;
inline constexpr std::size_t kTried = 2000;

struct ValueFacts {
  std::size_t present = 0;   // records with a value
  std::size_t distinct = 0;  // different values among them
  double separation = 0;     // share of the pairs of records that the column tells apart
  bool numeric = false;
  std::optional<Pattern> pattern = {};

  // Different values for each record that has one.
  [[nodiscard]] double distinct_share() const {
    return present == 0 ? 0.0 : static_cast<double>(distinct) / static_cast<double>(present);
  }
};

// The different values that are not missing, without spaces around them, or a spread of kTried.
[[nodiscard]] std::vector<std::string_view> some_values(const Column& column);

// P00012, P00048: a letter and numbers of one length, as patients are numbered; of short ones the
// letter must be the same. Codes of illnesses have several lengths, or a point or three digits.
[[nodiscard]] bool numbered_behind_a_letter(const std::vector<std::string_view>& values);

// Whether two columns may be the north-south and the east-west place of each record, in either
// order: both have four decimals and more, within the range of a globe and of a region, many
// different, and the whole degrees are not 0.
[[nodiscard]] bool are_coordinates(const Column& first, const ValueFacts& of_first,
                                   const Column& second, const ValueFacts& of_second);

[[nodiscard]] ValueFacts look_at_values(const Column& column);

// "its values are dates"
[[nodiscard]] std::string pattern_text(Pattern pattern);

}  // namespace privet::roles
