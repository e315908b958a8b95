// SPDX-License-Identifier: Apache-2.0
#include "job/identifiers.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/thread_pool.h"
#include "data/file_bytes.h"

namespace privet {
namespace {

using Wishes = std::map<AttributeId, Place>;

// Flags replace what the policy says.
Wishes read_wishes(const PreparedTable& prepared, const Settings& settings,
                   const std::optional<Policy>& policy) {
  Wishes out;
  const Table& table = prepared.table();
  const bool flags = settings.find("pseudonym") != nullptr && settings.given("pseudonym");
  for (const auto& name : flags ? settings.list("pseudonym") : std::vector<std::string>{}) {
    out.emplace(table.require(name, "--pseudonym"), settings.place("pseudonym"));
  }
  if (!policy || flags) return out;
  for (const auto& column : policy->columns) {
    const auto id = table.find(column.name);
    if (id && column.pseudonym && !prepared.schema.masked().contains(*id)) {
      out.emplace(*id, column.place);
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
           .summary = "Identifiers of which only the first N characters are released, as "
                      "quasi-identifiers: fewer where a class does not share them.",
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

std::vector<AttributeId> pseudonym_columns(const PreparedTable& prepared, const Settings& settings,
                                           const std::optional<Policy>& policy) {
  std::vector<AttributeId> out;
  for (const auto& [id, place] : read_wishes(prepared, settings, policy)) out.push_back(id);
  return out;
}

void show_identifiers(PreparedTable& prepared, const Settings& settings,
                      const std::optional<Policy>& policy, ReleaseKey& key, const Run& run) {
  const Wishes wishes = read_wishes(prepared, settings, policy);
  for (const auto& [id, place] : wishes) {
    const Role role = prepared.schema.role(id);
    if (role != Role::Identifier && role != Role::Plain) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is {}; only identifiers get pseudonyms or masks",
                              quote_for_message(prepared.table().column(id).name), role_name(role)),
                  place);
    }
  }
  for (const auto& [id, place] : wishes) {
    prepared.schema.assign(id, Role::Identifier);
    prepared.schema.show(
        id, {.kind = ShownIdentifier::Kind::Pseudonym,
             .texts = pseudonyms(prepared.table().column(id), key.open("pseudonyms", place), run)});
  }
  key.refuse_unused();
  if (wishes.empty() && settings.flag("accept-links")) {
    throw Error(ErrorCode::Usage, "has no effect without --pseudonym",
                settings.place("accept-links"));
  }
  if (wishes.empty() || key.pending()) return;
  run.warn(
      "the key exists already, so the pseudonyms are those of every other release made with it: "
      "whoever has both can put a person's records together, and no model counts that; name a new "
      "key file where it is not wanted");
}

namespace {

// Throws for the first record whose value is wrong; where all are, it says so too.
void refuse_wrong(const Column& column, const std::vector<bool>& wrong, const std::string& file) {
  const std::size_t known = column.dictionary.size() - column.dictionary.missing_count();
  const bool all = known > 1 && std::cmp_equal(std::ranges::count(wrong, true), known);
  for (std::size_t r = 0; r < column.codes.size(); ++r) {
    if (!wrong[column.codes[r]]) continue;
    throw Error(ErrorCode::Input,
                fmt::format("record {}, column {}: {} is not a pseudonym of this key{}", r + 1,
                            quote_for_message(column.name),
                            quote_for_message(column.text(static_cast<RowId>(r))),
                            all ? ", and neither is any other value of the column; give the key "
                                  "that the release was made with, and the column's name as it was "
                                  "then"
                                : ""),
                {.file = file});
  }
}

}  // namespace

Table reverse_pseudonyms(const Table& table, const std::string& file,
                         const std::vector<AttributeId>& columns, const crypto::PseudonymKey& key) {
  std::vector<Column> out(table.all().begin(), table.all().end());
  for (const AttributeId id : columns) {
    const Column& column = table.column(id);
    std::vector<std::string> texts;
    std::vector<bool> missing;
    std::vector<bool> wrong(column.dictionary.size());
    for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
      const auto value = static_cast<ValueId>(v);
      missing.push_back(column.dictionary.missing(value));
      if (missing.back()) {
        texts.emplace_back(column.dictionary.text(value));
        continue;
      }
      auto text = key.reverse(column.name, column.dictionary.text(value));
      if (!text) wrong[v] = true;
      texts.push_back(text ? std::move(*text) : std::string());
    }
    refuse_wrong(column, wrong, file);
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    std::vector<ValueId> code_of;
    out[id].dictionary = Dictionary(ColumnType::Text, views, missing, &code_of);
    for (ValueId& code : out[id].codes) code = code_of[code];
  }
  return Table(std::move(out));
}

}  // namespace privet
