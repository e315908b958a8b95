// SPDX-License-Identifier: Apache-2.0
#include "job/identifiers.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <unordered_map>

#include "base/error.h"
#include "base/thread_pool.h"
#include "data/file_bytes.h"
#include "data/named_number.h"

namespace privet {
namespace {

using Kind = ShownIdentifier::Kind;

struct Wish {
  Kind kind = Kind::Nothing;
  std::size_t keep = 0;
  Place place = {};
};
using Wishes = std::map<AttributeId, Wish>;

void add_wish(Wishes& wishes, const Table& table, AttributeId id, const Wish& wish) {
  if (wishes.emplace(id, wish).second) return;
  throw Error(ErrorCode::Usage,
              fmt::format("column {} is to be shown in two ways; choose pseudonyms or a mask",
                          quote_for_message(table.column(id).name)),
              wish.place);
}

// Flags replace what the policy says of the same treatment.
Wishes read_wishes(const PreparedTable& prepared, const Settings& settings,
                   const std::optional<Policy>& policy) {
  Wishes out;
  const Table& table = prepared.table();
  for (const auto& name : settings.list("pseudonym")) {
    add_wish(out, table, table.require(name, "--pseudonym"),
             {Kind::Pseudonym, 0, settings.place("pseudonym")});
  }
  for (const auto& text : settings.list("mask")) {
    const auto [name, keep] =
        parse_named_number(text, {.word = "N", .whole = true}, settings.place("mask"));
    const auto length = static_cast<std::size_t>(std::min(keep, 1e6));
    add_wish(out, table, table.require(name, "--mask"),
             {Kind::Mask, length, settings.place("mask")});
  }
  if (!policy) return out;
  for (const auto& column : policy->columns) {
    const auto id = table.find(column.name);
    if (!id || out.contains(*id)) continue;
    if (column.pseudonym && !settings.given("pseudonym")) {
      add_wish(out, table, *id, {Kind::Pseudonym, 0, column.place});
    }
    if (column.mask && !settings.given("mask")) {
      add_wish(out, table, *id, {Kind::Mask, *column.mask, column.place});
    }
  }
  return out;
}

std::vector<std::string> pseudonyms(const Column& column, const crypto::PseudonymKey& key,
                                    const Run& run) {
  std::vector<std::string> out(column.dictionary.size());
  run.pool().parallel_ranges(out.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      const auto id = static_cast<ValueId>(v);
      if (column.dictionary.missing(id)) continue;
      out[v] = key.pseudonym(column.name, column.dictionary.text(id));
      // Nothing goes out that could not be turned back.
      PRIVET_CHECK(key.reverse(column.name, out[v]) == column.dictionary.text(id));
    }
  });
  return out;
}

}  // namespace

const crypto::PseudonymKey& ReleaseKey::open(std::string_view purpose, const Place& wanted) {
  if (key_) return *key_;
  if (!settings_.given("key")) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("{} need a key; name the file that has it, or is to have it, with --key",
                    purpose),
        wanted);
  }
  const std::string path = settings_.text("key");
  refuse_directory(path);
  const bool fresh = !std::filesystem::exists(path);
  passphrase_(path, fresh, [&](std::string_view text) {
    if (fresh) {
      key_ = crypto::PseudonymKey::generate();
      pending_ = PendingKey{path, crypto::seal_pseudonym_key(*key_, text)};
    } else {
      key_ = crypto::read_pseudonym_key(path, text);
    }
  });
  PRIVET_CHECK(key_.has_value());
  return *key_;
}

void ReleaseKey::refuse_unused() const {
  if (key_ || !settings_.given("key")) return;
  throw Error(ErrorCode::Usage, "has no effect without --pseudonym or --shift-dates",
              settings_.place("key"));
}

std::vector<Parameter> identifier_parameters() {
  return {{.name = "pseudonym",
           .kind = ParameterKind::Columns,
           .summary = "Identifiers to release as keyed pseudonyms ('privet pseudonyms reverse' "
                      "turns them back); needs --key.",
           .placeholder = "A,B,..",
           .repeatable = true},
          {.name = "mask",
           .kind = ParameterKind::Text,
           .summary = "Identifiers of which only the first N characters are released.",
           .placeholder = "COLUMN=N",
           .repeatable = true}};
}

std::vector<Parameter> key_parameters() {
  return {
      {.name = "key",
       .kind = ParameterKind::File,
       .summary =
           "The key of pseudonyms and shifted dates, locked with a passphrase; created if it does "
           "not exist.",
       .placeholder = "K.key",
       .formerly = "key-file"}};
}

void show_identifiers(PreparedTable& prepared, const Settings& settings,
                      const std::optional<Policy>& policy, ReleaseKey& key, const Run& run) {
  const Wishes wishes = read_wishes(prepared, settings, policy);
  for (const auto& [id, wish] : wishes) {
    const Role role = prepared.schema.role(id);
    if (role != Role::Identifier && role != Role::Plain) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is {}; only identifiers get pseudonyms or masks",
                              quote_for_message(prepared.table().column(id).name), role_name(role)),
                  wish.place);
    }
  }
  for (const auto& [id, wish] : wishes) {
    prepared.schema.assign(id, Role::Identifier);
    ShownIdentifier how{.kind = wish.kind, .keep = wish.keep};
    if (wish.kind == Kind::Pseudonym) {
      how.texts = pseudonyms(prepared.table().column(id), key.open("pseudonyms", wish.place), run);
    }
    prepared.schema.show(id, std::move(how));
  }
  key.refuse_unused();
}

void warn_of_masks(const PreparedTable& prepared, std::size_t k, const Run& run) {
  for (const AttributeId id : prepared.schema.with(Role::Identifier)) {
    const ShownIdentifier& how = prepared.schema.shown(id);
    if (how.kind != Kind::Mask) continue;
    const Column& column = prepared.table().column(id);
    std::unordered_map<std::string, std::size_t> records;
    for (const ValueId code : column.codes) {
      ++records[masked_text(column.dictionary.text(code), how.keep)];
    }
    const auto few = static_cast<std::size_t>(std::count_if(
        records.begin(), records.end(), [&](const auto& mask) { return mask.second < k; }));
    if (few == 0) continue;
    run.warn(
        fmt::format("{} masks of column {} are shared by fewer than {} records; keep fewer "
                    "characters, or make it a quasi-identifier with a prefix hierarchy",
                    few, quote_for_message(column.name), k));
  }
}

Table reverse_pseudonyms(const Table& table, const std::string& file,
                         const std::vector<AttributeId>& columns, const crypto::PseudonymKey& key) {
  std::vector<Column> out(table.all().begin(), table.all().end());
  for (const AttributeId id : columns) {
    const Column& column = table.column(id);
    std::vector<std::string> texts;
    std::vector<bool> missing;
    for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
      const auto value = static_cast<ValueId>(v);
      missing.push_back(column.dictionary.missing(value));
      if (missing.back()) {
        texts.emplace_back(column.dictionary.text(value));
        continue;
      }
      auto text = key.reverse(column.name, column.dictionary.text(value));
      if (!text) {
        const auto row = std::find(column.codes.begin(), column.codes.end(), value);
        throw Error(ErrorCode::Input,
                    fmt::format("record {}, column {}: {} is not a pseudonym of this key",
                                row - column.codes.begin() + 1, quote_for_message(column.name),
                                quote_for_message(column.dictionary.text(value))),
                    {.file = file});
      }
      texts.push_back(std::move(*text));
    }
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    std::vector<ValueId> code_of;
    out[id].dictionary = Dictionary(ColumnType::Text, views, missing, &code_of);
    for (ValueId& code : out[id].codes) code = code_of[code];
  }
  return Table(std::move(out));
}

}  // namespace privet
