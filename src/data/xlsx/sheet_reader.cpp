// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "data/xlsx/sheet_reader_internal.h"

namespace privet::detail {
namespace {

constexpr std::size_t kMostRows = 1048576;
constexpr std::size_t kMostColumns = 16384;
constexpr std::size_t kPreviewRows = 60;
constexpr double kDayLength = 86400;

// Row and column, both from 1, of "BC23"; zeros if it is none.
std::pair<std::size_t, std::size_t> parse_reference(std::string_view text) {
  std::size_t column = 0;
  std::size_t i = 0;
  for (; i < text.size() && i < 4 && text[i] >= 'A' && text[i] <= 'Z'; ++i) {
    column = column * 26 + static_cast<std::size_t>(text[i] - 'A' + 1);
  }
  std::size_t row = 0;
  const auto [end, problem] = std::from_chars(text.data() + i, text.data() + text.size(), row);
  if (problem != std::errc() || end != text.data() + text.size()) return {0, 0};
  return {row, column};
}

std::string column_letters(std::size_t column) {
  std::string out;
  for (++column; column > 0; column = (column - 1) / 26) {
    out.insert(out.begin(), static_cast<char>('A' + (column - 1) % 26));
  }
  return out;
}

std::size_t parse_count(std::string_view text) {
  std::size_t out = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  return problem == std::errc() && end == text.data() + text.size() ? out : ~std::size_t{0};
}

}  // namespace

std::string SheetReader::place() const {
  return fmt::format("{}{}", column_letters(cell_.column), row_);
}

void SheetReader::refuse_cell(const std::string& what) const {
  throw Error(ErrorCode::Input, fmt::format("cell {} {}", place(), what),
              {.file = file_, .line = row_, .column = cell_.column + 1});
}

CellLook SheetReader::look() const {
  return cell_.style < workbook_.looks.size() ? workbook_.looks[cell_.style] : CellLook{};
}

double SheetReader::number() const {
  double out = 0;
  const std::string& text = cell_.text;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (problem != std::errc() || end != text.data() + text.size() || out - out != 0) {
    refuse_cell(fmt::format("is said to hold a number, and holds {}", quote_for_message(text)));
  }
  return out;
}

std::string_view SheetReader::shared_text() const {
  const std::size_t index = parse_count(cell_.text);
  if (index >= shared_.size()) {
    refuse_cell(fmt::format("names the shared text {}, and there are {}",
                            quote_for_message(cell_.text), shared_.size()));
  }
  return shared_.text(index);
}

void SheetReader::add_number(TypedColumn& to, double number, const CellLook& look) const {
  if (look.kind == CellLook::Kind::Duration) {
    to.add_text(duration_text(number * kDayLength));
    return;
  }
  if (look.kind == CellLook::Kind::Number) {
    to.add_number(number, look.number);
    return;
  }
  if (look.time == TimeLook::Clock && number >= 0 && number < 1) {
    to.add_time(number * kDayLength, TimeLook::Clock);
    return;
  }
  const auto seconds = excel_seconds(number, workbook_.since_1904);
  const bool day = look.time == TimeLook::Date &&
                   number == static_cast<double>(static_cast<std::int64_t>(number));
  if (seconds) {
    to.add_time(*seconds, day ? TimeLook::Date : TimeLook::DateTime);
  } else {
    to.add_number(number);  // a number that only looks like a date
  }
}

// A cell that holds something, as what it is.
void SheetReader::add_typed(TypedColumn& to) {
  std::string_view text = cell_.text;
  std::string plain;
  switch (cell_.type) {
    case Cell::Type::Number:
      add_number(to, number(), look());
      return;
    case Cell::Type::Boolean:
      text = text == "0" || text == "false" ? "FALSE" : "TRUE";
      break;
    case Cell::Type::Shared:
      text = shared_text();
      break;
    case Cell::Type::String:
      append_unescaped(text, plain);
      text = plain;
      break;
    case Cell::Type::Date:
      if (text.ends_with("Z")) text.remove_suffix(1);
      if (text.ends_with("T00:00:00.000")) text.remove_suffix(4);
      if (text.ends_with("T00:00:00")) text.remove_suffix(9);
      break;
    case Cell::Type::Inline:
    case Cell::Type::Error:
      break;
  }
  if (text.find('\0') != std::string_view::npos) refuse_cell("holds a NUL byte");
  text.empty() ? to.add_missing() : to.add_text(text);
}

void SheetReader::begin_cell(const XmlScanner& xml) {
  cell_.column = next_column_;
  cell_.type = Cell::Type::Number;
  cell_.style = 0;
  cell_.formula = false;
  cell_.text.clear();
  if (const auto reference = xml.attribute("r")) {
    const auto [row, column] = parse_reference(*reference);
    if (row != row_ || column == 0 || column - 1 < next_column_) {
      parts_.refuse(fmt::format("in row {} a cell is called {}: the cells are not in order", row_,
                                quote_for_message(*reference)));
    }
    cell_.column = column - 1;
  }
  if (cell_.column >= kMostColumns) {
    parts_.refuse(fmt::format("row {} has more than {} cells", row_, kMostColumns));
  }
  next_column_ = cell_.column + 1;
  if (const auto style = xml.attribute("s")) cell_.style = parse_count(*style);
  const auto type = xml.attribute("t");
  if (!type || *type == "n") return;
  if (*type == "s") {
    cell_.type = Cell::Type::Shared;
  } else if (*type == "inlineStr") {
    cell_.type = Cell::Type::Inline;
  } else if (*type == "str") {
    cell_.type = Cell::Type::String;
  } else if (*type == "b") {
    cell_.type = Cell::Type::Boolean;
  } else if (*type == "e") {
    cell_.type = Cell::Type::Error;
  } else if (*type == "d") {
    cell_.type = Cell::Type::Date;
  } else {
    refuse_cell(fmt::format("is of a type that is not known, {}", quote_for_message(*type)));
  }
}

void SheetReader::read_content(XmlScanner& xml) {
  bool in_value = false;
  for (;;) {
    switch (xml.next()) {
      case XmlScanner::Token::Begin:
        if (xml.name() == "is") {
          append_rich_text(xml, "is", cell_.text);
        } else {
          in_value = xml.name() == "v";
          cell_.formula = cell_.formula || xml.name() == "f";
        }
        break;
      case XmlScanner::Token::Text:
        if (in_value) cell_.text += xml.text();
        break;
      case XmlScanner::Token::End:
        in_value = false;
        if (xml.name() == "c") return;
        break;
      case XmlScanner::Token::Stop:
        parts_.refuse("the sheet ends in the middle");
    }
  }
}

void SheetReader::read_cell(XmlScanner& xml) {
  begin_cell(xml);
  read_content(xml);
  if (cell_.formula && cell_.text.empty() && cell_.type == Cell::Type::Number) {
    refuse_cell(
        "holds a formula without its result; open the workbook in a spreadsheet program and save "
        "it there");
  }
  if (!cell_.text.empty()) store();
}

void SheetReader::store() {
  if (row_ <= options_.skip_lines) return;
  if (row_ - options_.skip_lines <= kPreviewRows) {
    if (scratch_.size() <= cell_.column) scratch_.resize(cell_.column + 1);
    TypedColumn& to = scratch_[cell_.column];
    if (to.rows() == 0) add_typed(to);
  }
  if (!started_) {
    started_ = true;
    first_row_ = options_.header ? row_ + 1 : row_;
  }
  if (row_ < first_row_) {
    TypedColumn one;
    add_typed(one);
    TextPool pool;
    std::vector<ValueId> codes;
    one.finish(pool, codes);
    if (names_.size() <= cell_.column) names_.resize(cell_.column + 1);
    names_[cell_.column] = pool.text(codes.front());
    return;
  }
  if (columns_.size() <= cell_.column) columns_.resize(cell_.column + 1);
  TypedColumn& to = columns_[cell_.column];
  to.pad(row_ - first_row_);
  add_typed(to);
  row_has_values_ = true;
  ++cells_;
}

void SheetReader::note_preview() {
  constexpr std::size_t kShown = 200;
  if (scratch_.empty() || row_ - options_.skip_lines > kPreviewRows) return;
  preview_.resize(row_ - options_.skip_lines);
  for (TypedColumn& column : scratch_) {
    TextPool pool;
    std::vector<ValueId> codes;
    column.finish(pool, codes);
    std::string text(codes.empty() ? "" : pool.text(codes.front()).substr(0, kShown));
    std::replace(text.begin(), text.end(), '\n', ' ');
    preview_.back().push_back(std::move(text));
  }
  scratch_.clear();
}

std::string SheetReader::preview() const {
  std::size_t first = kMostColumns;  // the first column that is used
  std::size_t width = 0;
  for (const auto& row : preview_) {
    const auto used =
        std::find_if(row.begin(), row.end(), [](const std::string& text) { return !text.empty(); });
    if (used != row.end()) first = std::min(first, static_cast<std::size_t>(used - row.begin()));
    width = std::max(width, row.size());
  }
  std::string out;
  for (auto row : preview_) {
    row.resize(width);
    row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(std::min(first, width)));
    append_csv_row(out, row, ',');
  }
  return out;
}

void SheetReader::end_row() {
  note_preview();
  if (!row_has_values_) return;
  if (last_row_ >= first_row_ && row_ > last_row_ + 1 && first_empty_ == 0) {
    first_empty_ = last_row_ + 1;
  } else if (last_row_ == 0 && row_ > first_row_ && first_empty_ == 0) {
    first_empty_ = first_row_;
  }
  last_row_ = row_;
  ++valued_rows_;
  hidden_ += hidden_row_ ? 1 : 0;
  last_rows_.push_back(row_);
  if (last_rows_.size() > options_.skip_last_lines + 1) last_rows_.erase(last_rows_.begin());
}

void SheetReader::read_row(XmlScanner& xml) {
  const std::size_t before = row_;
  row_ = before + 1;
  if (const auto number = xml.attribute("r")) row_ = parse_count(*number);
  if (row_ <= before || row_ > kMostRows) {
    parts_.refuse(
        fmt::format("the rows of the sheet are not in order after row {}, or are more "
                    "than {}",
                    before, kMostRows));
  }
  if (row_ % 1024 == 0) run_.check_cancelled();
  const auto hidden = xml.attribute("hidden");
  hidden_row_ = hidden && (*hidden == "1" || *hidden == "true");
  row_has_values_ = false;
  next_column_ = 0;
  for (;;) {
    switch (xml.next()) {
      case XmlScanner::Token::Begin:
        if (xml.name() == "c") read_cell(xml);
        break;
      case XmlScanner::Token::End:
        if (xml.name() != "row") break;
        end_row();
        return;
      case XmlScanner::Token::Text:
        break;
      case XmlScanner::Token::Stop:
        parts_.refuse("the sheet ends in the middle");
    }
  }
}

void SheetReader::count_merged(std::string_view range) {
  const auto colon = range.find(':');
  if (colon == std::string_view::npos) return;
  // What is merged above the records, a title, hides nothing.
  const std::size_t end = parse_reference(range.substr(colon + 1)).first;
  if (end >= first_row_ && parse_reference(range.substr(0, colon)).first <= last_row_) ++merged_;
}

void SheetReader::warn_all() const {
  if (merged_ > 0) {
    run_.warn(fmt::format(
        "{}: {} merged range{} among the records; only the first cell of each has its value, the "
        "others are read as missing",
        file_, merged_, merged_ == 1 ? "" : "s"));
  }
  const std::size_t rows = last_row_ - first_row_ + 1;
  if (rows > valued_rows_) {
    run_.warn(
        fmt::format("{}: {} empty row{} between the records (the first is row {}), read as "
                    "records of missing values",
                    file_, rows - valued_rows_, rows - valued_rows_ == 1 ? "" : "s", first_empty_));
  }
  if (hidden_ > 0) {
    run_.warn(fmt::format("{}: {} row{} hidden in the sheet, by a filter perhaps; {} read as well",
                          file_, hidden_, hidden_ == 1 ? " is" : "s are",
                          hidden_ == 1 ? "it is" : "they are"));
  }
}

// A few cells far from each other would need the memory of all between them.
void SheetReader::check_span() const {
  constexpr std::size_t kAlways = 50'000'000;
  constexpr std::size_t kTimes = 100;
  const std::size_t rows = last_row_ - first_row_ + 1;
  const std::size_t span = rows * columns_.size();
  if (span <= kAlways || span / kTimes <= cells_) return;
  throw Error(ErrorCode::Input,
              fmt::format("the sheet spans {} rows and {} columns, and only {} of these cells hold "
                          "something; delete the stray cells far from the table",
                          rows, columns_.size(), cells_),
              {.file = file_});
}

std::vector<SheetColumn> SheetReader::read(const WorkbookSheet& sheet) {
  ZipPart part(parts_, sheet.part);
  XmlScanner xml(part);
  bool sheet_data = false;
  for (auto token = xml.next(); token != XmlScanner::Token::Stop; token = xml.next()) {
    if (token != XmlScanner::Token::Begin) continue;
    sheet_data = sheet_data || xml.name() == "sheetData";
    if (xml.name() == "row") read_row(xml);
    if (xml.name() == "mergeCell") {
      if (const auto range = xml.attribute("ref")) count_merged(*range);
    }
  }
  if (!sheet_data) part.refuse("it holds no sheet");
  if (!started_) return {};
  if (last_row_ == 0) last_row_ = first_row_ - 1;
  if (options_.skip_last_lines > 0 && !last_rows_.empty()) {
    last_row_ = last_rows_.size() > options_.skip_last_lines ? last_rows_.front() : first_row_ - 1;
    valued_rows_ -= std::min(valued_rows_, options_.skip_last_lines);
  }
  const std::size_t rows = last_row_ - first_row_ + 1;
  if (rows == 0) return {};
  check_span();
  warn_all();
  std::vector<SheetColumn> out;
  columns_.resize(std::max(columns_.size(), names_.size()));
  names_.resize(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (names_[c].empty() && !columns_[c].any()) continue;
    columns_[c].cut(rows);
    columns_[c].pad(rows);
    out.push_back({c, std::move(names_[c]), std::move(columns_[c])});
  }
  return out;
}

}  // namespace privet::detail
