// SPDX-License-Identifier: Apache-2.0
// What the jobs about baskets share: which items are private and public, and the guarantee asked
// for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "baskets/coherence.h"
#include "data/baskets/baskets.h"
#include "job/outputs.h"

namespace privet::job {

// Names of items, or prefixes that end in '*'; those in the files are added.
struct ItemChoice {
  std::vector<std::string> private_items = {};
  std::optional<std::string> private_file = {};
  std::vector<std::string> public_items = {};  // none, and no file: all that are not private
  std::optional<std::string> public_file = {};
};

// --private, --private-file, --public, --public-file.
[[nodiscard]] std::vector<Parameter> item_parameters();
[[nodiscard]] ItemChoice item_choice(const Settings& settings);
// Names the files to `files` as read.
void add_files(const ItemChoice& choice, RunFiles& files);
[[nodiscard]] baskets::ItemKinds read_item_kinds(const ItemChoice& choice, const Baskets& baskets,
                                                 const Run& run);

// --h, --k, --p.
[[nodiscard]] std::vector<Parameter> coherence_parameters();
// --any-cost, for what searches moles.
[[nodiscard]] Parameter any_cost_parameter();
// Throws Error{Usage} for what cannot be asked.
[[nodiscard]] baskets::Coherence coherence(const Settings& settings);

[[nodiscard]] std::vector<std::string> item_names(std::span<const ItemId> items,
                                                  const Baskets& baskets);

}  // namespace privet::job
