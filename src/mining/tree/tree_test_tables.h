// SPDX-License-Identifier: Apache-2.0
// Tables that the tests of trees share.
#pragma once

#include <string>
#include <vector>

#include "base/sampling.h"
#include "data/table.h"

namespace privet::mining {

inline Table weather() {
  return make_table({"outlook", "temperature", "humidity", "windy", "play"},
                    {{"sunny", "hot", "high", "false", "no"},
                     {"sunny", "hot", "high", "true", "no"},
                     {"overcast", "hot", "high", "false", "yes"},
                     {"rainy", "mild", "high", "false", "yes"},
                     {"rainy", "cool", "normal", "false", "yes"},
                     {"rainy", "cool", "normal", "true", "no"},
                     {"overcast", "cool", "normal", "true", "yes"},
                     {"sunny", "mild", "high", "false", "no"},
                     {"sunny", "cool", "normal", "false", "yes"},
                     {"rainy", "mild", "normal", "false", "yes"},
                     {"sunny", "mild", "normal", "true", "yes"},
                     {"overcast", "mild", "high", "true", "yes"},
                     {"overcast", "hot", "normal", "false", "yes"},
                     {"rainy", "mild", "high", "true", "no"}});
}

struct RandomShape {
  std::size_t rows;
  std::size_t columns;  // without the class
  std::size_t values;   // of a column, at most
  std::size_t classes;
  bool numeric;
  double missing = 0;  // the share of missing values
};

inline Table random_table(Sampler& sampler, const RandomShape& shape) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < shape.columns; ++c) names.push_back("a" + std::to_string(c));
  names.emplace_back("class");
  std::vector<std::vector<std::string>> texts;
  for (std::size_t r = 0; r < shape.rows; ++r) {
    std::vector<std::string> row;
    for (std::size_t c = 0; c < shape.columns; ++c) {
      const auto value = std::to_string(sampler.below(shape.values));
      row.push_back(sampler.unit() < shape.missing ? "?" : shape.numeric ? value : "v" + value);
    }
    row.push_back("c" + std::to_string(sampler.below(shape.classes)));
    texts.push_back(std::move(row));
  }
  return make_table(names, texts);
}

}  // namespace privet::mining
