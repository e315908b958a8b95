// SPDX-License-Identifier: Apache-2.0
// What the parties of a job compare of their parts before they begin.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/codec.h"
#include "crypto/digest.h"
#include "federation/task/data_set.h"

namespace privet::federation {
namespace {

std::string hex_digest(const ByteWriter& text) {
  const std::array<std::span<const std::byte>, 1> parts{text.bytes()};
  std::string out;
  for (const auto byte : crypto::digest_of(parts)) {
    out += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  }
  return out;
}

}  // namespace

std::string schema_fingerprint(const DataSet& data) {
  ByteWriter text;
  if (const auto* table = table_of(data)) {
    text.put(std::uint8_t{1});
    for (const auto& column : table->all()) {
      text.put_text(column.name);
      text.put(static_cast<std::uint8_t>(column.type() == ColumnType::Numeric ? 1 : 0));
    }
  } else {
    text.put(std::uint8_t{2});
    text.put(static_cast<std::uint64_t>(std::get<Baskets>(data).items()));
  }
  return hex_digest(text);
}

std::string codebook_fingerprint(const DataSet& data, std::span<const std::string> categories) {
  ByteWriter text;
  const auto* table = table_of(data);
  if (table == nullptr) return "none";
  for (const auto& column : table->all()) {
    if (column.type() == ColumnType::Numeric &&
        std::ranges::find(categories, column.name) == categories.end()) {
      continue;
    }
    text.put_text(column.name);
    for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
      text.put_text(column.dictionary.text(static_cast<ValueId>(v)));
    }
  }
  return hex_digest(text);
}

}  // namespace privet::federation
