// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/item_choice.h"

#include "base/error.h"
#include "data/file_bytes.h"

namespace privet::job {
namespace {

// One name per line; empty lines are ignored.
void add_names(const std::optional<std::string>& path, const Run& run,
               std::vector<std::string>& names) {
  if (!path) return;
  const FileBytes bytes(*path, run);
  for (auto line : split_list(bytes.view(), '\n')) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) names.push_back(std::move(line));
  }
}

}  // namespace

std::vector<Parameter> item_parameters() {
  return {{.name = "private",
           .kind = ParameterKind::Columns,
           .summary = "Items that nobody may infer; NAME* means all that begin with NAME.",
           .placeholder = "ITEMS",
           .repeatable = true},
          {.name = "private-file",
           .kind = ParameterKind::File,
           .summary = "A file with further private items, one per line.",
           .placeholder = "FILE"},
          {.name = "public",
           .kind = ParameterKind::Columns,
           .summary = "Items that an attacker may know; all that are not private if not given.",
           .placeholder = "ITEMS",
           .repeatable = true},
          {.name = "public-file",
           .kind = ParameterKind::File,
           .summary = "A file with further public items, one per line.",
           .placeholder = "FILE"}};
}

ItemChoice item_choice(const Settings& settings) {
  return {.private_items = settings.list("private"),
          .private_file = given_text(settings, "private-file"),
          .public_items = settings.list("public"),
          .public_file = given_text(settings, "public-file")};
}

void add_files(const ItemChoice& choice, RunFiles& files) {
  files.reads(choice.private_file, "the list of private items");
  files.reads(choice.public_file, "the list of public items");
}

baskets::ItemKinds read_item_kinds(const ItemChoice& choice, const Baskets& baskets,
                                   const Run& run) {
  baskets::ItemSelection selection{choice.private_items, choice.public_items};
  add_names(choice.private_file, run, selection.private_items);
  add_names(choice.public_file, run, selection.public_items);
  return baskets::item_kinds(baskets, selection);
}

std::vector<Parameter> coherence_parameters() {
  return {{.name = "h",
           .kind = ParameterKind::Real,
           .summary = "The largest share of a cohort that may hold the same private item; required "
                      "with private items.",
           .placeholder = "SHARE",
           .min = 0,
           .max = 1,
           .above_min = true},
          {.name = "k",
           .kind = ParameterKind::Count,
           .summary = "The smallest cohort allowed: the number of baskets that contain the items "
                      "an attacker knows.",
           .placeholder = "K",
           .min = 2,
           .max = 4294967295.0,
           .required = true},
          {.name = "p",
           .kind = ParameterKind::Count,
           .summary = "The most public items that an attacker knows; any number if not given.",
           .placeholder = "P",
           .min = 1,
           .max = 4294967295.0}};
}

Parameter any_cost_parameter() {
  return {.name = "any-cost",
          .kind = ParameterKind::Flag,
          .summary =
              "Search although the sets of items to look at are estimated to take more than "
              "2 GB of memory, or are more than 200 million."};
}

baskets::Coherence coherence(const Settings& settings) {
  const bool some_private = settings.given("private") || settings.given("private-file");
  if (some_private && !settings.given("h")) {
    throw Error(ErrorCode::Usage,
                "private items are protected by the share of a cohort that may hold one; name it "
                "with --h, such as 0.5",
                settings.place(settings.given("private") ? "private" : "private-file"));
  }
  const baskets::Coherence out{settings.given("h") ? settings.real("h") : 1.0, settings.count("k"),
                               settings.has("p") ? settings.count("p") : baskets::kAnyPower,
                               settings.find("any-cost") != nullptr && settings.flag("any-cost")};
  baskets::require_sound(out);
  return out;
}

std::vector<std::string> item_names(std::span<const ItemId> items, const Baskets& baskets) {
  std::vector<std::string> out;
  out.reserve(items.size());
  for (const ItemId item : items) out.push_back(baskets.name(item));
  return out;
}

}  // namespace privet::job
