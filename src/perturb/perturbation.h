// SPDX-License-Identifier: Apache-2.0
// What may be done to the values of a column before a release is searched for: ends are coded,
// numbers rounded or blurred, categories changed at random, ranks swapped.
// Idea: the perturbed column takes the place of the original, so that roles, hierarchies, models
// and methods see what will be released; the original is kept beside it for the guard, which checks
// what can be checked of each way. Missing values stay missing.
// References: Hundepool et al., "Statistical disclosure control" (2012), for all of them; each
// header names its own.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "data/table.h"
#include "perturb/transition_matrix.h"

namespace privet {

struct Perturbation {
  enum class Kind {
    Coding,    // values beyond an end are shown as the end
    Rounding,  // to the nearest multiple of the base
    Noise,     // normal, added
    RankSwap,  // values change places with others of nearby rank
    Pram,      // each value becomes another one by chance, by a matrix
  };
  Kind kind = Kind::Coding;
  std::optional<double> bottom = {};  // Coding
  std::optional<double> top = {};
  double base = 0;               // Rounding
  double deviation = 0;          // Noise: the standard deviation
  bool correlated = false;       // Noise: correlated as the columns with noise are
  double percent = 0;            // RankSwap: ranks differ by at most this share of the records
  TransitionMatrix matrix = {};  // Pram
  std::optional<double> retention = {};  // Pram: what the matrix was made of; none: it was given
  bool invariant = false;                // Pram: expected counts stay what they are

  bool operator==(const Perturbation&) const = default;
};

// "coding", "rounding", "noise", "rank swapping", "PRAM".
[[nodiscard]] constexpr std::string_view perturbation_name(Perturbation::Kind kind) {
  switch (kind) {
    case Perturbation::Kind::Coding:
      return "coding";
    case Perturbation::Kind::Rounding:
      return "rounding";
    case Perturbation::Kind::Noise:
      return "noise";
    case Perturbation::Kind::RankSwap:
      return "rank swapping";
    case Perturbation::Kind::Pram:
      break;
  }
  return "PRAM";
}

// Whether what becomes of a value is drawn by chance.
[[nodiscard]] constexpr bool is_random(Perturbation::Kind kind) {
  return kind != Perturbation::Kind::Coding && kind != Perturbation::Kind::Rounding;
}

struct PerturbedColumn {
  AttributeId column = 0;
  Perturbation how = {};
  std::shared_ptr<const Column> original = {};
};

}  // namespace privet
