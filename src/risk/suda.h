// SPDX-License-Identifier: Apache-2.0
// Special uniques: records that few of their quasi-identifiers already tell from all others.
// A minimal sample unique (MSU) of a record is a set of columns by which it is unique and of which
// no column can be left out. The SUDA score of a record sums over its MSUs of k of all A columns
// (A - k)(A - k - 1) ... (A - M), where M is the largest MSU looked for, at most A - 1: many and
// small MSUs make it high. DIS is the chance that a match with a unique record is right,
// c1 f / (c1 f + 2 c2 (1 - f)) of c1 unique records, c2 pairs and the sampling fraction f; DIS-SUDA
// spreads it over the records by their scores S as 1 / (1 + c1 (1 / DIS - 1) / (S^q sum S^-q)) with
// q = 1 + (8 - A) / 20, as sdcMicro does.
// Idea: sets of columns in an order in which every set comes after its subsets, each refining the
// groups of a smaller one; records that are alone, and groups without a record that is unique by
// all columns, are not followed.
// Reference: Elliot, Manning, Ford, "A computational algorithm for handling the special uniques
// problem", Int. J. Uncertainty, Fuzziness and Knowledge-Based Systems 10 (2002); Manning, Haglin,
// Keane, "A recursive search algorithm for statistical disclosure assessment" (2008); Skinner,
// Elliot, "A measure of disclosure risk for microdata", JRSS B 64 (2002).
// Cost: at most the records times the sets of columns; far less where most sets tell most apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/table.h"

namespace privet {

inline constexpr std::size_t kMostSudaColumns = 64;

struct RecordUniqueness {
  std::uint32_t msus = 0;      // how many
  std::uint32_t smallest = 0;  // columns of its smallest; 0: none
  double score = 0;
  double dis_score = 0;  // 0 where no sampling fraction is known
};

struct SudaResult {
  std::vector<RecordUniqueness> records = {};  // [row]
  std::vector<std::size_t> msus_of_size = {};  // [columns - 1]
  std::vector<double> contributions = {};      // [column] share of all scores that it takes part in
  std::size_t unique_records = 0;
  std::size_t special_records = 0;  // unique by fewer columns than all
  double highest_score = 0;
  std::optional<double> dis = {};
};

struct SudaOptions {
  std::size_t largest = 0;                       // largest MSU looked for; 0: all columns
  std::optional<double> sampling_fraction = {};  // for DIS
  // Whom the records are about, if several may be about one: unique is who is the only one.
  const Column* person = nullptr;
};

// At most 64 columns.
[[nodiscard]] SudaResult find_special_uniques(const Table& table,
                                              std::span<const AttributeId> columns,
                                              const SudaOptions& options, const Run& run);

}  // namespace privet
