// SPDX-License-Identifier: Apache-2.0
// What the reading and the writing of tables share: which form a name means, and how bytes of a
// form that is not a text become a table.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/run.h"
#include "data/formats/open_table.h"
#include "data/stats/read_stats.h"

namespace privet::detail {

[[nodiscard]] bool ends_gz(std::string_view path);
// The name without ".gz", in lower case.
[[nodiscard]] std::string plain_name(std::string_view path);
// Which form of a statistics program this is.
[[nodiscard]] std::optional<StatsForm> stats_of(TableForm form);
// `name` stands for the file in messages.
[[nodiscard]] CsvFile parse_binary(std::string_view bytes, TableForm form, const std::string& name,
                                   const TableSource& source, const Run& run);

}  // namespace privet::detail
