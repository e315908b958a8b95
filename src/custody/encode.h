// SPDX-License-Identifier: Apache-2.0
// Encodes a table so that a decision tree mined from it decodes to the tree of the original.
// Idea: every numeric attribute is broken into pieces; each piece goes to a place and through a
// function of its own, pieces stay in order (or are all reversed), and inside pieces of one
// class values may be shuffled. Texts and class labels get new names, columns too if wanted.
// Reference: Bu et al. (2007), section 5, with the corrections of docs/guide/custody.md.
// Security: hides values, not their order (level order), nor how often each occurs. Cost: linear in
// the cells; threads share the columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "custody/coding/coding.h"
#include "custody/learners.h"
#include "data/table.h"

namespace privet::custody {

enum class Method {
  RandomBreaks,  // ChooseBP in the paper
  PureRuns,      // ChooseMaxMP in the paper
};

struct EncodeOptions {
  Combination combination = {};  // `column_with_missing` is found here
  Method method = Method::RandomBreaks;
  std::optional<std::size_t> breakpoints = {};  // not given: a random number
  std::size_t min_width = 5;                    // of a monochromatic piece
  std::vector<Family> families = {Family::Linear, Family::Polynomial, Family::Log, Family::SqrtLog};
  bool refuse_identifiers = false;  // numbers that differ in every row (is_identifier)
  bool rename_class = true;
  bool hide_names = false;
  std::vector<AttributeId> columns = {};   // to give away, without the class; empty: all
  std::optional<std::uint64_t> seed = {};  // for tests and experiments only
};

// How a column was encoded, for its owner.
struct ColumnReport {
  std::string original;
  std::string encoded;
  ColumnKind kind = ColumnKind::Kept;
  std::size_t values = 0;
  std::size_t pieces = 0;
  std::size_t shuffled_values = 0;  // in shuffled pieces
  bool reversed = false;
};

struct Encoded {
  Table table;
  Coding coding;
  std::vector<ColumnReport> columns;  // in the order of the original
};

// Throws Error{Usage} for a combination that could change the tree (custody/learners.h) and
// Error{Input} if no attribute is numeric, the class is constant, or a number cannot be encoded.
[[nodiscard]] Encoded encode(const Table& table, AttributeId class_column,
                             const EncodeOptions& options, const Run& run);

// Pieces and new values of one attribute, as encode() draws them.
struct DrawnColumn {
  std::vector<Piece> pieces;
  NumericCoding numbers;
};
[[nodiscard]] DrawnColumn draw_column(const Domain& domain, const EncodeOptions& options,
                                      Dice& dice);

}  // namespace privet::custody
