// SPDX-License-Identifier: Apache-2.0
#include "federation/align/align.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/counted.h"
#include "base/error.h"
#include "crypto/digest.h"
#include "protocol/psi/agreement.h"
#include "protocol/psi/common_to_all.h"
#include "protocol/tell.h"

namespace privet::federation {
namespace {

using protocol::About;
using protocol::Bound;
using protocol::Occurs;
using protocol::PartyId;
namespace psi = protocol::psi;

constexpr protocol::Opening kRowsOfOthers{"how many rows each other party has",
                                          "the parties agree on sizes before they compare keys"};
constexpr std::array kPair{PartyId(0), PartyId(1)};  // sender and receiver of two

// The public size that bounds what a party learns.
std::string rows_of_party(std::size_t party) {
  return fmt::format("rows of party-{}", party + 1);
}

const Table& keyed_table(const DataSet& part, const std::string& who) {
  if (const auto* table = table_of(part)) return *table;
  throw Error(ErrorCode::Input, who + " has baskets, and rows are found by the key of a table",
              {.parameter = "--key"});
}

const Column& key_column(const Table& table, const std::string& key) {
  const auto found = table.find(key);
  PRIVET_CHECK(found.has_value());  // check_key() has been here
  return table.column(*found);
}

// Rows by the hash of their key and of the run.
std::vector<RowId> ordered(const Column& key, std::vector<RowId> rows, std::string_view run) {
  std::vector<std::pair<crypto::Digest, RowId>> hashed;
  for (const auto row : rows) {
    const std::array<std::span<const std::byte>, 2> parts{std::as_bytes(std::span(run)),
                                                          std::as_bytes(std::span(key.text(row)))};
    hashed.emplace_back(crypto::digest_of(parts), row);
  }
  std::ranges::sort(hashed);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = hashed[i].second;
  return rows;
}

// Some rows of a column, and only the values that they have.
Column some_rows(const Column& column, std::span<const RowId> rows) {
  std::vector<bool> used(column.dictionary.size());
  for (const auto row : rows) used[column.codes[row]] = true;
  std::vector<std::string_view> texts;
  std::vector<bool> missing;
  std::vector<std::size_t> place(used.size());
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (!used[v]) continue;
    place[v] = texts.size();
    texts.push_back(column.dictionary.text(static_cast<ValueId>(v)));
    missing.push_back(column.dictionary.missing(static_cast<ValueId>(v)));
  }
  Column out;
  out.name = column.name;
  std::vector<ValueId> codes;
  out.dictionary = Dictionary(column.type(), texts, missing, &codes, column.dictionary.form());
  for (const auto row : rows) out.codes.push_back(codes[place[column.codes[row]]]);
  return out;
}

Table without_key(const Table& table, const std::string& key, std::span<const RowId> rows) {
  std::vector<Column> columns;
  for (const auto& column : table.all()) {
    if (column.name != key) columns.push_back(some_rows(column, rows));
  }
  return Table(std::move(columns));
}

[[noreturn]] void refuse_strangers() {
  throw Error(ErrorCode::Input, "no key is at all parties: is it the right column, spelled alike?",
              {.parameter = "--key"});
}

// The rows that all parties have, at this one.
std::vector<RowId> common_rows(const protocol::Setting& setting, psi::Items keys) {
  const std::uint64_t mine = keys.size();
  const std::vector<std::size_t> one(setting.mesh.ids(), 1);
  const auto told = protocol::tell_numbers(setting, std::span(&mine, 1), one, kRowsOfOthers);
  std::vector<std::size_t> sizes;
  for (std::size_t p = 0; p < told.size(); ++p) {
    if (told[p][0] > psi::kLargestStore) {
      throw Error(ErrorCode::Peer,
                  fmt::format("party-{} sent its number of rows: expected at most {}, got {}",
                              p + 1, psi::kLargestStore, told[p][0]));
    }
    sizes.push_back(told[p][0]);
    setting.ledger.add_to_size(rows_of_party(p), told[p][0]);
  }
  const auto largest = *std::ranges::max_element(sizes);
  psi::Rows found;
  if (sizes.size() > 2) {
    found = psi::common_to_all(setting, keys, sizes);
  } else if (setting.own() == kPair[0]) {
    found = psi::align_as_sender(setting, kPair[1], keys, largest);
  } else {
    found = psi::align_as_receiver(setting, kPair[0], keys, largest);
  }
  std::vector<RowId> out;
  for (const auto row : found) out.emplace_back(row);
  return out;
}

}  // namespace

void check_key(const DataSet& part, const std::string& key, const std::string& who) {
  const auto& table = keyed_table(part, who);
  const auto found = table.find(key);
  const auto name = quote_for_message(key);
  const Place place{.parameter = "--key"};
  if (!found) {
    throw Error(ErrorCode::Input, fmt::format("{} has no column {}", who, name), place);
  }
  if (table.columns() < 2) {
    throw Error(ErrorCode::Input, fmt::format("{} has no column but the key {}", who, name), place);
  }
  if (table.rows() > psi::kLargestStore) {
    throw Error(ErrorCode::Input,
                fmt::format("{} has {}, and at most {} can be found by a key", who,
                            counted(table.rows(), "row"), psi::kLargestStore),
                place);
  }
  const auto& column = table.column(*found);
  std::vector<std::size_t> seen(column.dictionary.size(), 0);  // the row, counted from 1
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (column.missing(static_cast<RowId>(row))) {
      throw Error(ErrorCode::Input,
                  fmt::format("{} has no key in row {}: fill {} in, or leave the row out", who,
                              row + 1, name),
                  place);
    }
    auto& before = seen[column.codes[row]];
    if (before != 0) {
      throw Error(
          ErrorCode::Input,
          fmt::format("{} has the key {} twice, in rows {} and {}: a key names one row", who,
                      quote_for_message(std::string(column.text(static_cast<RowId>(row)))), before,
                      row + 1),
          place);
    }
    before = row + 1;
  }
}

protocol::Forecast alignment_forecast(std::size_t parties) {
  protocol::Forecast out;
  const auto all = protocol::PartySet::first(parties);
  for (const auto party : all.list()) {
    const auto others = all.without(party);
    const auto bound = Bound::of(rows_of_party(party.index()));
    out.emplace_back(kRowsOfOthers, others, party, parties - 1, Occurs::Always, About::Some);
    if (parties > 2) {
      out.emplace_back(psi::kCommonToAll, others, party, bound);
      continue;
    }
    out.emplace_back(psi::kSetSize, others, party, 1);
    // Two sets, one of them empty, are not compared.
    out.emplace_back(psi::kCommonRows, others, party, bound, Occurs::Sometimes);
  }
  return out;
}

DataSet aligned_part(const protocol::Setting& setting, const DataSet& part, const std::string& key,
                     std::string_view run) {
  check_key(part, key, "this party");
  const auto& table = keyed_table(part, "this party");
  const auto& column = key_column(table, key);
  std::vector<std::string_view> keys;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    keys.push_back(column.text(static_cast<RowId>(row)));
  }
  const auto rows = ordered(column, common_rows(setting, keys), run);
  if (rows.empty()) refuse_strangers();
  auto out = without_key(table, key, rows);
  const auto* both = std::get_if<TablePair>(&part);
  if (both == nullptr) return out;
  return TablePair{std::move(out), both->more, both->classified};
}

DataSet joined_on_key(std::span<const DataSet> parts, const DataSet& whole, const std::string& key,
                      std::string_view run) {
  PRIVET_CHECK(!parts.empty());
  std::set<std::string, std::less<>> common;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto who = fmt::format("party-{}", p + 1);
    check_key(parts[p], key, who);
    const auto& table = keyed_table(parts[p], who);
    const auto& column = key_column(table, key);
    std::set<std::string, std::less<>> kept;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const auto text = column.text(static_cast<RowId>(row));
      if (p == 0 || common.contains(text)) kept.emplace(text);
    }
    common = std::move(kept);
  }
  if (common.empty()) refuse_strangers();
  std::vector<DataSet> aligned;
  for (const auto& part : parts) {
    const auto& table = *table_of(part);
    const auto& column = key_column(table, key);
    std::vector<RowId> rows;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const auto id = static_cast<RowId>(row);
      if (common.contains(column.text(id))) rows.push_back(id);
    }
    aligned.emplace_back(without_key(table, key, ordered(column, std::move(rows), run)));
  }
  auto table = join_columns(aligned);
  const auto* both = std::get_if<TablePair>(&whole);
  if (both == nullptr) return table;
  return TablePair{std::move(table), both->more, both->classified};
}

}  // namespace privet::federation
