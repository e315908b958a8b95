// SPDX-License-Identifier: Apache-2.0
// The lattice of full-domain generalizations: a node gives every quasi-identifier one level of its
// hierarchy.
// Idea: nodes are numbered by mixed radix, so the neighbour one level up or down in one attribute
// is one addition away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "anonymize/classes/level_maps.h"

namespace privet {

using Levels = std::vector<Level>;  // one per quasi-identifier
using NodeIndex = std::uint64_t;

class Lattice {
 public:
  // Every low must be at most its high.
  explicit Lattice(std::vector<LevelRange> ranges);

  [[nodiscard]] std::size_t attributes() const { return ranges_.size(); }
  [[nodiscard]] const LevelRange& range(std::size_t a) const { return ranges_[a]; }
  // How many nodes there are; exact below 2^53.
  [[nodiscard]] double size() const;
  // Levels that the top lies above the bottom.
  [[nodiscard]] std::size_t height() const;
  [[nodiscard]] Levels bottom() const;
  [[nodiscard]] Levels top() const;

  // Numbers are valid only where size() is below 2^63.
  [[nodiscard]] NodeIndex index(std::span<const Level> levels) const;
  // What one level up in this attribute adds to a number.
  [[nodiscard]] NodeIndex stride(std::size_t a) const { return strides_[a]; }
  // Calls visit for every node whose levels lie `rank` above the bottom in sum, in ascending order
  // of their numbers.
  void each_of_rank(std::size_t rank,
                    const std::function<void(const Levels&, NodeIndex)>& visit) const;

 private:
  void walk(std::size_t a, std::size_t rank, NodeIndex at, Levels& levels,
            const std::function<void(const Levels&, NodeIndex)>& visit) const;

  std::vector<LevelRange> ranges_;
  std::vector<NodeIndex> strides_;
  std::vector<std::size_t> height_behind_;  // [a]: levels that the attributes from a on may rise
};

// Whether `coarse` is on no lower level than `fine` in every attribute.
[[nodiscard]] bool generalizes(std::span<const Level> coarse, std::span<const Level> fine);

}  // namespace privet
