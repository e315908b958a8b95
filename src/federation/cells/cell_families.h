// SPDX-License-Identifier: Apache-2.0
// Answers a search for a Bayesian network over a table of which each cell belongs to one of two
// parties.
// Reference: Yang and Wright, "Privacy-preserving computation of Bayesian networks on vertically
// partitioned data" (TKDE 2006); Ryger, Kardes and Wright (SDM workshop 2008) for cells of either
// party and for logarithms on shares.
// Idea: a party's own cells say of each row whether it can have a combination of values; rows that
// both sides allow have it, so a count is a scalar product of two binary vectors. Cooper and
// Herskovits' score is a sum of logarithms of factorials of counts: both parties look them up, on
// shares, in a table of whole units in which equal sums are equal
// (mining/numbers/log_units.h). Comparisons on the shares find the best parent; only that is
// disclosed. Cost for n rows: n transfers and n log2 n bits for each combination of values of a
// family, and about two look-ups in a table of n entries. Adversary: semi-honest; either party
// alone. Discloses, to both: which column becomes a parent of which, or that none does; before that
// whether each cell is one party's.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "federation/rows/row_ways.h"
#include "federation/task/data_set.h"
#include "mining/bayes/bayesnet.h"
#include "protocol/setting.h"

namespace privet::federation {

namespace cell_openings {

inline constexpr std::string_view kQuestions = "columns that may get one more parent, by rounds";
inline constexpr protocol::Opening kCells{"whether each cell has a value at one party alone",
                                          "a cell of both or of neither would be counted wrong"};
inline constexpr protocol::Opening kParent{
    "which column becomes a parent of a column, or that none does", "part of the answer"};

}  // namespace cell_openings

class CellFamilies final : public mining::FamilyOracle {
 public:
  // All must outlive it.
  CellFamilies(const protocol::Setting& setting, const CellPart& own);

  [[nodiscard]] std::size_t columns() const override { return own_.table.columns(); }
  std::vector<std::optional<AttributeId>> best_parents(
      std::span<const mining::ParentQuestion> questions) override;

 private:
  using Way = RefereedRows;
  using Arithmetic = Way::Arithmetic;
  using Numbers = Way::Numbers;
  using Key = std::pair<AttributeId, std::vector<AttributeId>>;

  // The columns of a family, the child last, and how many combinations of values they have.
  struct Shape {
    std::vector<AttributeId> columns;
    std::size_t combinations = 1;
    std::size_t child_values = 1;
  };
  [[nodiscard]] Shape shape_of(const mining::Family& family) const;
  [[nodiscard]] Numbers count(std::span<const Shape> shapes);
  [[nodiscard]] Numbers look_up(const Numbers& places, const std::vector<std::uint64_t>& table);
  // Minus the scores of families, into costs_.
  void score(std::span<const mining::Family> families);
  [[nodiscard]] std::vector<std::uint64_t> table_from(std::size_t added) const;

  protocol::Setting setting_;
  const CellPart& own_;
  Way way_;
  unsigned bits_;                          // of a count
  std::vector<std::uint64_t> factorials_;  // ln n! in units
  std::map<Key, Numbers> costs_;
};

}  // namespace privet::federation
