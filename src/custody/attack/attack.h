// SPDX-License-Identifier: Apache-2.0
// What an attacker gets of an encoded table: values, combinations of values, paths of the tree.
// Idea: in each trial knowledge points are drawn, curves fitted and guesses counted that fall
// within the radius of the truth; medians over the trials are the risks, as shares of rows. For
// combinations and paths the attacker uses on each attribute the attack that cracks most of it, and
// must be right about all at once. Reference: Bu et al. (2007), Definitions 1 to 5, sections 6.2
// to 6.4. Cost: trials times (distinct values and rows); threads share the trials.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/run.h"
#include "custody/attack/attack_pair.h"
#include "custody/attack/crack.h"
#include "custody/decode.h"

namespace privet::custody {

struct AttackOptions {
  double radius = 0.02;  // share of the dynamic range
  std::size_t knowledge = 4;
  std::size_t wrong_points = 1;  // further points; 0: only correct ones are tried
  std::size_t trials = 500;
  std::vector<Attack> attacks = {Attack::Sorting,    Attack::Rank,     Attack::Range,
                                 Attack::Regression, Attack::Polyline, Attack::Spline,
                                 Attack::Combined};
  Counting counting = Counting::Rows;
  std::uint64_t seed = 1;
};

struct AttackRisk {
  Attack attack = Attack::Sorting;
  double good = 0;               // median share of rows cracked with good points only
  double with_wrong_points = 0;  // and with wrong ones among them
};

struct AttributeRisk {
  std::string name;
  std::size_t values = 0;
  double radius = 0;  // in the attribute's unit
  std::vector<AttackRisk> risks;
  Attack worst = Attack::Sorting;  // of those that guess one value: all but Combined
  double worst_risk = 0;
  bool descending = false;  // sorting cracks more when it turns the order round
};

// The share of rows whose values of all these attributes are cracked at once.
struct SubspaceRisk {
  std::vector<std::size_t> attributes;
  double risk = 0;
};

// The paths of one length from the root to a leaf.
struct PathRisk {
  std::size_t length = 0;
  std::size_t paths = 0;
  double cracked = 0;  // median number
};

[[nodiscard]] std::vector<AttributeRisk> attack_domains(const std::vector<AttributePair>& pairs,
                                                        const AttackOptions& options,
                                                        const Run& run);

// `domains` is the answer of attack_domains() for the same pairs and options.
[[nodiscard]] std::vector<SubspaceRisk> attack_subspaces(
    const std::vector<AttributePair>& pairs, const std::vector<AttributeRisk>& domains,
    const std::vector<std::vector<std::size_t>>& subspaces, const AttackOptions& options,
    const Run& run);

// `tree` is in encoded terms and `decoded` the same in the original's, both with the same nodes
// before columns are reversed; `column_of` says which pair each column of the tree is, or
// pairs.size() for a column that is not numeric (whose tests count as known to the attacker).
struct TreePair {
  const mining::TreeModel* encoded = nullptr;
  std::vector<double> truths;  // the original cut of each node of `encoded`
  std::vector<std::size_t> column_of;
};
[[nodiscard]] std::vector<PathRisk> attack_paths(const std::vector<AttributePair>& pairs,
                                                 const std::vector<AttributeRisk>& domains,
                                                 const TreePair& tree, const AttackOptions& options,
                                                 const Run& run);

// All of size 2, and the one of all attributes if there are more than two.
[[nodiscard]] std::vector<std::vector<std::size_t>> usual_subspaces(std::size_t attributes);

// The middle of the values; the mean of the two middle ones for an even number.
[[nodiscard]] double median(std::vector<double> values);

}  // namespace privet::custody
