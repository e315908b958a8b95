// SPDX-License-Identifier: Apache-2.0
// The best allowed cut of every partition of a level, found by looking at medians and counts:
// attribute after attribute, the best score first. Cuts after which a half shows another group are
// tried before all others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "anonymize/mondrian/counting_partitions.h"

namespace privet {

class BestCuts {
 public:
  BestCuts(CountingPartitions& oracle, const CutQuestion& question)
      : oracle_(oracle), asked_(question), chosen_(question.partitions.size()) {}

  // The chosen cut of each partition, or none.
  [[nodiscard]] std::vector<std::optional<Cut>> search();

 private:
  struct Candidates {
    std::vector<Cut> cuts;
    std::vector<std::size_t> owner;  // the partition of each, by its place in the question
  };

  // Only cuts that show more, or only those that do not.
  void find_cuts(bool showing_more);
  [[nodiscard]] bool hierarchies() const;
  [[nodiscard]] std::size_t attribute_count() const { return asked_.orders.size(); }
  [[nodiscard]] Extent extent(std::size_t i, std::size_t attribute) const {
    return asked_.extents[i * attribute_count() + attribute];
  }
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

  CountingPartitions& oracle_;
  const CutQuestion& asked_;
  std::vector<std::size_t> seeking_;
  bool showing_more_ = true;
  std::vector<std::optional<Cut>> chosen_;
};

}  // namespace privet
