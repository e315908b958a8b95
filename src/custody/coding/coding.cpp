// SPDX-License-Identifier: Apache-2.0
#include "custody/coding/coding.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet::custody {
namespace {

constexpr std::uint64_t kFirstFactor = 0x9e3779b97f4a7c15U;
constexpr std::uint64_t kSecondFactor = 0xc2b2ae3d27d4eb4fU;

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 32U)) * 0xd6e8feb86659fd93U;
  x = (x ^ (x >> 32U)) * 0xd6e8feb86659fd93U;
  return x ^ (x >> 32U);
}

std::uint64_t hash_text(std::string_view text) {
  std::uint64_t out = text.size() + 1;
  for (const char c : text) out = (out ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return mixed(out);
}

Fingerprint of_column(const Column& column) {
  std::vector<std::uint64_t> texts(column.dictionary.size());
  for (std::size_t code = 0; code < texts.size(); ++code) {
    texts[code] = hash_text(column.dictionary.text(static_cast<ValueId>(code)));
  }
  Fingerprint out{hash_text(column.name), mixed(hash_text(column.name))};
  for (const ValueId code : column.codes) {
    out.first = (out.first ^ texts[code]) * kFirstFactor;
    out.second = (out.second + texts[code]) * kSecondFactor;
    out.second ^= out.second >> 29U;
  }
  return out;
}

// The original numbers in order, by code: the position of each, as active_domain() counts them.
// Codes in no row have none.
std::vector<std::uint32_t> positions(const Column& column) {
  const Dictionary& dictionary = column.dictionary;
  std::vector<bool> used(dictionary.size(), false);
  for (const ValueId code : column.codes) used[code] = true;
  std::vector<std::uint32_t> out(dictionary.size(), kNoValue);
  std::uint32_t count = 0;
  double last = 0;
  for (std::size_t code = dictionary.missing_count(); code < dictionary.size(); ++code) {
    if (!used[code]) continue;
    const double number = dictionary.number(static_cast<ValueId>(code));
    if (count == 0 || number != last) ++count;
    last = number;
    out[code] = count - 1;
  }
  return out;
}

Column encoded_column(const ColumnCoding& coding, const Column& original) {
  const Dictionary& dictionary = original.dictionary;
  const std::size_t missing = dictionary.missing_count();
  if (coding.kind == ColumnKind::Kept) return {coding.name, dictionary, original.codes};
  std::vector<std::string> own;                         // texts made here
  std::vector<std::uint32_t> place(dictionary.size());  // of each code among the new values
  std::vector<bool> is_missing(missing, true);
  const bool numeric = coding.kind == ColumnKind::Numeric;
  std::size_t count = 0;
  if (numeric) {
    const auto of_code = positions(original);
    count = coding.numbers.units.size();
    own.reserve(count);
    for (const auto unit : coding.numbers.units) {
      own.push_back(text_of(unit, coding.numbers.decimals));
    }
    for (std::size_t code = missing; code < place.size(); ++code) {
      if (of_code[code] == kNoValue) continue;
      PRIVET_CHECK(of_code[code] < count);
      place[code] = static_cast<std::uint32_t>(missing) + of_code[code];
    }
  } else {
    count = coding.names.size();
    PRIVET_CHECK(count == dictionary.size() - missing);
    for (std::size_t code = missing; code < place.size(); ++code) {
      place[code] = static_cast<std::uint32_t>(code);
    }
  }
  std::vector<std::string_view> values;
  values.reserve(missing + count);
  for (std::size_t code = 0; code < missing; ++code) {
    place[code] = static_cast<std::uint32_t>(code);
    values.push_back(dictionary.text(static_cast<ValueId>(code)));
  }
  const auto& texts = numeric ? own : coding.names;
  values.insert(values.end(), texts.begin(), texts.end());
  is_missing.resize(values.size(), false);
  std::vector<ValueId> codes;
  Column out{
      coding.name,
      Dictionary(numeric ? ColumnType::Numeric : ColumnType::Text, values, is_missing, &codes),
      {}};
  out.codes.resize(original.codes.size());
  std::transform(original.codes.begin(), original.codes.end(), out.codes.begin(),
                 [&](ValueId code) { return codes[place[code]]; });
  return out;
}

}  // namespace

std::optional<std::size_t> Coding::find(std::string_view name) const {
  const auto at = std::find_if(columns.begin(), columns.end(),
                               [&](const ColumnCoding& column) { return column.name == name; });
  if (at == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(at - columns.begin());
}

Fingerprint fingerprint(const Table& table, const Run& run) {
  std::vector<Fingerprint> parts(table.columns());
  run.pool().parallel_for(parts.size(), [&](std::size_t c) {
    run.check_cancelled();
    parts[c] = of_column(table.column(static_cast<AttributeId>(c)));
  });
  Fingerprint out{table.rows(), table.columns()};
  for (const Fingerprint& part : parts) {
    out.first = mixed(out.first ^ part.first) * kFirstFactor;
    out.second = mixed(out.second + part.second) * kSecondFactor;
  }
  return out;
}

Table encoded_unchecked(const Coding& coding, const Table& original, const Run& run) {
  std::vector<Column> columns(coding.columns.size());
  run.pool().parallel_for(columns.size(), [&](std::size_t c) {
    run.check_cancelled();
    columns[c] = encoded_column(coding.columns[c], original.column(coding.columns[c].source));
  });
  return Table(std::move(columns));
}

Table encoded_table(const Coding& coding, const Table& original, const std::string& name,
                    const Run& run) {
  if (fingerprint(original, run) != coding.original) {
    throw Error(ErrorCode::Input,
                "the key was made for another table (names, values and the order of rows count); "
                "give the table that was encoded",
                {.file = name});
  }
  return encoded_unchecked(coding, original, run);
}

}  // namespace privet::custody
