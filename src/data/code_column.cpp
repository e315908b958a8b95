// SPDX-License-Identifier: Apache-2.0
#include "data/code_column.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace privet {
namespace {

// Parts of names, in lower case: "PatientID", "patient_id" and "patient.id" all have "id".
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> out;
  bool open = false;
  bool lower_before = false;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) == 0 && byte < 0x80) {
      open = false;
      continue;
    }
    const bool upper = std::isupper(byte) != 0;
    if (!open || (upper && lower_before)) out.emplace_back();
    out.back() += static_cast<char>(std::tolower(byte));
    open = true;
    lower_before = !upper;
  }
  return out;
}

template <std::size_t N>
bool has_word(const std::vector<std::string>& words,
              const std::array<std::string_view, N>& wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

// How long a postcode of a column with such a name is at least; 0: it is not called so. American
// codes have five digits, others four or more.
std::size_t postcode_width(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 5> kFive{"zip", "zipcode", "zcta", "zip5", "cep"};
  constexpr std::array<std::string_view, 17> kFour{
      "plz",     "postleitzahl", "postcode", "postalcode", "postal",        "cp",
      "npa",     "codepostal",   "cap",      "codpostal",  "codigopostal",  "codicepostale",
      "codpost", "postnummer",   "postnr",   "pc4",        "postleitzahlen"};
  if (has_word(words, kFive)) return 5;
  return has_word(words, kFour) ? 4 : 0;
}

bool is_called_code(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 35> kCodes{
      "icd",    "icd9",   "icd10",  "ops",        "drg",    "cpt",     "ndc",       "atc",  "pid",
      "pzn",    "fips",   "loinc",  "phone",      "tel",    "telefon", "telephone", "fax",  "id",
      "mobile", "ssn",    "mrn",    "iban",       "snomed", "ahv",     "nhs",       "isco", "code",
      "codes",  "codigo", "codice", "schluessel", "dept",   "nace",    "naics",     "kldb"};
  return has_word(words, kCodes);
}

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_code_column(std::string_view name, const std::vector<std::string_view>& values,
                    const std::vector<bool>& missing) {
  constexpr std::size_t kNarrow = 3;  // months and days are written 01, 02, ... and are numbers
  std::size_t width = 0;
  std::size_t shortest = 0;
  std::size_t longest = 0;
  bool zeros = false;
  bool even = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (missing[i]) continue;
    const std::string_view text = values[i];
    if (!all_digits(text)) return false;
    if (width == 0) width = shortest = text.size();
    shortest = std::min(shortest, text.size());
    longest = std::max(longest, text.size());
    even = even && text.size() == width;
    zeros = zeros || (text.size() > 1 && text.front() == '0');
  }
  if (even && zeros && width >= kNarrow) return true;
  const auto words = words_of(name);
  const std::size_t postcode = postcode_width(words);
  // A spreadsheet takes the leading zeros off: 1067 beside 50667.
  constexpr std::size_t kLostZeros = 2;
  if (postcode > 0 && longest >= postcode && shortest + kLostZeros >= longest) return true;
  return is_called_code(words);
}

}  // namespace privet
