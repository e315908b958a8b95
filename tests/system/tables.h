// SPDX-License-Identifier: Apache-2.0
// The data of the system tests: made here, the same in every run.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "data/table.h"

namespace privet::testing_support {

struct People {
  std::vector<std::string> names{"age", "sex", "smoker", "bmi", "income", "time", "ill", "id"};
  std::vector<std::vector<std::string>> rows;

  explicit People(std::size_t count, unsigned seed = 7) {
    std::mt19937 draw(seed);
    const auto pick = [&](std::size_t most) { return draw() % most; };
    for (std::size_t i = 0; i < count; ++i) {
      const auto age = 20 + pick(60);
      const bool smokes = pick(3) == 0;
      const bool heavy = pick(2) == 0;
      const bool ill = (age > 50 && smokes) || (heavy && pick(4) == 0);
      rows.push_back({std::to_string(age), pick(2) == 0 ? "f" : "m", smokes ? "yes" : "no",
                      heavy ? "high" : "low", std::to_string(1000 + pick(50) * 10),
                      std::to_string(1 + pick(30)), ill ? "yes" : "no", "p" + std::to_string(i)});
    }
  }
  [[nodiscard]] std::string csv(const std::vector<std::size_t>& columns, std::size_t from,
                                std::size_t to) const {
    std::string out;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      out += (i == 0 ? "" : ",") + names[columns[i]];
    }
    out += "\n";
    for (std::size_t r = from; r < to; ++r) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        out += (i == 0 ? "" : ",") + rows[r][columns[i]];
      }
      out += "\n";
    }
    return out;
  }
  [[nodiscard]] Table table(const std::vector<std::size_t>& columns, std::size_t from,
                            std::size_t to) const {
    std::vector<std::string> heads;
    for (const auto c : columns) heads.push_back(names[c]);
    std::vector<std::vector<std::string>> cells;
    for (std::size_t r = from; r < to; ++r) {
      auto& row = cells.emplace_back();
      for (const auto c : columns) row.push_back(rows[r][c]);
    }
    return make_table(heads, cells);
  }
};

}  // namespace privet::testing_support
