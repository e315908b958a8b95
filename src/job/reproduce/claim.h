// SPDX-License-Identifier: Apache-2.0
// A statement of a paper's text about one of its figures, as numbers that a run can check: "this
// line lies below that one", "it hardly grows".
// Idea: a figure that is printed as a picture has no numbers to compare with, but its text says
// what is to be seen. A claim bounds a series, as it is, divided by another series, or divided by
// its own first point. Cost: linear in the points.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace privet::job {

struct Claim {
  std::string says = {};     // the statement, in our words
  std::string series = {};   // what is looked at
  std::string against = {};  // divided by this series at the same x; empty: by nothing
  bool growth = false;       // or divided by its own value at the first x
  std::optional<double> at_least = {};
  std::optional<double> at_most = {};
  std::vector<std::string> at = {};  // these values of x; empty: all
  bool holds = true;                 // by the file: whether ours bear it out; a run checks that
};

// What a run found of a claim.
struct CheckedClaim {
  std::string says = {};
  bool claimed = true;     // what the file says
  std::size_t points = 0;  // that could be looked at; with none nothing is known
  double least = 0;        // of the numbers looked at
  double most = 0;
  bool holds = true;
  [[nodiscard]] bool as_claimed() const { return points == 0 || holds == claimed; }
};

struct ReproducedSeries;
[[nodiscard]] CheckedClaim check_claim(const Claim& claim,
                                       const std::vector<ReproducedSeries>& series);

}  // namespace privet::job
