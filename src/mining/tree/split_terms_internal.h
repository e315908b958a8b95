// SPDX-License-Identifier: Apache-2.0
// The gain of a split, and its decrease of the Gini index, as sums of terms over counts by branch
// and class: counts[branch * classes + class].
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace privet::mining {

// Calls visit(n, sign) for the terms sign * n ln n whose sum is rows * gain.
template <class Counts, class Visit>
void visit_terms(const Counts& counts, std::size_t classes, const Visit& visit) {
  std::uint64_t known = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    std::uint64_t of_class = 0;
    for (std::size_t i = c; i < counts.size(); i += classes) of_class += counts[i];
    visit(of_class, -1);
    known += of_class;
  }
  visit(known, 1);
  for (std::size_t b = 0; b < counts.size(); b += classes) {
    std::uint64_t rows = 0;
    for (std::size_t c = 0; c < classes; ++c) {
      visit(counts[b + c], 1);
      rows += counts[b + c];
    }
    visit(rows, -1);
  }
}

// Likewise visit(squares, rows, sign) for the terms of rows * decrease of gini.
template <class Counts, class Visit>
void visit_gini(const Counts& counts, std::size_t classes, const Visit& visit) {
  const auto part = [&](auto&& count_of, int sign) {
    std::uint64_t squares = 0;
    std::uint64_t rows = 0;
    for (std::size_t c = 0; c < classes; ++c) {
      const std::uint64_t n = count_of(c);
      squares += n * n;
      rows += n;
    }
    if (rows > 0) visit(squares, rows, sign);
  };
  part(
      [&](std::size_t c) {
        std::uint64_t sum = 0;
        for (std::size_t i = c; i < counts.size(); i += classes) sum += counts[i];
        return sum;
      },
      -1);
  for (std::size_t b = 0; b < counts.size(); b += classes) {
    part([&](std::size_t c) -> std::uint64_t { return counts[b + c]; }, 1);
  }
}

template <class Counts>
std::vector<std::uint64_t> branch_sizes(const Counts& counts, std::size_t classes) {
  std::vector<std::uint64_t> sizes(counts.size() / classes);
  for (std::size_t i = 0; i < counts.size(); ++i) sizes[i / classes] += counts[i];
  return sizes;
}

}  // namespace privet::mining
