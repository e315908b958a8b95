// SPDX-License-Identifier: Apache-2.0
// Full-domain generalization: every quasi-identifier is shown on one level of its hierarchy
// throughout, and the records of classes for which the models do not hold are suppressed. Of all
// combinations of levels that suppress few enough, the one of least price is found.
// Idea: see anonymize/full_domain/lattice_search.h; exact, whatever the models.
// Reference: Samarati, "Protecting respondents' identities in microdata release" (2001).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "anonymize/classes/level_maps.h"
#include "anonymize/problem.h"
#include "base/description.h"

namespace privet {

extern const Description kFullDomain;

struct FullDomainOptions {
  std::string metric = "loss";       // of lattice_metric_names()
  std::vector<double> weights = {};  // one for each quasi-identifier; empty: all 1
  // The lowest and highest level of each; empty: any. A boundary of the hierarchy holds too.
  std::vector<std::optional<std::size_t>> lowest = {};
  std::vector<std::optional<std::size_t>> highest = {};
  std::optional<double> seconds = {};  // how long to search, for lattices too large for a proof
};

[[nodiscard]] std::unique_ptr<Anonymizer> make_full_domain(const FullDomainOptions& options);

}  // namespace privet
