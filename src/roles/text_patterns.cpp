// SPDX-License-Identifier: Apache-2.0
#include "roles/text_patterns.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>
#include <vector>

namespace privet::roles {
namespace {

bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool capital(char c) {
  return c >= 'A' && c <= 'Z';
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Whether the text is like the form: 9 a digit, A a capital letter, anything else itself.
bool like(std::string_view text, std::string_view form) {
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const char c = text[i];
    const bool fits = form[i] == '9' ? digit(c) : form[i] == 'A' ? capital(c) : c == form[i];
    if (!fits) return false;
  }
  return true;
}

// Whether the list, words separated by spaces, has this one.
bool listed(std::string_view list, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  for (auto at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const bool begins = at == 0 || list[at - 1] == ' ';
    const bool ends = at + word.size() == list.size() || list[at + word.size()] == ' ';
    if (begins && ends) return true;
  }
  return false;
}

int number(std::string_view digits) {
  int out = -1;
  std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return out;
}

bool calendar(int year, int month, int day) {
  if (year < 100) year += 1900;
  return year >= 1850 && year <= 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

bool is_month_name(std::string_view text) {
  constexpr std::string_view kMonths =
      "jan feb mar apr may jun jul aug sep oct nov dec mai okt dez mrz ene abr ago dic fev avr "
      "juin "
      "juil aou gen mag giu lug set ott mei mrt";
  return text.size() >= 3 && listed(kMonths, lower(text.substr(0, text.size() == 4 ? 4 : 3)));
}

bool separates(char c) {
  return c == '-' || c == '.' || c == '/' || c == ' ';
}

// The day without the time behind it.
bool is_day(std::string_view text) {
  if (like(text, "99999999")) {
    return calendar(number(text.substr(0, 4)), number(text.substr(4, 2)), number(text.substr(6))) &&
           number(text.substr(0, 4)) >= 1900;
  }
  if (like(text, "999999")) {
    const int month = number(text.substr(2, 2));  // women's have 50 added in some countries
    return calendar(number(text.substr(0, 2)), month > 50 ? month - 50 : month,
                    number(text.substr(4)));
  }
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && !separates(text[i])) continue;
    if (i > begin) parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  if (parts.size() != 3) return false;
  if (is_month_name(parts[1])) {
    return calendar(number(parts[2]), 1, number(parts[0]));
  }
  for (const auto part : parts) {
    if (!std::all_of(part.begin(), part.end(), digit) || part.size() > 4) return false;
  }
  const int a = number(parts[0]);
  const int b = number(parts[1]);
  const int c = number(parts[2]);
  if (parts[0].size() == 4) return calendar(a, b, c);
  return calendar(c, b, a) || calendar(c, a, b);
}

bool is_clock(std::string_view text) {
  if (text.ends_with("Z")) text.remove_suffix(1);
  if (text.size() < 4) return false;
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon > 2 || text.size() < colon + 3) {
    return false;
  }
  return digit(text[0]) && digit(text[colon - 1]) && digit(text[colon + 1]) &&
         digit(text[colon + 2]) && number(text.substr(0, colon)) < 25 &&
         number(text.substr(colon + 1, 2)) < 60;
}

}  // namespace

bool is_mail(std::string_view text) {
  const auto at = text.find('@');
  return at != std::string_view::npos && at > 0 &&
         text.find('@', at + 1) == std::string_view::npos &&
         text.find('.', at + 2) != std::string_view::npos &&
         text.find(' ') == std::string_view::npos;
}

bool is_phone(std::string_view text) {
  std::size_t digits = 0;
  std::size_t marks = 0;
  for (const char c : text) {
    if (digit(c)) {
      ++digits;
    } else if (c == ' ' || c == '-' || c == '/' || c == '(' || c == ')' || c == '+' || c == '.') {
      ++marks;
    } else {
      return false;
    }
  }
  if (digits < 7 || digits > 15 || is_date(text) || has_decimals(text)) return false;
  const bool begins = text.front() == '+' || text.front() == '0' || text.front() == '(';
  const bool american = like(text, "999-999-9999") || like(text, "999.999.9999");
  return american || (begins && (marks > 0 || digits >= 9));
}

bool is_iban(std::string_view text) {
  std::string compact;
  for (const char c : text) {
    if (c != ' ') compact += c;
  }
  if (compact.size() < 15 || compact.size() > 34 || !like(compact.substr(0, 4), "AA99")) {
    return false;
  }
  std::rotate(compact.begin(), compact.begin() + 4, compact.end());
  int rest = 0;
  for (const char c : compact) {
    if (digit(c)) {
      rest = (rest * 10 + (c - '0')) % 97;
    } else if (capital(c)) {
      rest = (rest * 100 + (c - 'A' + 10)) % 97;
    } else {
      return false;
    }
  }
  return rest == 1;
}

bool is_date(std::string_view text) {
  if (is_day(text)) return true;
  const auto split = text.find_first_of("T ");
  if (split == std::string_view::npos || split < 6) return false;
  const auto last = text.find_last_of("T ");
  return (is_day(text.substr(0, split)) && is_clock(text.substr(split + 1))) ||
         (is_day(text.substr(0, last)) && is_clock(text.substr(last + 1)));
}

bool is_time_of_day(std::string_view text) {
  return text.size() <= 8 && is_clock(text);
}

bool is_postcode(std::string_view text) {
  static constexpr std::array<std::string_view, 12> kForms{
      "9999 AA", "9999AA",   "AA9 9AA", "A9 9AA", "A99 9AA",    "AA99 9AA",
      "A9A 9AA", "AA9A 9AA", "A9A 9A9", "99-999", "99999-9999", "9999-999"};
  for (const auto form : kForms) {
    if (like(text, form)) return true;
  }
  return like(text, "09999") || like(text, "A-9999") || like(text, "A-99999") ||
         like(text, "AA-9999") || like(text, "AA-99999");
}

bool has_decimals(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  const auto point = text.find_first_of(".,");
  if (point == std::string_view::npos || point + 1 == text.size()) return false;
  const auto digits = [](std::string_view part) {
    return std::all_of(part.begin(), part.end(), digit);
  };
  return digits(text.substr(0, point)) && digits(text.substr(point + 1));
}

bool is_quantity(std::string_view text) {
  static constexpr std::array<std::string_view, 38> kUnits{
      "mg/dl", "mmol/l", "g/dl",     "g/l",     "mg/l",   "ug/l",   "ng/ml", "pg/ml",
      "ng/l",  "pg/l",   "ug/ml",    "umol/l",  "nmol/l", "pmol/l", "iu/l",  "u/l",
      "iu/ml", "meq/l",  "mmol/mol", "ml/min",  "mmhg",   "bpm",    "/min",  "kg/m2",
      "mg/kg", "kg",     "mg",       "ug",      "ml",     "cm",     "mm",    "kcal",
      "kpa",   "l/min",  "fl",       "mosm/kg", "g",      "mcg"};
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '<' || text[at] == '>')) ++at;
  const std::size_t first = at;
  while (at < text.size() && (digit(text[at]) || text[at] == '.' || text[at] == ',')) ++at;
  if (at == first || !digit(text[first])) return false;
  while (at < text.size() && text[at] == ' ') ++at;
  std::string unit = lower(text.substr(at));
  for (const std::string_view mu : {"\xC2\xB5", "\xCE\xBC"}) {  // the two signs of micro
    if (unit.starts_with(mu)) unit.replace(0, mu.size(), "u");
  }
  return std::find(kUnits.begin(), kUnits.end(), unit) != kUnits.end();
}

bool is_year_with_point(std::string_view text) {
  const auto point = text.find_first_of(".,");
  if (point != 4 || !has_decimals(text)) return false;
  const auto decimals = text.substr(point + 1);
  return decimals.find_first_not_of('0') == std::string_view::npos &&
         (text.starts_with("18") || text.starts_with("19") || text.starts_with("20"));
}

bool is_coordinate_pair(std::string_view text) {
  const auto middle = text.find_first_of(",; ");
  if (middle == std::string_view::npos) return false;
  std::string_view first = text.substr(0, middle);
  const auto begin = text.find_first_not_of(",; ", middle);
  if (begin == std::string_view::npos) return false;
  std::string_view second = text.substr(begin);
  const auto within = [](std::string_view part) {
    if (part.find('.') == std::string_view::npos || !has_decimals(part)) return false;
    const int whole = std::abs(number(part.substr(0, part.find('.'))));
    return whole <= 180 && part.size() - part.find('.') > 3;
  };
  return within(first) && within(second);
}

bool is_icd(std::string_view text) {
  if (text.size() < 3 || !capital(text[0]) || !digit(text[1])) return false;
  if (!digit(text[2]) && text[2] != 'A' && text[2] != 'B') return false;
  auto rest = text.substr(3);
  if (rest.starts_with('.')) rest.remove_prefix(1);
  return rest.size() <= 4 && std::all_of(rest.begin(), rest.end(),
                                         [](char c) { return digit(c) || capital(c) || c == '-'; });
}

bool is_atc(std::string_view text) {
  constexpr std::string_view kGroups = "ABCDGHJLMNPRSV";
  return (like(text, "A99AA99") || like(text, "A99AA")) &&
         kGroups.find(text[0]) != std::string_view::npos;
}

bool is_loinc(std::string_view text) {
  const auto dash = text.find('-');
  if (dash == std::string_view::npos || dash < 3 || dash > 5 || text.size() != dash + 2)
    return false;
  int sum = 0;
  for (std::size_t i = 0; i < dash; ++i) {
    if (!digit(text[i])) return false;
    int value = text[i] - '0';
    if ((dash - i) % 2 == 1) value = value * 2 > 9 ? value * 2 - 9 : value * 2;
    sum += value;
  }
  return digit(text[dash + 1]) && (10 - sum % 10) % 10 == text[dash + 1] - '0';
}

bool is_isco(std::string_view text) {
  constexpr std::string_view kGroups =
      "01 02 03 11 12 13 14 21 22 23 24 25 26 31 32 33 34 35 41 42 43 44 51 52 53 54 61 62 63 71 "
      "72 "
      "73 74 75 81 82 83 91 92 93 94 95 96";
  return like(text, "9999") && listed(kGroups, text.substr(0, 2));
}

bool is_country_code(std::string_view text) {
  constexpr std::string_view kTwo =
      "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ "
      "BR "
      "BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ "
      "EC "
      "EE EG EH ER ES ET FI FJ FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK "
      "HN "
      "HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB "
      "LC "
      "LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY "
      "MZ "
      "NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO "
      "RS "
      "RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK "
      "TL "
      "TM TN TO TR TT TV TW TZ UA UG UK UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW "
      "EL";
  constexpr std::string_view kThree =
      "AFG ALB DZA AND ARG ARM AUS AUT AZE BEL BGD BGR BIH BLR BOL BRA CAN CHE CHL CHN CIV CMR COD "
      "COL "
      "CRI CUB CYP CZE DEU DNK DOM ECU EGY ERI ESP EST ETH FIN FRA GBR GEO GHA GIN GRC GTM HKG HND "
      "HRV "
      "HTI HUN IDN IND IRL IRN IRQ ISL ISR ITA JAM JOR JPN KAZ KEN KGZ KHM KOR KWT LBN LBR LBY LKA "
      "LTU "
      "LUX LVA MAR MDA MDG MEX MKD MLI MLT MMR MNE MNG MOZ MUS MYS NAM NER NGA NIC NLD NOR NPL NZL "
      "OMN "
      "PAK PAN PER PHL POL PRT PRY QAT ROU RUS RWA SAU SDN SEN SGP SLE SLV SOM SRB SVK SVN SWE SYR "
      "TCD "
      "TGO THA TJK TKM TUN TUR TWN TZA UGA UKR URY USA UZB VEN VNM YEM ZAF ZMB ZWE";
  return text.size() == 2 ? listed(kTwo, text) : text.size() == 3 && listed(kThree, text);
}

bool is_us_state(std::string_view text) {
  constexpr std::string_view kStates =
      "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ "
      "NM "
      "NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR AE AP AA GU VI AS";
  return text.size() == 2 && listed(kStates, text);
}

int sex_of(std::string_view text) {
  const std::string word = lower(text);
  if (listed("f female w weiblich frau woman femme femenino mujer femmina feminino mulher vrouw v "
             "girl fem",
             word)) {
    return 0;
  }
  if (listed("m male mann maennlich man homme h masculin hombre masculino maschio uomo homem boy "
             "mannelijk masc",
             word) ||
      word == "m\xC3\xA4nnlich") {
    return 1;
  }
  return listed("x d o u divers other unknown unbekannt diverse n/b nonbinary non-binary", word)
             ? 2
             : -1;
}

int yes_or_no(std::string_view text) {
  const std::string word = lower(text);
  if (listed("yes y ja j oui o si s sim true t 1 1.0", word)) return 1;
  return listed("no n nein non nao nee false f 0 0.0", word) ? 0 : -1;
}

bool is_sentence(std::string_view text) {
  constexpr std::size_t kFewWords = 4;
  constexpr std::size_t kManyWords = 8;
  const std::size_t words = count_words(text);
  if (words < kFewWords) return false;
  const char last = text.back();
  const bool inside =
      text.find(", ") != std::string_view::npos || text.find("; ") != std::string_view::npos;
  return words >= kManyWords || last == '.' || last == '!' || last == '?' || (inside && words > 5);
}

std::size_t count_words(std::string_view text) {
  std::size_t out = 0;
  bool inside = false;
  for (const char c : text) {
    const bool part = letter(c) || (static_cast<unsigned char>(c) & 0x80U) != 0;
    out += part && !inside ? 1 : 0;
    inside = part || (inside && (digit(c) || c == '\'' || c == '-'));
  }
  return out;
}

}  // namespace privet::roles
