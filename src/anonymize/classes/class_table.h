// SPDX-License-Identifier: Apache-2.0
// The classes of one lattice node: their packed keys, sizes and counts of sensitive values (a
// frequency set), and how the table of a coarser node is made from it.
// Idea: roll-up. A class of a coarser node is a union of classes of a finer one, so its table
// follows from the finer table, which is mostly far smaller than the records. Keys hold, for each
// attribute, the code that names its group (level_maps.h) in as many bits as the codes need; equal
// keys are equal groups, nothing is left to chance.
// Reference: roll-up after LeFevre, DeWitt and Ramakrishnan, "Incognito" (2005).
// Cost: one look-up per class of the finer table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "anonymize/classes/level_maps.h"
#include "base/run.h"

namespace privet {

// Where each attribute lies in a key.
class KeyLayout {
 public:
  // Throws Error{Usage} if the codes of a record need more than kMaxWords words.
  explicit KeyLayout(std::span<const AttributeLevels> levels);

  static constexpr std::size_t kMaxWords = 32;
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] ValueId name(const std::uint64_t* key, std::size_t a) const {
    const Field& field = fields_[a];
    return static_cast<ValueId>(key[field.word] >> field.shift & field.mask);
  }
  void set(std::uint64_t* key, std::size_t a, ValueId name) const {
    const Field& field = fields_[a];
    key[field.word] &= ~(field.mask << field.shift);
    key[field.word] |= std::uint64_t{name} << field.shift;
  }

 private:
  struct Field {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    std::uint64_t mask = 0;
  };
  std::vector<Field> fields_;
  std::size_t words_ = 1;  // 1, 2, 4, ...
};

// How often a sensitive value occurs in a class. The values of several sensitive attributes are
// numbered one after the other.
struct SensitiveCount {
  std::uint32_t value = 0;
  std::uint32_t records = 0;
};

struct ClassTable {
  std::size_t words = 1;
  std::vector<std::uint64_t> keys;         // `words` a class
  std::vector<std::uint32_t> sizes;        // records; 0: it has people of the population only
  std::vector<std::uint32_t> people = {};  // of the population, where a model asks; or empty
  std::vector<std::size_t> begin = {};  // of each class in `counts`, one more at the end; or empty
  std::vector<SensitiveCount> counts = {};

  [[nodiscard]] std::size_t classes() const { return sizes.size(); }
  [[nodiscard]] const std::uint64_t* key(std::size_t c) const { return keys.data() + c * words; }
  [[nodiscard]] std::span<const SensitiveCount> counted(std::size_t c) const {
    return std::span(counts).subspan(begin[c], begin[c + 1] - begin[c]);
  }
};

// An attribute and the level it goes to.
struct LevelChange {
  std::size_t attribute = 0;
  std::size_t level = 0;
};

// Makes tables; one per thread, because it keeps its scratch memory.
class RollUp {
 public:
  // The arguments must outlive it. `values`: how many sensitive values there are altogether, 0 if
  // nobody counts them.
  RollUp(std::span<const AttributeLevels> levels, const KeyLayout& layout, std::size_t values);

  // The table of these records, all attributes on the given levels. `class_of` receives the class
  // of each of them, in their order. `codes`: [value number] for each record and sensitive
  // attribute.
  [[nodiscard]] ClassTable from_records(const Problem& problem, std::span<const RowId> rows,
                                        std::span<const Level> at,
                                        std::vector<std::uint32_t>& class_of, const Run& run);
  // The table of a coarser node.
  [[nodiscard]] ClassTable from_finer(const ClassTable& finer,
                                      std::span<const LevelChange> changes);

 private:
  // Numbers the keys in keys_ by first appearance into class_of_; the table gets its keys.
  void number_keys(std::size_t keys, ClassTable& out);
  template <std::size_t Words>
  void number(std::size_t keys, ClassTable& out);
  void merge_counts(const ClassTable& finer, ClassTable& out);

  std::span<const AttributeLevels> levels_;
  const KeyLayout& layout_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> class_of_;
  std::vector<std::uint32_t> next_;     // classes of the finer table, chained by their new class
  std::vector<std::uint32_t> first_;    // [new class]
  std::vector<std::uint32_t> tally_;    // [sensitive value]
  std::vector<std::uint32_t> touched_;  // values with a tally
};

// The sensitive attributes' values, numbered one after the other: where each attribute begins, and
// their number at the end. Only the total 0 if no model looks at them.
[[nodiscard]] std::vector<std::uint32_t> sensitive_starts(const Problem& problem);

}  // namespace privet
