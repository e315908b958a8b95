// SPDX-License-Identifier: Apache-2.0
// Where a job's baskets come from and how their file is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "data/baskets/baskets.h"
#include "data/postgres/postgres_place.h"

namespace privet::job {

enum class BasketFormat {
  Detect,  // pairs if their columns are named; lines if the file is called .csv; else fimi
  Fimi,    // one basket per line, items separated by spaces
  Lines,   // CSV without a header, one basket per line
  Pairs,   // CSV with a header, one row per item of a basket
  Table,   // CSV with a header, one basket per row, items COLUMN=VALUE
};

struct BasketInput {
  std::string path;
  BasketFormat format = BasketFormat::Detect;
  // Of pairs: the columns that name the basket and the item.
  std::string merge_by = {};
  std::string item_column = {};
  // Of --engine database, for tables: where the rows stay; empty: they are read.
  std::vector<PostgresPlace> engine = {};
};

// The positional FILE.
[[nodiscard]] Parameter basket_file();
// --format, --merge-by, --item-column.
[[nodiscard]] std::vector<Parameter> basket_parameters();
// What they say of the file. Throws Error{Usage} if only one of the columns of pairs is named.
[[nodiscard]] BasketInput basket_input(const Settings& settings);

// Throws Error{Input} for a file without baskets, and for one that looks like a table unless its
// format was given.
[[nodiscard]] Baskets read_basket_input(const BasketInput& input, const Run& run);
// FIMI, for the commands that otherwise read tables. Throws Error{Input} for a CSV table.
[[nodiscard]] Baskets read_fimi_baskets(const std::string& path, const Run& run);

}  // namespace privet::job
