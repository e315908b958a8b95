// SPDX-License-Identifier: Apache-2.0
#include "data/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <utility>
#include <vector>

#include "base/error.h"

namespace privet {
namespace {

using Part = DateValue::Part;
using Detail = DateValue::Detail;

// Names of months, a language after the other; short forms of three letters or more are known by
// being their beginnings.
using Months = std::array<std::string_view, 12>;
constexpr std::array<Months, 7> kMonths{{
    {"january", "february", "march", "april", "may", "june", "july", "august", "september",
     "october", "november", "december"},
    {"januar", "februar", "m\xC3\xA4rz", "april", "mai", "juni", "juli", "august", "september",
     "oktober", "november", "dezember"},
    {"janvier", "f\xC3\xA9vrier", "mars", "avril", "mai", "juin", "juillet", "ao\xC3\xBBt",
     "septembre", "octobre", "novembre",
     "d\xC3\xA9"
     "cembre"},
    {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
     "octubre", "noviembre", "diciembre"},
    {"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
     "ottobre", "novembre", "dicembre"},
    {"janeiro", "fevereiro", "mar\xC3\xA7o", "abril", "maio", "junho", "julho", "agosto",
     "setembro", "outubro", "novembro", "dezembro"},
    {"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september",
     "oktober", "november", "december"},
}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

struct NamedMonth {
  unsigned month = 0;
  std::size_t language = 0;
};

std::optional<NamedMonth> parse_month(std::string_view word) {
  if (word.size() < 3) return std::nullopt;
  const std::string wanted = lower(word);
  for (std::size_t language = 0; language < kMonths.size(); ++language) {
    for (unsigned m = 0; m < 12; ++m) {
      // Juin and juillet, and mars and march, share their first three letters with others.
      if (kMonths.at(language).at(m).starts_with(wanted)) return NamedMonth{m + 1, language};
    }
  }
  if (wanted == "mrz") return NamedMonth{3, 1};
  if (wanted == "mrt") return NamedMonth{3, 6};
  if (wanted == "sept") return NamedMonth{9, 0};
  return std::nullopt;
}

// Walks over a text from left to right.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  [[nodiscard]] bool done() const { return at_ == text_.size(); }
  [[nodiscard]] char here() const { return done() ? '\0' : text_[at_]; }
  [[nodiscard]] std::size_t at() const { return at_; }
  void skip(std::size_t count = 1) { at_ += count; }
  bool take(char c) {
    if (done() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  [[nodiscard]] Part run(bool (*kind)(char)) {
    const std::size_t begin = at_;
    while (!done() && kind(text_[at_])) ++at_;
    return {begin, at_ - begin};
  }
  [[nodiscard]] std::string_view text(const Part& part) const {
    return text_.substr(part.at, part.length);
  }
  [[nodiscard]] unsigned number(const Part& part) const {
    unsigned out = 0;
    for (const char c : text(part)) out = out * 10 + static_cast<unsigned>(c - '0');
    return out;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

class DateReader {
 public:
  DateReader(std::string_view text, DateOrder order) : cursor_(text), order_(order) {}

  std::optional<DateValue> read() {
    if (!read_date() || !read_time()) return std::nullopt;
    const std::chrono::year_month_day day{
        std::chrono::year(out_.year), std::chrono::month(out_.month), std::chrono::day(out_.day)};
    if (!day.ok()) return std::nullopt;
    const auto days = std::chrono::sys_days(day).time_since_epoch().count();
    out_.seconds = static_cast<double>(days) * 86400.0 + out_.clock - offset_;
    return out_;
  }

 private:
  bool read_date() {
    if (is_letter(cursor_.here())) return read_word_first();
    const Part first = cursor_.run(is_digit);
    if (first.length == 8 || first.length == 12 || first.length == 14) return read_compact(first);
    if (first.length == 4) return read_year_first(first);
    if (first.length == 1 || first.length == 2) return read_year_last(first);
    return false;
  }

  bool read_compact(const Part& digits) {
    if (order_ != DateOrder::Ymd) return false;
    out_.compact = true;
    set_year({digits.at, 4});
    set_month({digits.at + 4, 2});
    set_day({digits.at + 6, 2});
    if (out_.year < 1800 || out_.year > 2199) return false;
    if (digits.length == 8) return true;
    const unsigned hour = cursor_.number({digits.at + 8, 2});
    const unsigned minute = cursor_.number({digits.at + 10, 2});
    const unsigned second = digits.length == 14 ? cursor_.number({digits.at + 12, 2}) : 0;
    return cursor_.done() && set_clock(hour, minute, second);
  }

  bool read_year_first(const Part& year) {
    set_year(year);
    out_.detail = Detail::Year;
    if (cursor_.done() && order_ != DateOrder::Ymd) return false;  // a number among dates
    if (cursor_.done()) return out_.year >= 1000 && out_.year < 3000;
    const char separator = cursor_.here();
    if (separator != '-' && separator != '/' && separator != '.') return false;
    cursor_.skip();
    if (!set_month_here()) return false;
    out_.detail = Detail::Month;
    if (cursor_.done()) return true;
    return cursor_.take(separator) && set_day(cursor_.run(is_digit));
  }

  bool read_year_last(const Part& first) {
    if (order_ == DateOrder::Ymd) return false;
    const char separator = cursor_.here();
    if (separator != '.' && separator != '/' && separator != '-' && separator != ' ') return false;
    cursor_.skip();
    out_.dotted = separator == '.';
    if (separator == '.') cursor_.take(' ');
    if (is_letter(cursor_.here())) {
      if (!set_day(first) || !set_month_here()) return false;
      if (!cursor_.take(separator)) {
        cursor_.take('.');
        if (!cursor_.take(' ')) return false;
      }
      return set_year(cursor_.run(is_digit));
    }
    if (separator == ' ') return false;
    const Part second = cursor_.run(is_digit);
    const bool day_first = order_ == DateOrder::Dmy;
    if (!set_day(day_first ? first : second) || !set_month(day_first ? second : first))
      return false;
    if (!cursor_.take(separator)) return false;
    if (separator == '.') cursor_.take(' ');
    return set_year(cursor_.run(is_digit));
  }

  // April 20, 2023
  bool read_word_first() {
    if (order_ == DateOrder::Ymd || !set_month_here()) return false;
    if (!cursor_.take(' ') && !cursor_.take('-')) return false;
    if (!set_day(cursor_.run(is_digit))) return false;
    cursor_.take(',');
    if (!cursor_.take(' ') && !cursor_.take('-')) return false;
    return set_year(cursor_.run(is_digit));
  }

  bool read_time() {
    if (cursor_.done()) return true;
    if (out_.detail != Detail::Day || (!cursor_.take('T') && !cursor_.take(' '))) return false;
    const Part hour = cursor_.run(is_digit);
    if (hour.length < 1 || hour.length > 2 || !cursor_.take(':')) return false;
    const Part minute = cursor_.run(is_digit);
    if (minute.length != 2) return false;
    unsigned second = 0;
    double fraction = 0;
    if (cursor_.take(':')) {
      const Part part = cursor_.run(is_digit);
      if (part.length != 2) return false;
      second = cursor_.number(part);
      if (cursor_.take('.') || cursor_.take(',')) {
        const Part digits = cursor_.run(is_digit);
        if (digits.length == 0) return false;
        double place = 0.1;
        for (const char c : cursor_.text(digits)) {
          fraction += place * (c - '0');
          place /= 10;
        }
      }
    }
    unsigned hours = cursor_.number(hour);
    if (!read_half(hours) || !set_clock(hours, cursor_.number(minute), second)) return false;
    out_.clock += fraction;
    return read_zone() && cursor_.done();
  }

  // AM and PM
  bool read_half(unsigned& hours) {
    const Cursor before = cursor_;
    cursor_.take(' ');
    const std::string word = lower(cursor_.text(cursor_.run(is_letter)));
    if (word != "am" && word != "pm") {
      cursor_ = before;
      return true;
    }
    if (hours < 1 || hours > 12) return false;
    hours = hours % 12 + (word == "pm" ? 12 : 0);
    return true;
  }

  bool read_zone() {
    if (cursor_.done()) return true;
    out_.zoned = true;
    if (cursor_.take('Z') || cursor_.take('z')) return true;
    const bool west = cursor_.here() == '-';
    if (!west && cursor_.here() != '+') return false;
    cursor_.skip();
    Part hours = cursor_.run(is_digit);
    unsigned minutes = 0;
    if (hours.length == 4) {
      minutes = cursor_.number({hours.at + 2, 2});
      hours.length = 2;
    } else if (cursor_.take(':')) {
      const Part part = cursor_.run(is_digit);
      if (part.length != 2) return false;
      minutes = cursor_.number(part);
    }
    if (hours.length != 2 || cursor_.number(hours) > 14 || minutes > 59) return false;
    offset_ = (cursor_.number(hours) * 60.0 + minutes) * (west ? -60.0 : 60.0);
    return true;
  }

  bool set_year(const Part& part) {
    if (part.length != 4) return false;
    out_.year_at = part;
    out_.year = static_cast<int>(cursor_.number(part));
    return true;
  }
  bool set_month(const Part& part) {
    if (part.length < 1 || part.length > 2) return false;
    out_.month_at = part;
    out_.month = cursor_.number(part);
    return out_.month >= 1 && out_.month <= 12;
  }
  bool set_month_here() {
    if (!is_letter(cursor_.here())) return set_month(cursor_.run(is_digit));
    out_.month_at = cursor_.run(is_letter);
    const auto found = parse_month(cursor_.text(out_.month_at));
    if (!found) return false;
    out_.named = true;
    out_.month = found->month;
    return true;
  }
  bool set_day(const Part& part) {
    if (part.length < 1 || part.length > 2) return false;
    out_.day_at = part;
    out_.day = cursor_.number(part);
    out_.detail = Detail::Day;
    return out_.day >= 1 && out_.day <= 31;
  }
  bool set_clock(unsigned hour, unsigned minute, unsigned second) {
    const bool end = hour == 24 && minute == 0 && second == 0;
    if ((hour > 23 && !end) || minute > 59 || second > 60) return false;
    out_.clock = hour * 3600.0 + minute * 60.0 + second;
    out_.detail = Detail::Time;
    return true;
  }

  Cursor cursor_;
  DateOrder order_;
  DateValue out_;
  double offset_ = 0;
};

std::string month_word(std::string_view old, unsigned month) {
  const auto found = parse_month(old);
  PRIVET_CHECK(found.has_value());
  std::string name(kMonths.at(found->language).at(month - 1));
  const std::string_view full = kMonths.at(found->language).at(found->month - 1);
  // A short form has three letters (may is one, too), counted in characters of UTF-8.
  if (lower(old) != full || full.size() == 3) {
    std::size_t length = 0;
    for (std::size_t letters = 0; length < name.size() && letters <= 3; ++length) {
      if ((static_cast<unsigned char>(name[length]) & 0xC0U) != 0x80U) ++letters;
      if (letters > 3) break;
    }
    name.resize(length);
  }
  const auto upper = [](char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  };
  if (std::isupper(static_cast<unsigned char>(old[0])) != 0) name[0] = upper(name[0]);
  if (old.size() > 1 && std::isupper(static_cast<unsigned char>(old[1])) != 0) {
    std::transform(name.begin(), name.end(), name.begin(), upper);
  }
  return name;
}

}  // namespace

std::string_view date_order_name(DateOrder order) {
  return order == DateOrder::Ymd ? "ymd" : order == DateOrder::Dmy ? "dmy" : "mdy";
}

std::optional<DateOrder> parse_date_order(std::string_view text) {
  for (const DateOrder order : {DateOrder::Ymd, DateOrder::Dmy, DateOrder::Mdy}) {
    if (text == date_order_name(order)) return order;
  }
  return std::nullopt;
}

std::optional<DateValue> parse_date(std::string_view text, DateOrder order) {
  constexpr std::size_t kLongest = 48;
  std::size_t skipped = 0;
  while (skipped < text.size() && text[skipped] == ' ') ++skipped;
  text.remove_prefix(skipped);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.empty() || text.size() > kLongest) return std::nullopt;
  auto out = DateReader(text, order).read();
  if (!out) return std::nullopt;
  for (Part* part : {&out->year_at, &out->month_at, &out->day_at}) part->at += skipped;
  return out;
}

std::string shifted_date(std::string_view text, const DateValue& date, long days) {
  PRIVET_CHECK(date.day_at.length > 0);
  using namespace std::chrono;
  const year_month_day old{year(date.year), month(date.month), day(date.day)};
  const year_month_day moved(sys_days(old) + std::chrono::days(days));
  const auto padded = [](unsigned number, std::size_t width) {
    return fmt::format("{:0{}}", number, width == 2 ? 2 : 1);
  };
  const auto new_month = static_cast<unsigned>(moved.month());
  std::vector<std::pair<Part, std::string>> parts{
      {date.year_at, fmt::format("{:04}", static_cast<int>(moved.year()))},
      {date.month_at,
       date.named ? month_word(text.substr(date.month_at.at, date.month_at.length), new_month)
                  : padded(new_month, date.month_at.length)},
      {date.day_at, padded(static_cast<unsigned>(moved.day()), date.day_at.length)}};
  std::sort(parts.begin(), parts.end(),
            [](const auto& a, const auto& b) { return a.first.at < b.first.at; });
  std::string out;
  std::size_t from = 0;
  for (const auto& [part, replacement] : parts) {
    out += text.substr(from, part.at - from);
    out += replacement;
    from = part.at + part.length;
  }
  return out + std::string(text.substr(from));
}

}  // namespace privet
