// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/baskets/input.h"

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "data/file_bytes.h"

namespace privet::cli {
namespace {

// One name a line; empty lines are ignored.
std::vector<std::string> read_names(const std::string& path, const Run& run) {
  const FileBytes bytes(path, run);
  std::vector<std::string> out;
  for (auto line : split_list(bytes.view(), '\n')) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) out.push_back(std::move(line));
  }
  return out;
}

std::vector<std::string> selected(const Settings& settings, const std::string& name,
                                  const Run& run) {
  auto out = settings.list(name);
  if (settings.given(name + "-file")) {
    const auto more = read_names(settings.text(name + "-file"), run);
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

}  // namespace

std::vector<Parameter> kind_parameters() {
  return {{.name = "private",
           .kind = ParameterKind::Columns,
           .summary = "Items nobody may infer; NAME* means all that begin so.",
           .placeholder = "ITEMS",
           .repeatable = true},
          {.name = "private-file",
           .kind = ParameterKind::File,
           .summary = "A file with such items, one a line.",
           .placeholder = "FILE"},
          {.name = "public",
           .kind = ParameterKind::Columns,
           .summary = "Items an attacker may know; without this, all that are not private.",
           .placeholder = "ITEMS",
           .repeatable = true},
          {.name = "public-file",
           .kind = ParameterKind::File,
           .summary = "A file with such items, one a line.",
           .placeholder = "FILE"}};
}

std::vector<Parameter> coherence_parameters() {
  return {{.name = "h",
           .kind = ParameterKind::Real,
           .summary = "The largest share of a cohort that may hold the same private item.",
           .placeholder = "SHARE",
           .default_text = "1",
           .min = 0,
           .max = 1,
           .above_min = true},
          {.name = "k",
           .kind = ParameterKind::Count,
           .summary = "The fewest baskets that known items may leave in question.",
           .placeholder = "K",
           .min = 2,
           .max = 4294967295.0,
           .required = true},
          {.name = "p",
           .kind = ParameterKind::Count,
           .summary = "How many items an attacker knows at most; without this, any number.",
           .placeholder = "P",
           .min = 1,
           .max = 4294967295.0}};
}

Baskets read_baskets(const Settings& settings, Console& console) {
  return job::read_basket_input(job::basket_input(settings), console.run());
}

baskets::ItemKinds read_kinds(const Settings& settings, const Baskets& baskets, Console& console) {
  const baskets::ItemSelection selection{selected(settings, "private", console.run()),
                                         selected(settings, "public", console.run())};
  return baskets::item_kinds(baskets, selection, console.run());
}

baskets::Coherence read_coherence(const Settings& settings) {
  const baskets::Coherence out{settings.real("h"), settings.count("k"),
                               settings.has("p") ? settings.count("p") : baskets::kAnyPower};
  baskets::require_sound(out);
  return out;
}

std::string set_text(std::span<const ItemId> items, const Baskets& baskets) {
  std::vector<std::string> names;
  for (const ItemId item : items) names.push_back(baskets.name(item));
  return fmt::format("{{{}}}", fmt::join(names, ", "));
}

Json names_json(std::span<const ItemId> items, const Baskets& baskets) {
  auto out = Json::array();
  for (const ItemId item : items) out.push_back(baskets.name(item));
  return out;
}

std::string power_text(const baskets::Coherence& wanted) {
  if (wanted.p == baskets::kAnyPower) return "any number of items";
  return "at most " + counted(wanted.p, "item");
}

Json coherence_json(const baskets::Coherence& wanted) {
  Json parameters{{"h", wanted.h}, {"k", wanted.k}, {"p", nullptr}};
  if (wanted.p != baskets::kAnyPower) parameters["p"] = wanted.p;
  return {{"model", "(h,k,p)-coherence"}, {"parameters", parameters}};
}

void write_output(const std::string& path, const std::string& bytes, Console& console) {
  console.run().check_cancelled();
  if (path == "-") {
    console.write(bytes);
    return;
  }
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace privet::cli
