// SPDX-License-Identifier: Apache-2.0
#include "quasi/check_options.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace privet::quasi {
namespace {

void check_open(double value, const char* parameter, const char* meaning) {
  if (value > 0.0 && value < 1.0) return;
  throw Error(ErrorCode::Usage,
              fmt::format("{} is not between 0 and 1 (both excluded); it is {}", value, meaning),
              {.parameter = parameter});
}

}  // namespace

void check_epsilon(double epsilon) {
  check_open(epsilon, "--epsilon", "the share that may be missed, such as 0.001");
}

void check_delta(double delta) {
  check_open(delta, "--delta", "the probability that the answer may be wrong, such as 0.01");
}

void check_beta(double beta) {
  if (beta > 0.0 && beta <= 1.0) return;
  throw Error(ErrorCode::Usage,
              fmt::format("{} is not above 0 and at most 1; it is a ratio, such as 0.8", beta),
              {.parameter = "--beta"});
}

void check_weights(std::span<const double> weights, std::size_t columns, const char* parameter) {
  if (weights.empty()) return;
  PRIVET_CHECK(weights.size() == columns);
  for (const double weight : weights) {
    if (std::isfinite(weight) && weight > 0.0) continue;
    throw Error(ErrorCode::Usage, fmt::format("must be numbers above 0, not {}", weight),
                {.parameter = parameter});
  }
}

void check_table(std::size_t columns, std::size_t rows) {
  if (columns == 0)
    throw Error(ErrorCode::Usage, "there is no column to look at", {.parameter = "--columns"});
  if (rows == 0) throw Error(ErrorCode::Input, "the table has no rows");
}

}  // namespace privet::quasi
