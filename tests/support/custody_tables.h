// SPDX-License-Identifier: Apache-2.0
// Tables for tests of custody: the paper's, and random ones full of ties and repeats.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/sampling.h"
#include "data/table.h"

namespace privet::testing_support {

// Figure 1 (a) of Bu et al.: the tree asks age, then salary.
inline Table figure_1() {
  return make_table({"age", "salary", "risk"}, {{"17", "30000", "High"},
                                                {"20", "20000", "High"},
                                                {"23", "50000", "High"},
                                                {"32", "70000", "Low"},
                                                {"43", "40000", "High"},
                                                {"68", "50000", "Low"}});
}

// The thirteen tuples of Figures 3, 4 and 7.
inline Table figure_7() {
  return make_table({"v", "class"}, {{"1", "H"},
                                     {"2", "H"},
                                     {"15", "H"},
                                     {"15", "H"},
                                     {"27", "L"},
                                     {"28", "L"},
                                     {"29", "L"},
                                     {"29", "L"},
                                     {"29", "H"},
                                     {"29", "H"},
                                     {"42", "H"},
                                     {"43", "H"},
                                     {"44", "H"}});
}

struct TableShape {
  std::size_t rows = 20;
  std::size_t numeric = 3;
  std::size_t nominal = 1;
  std::size_t classes = 2;
  std::size_t values = 8;  // different ones a column; few make ties and repeats
  bool missing = false;    // some numbers are missing
};

// The class depends a little on the first number; all else is noise. The class is the last column.
inline Table random_table(Sampler& sampler, const TableShape& shape) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < shape.numeric; ++c) names.push_back(fmt::format("n{}", c));
  for (std::size_t c = 0; c < shape.nominal; ++c) names.push_back(fmt::format("t{}", c));
  names.emplace_back("class");
  std::vector<std::vector<std::string>> rows;
  for (std::size_t r = 0; r < shape.rows; ++r) {
    std::vector<std::string> row;
    std::uint64_t first = 0;
    for (std::size_t c = 0; c < shape.numeric; ++c) {
      const std::uint64_t drawn = sampler.below(shape.values);
      if (c == 0) first = drawn;
      const bool gap = shape.missing && sampler.below(8) == 0;
      const auto value =
          c % 2 == 0 ? static_cast<double>(drawn) : static_cast<double>(drawn * drawn) / 4 - 3;
      row.push_back(gap ? "?" : fmt::format("{}", value));
    }
    for (std::size_t c = 0; c < shape.nominal; ++c) {
      row.push_back(fmt::format("x{}", sampler.below(3)));
    }
    const std::uint64_t label =
        sampler.below(3) == 0 ? sampler.below(shape.classes) : first * shape.classes / shape.values;
    row.push_back(fmt::format("k{}", label));
    rows.push_back(std::move(row));
  }
  // Every class occurs, and every column has a number.
  for (std::size_t k = 0; k < shape.classes && k < rows.size(); ++k) {
    rows[k].back() = fmt::format("k{}", k);
    for (std::size_t c = 0; c < shape.numeric; ++c) rows[k][c] = fmt::format("{}", k + c);
  }
  return make_table(names, rows);
}

}  // namespace privet::testing_support
