// SPDX-License-Identifier: Apache-2.0
// The first byte says what the others are: a whole workbook, or one part of one. Whatever they are
// is either refused with Error{Input} or read; what was read is written, and read again as the
// same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "data/xlsx/read_xlsx.h"
#include "data/xlsx/write_xlsx.h"
#include "tests/support/small_zip.h"

namespace {

using privet::CsvFile;
using privet::Error;
using privet::ErrorCode;

std::string workbook_with(std::string_view part, const std::string& text) {
  std::map<std::string, std::string> parts{
      {"_rels/.rels",
       "<R><Relationship Id='1' Type='x/officeDocument' Target='xl/workbook.xml'/></R>"},
      {"xl/_rels/workbook.xml.rels",
       "<R><Relationship Id='1' Type='x/worksheet' Target='sheet.xml'/><Relationship Id='2' "
       "Type='x/sharedStrings' Target='shared.xml'/><Relationship Id='3' Type='x/styles' "
       "Target='styles.xml'/></R>"},
      {"xl/workbook.xml", "<workbook><sheets><sheet name='S' r:id='1'/></sheets></workbook>"},
      {"xl/shared.xml", "<sst><si><t>a</t></si><si><t>b</t></si></sst>"},
      {"xl/styles.xml",
       "<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf "
       "numFmtId='2'/></cellXfs></styleSheet>"},
      {"xl/sheet.xml",
       "<worksheet><sheetData><row><c t='s'><v>0</v></c><c t='s'><v>1</v></c></row><row><c "
       "s='1'><v>45036.5</v></c><c s='2'><v>1.5</v></c></row></sheetData></worksheet>"}};
  parts[std::string(part)] = text;
  return privet::testing_support::small_zip(parts);
}

CsvFile parse(const std::string& bytes, const privet::Run& run) {
  return privet::parse_xlsx(bytes, "fuzz.xlsx", {.columns = {.ask = false}}, run);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const privet::Run kRun(nullptr, nullptr, 1);
  if (size == 0) return 0;
  static constexpr const char* kParts[] = {"",
                                           "xl/sheet.xml",
                                           "xl/shared.xml",
                                           "xl/styles.xml",
                                           "xl/workbook.xml",
                                           "xl/_rels/workbook.xml.rels"};
  const std::size_t part = (data[0] - std::size_t{'0'}) % std::size(kParts);
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  CsvFile file;
  try {
    file = parse(part == 0 ? text : workbook_with(kParts[part], text), kRun);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Input) std::abort();
    return 0;
  }
  std::string once;
  try {
    privet::write_xlsx(
        file.table, "S", "again.xlsx", [&](std::string_view piece) { once += piece; }, kRun);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Output) std::abort();  // not UTF-8, too long, an empty end
    return 0;
  }
  if (csv_text(parse(once, kRun).table, {}, kRun) != csv_text(file.table, {}, kRun)) std::abort();
  return 0;
}
