// SPDX-License-Identifier: Apache-2.0
#include "risk/released_date.h"

#include <array>
#include <cctype>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

namespace privet {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct Token {
  std::string text;
  bool word = false;
  char before = ' ';  // what separates it from the one before
};

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> out;
  char before = ' ';
  bool open = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool digit = c >= '0' && c <= '9';
    const bool letter = std::isalpha(byte) != 0 || byte >= 0x80;
    if (!digit && !letter) {
      before = c;
      open = false;
      continue;
    }
    if (!open || out.back().word != letter) {
      out.push_back({"", letter, open ? '\0' : before});
    }
    out.back().text += static_cast<char>(std::tolower(byte));
    open = true;
  }
  return out;
}

int month_of(const std::string& word) {
  constexpr std::array<std::string_view, 12> kStarts{"jan gen ene",
                                                     "feb f\xC3\xA9v fev",
                                                     "mar m\xC3\xA4r mrz maa mrt",
                                                     "apr avr abr",
                                                     "may mai mag mei",
                                                     "jun juin giu",
                                                     "jul juil lug",
                                                     "aug ao\xC3\xBB ago",
                                                     "sep set",
                                                     "oct okt ott out",
                                                     "nov",
                                                     "dec dez d\xC3\xA9"
                                                     "c dic"};
  for (std::size_t m = 0; m < kStarts.size(); ++m) {
    const std::string_view list = kStarts.at(m);
    for (std::size_t at = 0; at < list.size();) {
      const std::size_t end = std::min(list.find(' ', at), list.size());
      if (word.starts_with(list.substr(at, end - at))) return static_cast<int>(m) + 1;
      at = end + 1;
    }
  }
  return 0;
}

struct Parts {
  int year = 0;
  int month = 1;
  int day = 1;
  std::size_t used = 0;  // tokens
};

int number(const Token& token) {
  return std::atoi(token.text.c_str());
}

// Of tokens that are not written together.
Parts date_of(const std::vector<Token>& tokens, DateOrder order) {
  Parts out;
  std::vector<int> rest;
  bool named = false;
  for (; out.used < tokens.size() && out.used < 3; ++out.used) {
    const Token& token = tokens[out.used];
    if (token.word) {
      if (token.text == "t") break;
      out.month = month_of(token.text);
      named = true;
    } else if (token.text.size() == 4) {
      out.year = number(token);
    } else {
      rest.push_back(number(token));
    }
  }
  // 2023-04-20 among dates of another order.
  const bool year_first = !tokens.empty() && tokens[0].text.size() == 4;
  const bool day_first = order == DateOrder::Dmy && !year_first;
  if (named) {
    if (!rest.empty()) out.day = rest[0];
  } else if (!rest.empty()) {
    const std::size_t month = day_first ? 1 : 0;
    if (month < rest.size()) out.month = rest[month];
    if (rest.size() > 1) out.day = rest[1 - month];
  }
  return out;
}

Parts together(const std::string& digits) {
  return {std::atoi(digits.substr(0, 4).c_str()), std::atoi(digits.substr(4, 2).c_str()),
          std::atoi(digits.substr(6, 2).c_str()), 1};
}

// Seconds after midnight, and the zone's way from UTC taken off.
double clock_of(const std::vector<Token>& tokens, std::size_t at) {
  double out = 0;
  double unit = 3600;
  double zone_unit = 3600;
  double sign = 0;
  for (; at < tokens.size(); ++at) {
    const Token& token = tokens[at];
    if (token.word) {
      const double hour = out - static_cast<int>(out) % 3600;
      if (token.text == "pm" && hour < 43200) out += 43200;
      if (token.text == "am" && hour >= 43200) out -= 43200;
      continue;
    }
    if (token.before == '+' || token.before == '-') sign = token.before == '-' ? 1 : -1;
    if (sign != 0) {
      const bool both = token.text.size() == 4;
      const int value = number(token);
      out += sign * (both ? value / 100 * 3600 + value % 100 * 60 : value * zone_unit);
      zone_unit /= 60;
    } else if (unit >= 1) {
      out += unit * number(token);
      unit /= 60;
    } else {
      out += std::strtod(std::string("0.").append(token.text).c_str(), nullptr);
    }
  }
  return out;
}

}  // namespace

double read_released_date(std::string_view text, DateOrder order) {
  std::vector<Token> tokens = tokens_of(text);
  if (tokens.empty()) return kNone;
  const bool compact = !tokens[0].word && tokens[0].text.size() >= 8;
  const Parts parts = compact ? together(tokens[0].text) : date_of(tokens, order);
  const bool year_first = !tokens[0].word && tokens[0].text.size() >= 4;
  if (!year_first && order == DateOrder::Ymd) return kNone;
  if (parts.year == 0 || parts.month < 1 || parts.month > 12 || parts.day < 1 || parts.day > 31) {
    return kNone;
  }
  if (compact && tokens[0].text.size() > 8) {
    const std::string clock = tokens[0].text.substr(8);
    tokens.resize(1);
    for (std::size_t i = 0; i + 1 < clock.size(); i += 2) tokens.push_back({clock.substr(i, 2)});
  }
  std::tm day{};
  day.tm_year = parts.year - 1900;
  day.tm_mon = parts.month - 1;
  day.tm_mday = parts.day;
  const std::time_t seconds = ::timegm(&day);
  return static_cast<double>(seconds) + clock_of(tokens, parts.used);
}

}  // namespace privet
