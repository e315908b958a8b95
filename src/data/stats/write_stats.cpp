// SPDX-License-Identifier: Apache-2.0
#include "data/stats/write_stats.h"

#include <fmt/format.h>
#include <readstat.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/utf8.h"
#include "data/stats/variable_names.h"
#include "data/typed/typed_column.h"

namespace privet {
namespace {

constexpr time_t kMade = 315532800;  // 1980-01-01
constexpr double kDayLong = 86400;
constexpr double kSpssStart = -141428 * kDayLong;
constexpr double kStataStart = -3653 * kDayLong;
constexpr double kStataMost = 8.9884656743115785e307;  // what is above is missing
constexpr std::size_t kSpssString = 32767;
constexpr std::size_t kStataString = 2045;  // longer ones are of another kind
constexpr std::size_t kMostLabels = 255;
constexpr std::size_t kLongestLabel = 120;

struct VariablePlan {
  enum class Kind { Number, Date, DateTime, Labelled, String, LongString };
  Kind kind = Kind::String;
  std::size_t width = 1;
  std::vector<double> numbers = {};  // [value]
};

std::optional<double> exact_number(std::string_view text, StatsForm form) {
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  const double most = form == StatsForm::Dta ? kStataMost : 1.7e308;
  if (!(std::abs(number) < most) || number_text(number) != text) return std::nullopt;
  return number;
}

class StatsWriting {
 public:
  StatsWriting(const Table& table, StatsForm form, std::string path, const Run& run)
      : table_(table), form_(form), path_(std::move(path)), run_(run) {}

  void write(const Sink& sink);

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorCode::Output, what, {.file = path_});
  }
  void check(readstat_error_t error) const;
  [[nodiscard]] VariablePlan plan(const Column& column) const;
  [[nodiscard]] bool plan_numbers(const Dictionary& values, VariablePlan& out) const;
  [[nodiscard]] bool plan_times(const Dictionary& values, VariablePlan& out) const;
  [[nodiscard]] bool plan_labels(const Column& column, VariablePlan& out) const;
  void plan_strings(const Column& column, VariablePlan& out) const;
  void declare(const Column& column, const std::string& name, const VariablePlan& plan);
  void write_value(const Column& column, std::size_t c, ValueId id);
  static ssize_t take(const void* data, std::size_t size, void* self);

  const Table& table_;
  StatsForm form_;
  std::string path_;
  const Run& run_;
  const Sink* sink_ = nullptr;
  std::exception_ptr thrown_;
  readstat_writer_t* writer_ = nullptr;
  std::vector<VariablePlan> plans_;
  std::vector<readstat_variable_t*> variables_;
  std::vector<std::vector<readstat_string_ref_t*>> long_texts_;  // [column][value]
};

void StatsWriting::check(readstat_error_t error) const {
  if (thrown_) std::rethrow_exception(thrown_);
  if (error == READSTAT_OK) return;
  refuse(fmt::format("the {} cannot be written: {}", stats_form_name(form_),
                     ::readstat_error_message(error)));
}

// Missing values have no number: they are written as such, which needs the text "".
bool StatsWriting::plan_numbers(const Dictionary& values, VariablePlan& out) const {
  if (values.type() != ColumnType::Numeric) return false;
  out.numbers.assign(values.size(), 0);
  for (std::size_t v = values.missing_count(); v < values.size(); ++v) {
    const auto number = exact_number(values.text(static_cast<ValueId>(v)), form_);
    if (!number) return false;
    out.numbers[v] = *number;
  }
  out.kind = VariablePlan::Kind::Number;
  return true;
}

bool StatsWriting::plan_times(const Dictionary& values, VariablePlan& out) const {
  if (values.type() != ColumnType::Date) return false;
  out.numbers.assign(values.size(), 0);
  bool days = false;
  bool times = false;
  bool clock = false;  // a time other than midnight
  for (std::size_t v = values.missing_count(); v < values.size(); ++v) {
    const std::string_view text = values.text(static_cast<ValueId>(v));
    const auto date = parse_date(text, DateOrder::Ymd);
    if (!date || date->zoned) return false;
    const bool day = date->detail == DateValue::Detail::Day;
    if (time_text(date->seconds, day ? TimeLook::Date : TimeLook::DateTime) != text) return false;
    if (form_ == StatsForm::Sav && date->seconds < kSpssStart) return false;
    days = days || day;
    times = times || !day;
    clock = clock || (!day && std::fmod(date->seconds, kDayLong) != 0);
    out.numbers[v] = date->seconds;
  }
  // Days among times would become times, and midnights alone days.
  if (days ? times : !clock) return false;
  out.kind = days ? VariablePlan::Kind::Date : VariablePlan::Kind::DateTime;
  for (double& number : out.numbers) {
    number -= form_ == StatsForm::Sav ? kSpssStart : kStataStart;
    if (form_ == StatsForm::Dta) number = days ? number / kDayLong : std::round(number * 1000);
  }
  return true;
}

bool StatsWriting::plan_labels(const Column& column, VariablePlan& out) const {
  const Dictionary& values = column.dictionary;
  const std::size_t known = values.size() - values.missing_count();
  if (values.type() != ColumnType::Text || known == 0 || known > kMostLabels) return false;
  if (2 * known > column.codes.size()) return false;
  out.numbers.assign(values.size(), 0);
  for (std::size_t v = 0; v < values.size(); ++v) {
    const std::string_view text = values.text(static_cast<ValueId>(v));
    if (v < values.missing_count()) {
      if (!text.empty()) return false;
      continue;
    }
    if (text.size() > kLongestLabel || parse_number(text) || text.ends_with(' ')) return false;
    out.numbers[v] = static_cast<double>(v - values.missing_count() + 1);
  }
  out.kind = VariablePlan::Kind::Labelled;
  return true;
}

void StatsWriting::plan_strings(const Column& column, VariablePlan& out) const {
  const Dictionary& values = column.dictionary;
  out = {};
  bool blank_end = false;
  for (std::size_t v = 0; v < values.size(); ++v) {
    const std::string_view text = values.text(static_cast<ValueId>(v));
    out.width = std::max(out.width, text.size());
    blank_end = blank_end || text.ends_with(' ');
    if (form_ == StatsForm::Sav && blank_end) {
      refuse(
          fmt::format("column {} holds texts that end in blanks, which SPSS takes off; write "
                      "Stata (.dta) or CSV",
                      quote_for_message(column.name)));
    }
  }
  if (form_ == StatsForm::Sav && out.width > kSpssString) {
    refuse(
        fmt::format("column {} holds a text of {} bytes, and SPSS allows {}; write CSV or SQLite",
                    quote_for_message(column.name), out.width, kSpssString));
  }
  // Blanks at the end of a short string are taken off by who reads it.
  if (form_ == StatsForm::Dta && (blank_end || out.width > kStataString)) {
    out.kind = VariablePlan::Kind::LongString;
  }
}

VariablePlan StatsWriting::plan(const Column& column) const {
  const Dictionary& values = column.dictionary;
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (first_invalid_utf8(values.text(static_cast<ValueId>(v)))) {
      refuse(
          fmt::format("column {} holds bytes that are not UTF-8, which this form cannot; write "
                      "CSV",
                      quote_for_message(column.name)));
    }
  }
  VariablePlan out;
  const bool one_missing = values.missing_count() == 0 ||
                           (values.missing_count() == 1 && values.text(ValueId{0}).empty());
  if (one_missing && (plan_numbers(values, out) || plan_times(values, out))) return out;
  if (plan_labels(column, out)) return out;
  plan_strings(column, out);
  return out;
}

void StatsWriting::declare(const Column& column, const std::string& name,
                           const VariablePlan& plan) {
  using Kind = VariablePlan::Kind;
  const bool spss = form_ == StatsForm::Sav;
  const readstat_type_t type = plan.kind == Kind::String              ? READSTAT_TYPE_STRING
                               : plan.kind == Kind::LongString        ? READSTAT_TYPE_STRING_REF
                               : plan.kind == Kind::Labelled && !spss ? READSTAT_TYPE_INT32
                                                                      : READSTAT_TYPE_DOUBLE;
  readstat_variable_t* made = ::readstat_add_variable(writer_, name.c_str(), type,
                                                      plan.kind == Kind::String ? plan.width : 0);
  if (name != column.name) ::readstat_variable_set_label(made, column.name.c_str());
  if (plan.kind == Kind::Date) {
    ::readstat_variable_set_format(made, spss ? "SDATE10" : "%tdCCYY-NN-DD");
  } else if (plan.kind == Kind::DateTime) {
    ::readstat_variable_set_format(made, spss ? "DATETIME23.3" : "%tcCCYY-NN-DD_HH:MM:SS");
  } else if (plan.kind == Kind::Labelled) {
    readstat_label_set_t* labels =
        ::readstat_add_label_set(writer_, type, fmt::format("labels{}", variables_.size()).c_str());
    const Dictionary& values = column.dictionary;
    for (std::size_t v = values.missing_count(); v < values.size(); ++v) {
      const std::string text(values.text(static_cast<ValueId>(v)));
      spss ? ::readstat_label_double_value(labels, plan.numbers[v], text.c_str())
           : ::readstat_label_int32_value(labels, static_cast<std::int32_t>(plan.numbers[v]),
                                          text.c_str());
    }
    ::readstat_variable_set_label_set(made, labels);
    ::readstat_variable_set_measure(made, READSTAT_MEASURE_NOMINAL);
  } else if (plan.kind == Kind::LongString) {
    const Dictionary& values = column.dictionary;
    for (std::size_t v = 0; v < values.size(); ++v) {
      const std::string text(values.text(static_cast<ValueId>(v)));
      long_texts_[variables_.size()].push_back(::readstat_add_string_ref(writer_, text.c_str()));
    }
  }
  variables_.push_back(made);
}

void StatsWriting::write_value(const Column& column, std::size_t c, ValueId id) {
  using Kind = VariablePlan::Kind;
  const VariablePlan& plan = plans_[c];
  const readstat_variable_t* to = variables_[c];
  if (plan.kind == Kind::String) {
    const std::string text(column.dictionary.text(id));
    check(::readstat_insert_string_value(writer_, to, text.c_str()));
  } else if (plan.kind == Kind::LongString) {
    check(::readstat_insert_string_ref(writer_, to, long_texts_[c][id]));
  } else if (column.dictionary.missing(id)) {
    check(::readstat_insert_missing_value(writer_, to));
  } else if (plan.kind == Kind::Labelled && form_ == StatsForm::Dta) {
    check(::readstat_insert_int32_value(writer_, to, static_cast<std::int32_t>(plan.numbers[id])));
  } else {
    check(::readstat_insert_double_value(writer_, to, plan.numbers[id]));
  }
}

ssize_t StatsWriting::take(const void* data, std::size_t size, void* self) {
  auto& writing = *static_cast<StatsWriting*>(self);
  try {
    (*writing.sink_)({static_cast<const char*>(data), size});
    return static_cast<ssize_t>(size);
  } catch (...) {
    writing.thrown_ = std::current_exception();
    return -1;
  }
}

void StatsWriting::write(const Sink& sink) {
  sink_ = &sink;
  struct Free {
    void operator()(readstat_writer_t* writer) const { ::readstat_writer_free(writer); }
  };
  const std::unique_ptr<readstat_writer_t, Free> owner(::readstat_writer_init());
  if (!owner) refuse("there is no memory to write it");
  writer_ = owner.get();
  check(::readstat_set_data_writer(writer_, take));
  check(::readstat_writer_set_file_timestamp(writer_, kMade));
  if (form_ == StatsForm::Dta) check(::readstat_writer_set_file_format_version(writer_, 118));
  std::vector<std::string> names;
  for (const Column& column : table_.all()) names.push_back(column.name);
  const auto stored = variable_names(form_, names);
  long_texts_.resize(names.size());
  for (std::size_t c = 0; c < names.size(); ++c) {
    plans_.push_back(plan(table_.all()[c]));
    declare(table_.all()[c], stored[c], plans_.back());
    if (stored[c] == names[c]) continue;
    run_.warn(fmt::format("{}: column {} is called {} there, for its name is not allowed", path_,
                          quote_for_message(names[c]), stored[c]));
  }
  const auto rows = static_cast<long>(table_.rows());
  check(form_ == StatsForm::Sav ? ::readstat_begin_writing_sav(writer_, this, rows)
                                : ::readstat_begin_writing_dta(writer_, this, rows));
  for (std::size_t r = 0; r < table_.rows(); ++r) {
    if (r % 1024 == 0) run_.check_cancelled();
    check(::readstat_begin_row(writer_));
    for (std::size_t c = 0; c < plans_.size(); ++c) {
      const Column& column = table_.all()[c];
      write_value(column, c, column.codes[r]);
    }
    check(::readstat_end_row(writer_));
  }
  check(::readstat_end_writing(writer_));
}

}  // namespace

void write_stats(const Table& table, StatsForm form, const std::string& path, const Sink& sink,
                 const Run& run) {
  StatsWriting(table, form, path, run).write(sink);
}

}  // namespace privet
