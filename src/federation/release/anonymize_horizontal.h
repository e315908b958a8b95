// SPDX-License-Identifier: Apache-2.0
// A release that several sites make of the records they hold: each class satisfies the models over
// all sites together, and every site ends with its own released records.
// Reference: Jurczyk and Xiong, "Distributed anonymization: achieving privacy for both data
// subjects and data providers" (Emory TR-2009-013). Idea: Mondrian (anonymize/mondrian/mondrian.h)
// over the oracle of federation/release/site_partitions.h; afterwards all parts are checked
// together (federation/release/site_release.h). Adversary: semi-honest; see
// federation/release/site_ways.h. Discloses, to every site: the values of the quasi-identifiers'
// order (federation/release/domain.h), and sizes, extents and cuts of the parts; all of it follows
// from the release, except how many decimals each site's numbers have, and, to the last site, how
// many names several sites have. Not: a record, whose records a class has, medians or counts of
// cuts that were refused.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task anonymize_horizontal_task();

// Hierarchies by column: the text of --hierarchy in a job holds the files' texts in the form of
// ARX, so that all sites agree on what is in them.
[[nodiscard]] std::string hierarchies_text(const std::map<std::string, std::string>& files);

// What a release costs, as the normalised certainty penalty over all cells (quality/loss.h).
struct ReleaseLoss {
  double together = 0;          // as a trusted third party that holds all records would release
  std::optional<double> alone;  // each site by itself; none if a site cannot
};

// The baselines of a rehearsal; `sites`: how many of the first, the next, ... records are whose.
[[nodiscard]] ReleaseLoss release_loss(const Table& whole, std::span<const std::size_t> sites,
                                       const Job& job, const Run& run);

}  // namespace privet::federation
