// SPDX-License-Identifier: Apache-2.0
#include "custody/key_file.h"

#include <algorithm>

#include "base/codec.h"
#include "base/error.h"
#include "base/with_place.h"
#include "data/file_bytes.h"

namespace privet::custody {
namespace {

constexpr std::uint64_t kMagic = 0x59454b54'53554350U;  // "PCUSTKEY"
constexpr unsigned kMostDecimals = 4;

// Seven bits per byte, the lowest first, the sign in the lowest bit: neighbours differ by little.
void put_difference(ByteWriter& out, std::int64_t value) {
  auto rest = (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63U);
  for (; rest >= 0x80U; rest >>= 7U) out.put(static_cast<std::uint8_t>(rest | 0x80U));
  out.put(static_cast<std::uint8_t>(rest));
}

std::int64_t get_difference(ByteReader& in) {
  std::uint64_t rest = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = in.get<std::uint8_t>();
    rest |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
    if (byte < 0x80U) break;
  }
  return static_cast<std::int64_t>(rest >> 1U) ^ -static_cast<std::int64_t>(rest & 1U);
}

void put_column(ByteWriter& out, const ColumnCoding& column) {
  out.put_text(column.name);
  out.put(std::uint32_t{column.source});
  out.put(static_cast<std::uint8_t>(column.kind));
  if (column.kind == ColumnKind::Renamed) {
    out.put(static_cast<std::uint32_t>(column.names.size()));
    for (const auto& name : column.names) out.put_text(name);
  }
  if (column.kind != ColumnKind::Numeric) return;
  const NumericCoding& numbers = column.numbers;
  out.put(static_cast<std::uint8_t>(numbers.reversed ? 1 : 0));
  out.put(static_cast<std::uint8_t>(numbers.decimals));
  out.put(static_cast<std::uint32_t>(numbers.units.size()));
  std::int64_t last = 0;
  for (const std::int64_t unit : numbers.units) {
    put_difference(out, unit - last);
    last = unit;
  }
}

// A count that the bytes left could hold; anything else would ask for memory for nothing.
std::size_t get_count(ByteReader& in) {
  const auto count = in.get<std::uint32_t>();
  if (count > in.left()) throw Error(ErrorCode::Input, "a count is larger than the key");
  return count;
}

ColumnCoding get_column(ByteReader& in) {
  ColumnCoding out;
  out.name = in.get_text();
  out.source = AttributeId(in.get<std::uint32_t>());
  const auto kind = in.get<std::uint8_t>();
  if (kind > static_cast<std::uint8_t>(ColumnKind::Numeric)) {
    throw Error(ErrorCode::Input, "a column has an unknown kind");
  }
  out.kind = static_cast<ColumnKind>(kind);
  if (out.kind == ColumnKind::Renamed) {
    out.names.resize(get_count(in));
    for (auto& name : out.names) name = in.get_text();
  }
  if (out.kind != ColumnKind::Numeric) return out;
  out.numbers.reversed = in.get<std::uint8_t>() != 0;
  out.numbers.decimals = in.get<std::uint8_t>();
  if (out.numbers.decimals > kMostDecimals) {
    throw Error(ErrorCode::Input, "a column has too many decimals");
  }
  out.numbers.units.resize(get_count(in));
  std::int64_t last = 0;
  for (auto& unit : out.numbers.units) {
    const auto sum =
        static_cast<std::uint64_t>(last) + static_cast<std::uint64_t>(get_difference(in));
    unit = last = static_cast<std::int64_t>(sum);
  }
  return out;
}

}  // namespace

std::vector<std::byte> key_bytes(const Coding& coding) {
  ByteWriter out;
  out.put(kMagic);
  out.put(kKeyVersion);
  out.put(coding.original.first);
  out.put(coding.original.second);
  out.put(std::uint32_t{coding.class_position});
  out.put(static_cast<std::uint32_t>(coding.columns.size()));
  for (const auto& column : coding.columns) put_column(out, column);
  return out.take();
}

Coding coding_from(std::span<const std::byte> bytes, const std::string& file) {
  return with_place({.file = file}, [&] {
    ByteReader in(bytes);
    if (in.left() < sizeof(kMagic) || in.get<std::uint64_t>() != kMagic) {
      throw Error(ErrorCode::Input, "this locked file is not a custody key");
    }
    if (in.get<std::uint16_t>() != kKeyVersion) {
      throw Error(ErrorCode::Input, "the key was made by another version of Privet");
    }
    Coding out;
    out.original.first = in.get<std::uint64_t>();
    out.original.second = in.get<std::uint64_t>();
    out.class_position = AttributeId(in.get<std::uint32_t>());
    out.columns.resize(get_count(in));
    for (auto& column : out.columns) column = get_column(in);
    if (!in.done() || out.class_position >= out.columns.size()) {
      throw Error(ErrorCode::Input, "the key is incomplete");
    }
    return out;
  });
}

std::vector<std::byte> sealed_key(const Coding& coding, std::string_view passphrase,
                                  crypto::SealCost cost) {
  auto bytes = key_bytes(coding);
  auto sealed = crypto::seal(bytes, passphrase, cost);
  crypto::wipe(bytes);
  return sealed;
}

Coding read_key(const std::string& path, std::string_view passphrase) {
  refuse_directory(path);
  const auto content = crypto::read_sealed_file(path, passphrase);
  return coding_from(content.bytes(), path);
}

}  // namespace privet::custody
