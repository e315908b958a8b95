// SPDX-License-Identifier: Apache-2.0
// Histograms of the sensitive attributes over the records of one class, and what the models say to
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "anonymize/problem.h"

namespace privet {

// Whether a class for which the model holds still holds with any further record. Then records that
// break it together break it in whatever smaller classes they lie, and each record brings a class
// at most one step nearer to smallest_class(), counted as reached() counts.
[[nodiscard]] bool grows_safely(const PrivacyModel& model);

class SensitiveCounts {
 public:
  explicit SensitiveCounts(const Problem& problem);

  // Whether any model looks at the histograms; otherwise records need not be added.
  [[nodiscard]] bool needed() const { return needed_; }
  // Forgets all records.
  void clear();
  // Adds a record by its codes, one for each sensitive attribute.
  template <class Code>
  void add(const Code* codes) {
    for (std::size_t s = 0; s < counts_.size(); ++s)
      ++counts_[s][static_cast<std::size_t>(codes[s])];
  }
  // Takes such a record away again.
  template <class Code>
  void remove(const Code* codes) {
    for (std::size_t s = 0; s < counts_.size(); ++s)
      --counts_[s][static_cast<std::size_t>(codes[s])];
  }
  // A class of this size with these histograms.
  [[nodiscard]] EquivalenceClass view(std::size_t size) const {
    return {.size = size, .histograms = views_};
  }
  // Whether every model holds for a class of this size with these histograms, among this many
  // people of the population.
  [[nodiscard]] bool holds(std::size_t size, std::size_t people = 0) const;

 private:
  const Problem& problem_;
  bool needed_ = false;
  std::vector<std::vector<std::uint32_t>> counts_;
  std::vector<std::span<const std::uint32_t>> views_;
};

}  // namespace privet
