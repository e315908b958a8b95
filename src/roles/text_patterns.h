// SPDX-License-Identifier: Apache-2.0
// Whether one value has a certain form. Every function takes the text without spaces around it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace privet::roles {

[[nodiscard]] bool is_mail(std::string_view text);
[[nodiscard]] bool is_phone(std::string_view text);
[[nodiscard]] bool is_iban(std::string_view text);
// Of a day, with a time behind it or without: 17.05.1951, 05/17/1951, 2023-04-20T20:16:00,
// 20-Apr-2023, 19510517, 510517 (year, month, day).
[[nodiscard]] bool is_date(std::string_view text);
[[nodiscard]] bool is_time_of_day(std::string_view text);
// With a leading zero, letters or a dash: plain numbers are not told from other numbers.
[[nodiscard]] bool is_postcode(std::string_view text);
// Two decimal numbers with a comma, semicolon or space between them, within a globe's range.
[[nodiscard]] bool is_coordinate_pair(std::string_view text);
[[nodiscard]] bool is_icd(std::string_view text);
[[nodiscard]] bool is_atc(std::string_view text);
[[nodiscard]] bool is_loinc(std::string_view text);
[[nodiscard]] bool is_isco(std::string_view text);
[[nodiscard]] bool is_country_code(std::string_view text);
[[nodiscard]] bool is_us_state(std::string_view text);
// -1: neither; 0: female, 1: male, 2: another or unknown.
[[nodiscard]] int sex_of(std::string_view text);
// -1: neither; 0: no, 1: yes.
[[nodiscard]] int yes_or_no(std::string_view text);
// Has one of the given names that are common in Europe and America.
[[nodiscard]] bool has_given_name(std::string_view text);
[[nodiscard]] bool has_family_name(std::string_view text);
// Has a name that is common where other languages are spoken, in their letters or in Latin ones.
[[nodiscard]] bool has_name_from_elsewhere(std::string_view text);
// A Chinese or Korean family name with one to three signs behind it, and nothing else.
[[nodiscard]] bool is_name_in_signs(std::string_view text);
// Two to four words that begin with capital letters, or of a script that has none, as names do;
// "van" and "de" may stand between them.
[[nodiscard]] bool has_form_of_name(std::string_view text);
// "Lindenweg 12", "12 Main Street", "rue de la Paix 3": a word for a street, and a number.
[[nodiscard]] bool is_street_address(std::string_view text);
// "Frau Huber", "Dr. A. Rossi"
[[nodiscard]] bool addresses_a_person(std::string_view text);
// "Huber, A.", "A. Huber"
[[nodiscard]] bool has_initial(std::string_view text);
// The words in small letters, without marks on them.
[[nodiscard]] std::vector<std::string> plain_words(std::string_view text);
// The words of a list with spaces between them.
[[nodiscard]] std::unordered_set<std::string_view> words_in(std::string_view list);
// Several words that end like a sentence or have a comma in between, or very many words.
[[nodiscard]] bool is_sentence(std::string_view text);
[[nodiscard]] std::size_t count_words(std::string_view text);
// "27,4", "12.5": a number with decimals.
[[nodiscard]] bool has_decimals(std::string_view text);
// "5.4 mg/dl", "120 mmHg": a number and a unit of medicine or physics.
[[nodiscard]] bool is_quantity(std::string_view text);
// "1951.0": a whole year as programs write numbers that may be missing.
[[nodiscard]] bool is_year_with_point(std::string_view text);

}  // namespace privet::roles
