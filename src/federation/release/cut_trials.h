// SPDX-License-Identifier: Apache-2.0
// The cuts of a level of Mondrian that sites try together: what of them everybody knows.
// Reference: Jurczyk and Xiong, "Distributed anonymization" (Emory TR-2009-013), section 4.2.
// Idea: a trial is an attribute of a part. Its values within the part's extent form blocks: single
// positions, or the children of a hierarchy's node. The median lies in one of them, and the cuts
// that are tried lie before that block, behind it, and with a hierarchy around it. Lanes hold a
// number for each block of each trial; slots one for each part and rank of an attribute, so that
// the numbers of one rank begin at whole wires. Threads: immutable.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "anonymize/mondrian/partition_oracle.h"

namespace privet::federation {

// Where a cut lies from the median's block: the records that go left are those before the block,
// those before it or in it, or those in it alone.
enum class CutKind : std::uint8_t { Before, Behind, Alone };

struct CutTrial {
  std::size_t part = 0;  // its place in the question
  std::size_t rank = 0;  // of the attribute in the part
  std::uint32_t attribute = 0;
  Extent extent;
  std::span<const std::uint32_t> starts;  // of a hierarchy's blocks; empty: every position is one
  std::size_t first = 0;                  // of starts: the block of the extent's low end
  std::size_t blocks = 0;                 // that meet the extent: two or more
  std::size_t lane = 0;                   // of the first block
  std::uint32_t end = 0;                  // behind all positions of the attribute

  [[nodiscard]] std::size_t block_of(std::uint32_t position) const;
  // The first position of a block, or behind the last one.
  [[nodiscard]] std::uint32_t start_of(std::size_t block) const;
};

class CutTrials {
 public:
  // Lanes of a trial are filled up to a multiple of it, the number of products that make one
  // number.
  static constexpr std::size_t kChunk = 4;

  explicit CutTrials(const CutQuestion& question);

  [[nodiscard]] std::span<const CutTrial> trials() const { return trials_; }
  [[nodiscard]] std::size_t parts() const { return parts_; }
  [[nodiscard]] std::size_t attributes() const { return attributes_; }
  [[nodiscard]] std::size_t lanes() const { return lanes_; }
  // Ranks that any part has.
  [[nodiscard]] std::size_t ranks() const { return ranks_; }
  // Whether blocks are tried alone, too.
  [[nodiscard]] bool hierarchies() const { return hierarchies_; }
  [[nodiscard]] std::size_t kinds() const { return hierarchies_ ? 3 : 2; }
  [[nodiscard]] std::size_t size(std::size_t part) const { return sizes_[part]; }
  [[nodiscard]] std::size_t median_rank(std::size_t part) const { return (sizes_[part] - 1) / 2; }
  // Lanes of a trial, filled up.
  [[nodiscard]] static std::size_t filled(std::size_t blocks) {
    return (blocks + kChunk - 1) / kChunk * kChunk;
  }
  // Bits of a number of records and a sign, with room for the sum of two.
  [[nodiscard]] unsigned count_bits() const { return count_bits_; }
  [[nodiscard]] unsigned place_bits() const { return place_bits_; }  // of a block's number
  [[nodiscard]] unsigned rank_bits() const { return rank_bits_; }    // of a rank plus one
  static constexpr unsigned kKindBits = 2;
  // Of what is opened for each part: place, kind, and rank plus one, or zero for no cut. Above
  // them, in count_bits(), the records that go left, or zero if that is not told.
  [[nodiscard]] unsigned told_bits() const { return place_bits_ + kKindBits + rank_bits_; }
  // The trial of a part at a rank, if it has one.
  [[nodiscard]] const CutTrial* trial_of(std::size_t part, std::size_t rank) const;
  // What was opened, as a cut.
  [[nodiscard]] std::optional<Cut> cut_of(const CutQuestion& question, std::size_t part,
                                          std::uint64_t told) const;

 private:
  std::vector<CutTrial> trials_;
  std::vector<std::size_t> at_;  // [part * attributes + rank]: the trial and one more
  std::vector<std::size_t> sizes_;
  std::size_t parts_ = 0;
  std::size_t attributes_ = 0;
  std::size_t lanes_ = 0;
  std::size_t ranks_ = 0;
  bool hierarchies_ = false;
  unsigned count_bits_ = 0;
  unsigned place_bits_ = 0;
  unsigned rank_bits_ = 0;
};

}  // namespace privet::federation
