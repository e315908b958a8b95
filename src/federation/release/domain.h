// SPDX-License-Identifier: Apache-2.0
// The values that sites may meet in the columns they recode together, and their order: the same at
// every site before Mondrian begins.
// Idea: numbers lie on a grid from the smallest to the largest of all sites, with as many decimals
// as the site with the most has; names, and the texts that stand for a missing number, are the
// union of the sites' (protocol/union/set_union.h). Both stand in the release, whose classes show
// the ends of ranges and the members of sets. Of a column with a hierarchy the leaves are known.
// Adversary: semi-honest. Discloses: how many decimals each site's numbers have, the smallest and
// largest number of each column and whether any is missing, the names of all sites without origin;
// in the ledger. Threads: one at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/table.h"
#include "federation/release/site_ways.h"
#include "hierarchy/bind.h"
#include "protocol/setting.h"

namespace privet::federation {

inline constexpr std::size_t kWidestDomain = std::size_t{1} << 16U;  // values of a quasi-identifier
inline constexpr std::size_t kLongestName = 60;                      // bytes

namespace release_openings {

inline constexpr protocol::Opening kDecimals{
    "how many decimals the numbers of a quasi-identifier have at each other site",
    "all sites count on one grid"};
inline constexpr protocol::Opening kRanges{
    "the smallest and largest number of each quasi-identifier, and whether any is missing",
    "the classes of the release show them (Jurczyk and Xiong 2009, section 4.2)"};
inline constexpr protocol::Opening kNames{
    "the names that occur in quasi-identifiers and in the sensitive column, without origin",
    "the release shows them"};

}  // namespace release_openings

struct SharedDomain {
  std::vector<Column> quasi;  // the own records over the agreed dictionaries
  std::vector<std::unique_ptr<BoundHierarchy>> hierarchies;  // of each; null: none
  std::vector<std::string> sensitive;  // what its values mean (data/meaning.h), ascending
};

struct DomainColumns {
  std::vector<AttributeId> quasi;
  std::vector<std::optional<Hierarchy>> hierarchies;  // of each
  std::optional<AttributeId> sensitive;
  // Every site fills as many places with names, so that nobody learns how many it has.
  std::size_t most_names = 0;
};

// The column over all leaves of a hierarchy, which everybody knows. Throws Error{Input}, naming the
// column and the value, for a value that is none of them.
[[nodiscard]] Column leaf_column(const Column& own, const Hierarchy& hierarchy);

// Columns with a hierarchy must be over its leaves. Throws Error{Input}, naming the column, before
// anything is sent if the own values do not fit: a number that is spelled unusually or missing
// under a mark of the site's own, too many or too long names; and afterwards if the sites' numbers
// together take too many steps.
template <class Way>
[[nodiscard]] SharedDomain agree_on_domain(const protocol::Setting& setting, Way& way,
                                           const Table& table, const DomainColumns& columns);

}  // namespace privet::federation
