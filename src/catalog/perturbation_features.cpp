// SPDX-License-Identifier: Apache-2.0
// What may be done to the values of a column before a release is searched for.
#include "catalog/features_internal.h"

namespace privet {
namespace {

Feature perturbation(const char* name, const char* summary, const char* reference,
                     std::vector<std::string_view> options) {
  return {.kind = "perturbation",
          .name = name,
          .summary = summary,
          .reference = reference,
          .command = "anonymize",
          .parameters = {},
          .options = std::move(options)};
}

}  // namespace

std::vector<Feature> perturbation_features() {
  return {
      perturbation("coding", "Shows numbers beyond a bound as that bound.", "",
                   {"top-code", "bottom-code"}),
      perturbation("rounding", "Shows the nearest multiple of a base.", "", {"round"}),
      perturbation("noise", "Adds normal noise, independent or correlated as the columns are.",
                   "Kim, \"A method for limiting disclosure in microdata based on random noise and "
                   "transformation\" (1986)",
                   {"noise", "correlated-noise"}),
      perturbation("rank-swapping", "Swaps values whose ranks are near.",
                   "Moore, \"Controlled data-swapping techniques for masking public use microdata "
                   "sets\" (1996)",
                   {"rank-swap"}),
      perturbation("pram",
                   "Replaces values at random, by a matrix that may keep the expected "
                   "frequencies.",
                   "Gouweleeuw, Kooiman, Willenborg and de Wolf, \"Post randomisation for "
                   "statistical disclosure control\" (1998)",
                   {"pram", "pram-matrix", "pram-invariant"}),
  };
}

}  // namespace privet
