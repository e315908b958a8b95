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
#include "job/input/basket_input.h"
#include "job/input/table_input.h"

namespace privet::cli {

using job::basket_file;
using job::basket_parameters;
using job::joined;
using job::read_fimi_baskets;

// --private, --private-file, --public, --public-file.
[[nodiscard]] std::vector<Parameter> kind_parameters();
// --h, --k, --p.
[[nodiscard]] std::vector<Parameter> coherence_parameters();

[[nodiscard]] Baskets read_baskets(const Settings& settings, Console& console);
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
