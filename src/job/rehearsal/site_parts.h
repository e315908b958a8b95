// SPDX-License-Identifier: Apache-2.0
// The parts of a release that several sites made, a file for each site.
// Idea: no site has its part before the check of the union (federation/release/site_release.h), and
// no file is written before every site has its part. Records are in an order that the operating
// system draws, since the order of a site's table may tell what its cells do not.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/settings.h"
#include "federation/rehearsal/rehearsal.h"
#include "job/outputs.h"

namespace privet::job {

// -o, for tasks of which every party ends with records of its own.
[[nodiscard]] Parameter site_parts_parameter();

// "out/release.csv" of three sites: "out/release.party-1.csv" and so on; none without a path.
// Throws Error{Usage} for standard output, which is one file, and for what is not written as CSV.
[[nodiscard]] std::vector<std::string> site_part_paths(const std::optional<std::string>& output,
                                                       std::size_t parties);

// A file for each site, or none without paths.
void add_site_parts(std::span<const std::string> paths, std::span<const federation::Answer> parts,
                    OutputFiles& files);

// Sites count records, not persons: throws Error{Usage} if a column of the pooled table looks like
// who a record is about and repeats itself. `identifiers`: columns that are left out.
void refuse_repeated_persons(const Table& whole, const std::vector<std::string>& identifiers,
                             const Run& run);

}  // namespace privet::job
