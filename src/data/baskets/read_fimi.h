// SPDX-License-Identifier: Apache-2.0
// Reads transaction data: FIMI files (one basket per line, items separated by spaces), CSV with a
// basket a line, and tables of (basket, item) pairs. Items are named by their text; ids follow the
// numbers when every item is one (up to 18 digits), else the bytes. Reference: the .dat format of
// the FIMI repository (Goethals and Zaki, FIMI 2003). Cost: linear in the bytes, and one sort of
// the distinct items.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/baskets/baskets.h"
#include "data/csv/read_csv.h"
#include "data/csv/write_csv.h"

namespace privet {

struct BasketFile {
  Baskets baskets;
  std::size_t repeats = 0;  // items named again in their basket, and merged
};

// An empty line is an empty basket. Throws Error{Input} for a file that is empty or holds NUL
// bytes.
[[nodiscard]] BasketFile read_fimi(const std::string& path, const Run& run);
[[nodiscard]] BasketFile parse_fimi(std::string_view bytes, const std::string& name,
                                    const Run& run);

// CSV, one basket per line, as many fields as it has items; empty fields are none. No header unless
// options say so.
[[nodiscard]] BasketFile read_basket_lines(const std::string& path, const CsvOptions& options,
                                           const Run& run);
// The names of the columns if a CSV file looks like a table with a header and not like baskets: at
// least two records, all of the same two or more fields, and a first one of different names, none
// of them a number, that occur nowhere else. Empty otherwise.
[[nodiscard]] std::vector<std::string> table_header(const std::string& path, const Run& run);
// A table with a row for each item of each basket. Baskets come in the order of their first row; a
// missing item makes a basket without adding to it.
[[nodiscard]] BasketFile read_basket_csv(const std::string& path, const std::string& basket_column,
                                         const std::string& item_column, const CsvOptions& options,
                                         const Run& run);

// Writes FIMI. Throws Error{Output} for an item whose name is empty or holds white space.
void write_fimi(const Baskets& baskets, const Sink& sink, const Run& run);

}  // namespace privet
