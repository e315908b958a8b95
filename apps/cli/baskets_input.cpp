// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/baskets_input.h"

#include <fmt/format.h>

#include <array>
#include <numeric>

#include "base/atomic_file.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "data/baskets/read_fimi.h"
#include "data/file_bytes.h"
#include "mining/rules/rules.h"

namespace privet::cli {
namespace {

constexpr std::array<std::string_view, 4> kFormats{"fimi", "lines", "pairs", "table"};

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

std::string format_name(const Settings& settings) {
  if (settings.given("format")) return settings.text("format");
  if (settings.given("merge-by") || settings.given("item-column")) return "pairs";
  return is_csv_name(settings.text("file")) ? "lines" : "fimi";
}

Baskets read_table_baskets(const std::string& path, const Run& run) {
  const Table table = read_csv(path, {}, run).table;
  std::vector<AttributeId> columns(table.columns());
  std::iota(columns.begin(), columns.end(), AttributeId{0});
  return mining::baskets_of(table, columns);
}

}  // namespace

Parameter basket_file() {
  return {.name = "file",
          .kind = ParameterKind::File,
          .summary = "The baskets: FIMI (a basket a line), or CSV; plain or .gz.",
          .placeholder = "FILE",
          .required = true};
}

std::vector<Parameter> basket_parameters() {
  return {{.name = "format",
           .kind = ParameterKind::Choice,
           .summary =
               "fimi: items parted by spaces; lines: CSV, a basket a line; pairs: CSV with "
               "a header, a row for each item; table: CSV with a header, a basket a row, its items "
               "COLUMN=VALUE. Otherwise judged by name and flags.",
           .placeholder = "FORMAT",
           .choices = kFormats},
          {.name = "merge-by",
           .kind = ParameterKind::Column,
           .summary = "In pairs: the column that names the person, whose rows make one basket.",
           .placeholder = "COLUMN"},
          {.name = "item-column",
           .kind = ParameterKind::Column,
           .summary = "In pairs: the column that names the item.",
           .placeholder = "COLUMN"}};
}

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

std::vector<Parameter> joined(const std::vector<std::vector<Parameter>>& groups) {
  std::vector<Parameter> out;
  for (const auto& group : groups) out.insert(out.end(), group.begin(), group.end());
  return out;
}

bool is_csv_name(const std::string& path) {
  return path.ends_with(".csv") || path.ends_with(".csv.gz");
}

void refuse_table(const std::string& path, std::string_view hint, const Run& run) {
  const auto names = table_header(path, run);
  if (names.empty()) return;
  constexpr std::size_t kMost = 5;
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, names.size()));
  throw Error(
      ErrorCode::Input,
      fmt::format("this looks like a table with the columns {}{}, not like baskets; {}",
                  fmt::join(names.begin(), end, ", "), names.size() > kMost ? ", ..." : "", hint),
      {.file = path});
}

Baskets read_baskets(const Settings& settings, Console& console) {
  const auto path = settings.text("file");
  const auto format = format_name(settings);
  BasketFile file;
  if (format == "pairs") {
    for (const auto* needed : {"merge-by", "item-column"}) {
      if (settings.given(needed)) continue;
      throw Error(ErrorCode::Usage, "pairs need both --merge-by and --item-column",
                  {.parameter = fmt::format("--{}", needed)});
    }
    file = read_basket_csv(path, settings.text("merge-by"), settings.text("item-column"), {},
                           console.run());
  } else if (format == "table") {
    file.baskets = read_table_baskets(path, console.run());
  } else if (format == "lines") {
    if (!settings.given("format")) {
      refuse_table(path,
                   "--format table makes items such as COLUMN=VALUE of its cells, --merge-by and "
                   "--item-column read a row for each item, --format lines takes every line, the "
                   "first too, as a basket",
                   console.run());
    }
    CsvOptions options;
    options.header = false;
    file = read_basket_lines(path, options, console.run());
  } else {
    file = read_fimi(path, console.run());
  }
  if (file.baskets.size() == 0) {
    throw Error(ErrorCode::Input, "there is no basket in it", {.file = path});
  }
  return std::move(file.baskets);
}

Baskets read_fimi_baskets(const std::string& path, const Run& run) {
  if (is_csv_name(path)) {
    refuse_table(path, "without --baskets its cells are items such as COLUMN=VALUE", run);
  }
  return std::move(read_fimi(path, run).baskets);
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
