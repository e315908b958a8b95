// SPDX-License-Identifier: Apache-2.0
// Mondrian's questions answered by sites that hold different records of one table and show them to
// nobody.
// Reference: Jurczyk and Xiong, "Distributed anonymization: achieving privacy for both data
// subjects and data providers" (Emory TR-2009-013), algorithms 1 and 2. Idea: a part of the table
// is at every site the own records that lie in it; all know its sizes and extents, which follow
// from the release in which every class shows its own. Sizes come by a secure sum, extents as the
// largest and smallest of the sites', the best allowed cut by one circuit for a whole level
// (federation/release/best_cut.h). Adversary: semi-honest; as of the way that computes.
// Discloses: sizes and extents of the parts, and the cut of each or that there is none: for
// k-anonymity and distinct l-diversity what the classes of the release tell, too (theorem 1 there).
// Of the cuts that were tried nothing else, also where classes must have several sites: less than
// theorem 2 allows. Cost: for a level some 40 rounds, however many parts it has: extents take about
// ten, more for nine sites and more; cuts the others.
// Threads: one at a time.
#pragma once

#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "anonymize/mondrian/partition_oracle.h"
#include "federation/release/best_cut.h"
#include "federation/release/site_ways.h"
#include "federation/release/union_models.h"
#include "protocol/setting.h"

namespace privet::federation {

namespace release_openings {

using protocol::Opening;
inline constexpr Opening kSizes{
    "how many records of all sites a part has",
    "the classes in it add up to that (Jurczyk and Xiong 2009, theorem 1)"};
inline constexpr Opening kExtents{
    "the smallest and largest value of a part in each quasi-identifier",
    "the classes in it show them (Jurczyk and Xiong 2009, theorem 1)"};
inline constexpr Opening kCuts{
    "at which value of which quasi-identifier a part is cut, and how many records that makes, or "
    "that it is a class",
    "the classes of the release are the outcome (Jurczyk and Xiong 2009, theorem 1)"};
inline constexpr Opening kHolds{"whether all records together satisfy the models",
                                "otherwise there is no release"};
inline constexpr Opening kShown{"which values of a quasi-identifier a class has",
                                "the release shows them as a set"};

// Public sizes that bound them.
inline constexpr std::string_view kParts = "parts";
inline constexpr std::string_view kReleased = "classes of the release";
inline constexpr std::string_view kSiteGroups = "groups by the columns known of sites";
inline constexpr std::string_view kTried = "parts that could be cut";
inline constexpr std::string_view kBounds = "quasi-identifiers of those parts and of classes";
inline constexpr std::string_view kShownValues = "values within the extents of classes";

}  // namespace release_openings

template <class Way>
class SitePartitions final : public PartitionOracle {
 public:
  // All must outlive it.
  SitePartitions(const protocol::Setting& setting, Way& way, const SiteRecords& own,
                 const UnionModels& models, std::span<const std::size_t> domain);

  [[nodiscard]] PartitionId root() const override { return 0; }
  [[nodiscard]] std::vector<std::size_t> sizes(std::span<const PartitionId> partitions) override;
  [[nodiscard]] std::vector<Extent> extents(std::span<const PartitionId> partitions) override;
  [[nodiscard]] std::vector<std::uint8_t> satisfied(
      std::span<const PartitionId> partitions) override;
  [[nodiscard]] std::vector<std::optional<Cut>> best_cuts(const CutQuestion& question) override;
  std::vector<Halves> split(std::span<const Cut> cuts) override;

  // How many records all sites have, as sizes() told.
  void know_records(std::size_t records) { models_.records = records; }
  // Begins with these own records, group by group, instead of with all of them.
  [[nodiscard]] std::vector<PartitionId> start_with(
      std::span<const std::span<const std::uint32_t>> groups);
  // The own records of a part, and the number of the group it is of.
  [[nodiscard]] std::span<const std::uint32_t> records(PartitionId partition) const {
    return parts_.at(partition).rows;
  }
  [[nodiscard]] std::size_t group_of(PartitionId partition) const {
    return parts_.at(partition).group;
  }
  // For each part the positions of a quasi-identifier that occur in it at any site.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> shown(
      std::span<const PartitionId> partitions, std::size_t attribute,
      std::span<const Extent> extents);

 private:
  using Numbers = typename Way::Numbers;

  [[nodiscard]] LaneRows rows_of(const CutTrials& trials, const MondrianOptions& options) const;
  // What this site knows of the blocks of the trials.
  [[nodiscard]] protocol::NumberVector count(const CutTrials& trials, const LaneRows& rows,
                                             const CutQuestion& question) const;

  const protocol::Setting& setting_;
  Way& way_;
  const SiteRecords& own_;
  UnionModels models_;
  std::vector<std::size_t> domain_;  // positions of each quasi-identifier
  struct Part {
    std::vector<std::uint32_t> rows;
    std::size_t group = 0;
    std::size_t size = 0;  // records of all sites; 0: not told yet
  };
  std::map<PartitionId, Part> parts_;
  PartitionId next_ = 1;
};

}  // namespace privet::federation
