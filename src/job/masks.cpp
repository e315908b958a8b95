// SPDX-License-Identifier: Apache-2.0
#include "job/masks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/error.h"
#include "data/named_number.h"
#include "hierarchy/row_maker.h"

namespace privet {
namespace {

struct MaskWish {
  std::size_t keep = 0;
  Place place = {};
};
using MaskWishes = std::map<AttributeId, MaskWish>;

// Flags replace what the policy says.
MaskWishes read_mask_wishes(const PreparedTable& prepared, const Settings& settings,
                            const std::optional<Policy>& policy, Purpose purpose) {
  MaskWishes out;
  const Table& table = prepared.table();
  const bool flags = settings.find("mask") != nullptr;
  if (flags && settings.given("mask")) {
    for (const auto& text : settings.list("mask")) {
      const auto [name, keep] =
          parse_named_number(text, {.word = "N", .whole = true}, settings.place("mask"));
      const MaskWish wish{static_cast<std::size_t>(std::min(keep, 1e6)), settings.place("mask")};
      const AttributeId id = table.require(name, "--mask");
      if (out.emplace(id, wish).second) continue;
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is named twice", quote_for_message(name)), wish.place);
    }
    return out;
  }
  if (!policy) return out;
  const bool pseudonyms = settings.find("pseudonym") != nullptr && settings.given("pseudonym");
  const auto named = pseudonyms ? settings.list("pseudonym") : std::vector<std::string>{};
  for (const auto& column : policy->columns) {
    const auto id = table.find(column.name);
    const bool other = std::find(named.begin(), named.end(), column.name) != named.end();
    if (!id || !column.mask || other) continue;
    // A flag may have given the column of a released table another role.
    if (purpose == Purpose::Check && prepared.schema.role(*id) != Role::Identifier) continue;
    out.emplace(*id, MaskWish{*column.mask, column.place});
  }
  return out;
}

void refuse_pseudonyms(const PreparedTable& prepared, AttributeId id, const Settings& settings,
                       const std::optional<Policy>& policy, const Place& place) {
  const std::string& name = prepared.table().column(id).name;
  bool both = false;
  if (settings.find("pseudonym") != nullptr && settings.given("pseudonym")) {
    const auto named = settings.list("pseudonym");
    both = std::find(named.begin(), named.end(), name) != named.end();
  } else if (policy) {
    both = std::any_of(policy->columns.begin(), policy->columns.end(), [&](const auto& column) {
      return column.name == name && column.pseudonym && column.mask;
    });
  }
  if (!both) return;
  throw Error(ErrorCode::Usage,
              fmt::format("column {} is to be shown in two ways; choose pseudonyms or a mask",
                          quote_for_message(name)),
              place);
}

// "030*" below "03*" below "0*" below "*"; longer masks than a hierarchy has levels go to "*" at
// once.
Hierarchy mask_hierarchy(const Column& column, std::size_t keep) {
  const std::size_t steps = keep <= Hierarchy::kMaxHeight ? std::max(keep, std::size_t{1}) : 1;
  RowMaker rows(steps + 1, fmt::format("masks of column {}", quote_for_message(column.name)));
  const Dictionary& dictionary = column.dictionary;
  rows.add_missing(dictionary);
  for (std::size_t v = dictionary.missing_count(); v < dictionary.size(); ++v) {
    const std::string_view text = dictionary.text(static_cast<ValueId>(v));
    rows.add_view(text);
    for (std::size_t step = 1; step < steps; ++step) rows.add(masked_text(text, keep - step));
    rows.add_view(RowMaker::kRoot);
  }
  return rows.make();
}

}  // namespace

Column masked_column(const Column& column, std::size_t keep) {
  const Dictionary& dictionary = column.dictionary;
  std::unordered_map<std::string, ValueId> seen;
  std::vector<std::string> texts;
  std::vector<bool> missing;
  std::vector<ValueId> local;
  for (std::size_t v = 0; v < dictionary.size(); ++v) {
    const auto id = static_cast<ValueId>(v);
    std::string text(dictionary.text(id));
    if (!dictionary.missing(id)) text = masked_text(text, keep);
    const auto [at, fresh] = seen.try_emplace(text, static_cast<ValueId>(texts.size()));
    local.push_back(at->second);
    if (!fresh) continue;
    texts.push_back(std::move(text));
    missing.push_back(dictionary.missing(id));
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<ValueId> code_of;
  Column out{column.name, Dictionary(ColumnType::Text, views, missing, &code_of), {}};
  out.codes.reserve(column.codes.size());
  for (const ValueId code : column.codes) out.codes.push_back(code_of[local[code]]);
  return out;
}

void mask_columns(PreparedTable& prepared, const Settings& settings,
                  const std::optional<Policy>& policy, Purpose purpose) {
  const MaskWishes wishes = read_mask_wishes(prepared, settings, policy, purpose);
  if (wishes.empty()) return;
  std::vector<Column> columns(prepared.table().all().begin(), prepared.table().all().end());
  for (const auto& [id, wish] : wishes) {
    refuse_pseudonyms(prepared, id, settings, policy, wish.place);
    const Role role = prepared.schema.role(id);
    if (role != Role::Identifier && role != Role::Plain) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is {}; only identifiers get pseudonyms or masks",
                              quote_for_message(columns[id].name), role_name(role)),
                  wish.place);
    }
    prepared.schema.assign(id, Role::Quasi);
    if (purpose == Purpose::Check) continue;  // the table has masks already
    auto original = std::make_shared<const Column>(columns[id]);
    columns[id] = masked_column(*original, wish.keep);
    prepared.schema.mask(id, {wish.keep, std::move(original)});
  }
  prepared.file.table = Table(std::move(columns));
}

void set_mask_hierarchies(PreparedTable& prepared, const Settings& settings) {
  for (const auto& [id, masked] : prepared.schema.masked()) {
    const Column& column = prepared.table().column(id);
    if (prepared.hierarchies[id] != nullptr) {
      throw Error(
          ErrorCode::Usage,
          fmt::format("column {} has a mask, which is a hierarchy of its own; leave one out",
                      quote_for_message(column.name)),
          settings.place(settings.given("mask") ? "mask" : "policy"));
    }
    prepared.hierarchies[id] =
        std::make_unique<BoundHierarchy>(bind(mask_hierarchy(column, masked.keep), column, ""));
  }
}

}  // namespace privet
