// SPDX-License-Identifier: Apache-2.0
// How a table was encoded: all that decoding needs beside the original table itself.
// Idea: values are kept by their position among the original's sorted values, so that a coding
// holds no value, no label and no column name of the original; opening a key reveals the new
// values only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "custody/coding/numeric_coding.h"
#include "data/table.h"

namespace privet::custody {

// Tells tables apart by their content: names, texts and their order. Not a cryptographic digest; it
// lies inside an encrypted file.
struct Fingerprint {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  bool operator==(const Fingerprint&) const = default;
};
[[nodiscard]] Fingerprint fingerprint(const Table& table, const Run& run);

enum class ColumnKind : std::uint8_t {
  Kept,     // texts as they were
  Renamed,  // names[i] is the new text of the i-th value that is not missing
  Numeric,
};

struct ColumnCoding {
  std::string name;        // in the encoded table
  AttributeId source = 0;  // which column of the original
  ColumnKind kind = ColumnKind::Kept;
  std::vector<std::string> names = {};
  NumericCoding numbers = {};

  bool operator==(const ColumnCoding&) const = default;
};

struct Coding {
  Fingerprint original;               // of the table that was encoded
  AttributeId class_position = 0;     // in `columns`
  std::vector<ColumnCoding> columns;  // in the order of the encoded table

  [[nodiscard]] const ColumnCoding& class_column() const { return columns[class_position]; }
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  bool operator==(const Coding&) const = default;
};

// The encoded table. Throws Error{Input} if the coding is not of this table; `name` is its file.
[[nodiscard]] Table encoded_table(const Coding& coding, const Table& original,
                                  const std::string& name, const Run& run);
// The same without the check, for a coding just made.
[[nodiscard]] Table encoded_unchecked(const Coding& coding, const Table& original, const Run& run);

}  // namespace privet::custody
