// SPDX-License-Identifier: Apache-2.0
// What the commands about baskets share: reading them, which items are public and private, and the
// promise.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/console.h"
#include "base/description.h"
#include "base/json.h"
#include "base/settings.h"
#include "baskets/coherence.h"
#include "data/baskets/baskets.h"

namespace privet::cli {

// The positional FILE.
[[nodiscard]] Parameter basket_file();
// --format, --merge-by, --item-column.
[[nodiscard]] std::vector<Parameter> basket_parameters();
// --private, --private-file, --public, --public-file.
[[nodiscard]] std::vector<Parameter> kind_parameters();
// --h, --k, --p.
[[nodiscard]] std::vector<Parameter> coherence_parameters();
[[nodiscard]] std::vector<Parameter> joined(const std::vector<std::vector<Parameter>>& groups);

// Whether a file is CSV by its name.
[[nodiscard]] bool is_csv_name(const std::string& path);
// Throws Error{Input} with the hint if a CSV file looks like a table: its header is no basket.
void refuse_table(const std::string& path, std::string_view hint, const Run& run);
[[nodiscard]] Baskets read_baskets(const Settings& settings, Console& console);
// What --baskets means to the commands that otherwise read tables: FIMI.
[[nodiscard]] Baskets read_fimi_baskets(const std::string& path, const Run& run);
[[nodiscard]] baskets::ItemKinds read_kinds(const Settings& settings, const Baskets& baskets,
                                            Console& console);
[[nodiscard]] baskets::Coherence read_coherence(const Settings& settings);

// "{a, b}", and the same as a JSON list.
[[nodiscard]] std::string set_text(std::span<const ItemId> items, const Baskets& baskets);
[[nodiscard]] Json names_json(std::span<const ItemId> items, const Baskets& baskets);
// "any number of items" or "at most 4 items".
[[nodiscard]] std::string power_text(const baskets::Coherence& wanted);
// {"model","h","k","p"}; p is null for any number.
[[nodiscard]] Json coherence_json(const baskets::Coherence& wanted);
// Replaces the file, or writes to standard output for "-".
void write_output(const std::string& path, const std::string& bytes, Console& console);

}  // namespace privet::cli
