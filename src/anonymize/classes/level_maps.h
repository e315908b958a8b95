// SPDX-License-Identifier: Apache-2.0
// What every value of a quasi-identifier becomes on every level of its hierarchy, as codes.
// Idea: a group of values is named by the code of one of them, so a vector per level leads from any
// finer level to it, and packed keys of codes keep their layout on all levels. An attribute without
// a hierarchy has two levels: its values, and anything.
// Cost: (levels x values) codes an attribute. Threads: immutable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anonymize/problem.h"

namespace privet {

using Level = std::uint16_t;  // 0: the values themselves

// The lowest and highest level that a search may use.
struct LevelRange {
  std::size_t low = 0;
  std::size_t high = 0;
};

class AttributeLevels {
 public:
  AttributeLevels(const Column& column, const BoundHierarchy* hierarchy);

  // Levels above the values; at least 1.
  [[nodiscard]] std::size_t height() const { return names_.size() - 1; }
  [[nodiscard]] std::size_t values() const { return names_.front().size(); }
  // [code of a value or of a finer group]: the group's name on this level.
  [[nodiscard]] std::span<const ValueId> names(std::size_t level) const { return names_[level]; }
  // How many records have a value of the group with this name.
  [[nodiscard]] std::uint64_t records(std::size_t level, ValueId name) const {
    return records_[level][name];
  }
  // The leaves that the group covers, of leaves() altogether.
  [[nodiscard]] std::size_t covered(std::size_t level, ValueId name) const;
  [[nodiscard]] std::size_t leaves() const;
  // What a cell of the group shows.
  [[nodiscard]] GeneralizedValue shown(std::size_t level, ValueId name) const;
  // The highest level on which no value of the column lies above its boundary.
  [[nodiscard]] std::size_t highest_allowed() const;

 private:
  const BoundHierarchy* hierarchy_;
  std::vector<std::vector<ValueId>> names_;          // [level][code]
  std::vector<std::vector<std::uint64_t>> records_;  // [level][name]
};

// One for each quasi-identifier.
[[nodiscard]] std::vector<AttributeLevels> make_levels(const Problem& problem);

}  // namespace privet
