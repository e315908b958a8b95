// SPDX-License-Identifier: Apache-2.0
#include "data/foreign_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/error.h"

namespace privet {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kSaveAs =
    "save it as CSV in the program that made it (CSV UTF-8 in Excel), one file for each sheet";
constexpr std::string_view kUnpack = "unpack it and name the table in it";
constexpr std::string_view kExport = "export it as CSV with the program that made it";
constexpr std::string_view kFlatten =
    "turn it into CSV with one record per line first, for example with jq or a spreadsheet";

constexpr std::string_view kPicture =
    "a table has to be exported as CSV where the picture came from";

struct Magic {
  std::string_view start;
  ForeignFile file;
  bool text = false;  // otherwise there are control characters near the start: "PAR1,PAR2" is CSV
};

constexpr std::array<Magic, 23> kMagic{{
    {"PAR1"sv, {"a Parquet file", "write it as CSV with the program that made it, or with DuckDB"}},
    {"ARROW1"sv, {"an Arrow file", kExport}},
    {"%PDF-"sv,
     {"a PDF document", "a table has to be exported as CSV where the PDF came from"},
     true},
    {"BZh"sv, {"a bzip2 archive", "unpack it with bunzip2, or use gzip, which is read as it is"}},
    {"\xFD"
     "7zXZ\0"sv,
     {"an xz archive", "unpack it with unxz, or use gzip, which is read as it is"}},
    {"\x28\xB5\x2F\xFD"sv,
     {"a zstd archive", "unpack it with unzstd, or use gzip, which is read as it is"}},
    {"7z\xBC\xAF\x27\x1C"sv, {"a 7z archive", kUnpack}},
    {"Rar!\x1A"sv, {"a rar archive", kUnpack}},
    {"$FL2@(#)"sv, {"an SPSS file (.sav)", kExport}, true},
    {"$FL3@(#)"sv, {"an SPSS file (.sav)", kExport}, true},
    {"<stata_dta>"sv, {"a Stata file (.dta)", kExport}, true},
    {"RDX"sv, {"a file of R", "write the data frame with write.csv(data, \"data.csv\")"}},
    {"X\n\0\0\0"sv, {"a file of R", "write the data frame with write.csv(data, \"data.csv\")"}},
    {"\0\0\0\0\0\0\0\0\0\0\0\0\xC2\xEA\x81\x60"sv, {"a SAS file (.sas7bdat)", kExport}},
    {"HEADER RECORD*******LIB"sv, {"a SAS transport file (.xpt)", kExport}, true},
    {"\x89HDF\r\n"sv, {"an HDF5 file", kExport}, true},
    {"\x89PNG\r\n"sv, {"a picture (.png)", kPicture}, true},
    {"\xFF\xD8\xFF"sv, {"a picture (.jpg)", kPicture}},
    {"GIF8"sv, {"a picture (.gif)", kPicture}},
    {"MSH|^~\\&"sv, {"HL7 messages", kExport}, true},
    {"MIME-Version:"sv, {"a mail or a web archive", kExport}, true},
    {"<?xml"sv, {"an XML file", kExport}, true},
    {"{\\rtf"sv, {"a text document (.rtf)", kExport}, true},
}};

bool has_control_characters(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, 512);
  return std::any_of(start.begin(), start.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x09; });
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Workbooks and text documents are zip archives; the names of their parts tell which.
ForeignFile judge_zip(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, 4096);
  const std::string_view end =
      bytes.substr(bytes.size() - std::min<std::size_t>(bytes.size(), 8192));
  if (contains(start, "opendocument.spreadsheet")) return {"an OpenDocument sheet (.ods)", kSaveAs};
  if (contains(start, "xl/workbook.bin") || contains(end, "xl/workbook.bin")) {
    return {"a binary Excel workbook (.xlsb)", "save it as .xlsx or CSV in Excel"};
  }
  if (contains(start, "xl/") || contains(end, "xl/")) return {"an Excel workbook (.xlsx)", kSaveAs};
  if (contains(start, "word/") || contains(end, "word/")) {
    return {"a Word document (.docx)", "copy its table into a spreadsheet and save it as CSV"};
  }
  return {"a zip archive", kUnpack};
}

// The old documents of Microsoft are file systems of their own, and so is the hull of a workbook
// with a password: the names in them are in UTF-16.
ForeignFile judge_compound(std::string_view bytes) {
  constexpr std::string_view kLocked{"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0", 32};
  if (contains(bytes, kLocked)) {
    return {"an Excel workbook that is locked with a password",
            "open it in Excel, take the password off, and save it"};
  }
  return {"an Excel workbook of the old form (.xls)",
          "save it as .xlsx or CSV in the program that made it"};
}

// An object, or a list of objects or lists. A cell that is released as a set may begin with a brace
// too, but a quote in it is doubled and the cell quoted.
bool begins_json(std::string_view bytes) {
  constexpr std::string_view kBlank = " \t\r\n";
  const auto first = bytes.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return false;
  const auto second = bytes.find_first_not_of(kBlank, first + 1);
  if (second == std::string_view::npos) return false;
  if (bytes[first] == '{') return bytes[second] == '"';
  return bytes[first] == '[' && (bytes[second] == '{' || bytes[second] == '[');
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return out;
}

}  // namespace

std::optional<ForeignFile> foreign_content(std::string_view bytes) {
  if (bytes.starts_with("PK\x03\x04")) return judge_zip(bytes);
  if (bytes.starts_with("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv)) return judge_compound(bytes);
  for (const auto& [start, file, text] : kMagic) {
    if (bytes.starts_with(start) && (text || has_control_characters(bytes))) return file;
  }
  const std::string head = lower(bytes.substr(0, 256));
  const auto letter = head.find_first_not_of(" \t\r\n");
  if (letter != std::string::npos) {
    const std::string_view begin = std::string_view(head).substr(letter);
    if (begin.starts_with("<!doctype html") || begin.starts_with("<html")) {
      return ForeignFile{"a web page (some programs name these .xls)", kSaveAs};
    }
  }
  if (begins_json(bytes.substr(0, 4096))) return ForeignFile{"a JSON file", kFlatten};
  return std::nullopt;
}

void refuse_foreign(std::string_view bytes, const std::string& name) {
  const auto found = foreign_content(bytes);
  if (!found) return;
  throw Error(ErrorCode::Input, fmt::format("this is {}; {}", found->what, found->way_out),
              {.file = name});
}

std::optional<std::string_view> foreign_name(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kEnds{{
      {".xlsx", "an Excel workbook"},
      {".xlsm", "an Excel workbook"},
      {".xlsb", "an Excel workbook"},
      {".xls", "an Excel workbook"},
      {".ods", "an OpenDocument sheet"},
      {".parquet", "a Parquet file"},
      {".feather", "an Arrow file"},
      {".arrow", "an Arrow file"},
      {".pdf", "a PDF document"},
      {".docx", "a Word document"},
      {".sav", "an SPSS file"},
      {".dta", "a Stata file"},
      {".sas7bdat", "a SAS file"},
      {".rds", "a file of R"},
      {".rdata", "a file of R"},
      {".zip", "a zip archive"},
  }};
  const std::string name = lower(path);
  for (const auto& [end, what] : kEnds) {
    if (name.ends_with(end)) return what;
  }
  return std::nullopt;
}

}  // namespace privet
