// SPDX-License-Identifier: Apache-2.0
// What the subcommands of `privet mine` share: reading the table, choosing its columns, keeping the
// model.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command.h"
#include "data/table.h"
#include "report/mining_page.h"

namespace privet::cli {

[[nodiscard]] std::vector<Parameter> mine_positionals();
// The options and then those of every mining command: --columns, --save and how to read the file.
[[nodiscard]] std::vector<Parameter> mine_options(std::vector<Parameter> own);
// --report, for the tasks that have a page.
[[nodiscard]] Parameter page_option();
[[nodiscard]] Parameter class_option();
[[nodiscard]] Parameter fold_option();
[[nodiscard]] Parameter seed_option();

// Reads a table the way the settings say.
[[nodiscard]] Table mine_table(const Settings& settings, const std::string& path, Console& console);
// The columns named by --columns, or all but those in `taken`.
[[nodiscard]] std::vector<AttributeId> mine_columns(const Settings& settings, const Table& table,
                                                    const std::vector<AttributeId>& taken);
// The table with those columns and the class column only, in file order.
[[nodiscard]] Table mine_selection(const Settings& settings, Table table);
// The columns that a list setting names.
[[nodiscard]] std::vector<AttributeId> named_columns(const Settings& settings, const Table& table,
                                                     std::string_view name);

// Where a report says its figures come from.
[[nodiscard]] MinedFrom mined_from(const Settings& settings, const Table& table);
// Before any work: neither --save nor --report may replace the table or each other.
void check_mine_outputs(const Settings& settings);
// Writes text to the file named by a setting, if it was given.
void save_text(const Settings& settings, std::string_view name, const std::string& text);
// Writes --save and --report, where given: both files appear, or neither.
void save_outputs(const Settings& settings, const std::string& model,
                  const std::function<std::string()>& page);
[[nodiscard]] std::string read_text(const std::string& path, Console& console);

}  // namespace privet::cli
