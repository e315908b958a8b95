// SPDX-License-Identifier: Apache-2.0
#include "roles/personal_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "roles/column_name.h"
#include "roles/text_patterns.h"

namespace privet::roles {
namespace {

constexpr double kNames = 0.3;          // share of the values: no list has all names
constexpr std::size_t kNameWords = 4;   // "de la Cruz, Ana"
constexpr std::size_t kSomeNames = 8;   // fewer are answers of a list
constexpr std::size_t kManyNames = 20;  // enough among however many records
constexpr double kNamesEach = 0.05;     // different names for each record
constexpr double kSentence = 3.5;       // words on average
constexpr double kSentences = 0.5;      // share of the values
constexpr std::size_t kManyTexts = 10;  // fewer are the answers of a questionnaire
constexpr double kSomeTexts = 0.02;     // different texts for each record
constexpr std::size_t kManyCodes = 20;
constexpr std::size_t kSomeNumbered = 8;  // P00012, P00048, ...
constexpr double kSomeCodes = 0.05;       // different codes for each record
constexpr std::size_t kDigits = 3;        // of a code
constexpr double kRoom = 20;              // numbers between first and last, for each record
constexpr double kDense = 0.3;            // numbers given out, of those between first and last

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// P0042 and p17 have the form a9: how many digits a number has says little.
std::string form_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const char kind = is_digit(c) ? '9' : letter ? 'a' : c;
    if (kind != '9' || out.empty() || out.back() != '9') out += kind;
  }
  return out;
}

bool holds_mail(std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size()) {
    const auto end = std::min(text.find_first_of(" ,;<>()", begin), text.size());
    std::string_view word = text.substr(begin, end - begin);
    while (!word.empty() && word.back() == '.') word.remove_suffix(1);
    if (is_mail(word)) return true;
    begin = end + 1;
  }
  return false;
}

// Whole numbers of one length, not years, that were given out one after the other, or that repeat
// themselves although there is room for many more: measurements that far apart hardly meet, and
// sums of money end in 0.
bool numbers_given_out(const Column& column, const ValueFacts& facts) {
  const Dictionary& values = column.dictionary;
  const auto first = static_cast<ValueId>(values.missing_count());
  const auto last = static_cast<ValueId>(values.size() - 1);
  std::size_t round = 0;
  for (ValueId v = first; v <= last; ++v) {
    const double number = values.number(v);
    if (number != std::floor(number)) return false;
    round += std::fmod(number, 10) == 0 ? 1 : 0;
  }
  const double low = values.number(first);
  const double high = values.number(last);
  if (low < 1000 || std::floor(std::log10(low)) != std::floor(std::log10(high))) return false;
  if (low >= 1850 && high <= 2100) return false;
  if (static_cast<double>(facts.distinct) / (high - low + 1) >= kDense) return true;
  const bool room = high - low >= kRoom * static_cast<double>(facts.present);
  return room && 2 * facts.distinct <= facts.present && 2 * round < facts.distinct;
}

// Letters and digits mixed, all of one length: what a program makes of a number.
bool made_of_numbers(const std::vector<std::string_view>& values) {
  constexpr std::size_t kShortest = 6;
  const auto mixed = [&](std::string_view value) {
    const auto digits = std::count_if(value.begin(), value.end(), is_digit);
    const bool word = std::all_of(value.begin(), value.end(), [](char c) {
      return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
    });
    return word && value.size() == values.front().size() && digits >= 1;
  };
  return values.front().size() >= kShortest &&
         static_cast<double>(std::count_if(values.begin(), values.end(), mixed)) >=
             kMostly * static_cast<double>(values.size());
}

bool codes_given_out(const std::vector<std::string_view>& values) {
  std::map<std::string, std::size_t> forms;
  for (const auto value : values) {
    const auto digits =
        static_cast<std::size_t>(std::count_if(value.begin(), value.end(), is_digit));
    if (digits >= kDigits) ++forms[form_of(value)];
  }
  return std::any_of(forms.begin(), forms.end(), [&](const auto& form) {
    return static_cast<double>(form.second) >= kMostly * static_cast<double>(values.size());
  });
}

constexpr double kGivenOut = 0.5;  // different values for each record
constexpr std::ptrdiff_t kDigitsOfANumber = 3;
constexpr double kFirstNumber = 1000;  // what is counted is less

bool says_number(const std::string& part) {
  static constexpr std::array<std::string_view, 3> kWords{"no", "num", "numero"};
  static constexpr std::array<std::string_view, 3> kEnds{"nr", "number", "nummer"};
  return std::find(kWords.begin(), kWords.end(), part) != kWords.end() ||
         std::any_of(kEnds.begin(), kEnds.end(),
                     [&](std::string_view end) { return part.ends_with(end); });
}

bool has_digits(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }) >=
         kDigitsOfANumber;
}

bool as_many_as_names(const ValueFacts& facts) {
  return facts.distinct >= kSomeNames &&
         (facts.distinct >= kManyNames || facts.distinct_share() >= kNamesEach);
}

}  // namespace

PersonalValues look_for_persons(const Column& column, const ValueFacts& facts) {
  PersonalValues out;
  if (facts.distinct == 0) return out;
  const auto values = some_values(column);
  const auto share = [&](auto test) {
    return static_cast<double>(std::count_if(values.begin(), values.end(), test)) /
           static_cast<double>(values.size());
  };
  if (!facts.numeric && column.type() == ColumnType::Text) {
    std::size_t words = 0;
    for (const auto value : values) words += count_words(value);
    const double average = static_cast<double>(words) / static_cast<double>(values.size());
    // Of one or two values all must be names of more than a word.
    const bool several = facts.distinct >= 3;
    const double enough = several ? kNames : 1;
    const bool may_be_names = average <= kNameWords && (several || average >= 2);
    const bool given = share([](std::string_view text) {
                         return has_given_name(text) || has_name_from_elsewhere(text) ||
                                addresses_a_person(text) || has_initial(text);
                       }) >= enough ||
                       (several && share(is_name_in_signs) >= kMostly);
    if (share(holds_mail) > 0) {
      out.names = "some of its values contain mail addresses";
    } else if (facts.distinct >= kSomeNames && share(is_street_address) >= kMostly) {
      out.names = "its values are addresses";
    } else if (may_be_names && (given || share(has_family_name) >= enough)) {
      out.names = "many of its values are names of persons";
      out.by_family_name = !given;
    } else if (!several && share(has_form_of_name) >= 1 &&
               (share(has_given_name) > 0 || share(has_family_name) >= 1)) {
      out.names = "its values have the form of names of persons";
      out.by_form = true;
    } else if (several && share(is_sentence) >= kSentences) {
      out.texts = "its values are sentences";
    } else if (average >= kSentence && facts.distinct >= kManyTexts &&
               facts.distinct_share() >= kSomeTexts) {
      out.texts = "its values are texts of several words";
    } else if (as_many_as_names(facts) && share(has_form_of_name) >= kMostly) {
      out.names = "its values have the form of names of persons";
      out.by_form = true;
    }
    out.numbered = facts.distinct >= kSomeNumbered && numbered_behind_a_letter(values);
  }
  // S-0042 has the form of a postcode as well.
  const bool known = facts.pattern && *facts.pattern != Pattern::Postcode;
  if (known || facts.distinct < kManyCodes || facts.distinct_share() < kSomeCodes) {
    return out;
  }
  if (facts.numeric ? numbers_given_out(column, facts)
                    : codes_given_out(values) || made_of_numbers(values)) {
    out.numbers = "its values are codes of one form, as numbers of persons are";
  }
  return out;
}

bool is_number_of_something(const Column& column, const ValueFacts& values) {
  const auto parts = name_parts(column.name);
  if (std::none_of(parts.begin(), parts.end(), says_number)) return false;
  if (values.distinct < kManyCodes || values.distinct_share() < kGivenOut) return false;
  const Dictionary& texts = column.dictionary;
  if (!values.numeric) {
    const auto some = some_values(column);
    return std::all_of(some.begin(), some.end(), has_digits);
  }
  for (std::size_t v = texts.missing_count(); v < texts.size(); ++v) {
    const double number = texts.number(static_cast<ValueId>(v));
    if (number < kFirstNumber || number != std::floor(number)) return false;
  }
  return true;
}

}  // namespace privet::roles
