// SPDX-License-Identifier: Apache-2.0
// Reads the files of SPSS (.sav, .zsav), Stata (.dta) and SAS (.sas7bdat) with libreadstat.
// Numbers are texts as in read_xlsx; dates and times are what the display format says. A variable
// whose values all have labels becomes its labels, unless codes are asked for; where only some
// have, or two share one, the numbers stay, and a warning says so.
// Missing values: a system missing value is an empty cell. What the file declares missing besides
// (SPSS's user-missing values, Stata's .a to .z, SAS's .A to .Z) is kept apart: it is read as
// missing with a warning that counts each code, or with MissingCodes::Values as the value it is.
// Cost: one pass, one thread; 4 bytes per cell and the distinct values of each column.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/run.h"
#include "data/csv/read_csv.h"

namespace privet {

enum class StatsForm { Sav, Dta, Sas7bdat };
enum class LabelUse { Texts, Codes };
enum class MissingCodes { Missing, Values };

struct StatsOptions {
  LabelUse labels = LabelUse::Texts;
  MissingCodes missing_codes = MissingCodes::Missing;
  std::optional<Encoding> encoding = {};  // where the file does not say its own
  ColumnWishes columns = {};
};

// By the first bytes of a file.
[[nodiscard]] std::optional<StatsForm> stats_form(std::string_view bytes);
// "SPSS file (.sav)".
[[nodiscard]] std::string_view stats_form_name(StatsForm form);

// `name` stands for the file in messages. Throws Error{Input}.
[[nodiscard]] CsvFile parse_stats(std::string_view bytes, const std::string& name, StatsForm form,
                                  const StatsOptions& options, const Run& run);

}  // namespace privet
