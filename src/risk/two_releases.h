// SPDX-License-Identifier: Apache-2.0
// What two releases tell together about somebody who is in both (the intersection attack).
// Who knows the quasi-identifiers of a person finds the classes that cover them in one release and
// in the other. Columns that both releases show must agree, so the person is among the records of
// the newer classes whose other columns occur in the older classes too; at most the sum over those
// values of the smaller count are people of both. Positions do not count: releases are shuffled.
// Idea: with the people at hand (the original), the two lists of covering classes of each distinct
// person; without, all pairs of classes whose cells overlap, of which some are nobody's.
// Reference: Ganta, Kasiviswanathan, Smith, "Composition attacks and auxiliary information in data
// privacy", KDD 2008. Cost: see risk/cover_join.h, and the records of each pair.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/group_rows.h"
#include "hierarchy/bind.h"

namespace privet {

// One release of the two.
struct ReleaseSide {
  const Table& table;
  const RowGroups& groups;              // its records by its quasi-identifiers
  std::vector<AttributeId> quasi = {};  // those that both have, in the same order
  std::vector<AttributeId> links = {};  // the other columns that both have, in the same order
};

// The people of the releases.
struct Originals {
  const Table& table;
  std::vector<AttributeId> quasi = {};  // as in the releases
};

struct TwoReleases {
  std::size_t judged = 0;    // pairs of classes that somebody can be in, or people
  std::size_t apart = 0;     // people of whom no record of both releases agrees
  std::size_t smallest = 0;  // the fewest people that anybody hides among; 0: nothing was judged
  // [record of the newer release] the fewest people it hides among where it is a candidate; 0: it
  // is nowhere.
  std::vector<std::uint32_t> candidates = {};
  // [sensitive column][record] the fewest different values among the candidates; 0 as above.
  std::vector<std::vector<std::uint32_t>> values = {};
  // Quasi-identifiers with cells that are not understood, which are taken to match anything: that
  // finds more pairs of classes, but also hides people among more.
  std::vector<std::string> unclear = {};
};

struct TwoReleasesOptions {
  // [shared quasi-identifier] for the labels that cells may show; null: none.
  std::vector<const Hierarchy*> hierarchies = {};
  std::vector<AttributeId> sensitive = {};  // of the newer release
  bool missing_matches = false;             // missing quasi-identifiers match every value
};

[[nodiscard]] TwoReleases intersect_releases(const ReleaseSide& now, const ReleaseSide& then,
                                             const std::optional<Originals>& people,
                                             const TwoReleasesOptions& options, const Run& run);

}  // namespace privet
