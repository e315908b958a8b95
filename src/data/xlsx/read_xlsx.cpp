// SPDX-License-Identifier: Apache-2.0
#include "data/xlsx/read_xlsx.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/names.h"
#include "data/csv/csv_frame_internal.h"
#include "data/csv/csv_header_internal.h"
#include "data/typed/typed_table.h"
#include "data/xlsx/sheet_reader_internal.h"
#include "data/xlsx/workbook_internal.h"
#include "data/xlsx/zip_parts_internal.h"

namespace privet {
namespace {

std::string names_of(const std::vector<detail::WorkbookSheet>& sheets) {
  std::vector<std::string> names;
  for (const auto& sheet : sheets) names.push_back(quote_for_message(sheet.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

const detail::WorkbookSheet& choose_sheet(const detail::Workbook& workbook,
                                          const XlsxOptions& options, const std::string& file,
                                          const Run& run) {
  const auto& sheets = workbook.sheets;
  if (sheets.empty()) {
    throw Error(ErrorCode::Input, "this workbook has no sheet with cells", {.file = file});
  }
  if (!options.sheet) {
    auto shown =
        std::find_if(sheets.begin(), sheets.end(), [](const auto& sheet) { return !sheet.hidden; });
    if (shown == sheets.end()) shown = sheets.begin();
    if (sheets.size() > 1) {
      run.warn(fmt::format("{}: the sheet {} is read, of {}; --sheet chooses another", file,
                           quote_for_message(shown->name), names_of(sheets)));
    }
    return *shown;
  }
  for (const auto& sheet : sheets) {
    if (sheet.name == *options.sheet) return sheet;
  }
  std::vector<std::string> names;
  for (const auto& sheet : sheets) names.push_back(sheet.name);
  const auto near = nearest_name(*options.sheet, names);
  throw Error(ErrorCode::Usage,
              fmt::format("there is no sheet {}; there {} {}{}", quote_for_message(*options.sheet),
                          sheets.size() == 1 ? "is" : "are", names_of(sheets),
                          near ? fmt::format("; did you mean {}?", quote_for_message(*near)) : ""),
              {.file = file});
}

// Throws if what should be the header looks like a title above it.
void look_for_title(const detail::SheetReader& reader, const XlsxOptions& options,
                    const std::string& file) {
  const auto title = detail::title_lines(reader.preview(), ',');
  if (!title) return;
  const std::size_t skip = *title + options.skip_lines;
  throw Error(ErrorCode::Input,
              fmt::format("the header seems to be in row {}, below a title; skip what is above it "
                          "with --skip-lines {}",
                          skip + 1, skip),
              {.file = file, .line = reader.first_row() - 1});
}

}  // namespace

bool is_xlsx(std::string_view bytes) {
  if (!bytes.starts_with("PK\x03\x04")) return false;
  const std::string_view start = bytes.substr(0, 4096);
  const std::string_view end =
      bytes.substr(bytes.size() - std::min<std::size_t>(bytes.size(), 65536));
  for (const std::string_view part : {start, end}) {
    if (part.find("xl/workbook.xml") != std::string_view::npos) return true;
    if (part.find("xl/worksheets/") != std::string_view::npos &&
        part.find("xl/workbook.bin") == std::string_view::npos) {
      return true;
    }
  }
  return false;
}

CsvFile parse_xlsx(std::string_view bytes, const std::string& name, const XlsxOptions& options,
                   const Run& run) {
  const detail::ZipParts parts(bytes, name);
  const detail::Workbook workbook = detail::read_workbook(parts);
  const detail::WorkbookSheet& sheet = choose_sheet(workbook, options, name, run);
  detail::SharedTexts shared;
  if (!workbook.shared_part.empty()) shared.read(parts, workbook.shared_part, run);
  detail::SheetReader reader(parts, workbook, shared, options, name, run);
  auto columns = reader.read(sheet);
  if (columns.empty()) {
    throw Error(ErrorCode::Input,
                fmt::format("the sheet {} has {}; a table has a row with the names of its columns "
                            "and records below it",
                            quote_for_message(sheet.name),
                            reader.first_row() > 0 ? "no record" : "no cell with a value"),
                {.file = name});
  }
  std::vector<std::string> names;
  std::vector<TypedColumn> values;
  for (auto& column : columns) {
    names.push_back(std::move(column.name));
    values.push_back(std::move(column.values));
  }
  if (!options.header) {
    detail::number_names(names);
  } else if (names.size() == 1 || std::find(names.begin(), names.end(), "") != names.end()) {
    look_for_title(reader, options, name);
  }
  return make_typed_table(std::move(values), std::move(names), options.columns,
                          {.file = name, .bytes = bytes.size(), .first_line = reader.first_row()},
                          run);
}

}  // namespace privet
