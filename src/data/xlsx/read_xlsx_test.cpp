// SPDX-License-Identifier: Apache-2.0
#include "data/xlsx/read_xlsx.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "data/file_bytes.h"
#include "data/xlsx/number_format_internal.h"
#include "data/xlsx/zip_parts_internal.h"
#include "tests/support/small_zip.h"

namespace privet {
namespace {

using detail::CellLook;
using detail::look_of_code;

constexpr std::string_view kPeople = "tests/files/xlsx/";

// Collects what a run warns of.
class Warnings : public Observer {
 public:
  void progress(std::string_view, double) override {}
  void warn(std::string_view message) override { texts.emplace_back(message); }
  std::vector<std::string> texts;
};

// A workbook with this inside <worksheet>, and these parts in place of the usual ones.
std::string workbook(const std::string& sheet, std::map<std::string, std::string> parts = {}) {
  parts.try_emplace("_rels/.rels",
                    "<Relationships><Relationship Id='r1' Type='x/officeDocument' "
                    "Target='xl/workbook.xml'/></Relationships>");
  parts.try_emplace("xl/_rels/workbook.xml.rels",
                    "<Relationships><Relationship Id='r1' Type='x/worksheet' "
                    "Target='worksheets/sheet1.xml'/><Relationship Id='r2' Type='x/sharedStrings' "
                    "Target='/xl/sharedStrings.xml'/><Relationship Id='r3' Type='x/styles' "
                    "Target='styles.xml'/></Relationships>");
  parts.try_emplace("xl/workbook.xml",
                    "<workbook xmlns:r='r'><sheets><sheet name='S' sheetId='1' "
                    "r:id='r1'/></sheets></workbook>");
  parts.try_emplace("xl/worksheets/sheet1.xml", "<worksheet>" + sheet + "</worksheet>");
  return testing_support::small_zip(parts);
}

// A workbook with these rows in its sheet: <row>...</row>.
std::string rows(const std::string& text) {
  return workbook("<sheetData>" + text + "</sheetData>");
}

std::string read(const std::string& bytes, XlsxOptions options = {}) {
  options.columns.ask = false;
  return csv_text(parse_xlsx(bytes, "t.xlsx", options, Run()).table, {}, Run());
}

std::string complaint(const std::string& bytes, const XlsxOptions& options = {}) {
  try {
    (void)parse_xlsx(bytes, "t.xlsx", options, Run());
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

std::string made_by(const std::string& name, const XlsxOptions& options = {}) {
  const privet::Run run;
  const FileBytes file(std::string(kPeople) + name, run);
  return read(std::string(file.view()), options);
}

TEST(ReadXlsx, ReadsWhatOtherProgramsWrite) {
  const std::string people =
      "name,zip,age,income,born,seen,member\n"
      "Anna,01067,34,1234.5,1951-05-06,2023-04-20 20:16:00,TRUE\n"
      "\"Bo \"\"B\"\" Li\",50667,51,0.1,1999-12-31,2023-04-20 00:00:00,FALSE\n"
      "\"Zo\u00EB, \U0001F600\",10115,,1e+308,,2023-04-21 08:05:09.25,TRUE\n"
      "\"line\nend\",80331,0,-7,2000-02-29,,TRUE\n"
      ",20095,107,,1970-01-01,1999-12-31 23:59:59,FALSE\n"
      "007,00001,18,2.5e-07,2023-04-20,2000-01-01 00:00:01,FALSE\n";
  EXPECT_EQ(made_by("pandas.xlsx"), people);
  EXPECT_EQ(made_by("libreoffice.xlsx"), people);
}

TEST(ReadXlsx, ReadsANamedSheetBelowATitleAsItsFormatsMeanIt) {
  const std::string ward =
      "age,sex,admitted,cost,plz\n"
      "34,m,2023-04-20,12.50,01067\n"
      "51,f,1900-02-28,7.00,50667\n"
      "n.a.,f,2023-04-21,3.125,10115\n"
      "18,,1900-03-01,#N/A,80331\n";
  const XlsxOptions options{.sheet = "Daten 2023", .skip_lines = 3, .skip_last_lines = 1};
  EXPECT_EQ(made_by("openpyxl_ward.xlsx", options), ward);
  EXPECT_EQ(made_by("libreoffice_ward.xlsx", options), ward);
  EXPECT_EQ(made_by("openpyxl_1904.xlsx"), "day,t\n1904-01-02,20:16:00\n2023-04-20,36:15:00\n");
  EXPECT_EQ(made_by("libreoffice_1904.xlsx"), "day,t\n1904-01-02,20:16:00\n2023-04-20,36:15:00\n");
}

TEST(ReadXlsx, SaysWhereTheHeaderIsBelowATitle) {
  const privet::Run run;
  const FileBytes file(std::string(kPeople) + "openpyxl_ward.xlsx", run);
  EXPECT_EQ(complaint(std::string(file.view()), {.sheet = "Daten 2023"}),
            "t.xlsx:2: the header seems to be in row 4, below a title; skip what is above it with "
            "--skip-lines 3");
}

TEST(ReadXlsx, ReadsEveryTypeOfCell) {
  EXPECT_EQ(read(workbook(
                "<sheetData><row><c t='s'><v>0</v></c><c t='inlineStr'><is><t>b</t></is></c>"
                "<c t='str'><f>A1</f><v>c</v></c></row>"
                "<row r='2'><c r='A2' t='b'><v>1</v></c><c r='B2' t='e'><v>#DIV/0!</v></c>"
                "<c r='C2' t='n'><v>1.1000000000000001</v></c></row>"
                "<row r='3'><c t='d'><v>2023-04-20T00:00:00</v></c><c/><c t='s'><v>1</v></c></row>"
                "</sheetData>",
                {{"xl/sharedStrings.xml",
                  "<?xml version='1.0'?><!-- x --><sst><si><t>a&amp;&#xE9;</t></si><si><r><t>two "
                  "</t></r><r><t><![CDATA[<runs>]]></t></r><rPh><t>no</t></rPh></si></sst>"}})),
            "a&\u00E9,b,c\nTRUE,#DIV/0!,1.1\n2023-04-20,,two <runs>\n");
}

TEST(ReadXlsx, KeepsEmptyRowsBetweenRecordsAndLeavesOutWhatIsEmpty) {
  Warnings warnings;
  const privet::Run run(&warnings, nullptr, 1);
  const CsvFile file = parse_xlsx(
      workbook("<sheetData><row r='3'><c r='B3' t='str'><v>a</v></c><c r='D3' t='str'><v>b</v></c>"
               "</row><row r='4'><c r='B4'><v>1</v></c></row><row r='6' hidden='1'><c "
               "r='D6'><v>2</v></c></row><row r='9'><c r='B9' s='1'/></row></sheetData>"
               "<mergeCells><mergeCell ref='B4:B5'/></mergeCells>"),
      "t.xlsx", {}, run);
  EXPECT_EQ(csv_text(file.table, {}, run), "a,b\n1,\n,\n,2\n");
  EXPECT_EQ(warnings.texts,
            (std::vector<std::string>{
                "t.xlsx: 1 merged range among the records; only the first cell of each has its "
                "value, the others are read as missing",
                "t.xlsx: 1 empty row between the records (the first is row 5), read as records of "
                "missing values",
                "t.xlsx: 1 row is hidden in the sheet, by a filter perhaps; it is read as well"}));
}

TEST(ReadXlsx, TakesTheFirstSheetThatIsShown) {
  const std::string bytes = workbook(
      "", {{"xl/workbook.xml",
            "<workbook xmlns:r='r'><sheets><sheet name='H' state='hidden' r:id='r1'/><sheet "
            "name='S' r:id='r2'/></sheets></workbook>"},
           {"xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id='r1' Type='x/worksheet' Target='a.xml'/><Relationship "
            "Id='r2' Type='x/worksheet' Target='b.xml'/></Relationships>"},
           {"xl/a.xml",
            "<worksheet><sheetData><row><c t='str'><v>h</v></c></row><row><c><v>1</v>"
            "</c></row></sheetData></worksheet>"},
           {"xl/b.xml",
            "<worksheet><sheetData><row><c t='str'><v>s</v></c></row><row><c><v>2</v>"
            "</c></row></sheetData></worksheet>"}});
  EXPECT_EQ(read(bytes), "s\n2\n");
  EXPECT_EQ(read(bytes, {.sheet = "H"}), "h\n1\n");
  EXPECT_EQ(read(bytes, {.header = false}), "c1\ns\n2\n");
  EXPECT_EQ(complaint(bytes, {.sheet = "people"}),
            "t.xlsx: there is no sheet 'people'; there are 'H', 'S'");
}

TEST(ReadXlsx, NamesWhatIsWrong) {
  const std::string header = "<row><c t='str'><v>a</v></c></row>";
  EXPECT_EQ(complaint("PK\x03\x04 not a zip"),
            "t.xlsx: this workbook is damaged or not complete (Not a zip archive); fetch it again, "
            "or save it again in the program that made it");
  EXPECT_EQ(complaint(rows("")),
            "t.xlsx: the sheet 'S' has no cell with a value; a table has a row with the names of "
            "its columns and records below it");
  EXPECT_EQ(complaint(rows(header)),
            "t.xlsx: the sheet 'S' has no record; a table has a row with the names of its columns "
            "and records below it");
  EXPECT_EQ(complaint(rows(header + "<row><c><f>A1</f></c></row>")),
            "t.xlsx:2:1: cell A2 holds a formula without its result; open the workbook in a "
            "spreadsheet program and save it there");
  EXPECT_EQ(complaint(rows(header + "<row><c><v>1,5</v></c></row>")),
            "t.xlsx:2:1: cell A2 is said to hold a number, and holds '1,5'");
  EXPECT_EQ(complaint(rows(header + "<row><c t='s'><v>0</v></c></row>")),
            "t.xlsx:2:1: cell A2 names the shared text '0', and there are 0");
  EXPECT_EQ(complaint(rows(header + "<row r='1'><c><v>1</v></c></row>")),
            "t.xlsx: the rows of the sheet are not in order after row 1, or are more than 1048576");
  EXPECT_EQ(complaint(rows("<row><c r='B1'><v>1</v></c><c r='A1'><v>1</v></c></row>")),
            "t.xlsx: in row 1 a cell is called 'A1': the cells are not in order");
  EXPECT_EQ(complaint(rows(header + "<row><c t='x'><v>1</v></c></row>")),
            "t.xlsx:2:1: cell A2 is of a type that is not known, 'x'");
  EXPECT_EQ(complaint(rows(header + "<row><c t='str'><v>_x0000_</v></c></row>")),
            "t.xlsx:2:1: cell A2 holds a NUL byte");
  EXPECT_EQ(complaint(rows(header + "<row><c><v>1</v></c>")),
            "t.xlsx: the sheet ends in the middle");
  EXPECT_EQ(complaint(workbook("<!DOCTYPE x>")),
            "t.xlsx: the part 'xl/worksheets/sheet1.xml' of this workbook cannot be read: there is "
            "a declaration in it that no workbook has");
  EXPECT_EQ(complaint(rows("<row><c t='str'><v>&a;</v></c></row>")),
            "t.xlsx: the part 'xl/worksheets/sheet1.xml' of this workbook cannot be read: there is "
            "an entity in it that is not known");
  EXPECT_EQ(complaint(workbook("", {{"xl/workbook.xml", "<workbook"}})).substr(0, 71),
            "t.xlsx: the part 'xl/workbook.xml' of this workbook is not sound XML: E");
  EXPECT_EQ(complaint(workbook("", {{"xl/workbook.xml", "<workbook/>"}})),
            "t.xlsx: this workbook has no sheet with cells");
  EXPECT_EQ(complaint(workbook("")),
            "t.xlsx: the part 'xl/worksheets/sheet1.xml' of this workbook cannot be read: it holds "
            "no sheet");
  EXPECT_EQ(complaint(rows("<row r='1'><c t='str'><v>a</v></c></row><row r='2'><c><v>1</v></c>"
                           "</row><row r='1048576'><c r='XFD1048576'><v>1</v></c></row>")),
            "t.xlsx: the sheet spans 1048575 rows and 16384 columns, and only 2 of these cells "
            "hold something; delete the stray cells far from the table");
}

TEST(ReadXlsx, SaysWhichRowContradictsAType) {
  EXPECT_EQ(complaint(rows("<row><c t='str'><v>a</v></c></row><row><c><v>1</v></c></row><row><c "
                           "t='str'><v>x</v></c></row>"),
                      {.columns = {.types = {{"a", ColumnType::Numeric}}}}),
            "t.xlsx:3:1: column 'a' is to be numeric, but 'x' is not a number");
}

TEST(ReadXlsx, StopsWhenAsked) {
  const std::atomic<bool> cancelled = true;
  const privet::Run run(nullptr, &cancelled, 1);
  std::string many = "<row><c t='str'><v>a</v></c></row>";
  for (int i = 0; i < 1100; ++i) many += "<row><c><v>1</v></c></row>";
  EXPECT_THROW((void)parse_xlsx(rows(many), "t.xlsx", {}, run), Error);
}

TEST(ReadXlsx, IsNotFilledByASmallFile) {
  // 80 MB of blanks deflate to 80 KB.
  const std::string bytes =
      testing_support::small_zip({{"a", std::string(std::size_t{80} << 20U, ' ')}});
  ASSERT_LT(bytes.size(), 100000U);
  const detail::ZipParts parts(bytes, "t.xlsx");
  try {
    (void)parts.read("a");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "t.xlsx: the part 'a' of this workbook cannot be read: it inflates to more than "
                 "400 times the size of the file, as only a file made to fill the memory does");
  }
}

TEST(NumberFormat, SaysWhatANumberIs) {
  const auto time = [](std::string_view code) {
    const CellLook look = look_of_code(code);
    return look.kind == CellLook::Kind::Time ? static_cast<int>(look.time) : -1;
  };
  constexpr int kDate = static_cast<int>(TimeLook::Date);
  constexpr int kBoth = static_cast<int>(TimeLook::DateTime);
  constexpr int kClock = static_cast<int>(TimeLook::Clock);
  for (const auto* code :
       {"yyyy-mm-dd", "d.m.yy", "[$-407]d. mmmm yyyy;@", "mmm\\ yy", "YYYY/MM"}) {
    EXPECT_EQ(time(code), kDate) << code;
  }
  for (const auto* code : {"yyyy-mm-dd hh:mm:ss", "d/m/yy h:mm AM/PM", "yyyy-mm-dd hh:mm:ss.000"}) {
    EXPECT_EQ(time(code), kBoth) << code;
  }
  for (const auto* code : {"hh:mm", "h:mm AM/PM", "mm:ss.0"}) EXPECT_EQ(time(code), kClock) << code;
  for (const auto* code : {"General", "0", "0.00", "#,##0.00 \"days\"", "[Red]0", "@", "0.00E+00",
                           "# ?/?", "0%", "\"d\"0", "_-* #,##0.00\\ [$\xE2\x82\xAC-407]_-", ""}) {
    EXPECT_EQ(time(code), -1) << code;
  }
  EXPECT_EQ(look_of_code("[h]:mm:ss").kind, CellLook::Kind::Duration);
  EXPECT_EQ(look_of_code("00000").number.digits, 5);
  EXPECT_EQ(look_of_code("#,##0.00 \xE2\x82\xAC").number.digits, 2);
  EXPECT_EQ(look_of_code("0.0#").number.kind, NumberLook::Kind::Plain);
  EXPECT_EQ(look_of_code("0.00%").number.kind, NumberLook::Kind::Plain);
}

TEST(NumberFormat, CountsDaysAsExcelDoes) {
  const auto day = [](double serial, bool mac = false) {
    const auto seconds = detail::excel_seconds(serial, mac);
    return seconds ? time_text(*seconds, TimeLook::Date) : "none";
  };
  EXPECT_EQ(day(1), "1900-01-01");
  EXPECT_EQ(day(59), "1900-02-28");
  EXPECT_EQ(day(60), "none");  // 1900 had no leap day
  EXPECT_EQ(day(61), "1900-03-01");
  EXPECT_EQ(day(45036), "2023-04-20");
  EXPECT_EQ(day(2958465), "9999-12-31");
  EXPECT_EQ(day(2958466), "none");
  EXPECT_EQ(day(-1), "none");
  EXPECT_EQ(day(0, true), "1904-01-01");
  EXPECT_EQ(day(43574, true), "2023-04-20");
}

}  // namespace
}  // namespace privet
