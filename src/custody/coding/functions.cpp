// SPDX-License-Identifier: Apache-2.0
#include "custody/coding/functions.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace privet::custody {
namespace {

double straight(const Link& link, double t) {
  switch (link.family) {
    case Family::Linear:
      return t;
    case Family::Polynomial:
      // A sum of powers with positive coefficients rises everywhere.
      return (t + std::pow(t, link.parameter)) / 2;
    case Family::Log:
      return std::log1p(link.parameter * t) / std::log1p(link.parameter);
    case Family::SqrtLog:
      return std::sqrt(std::log1p(link.parameter * t) / std::log1p(link.parameter));
  }
  return t;
}

Link draw_link(Family family, Dice& dice) {
  Link out{family, 0, dice.below(2) == 1};
  constexpr std::uint64_t kDegrees = 5;
  constexpr double kLeastBend = -1;  // powers of ten
  constexpr double kMostBend = 3;
  if (family == Family::Polynomial) {
    out.parameter = static_cast<double>(2 + dice.below(kDegrees));
  } else if (family != Family::Linear) {
    out.parameter = std::pow(10.0, dice.between(kLeastBend, kMostBend));
  }
  return out;
}

}  // namespace

Function draw_function(std::span<const Family> families, Dice& dice) {
  PRIVET_CHECK(!families.empty());
  Function out;
  const std::size_t links = 1 + dice.below(2);
  for (std::size_t i = 0; i < links; ++i) {
    out.push_back(draw_link(families[dice.below(families.size())], dice));
  }
  return out;
}

double evaluate(const Function& function, double t) {
  for (const Link& link : function) {
    t = std::clamp(link.mirrored ? 1 - straight(link, 1 - t) : straight(link, t), 0.0, 1.0);
  }
  return t;
}

}  // namespace privet::custody
