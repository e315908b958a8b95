// SPDX-License-Identifier: Apache-2.0
// One level of Mondrian: every open partition looks for an allowed cut, attribute after attribute,
// the best score first. Cuts after which a half shows another group are tried before all others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "anonymize/mondrian/mondrian.h"

namespace privet {

class MondrianLevel {
 public:
  MondrianLevel(PartitionOracle& oracle, std::span<const AttributeOrder> orders,
                const MondrianOptions& options, std::span<const PartitionId> open)
      : oracle_(oracle), orders_(orders), options_(options), open_(open) {}

  // The chosen cut of each partition, or none.
  [[nodiscard]] std::vector<std::optional<Cut>> search(const Run& run);

 private:
  struct Candidates {
    std::vector<Cut> cuts;
    std::vector<std::size_t> owner;  // the open partition of each, by its place in open_
  };

  // Only cuts that show more, or only those that do not.
  void find_cuts(bool showing_more, const Run& run);
  [[nodiscard]] bool hierarchies() const;
  [[nodiscard]] Extent extent(std::size_t i, std::size_t attribute) const {
    return extents_[i * orders_.size() + attribute];
  }
  // The part of the score that is known before any cut.
  [[nodiscard]] double prior_score(std::size_t a, double spread) const;
  void rank_attributes(const Run& run);
  // The cuts at the medians of one attribute of each of these partitions that leave both sides
  // large enough.
  [[nodiscard]] Candidates candidates(const std::vector<std::size_t>& partitions,
                                      const std::vector<std::uint32_t>& attributes);
  // Asks for the cuts at the r-th best attribute of every partition that still seeks one.
  void ask(std::size_t rank);
  // Purity and the mix of sites are known only for a given cut: asks for those of all attributes at
  // once and takes the best allowed one.
  void ask_all();
  [[nodiscard]] std::vector<double> score_cuts(const Candidates& found);
  // Each part as a share of its maximum over the attributes of the partition.
  void mix_in_sites(const Candidates& found, std::vector<double>& scores);

  PartitionOracle& oracle_;
  std::span<const AttributeOrder> orders_;
  const MondrianOptions& options_;
  std::span<const PartitionId> open_;
  std::vector<std::size_t> sizes_;
  std::vector<Extent> extents_;
  // [i * attributes + r]: the attribute of partition i with the r-th best score; attributes of one
  // value are left out, and useful_[i] is how many remain.
  std::vector<std::uint32_t> ranked_;
  std::vector<std::uint32_t> useful_;
  std::vector<std::size_t> seeking_;
  bool showing_more_ = true;
  std::vector<std::optional<Cut>> chosen_;
};

}  // namespace privet
