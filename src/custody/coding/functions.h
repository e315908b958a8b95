// SPDX-License-Identifier: Apache-2.0
// The increasing functions that pieces are encoded with, all from [0,1] onto [0,1].
// Idea: a few families with random parameters, and compositions of them (increasing functions
// compose to increasing ones); the piece's place and width do the rest.
// Reference: Bu et al. (2007), sections 5.3 and 6.1: linear, higher polynomials, log, sqrt(log).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "custody/coding/dice.h"

namespace privet::custody {

enum class Family { Linear, Polynomial, Log, SqrtLog };

inline constexpr std::string_view kFamilyNames[] = {"linear", "poly", "log", "sqrtlog"};

// One link of a composition.
struct Link {
  Family family = Family::Linear;
  double parameter = 0;   // the degree of a polynomial, the bend of a logarithm
  bool mirrored = false;  // 1 - f(1 - t): bends the other way
};

using Function = std::vector<Link>;  // applied first to last; never empty

// One link, or with even odds two, of the families given (not empty).
[[nodiscard]] Function draw_function(std::span<const Family> families, Dice& dice);
// f(t) for t in [0,1]; f(0) = 0, f(1) = 1, increasing up to rounding.
[[nodiscard]] double evaluate(const Function& function, double t);

}  // namespace privet::custody
