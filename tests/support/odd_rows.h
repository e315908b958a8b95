// SPDX-License-Identifier: Apache-2.0
// Rows for a table in a database: missing and empty values, numbers as texts, dates, letters beyond
// ASCII, values that look like sets, and names of columns with quotes.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "base/run.h"
#include "base/sampling.h"
#include "data/postgres/read_postgres.h"

namespace privet::testing_support {

inline std::string odd_rows(std::size_t rows, std::uint64_t seed) {
  Sampler dice(seed);
  const std::vector<std::string> sizes{"'klein'", "'groß'", "'MITTEL '", "'mittel'",
                                       "'a,b'",   "'{x}'",  "'*'",       "'\"q\"'"};
  const std::vector<std::string> ills{"'hiv'", "'HIV'", "'flu'", "'cold'", "'?'", "'ulcer'"};
  std::string out;
  for (std::size_t r = 0; r < rows; ++r) {
    const auto age = dice.below(75);
    const std::string texts =
        age == 0   ? "NULL"
        : age == 1 ? "''"
                   : "'" + std::to_string(17 + age) + (dice.below(5) == 0 ? ".0'" : "'");
    out += (r == 0 ? "(" : ", (") + texts + ", " +
           (dice.below(9) == 0 ? "NULL" : std::to_string(dice.below(400)) + "/4.0") + ", '" +
           std::to_string(10000 + dice.below(40)) + "', date '2001-01-01' + " +
           std::to_string(dice.below(3000)) + ", " + sizes[dice.below(sizes.size())] + ", " +
           ills[dice.below(ills.size())] + ", " + (dice.below(2) == 0 ? "'y'" : "'n'") + ")";
  }
  return out;
}
inline constexpr const char* kOddColumns =
    "\"odd \"\"age\" text, num numeric, plz char(5), tag date, \"größe\" text, ill text, cls "
    "text";

// The table at an address, as texts.
inline std::vector<std::vector<std::string>> rows_at(const std::string& address) {
  const Table table = read_postgres(parse_postgres_place(address), Run());
  std::vector<std::vector<std::string>> out;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    auto& row = out.emplace_back();
    for (const Column& column : table.all()) {
      row.emplace_back(column.text(static_cast<RowId>(r)));
    }
  }
  return out;
}

// What a call refuses with.
std::string complaint_of(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace privet::testing_support
