// SPDX-License-Identifier: Apache-2.0
#include "custody/attack/match.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace privet::custody {
namespace {

// The original's column for each column of the encoded table.
std::vector<AttributeId> sources(const Table& original, const Table& encoded, const Coding* key,
                                 const std::string& file) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::Input, why, {.file = file});
  };
  std::vector<AttributeId> out;
  for (const Column& column : encoded.all()) {
    if (key == nullptr) {
      if (const auto found = original.find(column.name)) out.push_back(*found);
      continue;
    }
    const auto position = key->find(column.name);
    if (!position || key->columns[*position].source >= original.columns()) {
      refuse(fmt::format("the key has no column {}", quote_for_message(column.name)));
    }
    out.push_back(key->columns[*position].source);
  }
  if (out.size() == encoded.columns()) return out;
  if (encoded.columns() != original.columns()) {
    refuse("the columns are not named as in the original; give --key to match them");
  }
  out.resize(encoded.columns());
  for (std::size_t c = 0; c < out.size(); ++c) out[c] = static_cast<AttributeId>(c);
  return out;
}

}  // namespace

Matched match_tables(const Table& original, const Table& encoded, const Coding* key,
                     std::optional<AttributeId> class_column, const std::string& file) {
  if (original.rows() != encoded.rows()) {
    throw Error(ErrorCode::Input,
                fmt::format("has {} rows and the original {}; it is not an encoding of it",
                            encoded.rows(), original.rows()),
                {.file = file});
  }
  Matched out{original, encoded, {}, std::nullopt, {}, {}};
  const auto source = sources(original, encoded, key, file);
  for (std::size_t c = 0; c < source.size(); ++c) {
    const Column& after = encoded.column(static_cast<AttributeId>(c));
    const Column& before = original.column(source[c]);
    ColumnCoding coding;
    coding.name = after.name;
    coding.source = source[c];
    coding.kind = ColumnKind::Renamed;  // without names: the rows show them
    const bool is_class = class_column && *class_column == source[c];
    if (is_class) {
      out.class_column = static_cast<AttributeId>(c);
      out.coding.class_position = static_cast<AttributeId>(c);
    }
    const bool numeric =
        !is_class && before.type() == ColumnType::Numeric && after.type() == ColumnType::Numeric;
    out.pair_of.push_back(numeric ? out.pairs.size() : SIZE_MAX);
    if (numeric) {
      out.pairs.push_back(pair_columns(before, after));
      const auto& values = out.pairs.back().original;
      coding.kind = ColumnKind::Numeric;
      coding.numbers.reversed = !values.empty() && values.front() > values.back();
    }
    out.coding.columns.push_back(std::move(coding));
  }
  for (auto& pair : out.pair_of) pair = std::min(pair, out.pairs.size());
  if (out.pairs.empty()) {
    throw Error(ErrorCode::Input, "no attribute is numeric in both tables", {.file = file});
  }
  if (class_column && !out.class_column) {
    throw Error(ErrorCode::Input, "the class column is not in the encoded table", {.file = file});
  }
  return out;
}

TreePair pair_tree(const EncodedTree& tree, const Matched& matched, const std::string& file,
                   const Run& run) {
  std::vector<mining::NodeId> from;
  const auto decoded =
      decode_against(tree, matched.coding, {matched.original, matched.encoded}, file, run, &from);
  TreePair out{&tree.model, std::vector<double>(tree.model.nodes.size(), 0), {}};
  for (std::size_t node = 0; node < decoded.nodes.size(); ++node) {
    if (decoded.nodes[node].split) out.truths[from[node]] = decoded.nodes[node].split->cut;
  }
  for (const auto& column : tree.model.columns) {
    const auto position = matched.coding.find(column.name);
    PRIVET_CHECK(position.has_value());
    out.column_of.push_back(matched.pair_of[*position]);
  }
  return out;
}

}  // namespace privet::custody
