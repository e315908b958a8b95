// SPDX-License-Identifier: Apache-2.0
#include "risk/spelling.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace privet {
namespace {

constexpr std::string_view kDigits = "0123456789";

// The digits that a text begins with, at most `most`; they are taken off.
std::string leading_digits(std::string& text, std::size_t most) {
  std::size_t count = 0;
  while (count < std::min(most, text.size()) && text[count] >= '0' && text[count] <= '9') ++count;
  std::string out = text.substr(0, count);
  text.erase(0, count);
  return out;
}

bool begins_with(std::string& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.erase(0, 1);
  return true;
}

// Seconds of the day and their decimals, of a text that is a time and nothing else; empty
// otherwise.
std::string time_of_day(std::string text) {
  const std::string hours = leading_digits(text, 2);
  if (hours.empty() || !begins_with(text, ':')) return {};
  const std::string minutes = leading_digits(text, 2);
  std::string seconds = "00";
  std::string decimals;
  if (begins_with(text, ':')) {
    seconds = leading_digits(text, 2);
    if (seconds.size() == 2 && begins_with(text, '.')) decimals = leading_digits(text, text.size());
  }
  if (minutes.size() != 2 || seconds.size() != 2) return {};
  long hour = std::stol(hours);
  const long minute = std::stol(minutes);
  const long second = std::stol(seconds);
  (void)begins_with(text, ' ');
  const bool before_noon = text == "am" || text == "a.m.";
  const bool after_noon = text == "pm" || text == "p.m.";
  if (before_noon || after_noon) {
    if (hour == 0 || hour > 12) return {};
    if (hour == 12) hour = 0;
    if (after_noon) hour += 12;
  } else if (!text.empty()) {
    return {};
  }
  if (hour > 24 || minute > 59 || second > 59) return {};
  while (!decimals.empty() && decimals.back() == '0') decimals.pop_back();
  return std::to_string(hour * 3600 + minute * 60 + second) + "." + decimals;
}

bool digits_only(const std::string& text, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most &&
         text.find_first_not_of(kDigits) == std::string::npos;
}

// 1 to 12 for the name of a month or a short form of it, 0 for other words.
long month_of_word(const std::string& word) {
  struct Name {
    std::string_view text;
    long month;
  };
  static constexpr std::array kNames{Name{"jan", 1},
                                     Name{"january", 1},
                                     Name{"januar", 1},
                                     Name{"janvier", 1},
                                     Name{"janv", 1},
                                     Name{"enero", 1},
                                     Name{"ene", 1},
                                     Name{"gennaio", 1},
                                     Name{"gen", 1},
                                     Name{"janeiro", 1},
                                     Name{"januari", 1},
                                     Name{"feb", 2},
                                     Name{"february", 2},
                                     Name{"februar", 2},
                                     Name{"fe\xCC\x81vrier", 2},
                                     Name{"fevrier", 2},
                                     Name{"fe\xCC\x81v", 2},
                                     Name{"fev", 2},
                                     Name{"febrero", 2},
                                     Name{"febbraio", 2},
                                     Name{"fevereiro", 2},
                                     Name{"februari", 2},
                                     Name{"mar", 3},
                                     Name{"march", 3},
                                     Name{"ma\xCC\x88rz", 3},
                                     Name{"mrz", 3},
                                     Name{"mars", 3},
                                     Name{"marzo", 3},
                                     Name{"marc\xCC\xA7o", 3},
                                     Name{"marco", 3},
                                     Name{"maart", 3},
                                     Name{"mrt", 3},
                                     Name{"apr", 4},
                                     Name{"april", 4},
                                     Name{"avril", 4},
                                     Name{"avr", 4},
                                     Name{"abril", 4},
                                     Name{"abr", 4},
                                     Name{"aprile", 4},
                                     Name{"may", 5},
                                     Name{"mai", 5},
                                     Name{"mayo", 5},
                                     Name{"maggio", 5},
                                     Name{"mag", 5},
                                     Name{"maio", 5},
                                     Name{"mei", 5},
                                     Name{"jun", 6},
                                     Name{"june", 6},
                                     Name{"juni", 6},
                                     Name{"juin", 6},
                                     Name{"junio", 6},
                                     Name{"giugno", 6},
                                     Name{"giu", 6},
                                     Name{"junho", 6},
                                     Name{"jul", 7},
                                     Name{"july", 7},
                                     Name{"juli", 7},
                                     Name{"juillet", 7},
                                     Name{"juil", 7},
                                     Name{"julio", 7},
                                     Name{"luglio", 7},
                                     Name{"lug", 7},
                                     Name{"julho", 7},
                                     Name{"aug", 8},
                                     Name{"august", 8},
                                     Name{"aou\xCC\x82t", 8},
                                     Name{"aout", 8},
                                     Name{"agosto", 8},
                                     Name{"ago", 8},
                                     Name{"augustus", 8},
                                     Name{"sep", 9},
                                     Name{"sept", 9},
                                     Name{"september", 9},
                                     Name{"septembre", 9},
                                     Name{"septiembre", 9},
                                     Name{"settembre", 9},
                                     Name{"set", 9},
                                     Name{"setembro", 9},
                                     Name{"oct", 10},
                                     Name{"october", 10},
                                     Name{"oktober", 10},
                                     Name{"okt", 10},
                                     Name{"octobre", 10},
                                     Name{"octubre", 10},
                                     Name{"ottobre", 10},
                                     Name{"ott", 10},
                                     Name{"outubro", 10},
                                     Name{"out", 10},
                                     Name{"nov", 11},
                                     Name{"november", 11},
                                     Name{"novembre", 11},
                                     Name{"noviembre", 11},
                                     Name{"novembro", 11},
                                     Name{"dec", 12},
                                     Name{"december", 12},
                                     Name{"dezember", 12},
                                     Name{"dez", 12},
                                     Name{"de\xCC\x81"
                                          "cembre",
                                          12},
                                     Name{"decembre", 12},
                                     Name{"de\xCC\x81"
                                          "c",
                                          12},
                                     Name{"diciembre", 12},
                                     Name{"dic", 12},
                                     Name{"dicembre", 12},
                                     Name{"dezembro", 12}};
  const auto found = std::find_if(kNames.begin(), kNames.end(),
                                  [&](const Name& name) { return name.text == word; });
  return found == kNames.end() ? 0 : found->month;
}

std::string day_number(long year, long month, long day) {
  if (month < 1 || month > 12 || day < 1 || day > 31) return {};
  return "day " + std::to_string((year * 100 + month) * 100 + day);
}

// Three words or numbers, and what stands between them.
std::string day_of(const std::string& text) {
  std::vector<std::string> words(1);
  std::vector<std::string> gaps;
  for (const char c : text) {
    const bool gap = c == ' ' || c == '-' || c == '/' || c == '.' || c == ',';
    if (!gap) {
      if (gaps.size() == words.size()) words.emplace_back();
      words.back() += c;
      continue;
    }
    if (gaps.size() < words.size()) gaps.emplace_back();
    gaps.back() += c;
  }
  const bool ended = gaps.size() == words.size();  // by a mark
  if (words.size() != 3) return {};
  const auto value = [&](std::size_t i) { return std::stol(words[i]); };
  const auto year = [&](std::size_t i) { return digits_only(words[i], 4, 4); };
  const auto small = [&](std::size_t i) { return digits_only(words[i], 1, 2); };
  const long first = month_of_word(words[0]);
  const long second = month_of_word(words[1]);
  if (first > 0) return small(1) && year(2) ? day_number(value(2), first, value(1)) : "";
  if (second > 0 && year(0)) return small(2) ? day_number(value(0), second, value(2)) : "";
  if (second > 0) return small(0) && year(2) ? day_number(value(2), second, value(0)) : "";
  if (ended || gaps[0] != gaps[1]) return {};
  if (gaps[0] != "-" && gaps[0] != "/" && gaps[0] != ".") return {};
  if (year(0)) return small(1) && small(2) ? day_number(value(0), value(1), value(2)) : "";
  if (!small(0) || !small(1) || !year(2)) return {};
  if (gaps[0] == "." || value(0) > 12 || value(0) == value(1)) {
    return day_number(value(2), value(1), value(0));
  }
  return value(1) > 12 ? day_number(value(2), value(0), value(1)) : "";
}

// The digits of "1 234 567", cut at `mark`; empty where the parts are not threes behind the first.
std::string without_threes(const std::string& whole, char mark) {
  std::string out;
  std::size_t since = 0;  // digits since the last mark
  bool marked = false;
  for (const char c : whole) {
    if (c != mark) {
      if (c < '0' || c > '9') return {};
      out += c;
      if (++since > 3) return {};
      continue;
    }
    if (since == 0 || (marked && since != 3)) return {};
    marked = true;
    since = 0;
  }
  return out.empty() || out.front() == '0' || (marked && since != 3) ? "" : out;
}

}  // namespace

std::string number_in_plain_digits(const std::string& text) {
  const std::string sign = text.starts_with('-') ? "-" : "";
  const std::string body = text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
  if (body.empty() || body.find_first_not_of("0123456789.,' ") != std::string::npos) return {};
  if (kDigits.find(body.front()) == std::string_view::npos) return {};
  if (kDigits.find(body.back()) == std::string_view::npos) return {};
  std::string marks;  // in their order
  for (const char c : body) {
    if (c < '0' || c > '9') marks += c;
  }
  if (marks.empty()) return {};
  const auto all = [](const std::string& of, char c) {
    return of.find_first_not_of(c) == std::string::npos;
  };
  const bool last_is_decimal = (marks.back() == '.' || marks.back() == ',') &&
                               (marks.size() == 1 || marks[marks.size() - 2] != marks.back());
  std::string before = last_is_decimal ? marks.substr(0, marks.size() - 1) : marks;
  const auto at = last_is_decimal ? body.find_last_of(marks.back()) : std::string::npos;
  std::string whole = body.substr(0, at);
  if (!before.empty()) {
    if (!all(before, before.front())) return {};
    whole = without_threes(whole, before.front());
    if (whole.empty()) return {};
  }
  return at == std::string::npos ? sign + whole : sign + whole + "." + body.substr(at + 1);
}

std::string moment_of(const std::string& text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() > kLongest || text.find_first_of(kDigits) == std::string::npos) return {};
  if (std::string time = time_of_day(text); !time.empty()) return time;
  const auto colon = text.find(':');
  if (colon == std::string::npos) return day_of(text);
  std::size_t begin = colon;
  for (int digits = 0; digits < 2 && begin > 0; ++digits) {
    if (kDigits.find(text[begin - 1]) == std::string_view::npos) break;
    --begin;
  }
  if (begin == 0 || (text[begin - 1] != ' ' && text[begin - 1] != 't')) return {};
  const std::string time = time_of_day(text.substr(begin));
  const std::string day = day_of(text.substr(0, begin - 1));
  if (time.empty() || day.empty()) return {};
  return time == "0." ? day : day + " at " + time;
}

}  // namespace privet
