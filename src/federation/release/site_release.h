// SPDX-License-Identifier: Apache-2.0
// One site's part of a release that several sites make together, and the check of all parts
// together before any of them is let out.
// Idea: every site knows what each class shows, and writes its own records so. The check starts
// from these cells: each site groups its records by their texts and sees that they cover the
// originals; then all prove that every group of the union satisfies the models, by a circuit that
// tells one bit for each. Nothing of the search is used. Reference: Jurczyk and Xiong, "Distributed
// anonymization" (Emory TR-2009-013), section 4. Threads: one at a time.
#pragma once

#include <string>
#include <vector>

#include "federation/release/domain.h"
#include "federation/release/site_partitions.h"

namespace privet::federation {

namespace release_openings {

inline constexpr protocol::Opening kChecked{
    "whether a class of the finished release satisfies the models",
    "no site writes its part before all classes do"};
inline constexpr protocol::Opening kSitesChecked{
    "whether what the release shows of sites has records of enough of them",
    "no site writes its part before all do"};

}  // namespace release_openings

// Texts of cells: what each class shows of each quasi-identifier, and the class of each own record.
struct SiteRelease {
  std::vector<std::vector<std::string>> classes;  // [class][quasi-identifier]
  std::vector<std::uint32_t> class_of;            // [own record]
};

// Which of the domain's quasi-identifiers a search was about.
struct QuasiRange {
  std::size_t from = 0;
  std::size_t count = 0;
};

// What Mondrian's final parts show, tightly, at every site alike.
template <class Way>
[[nodiscard]] SiteRelease make_site_release(SitePartitions<Way>& partitions,
                                            std::span<const PartitionId> classes,
                                            const SharedDomain& domain, QuasiRange about);

// A release that all sites want to write, and what it is judged by.
struct WantedRelease {
  const SiteRelease& release;
  const SharedDomain& domain;
  const SiteRecords& own;
  const UnionModels& models;
  // How many quasi-identifiers, the first, tell of a record's site; what they show together is then
  // judged by the number of sites.
  std::size_t of_sites = 0;
};

// Throws Error{Internal} if a cell does not cover its record, or a class of the union does not
// satisfy the models: then no site may write.
template <class Way>
void check_site_release(const protocol::Setting& setting, Way& way, const WantedRelease& wanted);

}  // namespace privet::federation
