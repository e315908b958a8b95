// SPDX-License-Identifier: Apache-2.0
#include "data/infer_column.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/shell_word.h"
#include "data/code_column.h"
#include "data/infer_numbers.h"
#include "data/short_year_internal.h"
#include "data/total_words.h"

namespace privet {
namespace {

using Kind = ValueForm::Kind;

constexpr std::size_t kPoll = 1U << 14U;  // values between two looks at the wish to stop
constexpr std::size_t kFewOdd = 5;        // different values that do not fit the others
constexpr std::size_t kFewestOthers = 6;
constexpr std::size_t kOthersEach = 4;

class Inference {
 public:
  Inference(std::string_view name, const std::vector<std::string_view>& values,
            const std::vector<bool>& missing, const ColumnWish& wish, const Run& run)
      : name_(name), values_(values), missing_(missing), wish_(wish), run_(run) {}

  // If all values are plain numbers, and nothing else is asked for.
  [[nodiscard]] std::optional<InferredColumn> infer_numbers() const {
    if (wish_.type == ColumnType::Text || wish_.type == ColumnType::Date || wish_.order) {
      return std::nullopt;
    }
    return fits({}) ? std::optional(infer_plain()) : std::nullopt;
  }

  InferredColumn infer() {
    if (wish_.type == ColumnType::Text) return {};
    if (wish_.type == ColumnType::Date || wish_.order) return infer_dates();
    const auto odd = first_odd({});
    if (!odd) return infer_plain();
    const std::string_view text = values_[*odd];
    if (text.find(',') != std::string_view::npos) {
      const InferredColumn found = infer_commas();
      if (found.type == ColumnType::Numeric || !found.question.empty()) return found;
    } else if (text.find('.') != std::string_view::npos && wish_.decimal != DecimalMark::Point) {
      if (fits({.kind = Kind::CommaGrouped})) return numeric(Kind::CommaGrouped);  // 1.234.567
    }
    const bool spaced = text.find_first_not_of("+-0123456789.,") != std::string_view::npos;
    if (spaced && fits({.kind = Kind::PointGrouped}) && !nine_digits()) {
      return numeric(Kind::PointGrouped);  // 1 234, 1'234.5
    }
    if (wish_.type == ColumnType::Numeric) return {.wrong = odd};
    if (is_dated(text)) return infer_dates();
    // Dates with a word in the first record ("unknown") are asked about as well.
    if (some_dated()) {
      InferredColumn found = infer_dates();
      if (found.type == ColumnType::Date || !found.question.empty()) return found;
    }
    const InferredColumn years = short_years();
    return years.question.empty() ? nearly_numbers() : years;
  }

 private:
  static InferredColumn numeric(Kind kind) {
    return {.type = ColumnType::Numeric, .form = {.kind = kind}};
  }
  static InferredColumn dates(DateOrder order) {
    return {.type = ColumnType::Date, .form = {.kind = Kind::Date, .order = order}};
  }

  // One of the first values looks like a date.
  [[nodiscard]] bool some_dated() const {
    constexpr std::size_t kFirst = 64;
    for (std::size_t i = 0; i < std::min(values_.size(), kFirst); ++i) {
      if (!missing_[i] && is_dated(values_[i])) return true;
    }
    return false;
  }

  // The first value that is not of this form.
  [[nodiscard]] std::optional<std::size_t> first_odd(const ValueForm& form) const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (i % kPoll == 0) run_.check_cancelled();
      if (!missing_[i] && !form.read(values_[i])) return i;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool fits(const ValueForm& form) const { return !first_odd(form); }
  template <typename Predicate>
  [[nodiscard]] std::optional<std::size_t> first_that(const Predicate& predicate) const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (!missing_[i] && predicate(values_[i])) return i;
    }
    return std::nullopt;
  }

  // All values are plain numbers.
  [[nodiscard]] InferredColumn infer_plain() const {
    const auto first = std::find(missing_.begin(), missing_.end(), false);
    if (first == missing_.end()) {
      return {.type = wish_.type.value_or(ColumnType::Text)};
    }
    const std::string_view text = values_[static_cast<std::size_t>(first - missing_.begin())];
    const bool compact = text.size() == 8 || text.size() == 12 || text.size() == 14;
    if (compact && !wish_.type) {
      const bool all = !first_that([](std::string_view value) {
        const auto date = parse_date(value, DateOrder::Ymd);
        return !date || !date->compact;
      });
      if (all) return dates(DateOrder::Ymd);
    }
    if (!wish_.type && is_code_column(name_, values_, missing_)) return {};
    if (wish_.decimal == DecimalMark::Comma && points_could_group(values_, missing_)) {
      return numeric(Kind::CommaGrouped);
    }
    return numeric(Kind::Point);
  }

  // Some value has a comma.
  [[nodiscard]] InferredColumn infer_commas() const {
    const bool decimal = wish_.decimal != DecimalMark::Point && fits({.kind = Kind::Comma});
    const bool grouped = wish_.decimal != DecimalMark::Comma && fits({.kind = Kind::PointGrouped});
    if (decimal && grouped) {
      const auto shown = first_that(
          [](std::string_view value) { return value.find(',') != std::string_view::npos; });
      const std::string column = quote_for_message(name_);
      return {.question = fmt::format(
                  "the commas of column {} ({}) could be decimal commas or stand between "
                  "thousands; say --decimal comma or --decimal point, or --type {}",
                  column, quote_for_message(values_[*shown]), said("text"))};
    }
    if (decimal) return numeric(Kind::Comma);
    if (grouped) return numeric(Kind::PointGrouped);
    if (wish_.decimal != DecimalMark::Point && fits({.kind = Kind::CommaGrouped})) {
      return numeric(Kind::CommaGrouped);
    }
    const auto other = first_that([](std::string_view value) {
      return !ValueForm{.kind = Kind::Point}.read(value) &&
             !ValueForm{.kind = Kind::Comma}.read(value);
    });
    const auto comma = first_that(
        [](std::string_view value) { return value.find(',') != std::string_view::npos; });
    const auto point = first_that(
        [](std::string_view value) { return value.find('.') != std::string_view::npos; });
    if (other || !comma || !point) return {};
    return {.question = fmt::format(
                "column {} has decimal commas ({}) beside decimal points ({}); write all of them "
                "one way, or say --type {} to take them as texts",
                quote_for_message(name_), quote_for_message(values_[*comma]),
                quote_for_message(values_[*point]), said("text"))};
  }

  // 612 345 678: telephone numbers and numbers of firms are written like that, too.
  [[nodiscard]] bool nine_digits() const {
    return !first_that([](std::string_view value) {
      return std::count_if(value.begin(), value.end(),
                           [](char c) { return c >= '0' && c <= '9'; }) != 9;
    });
  }

  // The values that are not of this form; no more than one beyond kFewOdd.
  [[nodiscard]] std::vector<std::size_t> odd_values(const ValueForm& form) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < values_.size() && out.size() <= kFewOdd; ++i) {
      if (i % kPoll == 0) run_.check_cancelled();
      if (!missing_[i] && !form.read(values_[i])) out.push_back(i);
    }
    return out;
  }

  // Whether the others are enough to say what the column is.
  [[nodiscard]] bool few(const std::vector<std::size_t>& odd) const {
    const auto present =
        static_cast<std::size_t>(std::count(missing_.begin(), missing_.end(), false));
    return !odd.empty() && odd.size() <= kFewOdd &&
           present >= std::max(kFewestOthers, kOthersEach * odd.size()) + odd.size();
  }

  [[nodiscard]] InferredColumn ask_about(const std::vector<std::size_t>& odd,
                                         std::string_view kind) const {
    std::vector<std::string> shown;
    std::string marks;
    const bool total =
        std::all_of(odd.begin(), odd.end(), [&](std::size_t i) { return says_total(values_[i]); });
    if (total) {
      return {
          .question = fmt::format(
              "column {} holds {} except for {}, which looks like a total below the table and not "
              "like a person: leave its line out with --skip-last-lines 1; --type {} takes all "
              "as texts",
              quote_for_message(name_), kind, quote_for_message(values_[odd.front()]),
              said("text"))};
    }
    for (const std::size_t i : odd) {
      shown.push_back(quote_for_message(values_[i]));
      marks += " --missing-mark " + quote_for_message(values_[i]);
    }
    return {.question = fmt::format(
                "column {} holds {} except for {}; where that stands for a missing value, say{}; "
                "--type {} takes all as texts",
                quote_for_message(name_), kind, fmt::join(shown, ", "), marks, said("text"))};
  }

  // Numbers except for a few values.
  [[nodiscard]] InferredColumn nearly_numbers() const {
    for (const Kind kind : {Kind::Point, Kind::Comma, Kind::PointGrouped, Kind::CommaGrouped}) {
      const auto odd = odd_values({.kind = kind});
      if (few(odd)) return ask_about(odd, "numbers");
    }
    return {};
  }

  // Whether a value is a date in some order.
  static bool is_dated(std::string_view text) {
    constexpr std::array<DateOrder, 3> kOrders{DateOrder::Ymd, DateOrder::Dmy, DateOrder::Mdy};
    return std::any_of(kOrders.begin(), kOrders.end(),
                       [&](DateOrder order) { return parse_date(text, order).has_value(); });
  }

  // What the values are in one order.
  struct Scan {
    std::size_t read = 0;
    std::optional<std::size_t> odd = {};
    std::vector<std::size_t> odds = {};        // no more than one beyond kFewOdd
    std::optional<std::size_t> doubtful = {};  // day and month could be exchanged
    bool dotted = true;
    bool zones = false;
    bool no_zones = false;  // some time has none
  };
  [[nodiscard]] Scan scan(DateOrder order) const {
    Scan out;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (i % kPoll == 0) run_.check_cancelled();
      if (missing_[i]) continue;
      const auto date = parse_date(values_[i], order);
      if (!date) {
        if (!out.odd) out.odd = i;
        if (out.odds.size() <= kFewOdd) out.odds.push_back(i);
        continue;
      }
      ++out.read;
      // A year in front says the order itself: 2023-04-20.
      const bool clear = date->named || date->year_at.at < date->month_at.at;
      if (!clear && date->day != date->month && !out.doubtful) out.doubtful = i;
      out.dotted = out.dotted && (date->dotted || clear);
      (date->zoned ? out.zones : out.no_zones) = true;
    }
    return out;
  }

  [[nodiscard]] InferredColumn infer_dates() const {
    std::array<DateOrder, 3> orders{DateOrder::Ymd, DateOrder::Dmy, DateOrder::Mdy};
    std::vector<std::pair<DateOrder, Scan>> fitting;
    std::pair<DateOrder, Scan> best{DateOrder::Ymd, {}};
    for (const DateOrder order : orders) {
      if (wish_.order && order != *wish_.order) continue;
      const Scan found = scan(order);
      if (found.read > best.second.read || best.second.read == 0) best = {order, found};
      if (found.read > 0 && !found.odd) fitting.emplace_back(order, found);
      if (!fitting.empty() && !fitting.front().second.doubtful) break;  // the others change nothing
    }
    if (fitting.empty()) return no_dates(best.second);
    const auto& [order, found] = fitting.front();
    if (found.zones && found.no_zones) {
      return {.question = fmt::format(
                  "column {} has times with and without a time zone, which cannot be compared; "
                  "write all of them one way, or say --type {} to take them as texts",
                  quote_for_message(name_), said("text"))};
    }
    // 05.06.1951 begins with its day wherever dates are written with points.
    const bool doubt = fitting.size() > 1 && found.doubtful && !found.dotted;
    if (!doubt) return dates(order);
    return {.question = fmt::format(
                "the dates of column {} ({}) could begin with the day or with the month; say "
                "--date-format {} or --date-format {}",
                quote_for_message(name_), quote_for_message(values_[*found.doubtful]), said("dmy"),
                said("mdy"))};
  }

  // Years of two digits, if all values have them: a question.
  [[nodiscard]] InferredColumn short_years() const {
    const auto present = std::count(missing_.begin(), missing_.end(), false);
    const auto shown = first_that([](std::string_view value) { return has_short_year(value); });
    const auto other = first_that([](std::string_view value) { return !has_short_year(value); });
    if (present < 3 || !shown || other) return {};
    return {.question = fmt::format(
                "the dates of column {} ({}) have years of two digits, and nobody can tell the "
                "century; write the years with four digits, or say --type {} to take them as "
                "texts",
                quote_for_message(name_), quote_for_message(values_[*shown]), said("text"))};
  }

  // "COLUMN=WHAT" as an option takes it.
  [[nodiscard]] std::string said(std::string_view what) const {
    return shell_word(fmt::format("{}={}", name_, what));
  }

  // Some dates begin with the day and some with the month.
  [[nodiscard]] InferredColumn two_orders() const {
    const auto only = [&](DateOrder order, DateOrder other) {
      return first_that([&](std::string_view value) {
        return parse_date(value, order) && !parse_date(value, other);
      });
    };
    const auto day = only(DateOrder::Dmy, DateOrder::Mdy);
    const auto month = only(DateOrder::Mdy, DateOrder::Dmy);
    if (!day || !month) return {};
    return {.question = fmt::format(
                "some dates of column {} begin with the day and some with the month ({} beside "
                "{}), so that of 05/06/1951 nobody can tell; write all of them one way, or say "
                "--type {} to take them as texts",
                quote_for_message(name_), quote_for_message(values_[*day]),
                quote_for_message(values_[*month]), said("text"))};
  }

  [[nodiscard]] bool asked() const { return wish_.type == ColumnType::Date || wish_.order; }

  // No order fits all values; `best` fits most.
  [[nodiscard]] InferredColumn no_dates(const Scan& best) const {
    if (asked()) {
      if (best.odd) return {.wrong = best.odd};
      return {.type = ColumnType::Date,
              .form = {.kind = Kind::Date, .order = wish_.order.value_or(DateOrder::Ymd)}};
    }
    const auto present =
        static_cast<std::size_t>(std::count(missing_.begin(), missing_.end(), false));
    if (InferredColumn orders = two_orders(); !orders.question.empty()) return orders;
    if (few(best.odds)) return ask_about(best.odds, "dates");
    // A single word among the texts may be a date by chance.
    if (best.read < 3 || best.read * 2 < present) return {};
    return {.question = fmt::format(
                "column {} looks like dates, but {} does not fit; --type {} says where it is; "
                "correct it, name what stands for a missing value with --missing-mark, or say "
                "--type {} to take all as texts",
                quote_for_message(name_), quote_for_message(values_[*best.odd]), said("date"),
                said("text"))};
  }

  std::string_view name_;
  const std::vector<std::string_view>& values_;
  const std::vector<bool>& missing_;
  const ColumnWish& wish_;
  const Run& run_;
};

}  // namespace

ColumnWish wish_for(const ColumnWishes& wishes, std::string_view column) {
  ColumnWish out{.decimal = wishes.decimal, .missing = wishes.missing};
  for (const auto& name : wishes.texts) {
    if (name == column) out.type = ColumnType::Text;
  }
  for (const auto& [name, type] : wishes.types) {
    if (name == column) out.type = type;
  }
  for (const auto& [name, order] : wishes.dates) {
    if (name == column) out.order = order;
  }
  return out;
}

InferredColumn infer_column(std::string_view name, const std::vector<std::string_view>& values,
                            const std::vector<bool>& missing, const ColumnWish& wish,
                            const Run& run) {
  return Inference(name, values, missing, wish, run).infer();
}

std::optional<InferredColumn> infer_numbers(std::string_view name,
                                            const std::vector<std::string_view>& values,
                                            const std::vector<bool>& missing,
                                            const ColumnWish& wish, const Run& run) {
  return Inference(name, values, missing, wish, run).infer_numbers();
}

bool points_could_group(const std::vector<std::string_view>& values,
                        const std::vector<bool>& missing) {
  bool some = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (missing[i]) continue;
    if (!ValueForm{.kind = Kind::CommaGrouped}.read(values[i])) return false;
    some = some || values[i].find('.') != std::string_view::npos;
  }
  return some;
}

}  // namespace privet
