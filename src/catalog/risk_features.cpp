// SPDX-License-Identifier: Apache-2.0
// What can be measured of a table before anything is done to it.
#include "catalog/features_internal.h"

namespace privet {
namespace {

Feature risk(const char* name, const char* summary, const char* reference,
             std::vector<std::string_view> options) {
  return {.kind = "risk",
          .name = name,
          .summary = summary,
          .reference = reference,
          .command = "risk",
          .parameters = {},
          .options = std::move(options)};
}

Feature quasi(const char* name, const char* summary, const char* command) {
  return {.kind = "quasi",
          .name = name,
          .summary = summary,
          .reference =
              "Motwani and Xu, \"Efficient algorithms for masking and finding "
              "quasi-identifiers\" (2008)",
          .command = command,
          .parameters = {},
          .whole_command = true};
}

}  // namespace

std::vector<Feature> risk_features() {
  return {
      risk("re-identification",
           "The chance of finding a person's record by the quasi-identifiers: the highest, the "
           "average, and the records above a threshold.",
           "El Emam, \"Guide to the De-Identification of Personal Health Information\" (2013)",
           {"threshold"}),
      risk("disclosure",
           "What classes give away of sensitive columns: one value, a likely one, a gain.",
           "Machanavajjhala et al., \"l-diversity: privacy beyond k-anonymity\" (2007)",
           {"sensitive"}),
      risk("register", "How many rows of another table lead to one class, or one record.",
           "Sweeney, \"k-anonymity: a model for protecting privacy\" (2002)", {"against"}),
      risk("population-estimate",
           "How many people of the population are unique, estimated from a sample.",
           "Dankar, El Emam, Neisa and Roffey, \"Estimating the re-identification risk of "
           "clinical data sets\" (2012)",
           {"population-size", "sampling-fraction"}),
      risk("survey-weights", "Each record's risk, estimated from its survey weight.",
           "Benedetti and Franconi, \"Statistical and technological solutions for controlled data "
           "dissemination\" (1998)",
           {"survey-weights"}),
      risk("special-uniques", "By which few columns each record is unique, with SUDA scores.",
           "Elliot, Manning and Ford, \"A computational algorithm for handling the special uniques "
           "problem\" (2002)",
           {"records", "suda-size"}),
      risk("earlier-release", "What a release and an earlier one of the same people tell together.",
           "", {"earlier"}),
      quasi("measure", "Measures how well columns tell rows apart.", "quasi measure"),
      quasi("find", "Finds a small set of columns that tells almost all rows apart.", "quasi find"),
      quasi("mask", "Chooses the columns to publish so that they tell few rows apart.",
            "quasi mask"),
  };
}

}  // namespace privet
