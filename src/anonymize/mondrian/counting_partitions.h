// SPDX-License-Identifier: Apache-2.0
// An oracle of whoever may see all records: it finds the best cuts by looking at medians and counts
// of every candidate. Idea: only best_cuts() is Mondrian's question; what it is answered from stays
// here, and an oracle of several parties does not have it.
#pragma once

#include "anonymize/mondrian/partition_oracle.h"

namespace privet {

struct Probe {
  PartitionId partition = 0;
  std::uint32_t attribute = 0;
  // Blocks of positions that a cut must not divide, by their ascending first positions; empty:
  // every position is one.
  std::span<const std::uint32_t> blocks = {};
};

// The block [begin, end) that holds the median record, how many records lie below it and how many
// in it.
struct Median {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::size_t below = 0;
  std::size_t inside = 0;
};

class CountingPartitions : public PartitionOracle {
 public:
  [[nodiscard]] virtual std::vector<Median> medians(std::span<const Probe> probes) = 0;
  // Whether every privacy model holds on both sides of each cut: 1 yes, 0 no.
  [[nodiscard]] virtual std::vector<std::uint8_t> allowed(std::span<const Cut> cuts) = 0;
  // The entropy (in nats) of the class attribute after each cut, the mean over the records of both
  // sides. Asked only by a search that scores purity.
  [[nodiscard]] virtual std::vector<double> class_entropies(std::span<const Cut> cuts) = 0;
  // The entropy (in nats) of the site attribute on the left of each cut plus that on its right: the
  // larger, the more evenly both halves mix the sites. Asked only by a search that scores sites.
  [[nodiscard]] virtual std::vector<double> site_entropies(std::span<const Cut> cuts) = 0;

  [[nodiscard]] std::vector<std::optional<Cut>> best_cuts(const CutQuestion& question) final;
};

}  // namespace privet
