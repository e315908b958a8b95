// SPDX-License-Identifier: Apache-2.0
#include "data/xlsx/write_xlsx.h"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "base/error.h"
#include "base/utf8.h"
#include "data/memory_file.h"
#include "data/typed/typed_column.h"

namespace privet {
namespace {

constexpr std::size_t kRowLimit = 1048576;  // with the header
constexpr std::size_t kColumnLimit = 16384;
constexpr std::size_t kCellLimit = 32767;  // UTF-16 units of a text
constexpr double kFirstSerial = 61;        // 1900-03-01, from where all programs agree
constexpr double kEpochSerial = 25569;     // 1970-01-01
constexpr time_t kCreated = 315532800;     // 1980-01-01, as in the archive
constexpr std::size_t kMostDecimals = 15;

struct CellPlan {
  enum class Kind : unsigned char { Empty, Number, Boolean, Text };
  Kind kind = Kind::Text;
  double number = 0;
  lxw_format* format = nullptr;
  std::string text = {};  // escaped
};

// The number that libxlsxwriter's 16 digits leave of this one.
double stored_number(double number) {
  std::array<char, 40> text{};
  (void)std::snprintf(text.data(), text.size(), "%.16G", number);
  return std::strtod(text.data(), nullptr);
}

bool hex_escape(std::string_view text) {
  return text.size() >= 7 && text.starts_with("_x") && text[6] == '_' &&
         text.substr(2, 4).find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// What XML cannot hold, and what would be taken for an escape of it.
std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 && byte != '\n' && byte != '\t') {
      out += fmt::format("_x{:04X}_", byte);
    } else if (byte == '_' && hex_escape(text.substr(i))) {
      out += "_x005F_";
    } else {
      out += text[i];
    }
  }
  return out;
}

std::size_t utf16_units(std::string_view text) {
  std::size_t out = 0;
  while (!text.empty()) out += next_character(text) > 0xFFFF ? 2 : 1;
  return out;
}

bool holds_booleans(const Dictionary& values) {
  for (std::size_t v = values.missing_count(); v < values.size(); ++v) {
    const std::string_view text = values.text(static_cast<ValueId>(v));
    if (text != "TRUE" && text != "FALSE") return false;
  }
  return values.size() > values.missing_count();
}

class XlsxWriting {
 public:
  XlsxWriting(const Table& table, std::string path, const Run& run)
      : table_(table), path_(std::move(path)), run_(run) {}

  void write(const std::string& sheet, const Sink& sink);

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorCode::Output, what, {.file = path_});
  }
  void check_size() const;
  void check_text(const Column& column, std::string_view text) const;
  std::vector<CellPlan> plan(const Column& column);
  void plan_number(std::string_view text, CellPlan& out);
  void plan_date(std::string_view text, CellPlan& out);
  lxw_format* format(const std::string& code);
  void write_rows(lxw_worksheet* sheet);
  void check(lxw_error error) const;

  const Table& table_;
  std::string path_;
  const Run& run_;
  lxw_workbook* workbook_ = nullptr;
  std::vector<std::pair<std::string, lxw_format*>> formats_;
};

void XlsxWriting::check(lxw_error error) const {
  if (error != LXW_NO_ERROR) {
    refuse(fmt::format("the workbook cannot be written: {}", ::lxw_strerror(error)));
  }
}

void XlsxWriting::check_size() const {
  if (table_.rows() + 1 > kRowLimit || table_.columns() > kColumnLimit) {
    refuse(fmt::format(
        "an Excel sheet holds {} records and {} columns at most, and there are {} and {}; write "
        "CSV, SQLite or Parquet",
        kRowLimit - 1, kColumnLimit, table_.rows(), table_.columns()));
  }
  if (table_.rows() == 0) return;
  const auto last = static_cast<RowId>(table_.rows() - 1);
  const auto columns = table_.all();
  if (std::all_of(columns.begin(), columns.end(),
                  [&](const Column& column) { return column.text(last).empty(); })) {
    refuse(
        "the last record is empty in every column, and a sheet ends with the last cell that holds "
        "something; write CSV or SQLite");
  }
}

namespace {

// A control character is written as _xHHHH_, whose first line would end an "_xHHHH" right before
// it.
bool ends_an_escape(std::string_view text) {
  const auto hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  constexpr std::size_t kLength = 6;  // "_xHHHH"
  for (auto at = text.find("_x"); at != std::string_view::npos; at = text.find("_x", at + 1)) {
    if (at + kLength >= text.size()) return false;
    const auto digits = text.substr(at + 2, kLength - 2);
    const auto next = static_cast<unsigned char>(text[at + kLength]);
    if (next < 0x20 && std::all_of(digits.begin(), digits.end(), hex)) return true;
  }
  return false;
}

}  // namespace

void XlsxWriting::check_text(const Column& column, std::string_view text) const {
  if (ends_an_escape(text)) {
    refuse(
        fmt::format("column {} holds a control character after a text such as _x0041, which a "
                    "workbook would take for one character; write CSV",
                    quote_for_message(column.name)));
  }
  if (first_invalid_utf8(text)) {
    refuse(
        fmt::format("column {} holds bytes that are not UTF-8, which a workbook cannot; write "
                    "CSV",
                    quote_for_message(column.name)));
  }
  if (text.size() > kCellLimit && utf16_units(text) > kCellLimit) {
    refuse(
        fmt::format("column {} holds a text of more than {} characters, which a cell cannot; "
                    "write CSV or SQLite",
                    quote_for_message(column.name), kCellLimit));
  }
}

lxw_format* XlsxWriting::format(const std::string& code) {
  for (const auto& [known, made] : formats_) {
    if (known == code) return made;
  }
  lxw_format* made = ::workbook_add_format(workbook_);
  ::format_set_num_format(made, code.c_str());
  formats_.emplace_back(code, made);
  return made;
}

void XlsxWriting::plan_number(std::string_view text, CellPlan& out) {
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return;
  if (number - number != 0 || stored_number(number) != number) return;
  if (number_text(number) == text) {
    out = {.kind = CellPlan::Kind::Number, .number = number};
    return;
  }
  const auto point = text.find('.');
  if (point == std::string_view::npos || text.size() - point - 1 > kMostDecimals) return;
  const NumberLook look{.kind = NumberLook::Kind::Decimals,
                        .digits = static_cast<std::uint8_t>(text.size() - point - 1)};
  if (look.digits == 0 || number_text(number, look) != text) return;
  out = {.kind = CellPlan::Kind::Number,
         .number = number,
         .format = format("0." + std::string(look.digits, '0'))};
}

void XlsxWriting::plan_date(std::string_view text, CellPlan& out) {
  const auto date = parse_date(text, DateOrder::Ymd);
  if (!date || date->zoned) return;
  const double serial = date->seconds / 86400 + kEpochSerial;
  if (serial < kFirstSerial || stored_number(serial) != serial) return;
  const bool day = date->detail == DateValue::Detail::Day;
  if (time_text(date->seconds, day ? TimeLook::Date : TimeLook::DateTime) != text) return;
  out = {.kind = CellPlan::Kind::Number,
         .number = serial,
         .format = format(day                                        ? "yyyy-mm-dd"
                          : text.find('.') == std::string_view::npos ? "yyyy-mm-dd hh:mm:ss"
                                                                     : "yyyy-mm-dd hh:mm:ss.000")};
}

std::vector<CellPlan> XlsxWriting::plan(const Column& column) {
  const Dictionary& values = column.dictionary;
  // Where every time is midnight, the sheet would be read as one of dates.
  bool clock = false;
  for (std::size_t v = 0; v < values.size() && values.type() == ColumnType::Date; ++v) {
    const std::string_view text = values.text(static_cast<ValueId>(v));
    clock = clock || (text.size() > 10 && !text.ends_with(" 00:00:00"));
  }
  const bool booleans = holds_booleans(values);
  std::vector<CellPlan> out(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) {
    const auto id = static_cast<ValueId>(v);
    const std::string_view text = values.text(id);
    CellPlan& cell = out[v];
    if (text.empty()) {
      cell.kind = CellPlan::Kind::Empty;
      continue;
    }
    if (booleans && !values.missing(id)) {
      cell = {.kind = CellPlan::Kind::Boolean, .number = text == "TRUE" ? 1.0 : 0.0};
      continue;
    }
    if (!values.missing(id) && values.type() == ColumnType::Numeric) plan_number(text, cell);
    if (!values.missing(id) && values.type() == ColumnType::Date && (clock || text.size() <= 10)) {
      plan_date(text, cell);
    }
    if (cell.kind != CellPlan::Kind::Text) continue;
    check_text(column, text);
    cell.text = escaped(text);
  }
  return out;
}

void XlsxWriting::write_rows(lxw_worksheet* sheet) {
  lxw_format* bold = ::workbook_add_format(workbook_);
  ::format_set_bold(bold);
  std::vector<std::vector<CellPlan>> plans;
  for (std::size_t c = 0; c < table_.columns(); ++c) {
    const Column& column = table_.all()[c];
    plans.push_back(plan(column));
    check_text(column, column.name);
    check(::worksheet_write_string(sheet, 0, static_cast<lxw_col_t>(c),
                                   escaped(column.name).c_str(), bold));
  }
  for (std::size_t r = 0; r < table_.rows(); ++r) {
    if (r % 1024 == 0) run_.check_cancelled();
    const auto row = static_cast<lxw_row_t>(r + 1);
    for (std::size_t c = 0; c < plans.size(); ++c) {
      const CellPlan& cell = plans[c][table_.all()[c].codes[r]];
      const auto place = static_cast<lxw_col_t>(c);
      if (cell.kind == CellPlan::Kind::Number) {
        check(::worksheet_write_number(sheet, row, place, cell.number, cell.format));
      } else if (cell.kind == CellPlan::Kind::Boolean) {
        check(::worksheet_write_boolean(sheet, row, place, cell.number > 0 ? 1 : 0, nullptr));
      } else if (cell.kind == CellPlan::Kind::Text) {
        check(::worksheet_write_string(sheet, row, place, cell.text.c_str(), nullptr));
      }
    }
  }
}

void XlsxWriting::write(const std::string& sheet, const Sink& sink) {
  check_size();
  const MemoryFile file;
  lxw_workbook_options options{};
  options.constant_memory = LXW_TRUE;
  workbook_ = ::workbook_new_opt(file.path().c_str(), &options);
  if (workbook_ == nullptr) refuse("the workbook cannot be written: there is no memory for it");
  // workbook_close also frees; after an error nobody sees what it writes.
  struct Close {
    void operator()(lxw_workbook* workbook) const { (void)::workbook_close(workbook); }
  };
  std::unique_ptr<lxw_workbook, Close> owner(workbook_);
  lxw_doc_properties properties{};
  properties.created = kCreated;
  check(::workbook_set_properties(workbook_, &properties));
  lxw_worksheet* made = ::workbook_add_worksheet(workbook_, sheet.c_str());
  if (made == nullptr) refuse("the workbook cannot be written: there is no memory for it");
  ::worksheet_freeze_panes(made, 1, 0);
  write_rows(made);
  check(::workbook_close(owner.release()));
  file.copy(sink);
}

}  // namespace

void write_xlsx(const Table& table, const std::string& sheet, const std::string& path,
                const Sink& sink, const Run& run) {
  XlsxWriting(table, path, run).write(sheet, sink);
}

}  // namespace privet
