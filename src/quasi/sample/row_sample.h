// SPDX-License-Identifier: Apache-2.0
// A random sample, without repeats, of rows that pass by once.
// Idea: every row gets a random tag, and the rows of the smallest tags are kept. Which rows those
// are does not depend on their order or on how the rows were spread over several samples, so two
// samples merge into one. The wanted size may grow with the rows seen (like their square root):
// what is thrown away early has a tag too large to matter later. Cost: one random number per row;
// memory for at most about twice the wanted size.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sampling.h"
#include "quasi/codes.h"

namespace privet::quasi {

class RowSample {
 public:
  // wanted(n): the size for n rows; it must not fall, and wanted(n) / n must not rise, as n grows.
  // Samples to be merged need different seeds.
  RowSample(std::size_t columns, std::function<std::uint64_t(std::uint64_t)> wanted,
            std::uint64_t seed);

  // The next row of the stream.
  void add(std::span<const std::string> fields);
  // Takes over the rows of another sample with the same columns and wanted sizes.
  void merge(RowSample&& other);

  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::uint64_t rows_seen() const { return seen_; }
  // Rows in memory now.
  [[nodiscard]] std::size_t rows_kept() const { return kept_.size(); }

  // The sample: wanted(rows_seen()) rows, or all if there are no more, in random order. Ends the
  // collecting.
  [[nodiscard]] Codes take();

 private:
  struct Row {
    std::uint64_t tag;
    std::string text;  // each field after its length
  };
  void shrink(std::size_t size);

  std::size_t columns_;
  std::function<std::uint64_t(std::uint64_t)> wanted_;
  Sampler sampler_;
  std::uint64_t seen_ = 0;
  std::uint64_t limit_ = ~std::uint64_t{0};  // every row seen with a smaller tag is kept
  std::uint64_t room_ = 0;                   // shrink beyond this many
  std::vector<Row> kept_;
};

}  // namespace privet::quasi
