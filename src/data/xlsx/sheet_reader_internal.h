// SPDX-License-Identifier: Apache-2.0
// One sheet of a workbook, cell by cell, into columns.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/typed/typed_column.h"
#include "data/xlsx/read_xlsx.h"
#include "data/xlsx/workbook_internal.h"

namespace privet::detail {

struct SheetColumn {
  std::size_t place = 0;  // in the sheet, from 0
  std::string name;       // empty without a header
  TypedColumn values;
};

class SheetReader {
 public:
  SheetReader(const ZipParts& parts, const Workbook& workbook, const SharedTexts& shared,
              const XlsxOptions& options, std::string file, const Run& run)
      : parts_(parts),
        workbook_(workbook),
        shared_(shared),
        options_(options),
        file_(std::move(file)),
        run_(run) {}

  // The columns that hold something. Throws Error{Input}; warns of what the person should know.
  [[nodiscard]] std::vector<SheetColumn> read(const WorkbookSheet& sheet);
  // The row of the sheet, from 1, that holds the first record.
  [[nodiscard]] std::size_t first_row() const { return first_row_; }
  // The first rows as CSV, to judge whether there is a title above the header.
  [[nodiscard]] std::string preview() const;

 private:
  struct Cell {
    std::size_t column = 0;
    enum class Type : unsigned char { Number, Shared, Inline, String, Boolean, Error, Date };
    Type type = Type::Number;
    std::size_t style = 0;
    bool formula = false;
    std::string text = {};
  };

  void read_row(XmlScanner& xml);
  void read_cell(XmlScanner& xml);
  void read_content(XmlScanner& xml);
  void begin_cell(const XmlScanner& xml);
  void store();
  void add_typed(TypedColumn& to);
  void add_number(TypedColumn& to, double number, const CellLook& look) const;
  [[nodiscard]] CellLook look() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] std::string_view shared_text() const;
  [[nodiscard]] std::string place() const;
  void end_row();
  void note_preview();
  void count_merged(std::string_view range);
  void warn_all() const;
  void check_span() const;
  [[noreturn]] void refuse_cell(const std::string& what) const;

  const ZipParts& parts_;
  const Workbook& workbook_;
  const SharedTexts& shared_;
  const XlsxOptions& options_;
  std::string file_;
  const Run& run_;

  std::size_t row_ = 0;  // from 1
  std::size_t next_column_ = 0;
  bool row_has_values_ = false;
  bool hidden_row_ = false;
  Cell cell_;
  bool started_ = false;                // the header, or the first record without one, was seen
  std::size_t first_row_ = 0;           // 0: not known yet
  std::size_t last_row_ = 0;            // the last with a value
  std::vector<std::size_t> last_rows_;  // the last with values, as many as are to be left out, + 1
  std::vector<std::string> names_;
  std::vector<TypedColumn> columns_;
  std::vector<TypedColumn> scratch_;               // a row of the preview
  std::vector<std::vector<std::string>> preview_;  // [row below those that are skipped]
  std::size_t cells_ = 0;
  std::size_t valued_rows_ = 0;  // records with a value
  std::size_t first_empty_ = 0;
  std::size_t merged_ = 0;
  std::size_t hidden_ = 0;
};

}  // namespace privet::detail
