// SPDX-License-Identifier: Apache-2.0
// One site's released records as a query sees them: which of them satisfy a condition for certain,
// perhaps and how likely, or not at all.
// Idea: a released cell (docs/format/release.md) stands for several values. A condition on a column
// holds for the share of them that satisfies it, each taken for as likely: of a range the numbers
// in steps of its ends' last decimal (a million of them at most, evenly spread), of a set its
// members. AND multiplies shares, OR joins them as if columns were independent. The share is
// rounded to tenths, so that few numbers tell all.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "query/select_query.h"

namespace privet::federation {

inline constexpr std::uint8_t kCertain = 10;  // tenths of a record that satisfies the condition

class ReleasedPart {
 public:
  // All columns of `part` are texts (as_released()).
  explicit ReleasedPart(const Table& part);

  // The columns that a query may name, with the values that cells stand for.
  [[nodiscard]] const Table& columns() const { return domain_; }
  [[nodiscard]] std::size_t records() const { return part_.rows(); }

  // Of each record 0 (does not satisfy it) to 10 (certainly does).
  [[nodiscard]] std::vector<std::uint8_t> tenths(const SelectQuery& query) const;
  // What the record shows in the columns of the query's groups.
  [[nodiscard]] std::vector<std::string> shown(const SelectQuery& query, std::size_t record) const;
  // The ends of what the cell says of a number; not finite where it says nothing.
  [[nodiscard]] std::pair<double, double> ends(AttributeId column, std::size_t record) const;

 private:
  struct Share {
    double value = 0;
    bool none = true;
    bool all = false;
  };
  struct ReleasedCell {
    bool anything = false;
    bool ranged = false;
    double low = 0;
    double high = 0;
    double step = 1;
    std::vector<ValueId> members = {};  // codes of the domain
  };

  [[nodiscard]] std::vector<Share> shares(const Selection& part) const;  // by record
  [[nodiscard]] Share share_of(const ReleasedCell& cell, const Selection& leaf) const;

  const Table& part_;
  Table domain_;
  std::vector<std::vector<ReleasedCell>> cells_;  // by column and code of the part
};

// The table with all columns as texts, so that sites whose cells look different have one schema.
[[nodiscard]] Table as_released(const Table& table);

}  // namespace privet::federation
