// SPDX-License-Identifier: Apache-2.0
// How many people of a population are unique by their quasi-identifiers, estimated from a sample
// of it, without a register. Three models of how the classes of the population are made, and the
// rule of Dankar et al. which to believe: Pitman where at most a tenth of the population was
// sampled, else the smaller of Zayatz and slide negative binomial.
// All assume that the sample was drawn by chance, each person alike, and that every person of the
// population belongs to exactly one class.
// Reference: Dankar, El Emam, Neisa, Roffey, "Estimating the re-identification risk of clinical
// data sets", BMC Medical Informatics and Decision Making 12:66 (2012); Hoshino, "Applying Pitman's
// sampling formula to microdata disclosure risk assessment", J. Official Statistics 17 (2001);
// Zayatz, "Estimation of the percent of unique population elements on a microdata file using the
// sample", US Census Bureau (1991); Chen, Keller-McNulty, "Estimation of identification disclosure
// risk in microdata", J. Official Statistics 14 (1998); number of classes: Haas, Stokes,
// "Estimating the number of classes in a finite population", JASA 93 (1998).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace privet {

// How many classes have how many people: {1: 7, 2: 3} is seven unique ones and three pairs.
using SizeCounts = std::map<std::size_t, std::size_t>;
[[nodiscard]] SizeCounts count_sizes(std::span<const std::uint32_t> class_sizes);

struct UniquenessEstimate {
  std::string model = {};              // "pitman", "zayatz", "snb"
  std::string title = {};              // for people
  std::optional<double> uniques = {};  // people of the population that are unique; nothing if the
  std::string reason = {};             // model has no answer, and why
};

struct PopulationUniqueness {
  std::size_t sample = 0;  // people in the table
  double population = 0;   // people there are
  double fraction = 0;     // sampled
  std::size_t sample_uniques = 0;
  std::vector<UniquenessEstimate> estimates = {};  // empty if `exact`
  bool exact = false;                  // the table is the whole population: nothing is estimated
  std::string chosen = {};             // the model that the rule chooses; empty: none answers
  std::string why = {};                // a sentence
  std::optional<double> uniques = {};  // its answer

  // The share of the population that is unique.
  [[nodiscard]] std::optional<double> share() const {
    if (!uniques) return std::nullopt;
    return *uniques / population;
  }
};

// `population` is at least the sum of the sizes, and no size is 0. Throws Error{Usage} otherwise.
[[nodiscard]] PopulationUniqueness estimate_uniqueness(const SizeCounts& sizes, double population);

// The single models.
[[nodiscard]] UniquenessEstimate zayatz_uniques(const SizeCounts& sizes, double population);
[[nodiscard]] UniquenessEstimate snb_uniques(const SizeCounts& sizes, double population);
// The classes that a population has, from a sample (Shlosser's estimator as modified by Haas and
// Stokes).
[[nodiscard]] double shlosser_classes(const SizeCounts& sizes, double fraction);

}  // namespace privet
