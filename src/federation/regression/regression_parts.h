// SPDX-License-Identifier: Apache-2.0
// What the regressions over rows at several parties share: what they open, their columns, and an
// answer of Newton's method as a list of numbers that can be added.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "federation/rows/row_sums.h"
#include "federation/task/task.h"
#include "mining/regression/likelihood.h"

namespace privet::federation {

namespace regression_openings {

inline constexpr SumOpening kCategories{
    {"in how many complete rows of all parties each category and class occurs",
     "the columns of the regression follow from it; the sums of the first step tell it too"},
    "categories and classes"};
inline constexpr SumOpening kMoments{
    {"the number of rows, and sums of the columns and of their distances from the means, over the "
     "rows of all parties",
     "the units in which Newton's method computes"},
    "sums for means and units"};
inline constexpr SumOpening kSteps{
    {"value, gradient and Hessian over the rows of all parties at a step of Newton's method",
     "what the learner asks (exact aggregation)"},
    "numbers of all steps"};

}  // namespace regression_openings

// The openings above.
[[nodiscard]] protocol::Forecast regression_forecast(std::size_t parties);

[[nodiscard]] const Table& table_in(const DataSet& data, std::string_view what);
// All columns but these.
[[nodiscard]] std::vector<AttributeId> other_columns(const Table& table,
                                                     std::span<const AttributeId> taken);
// The columns of these names. Throws Error{Usage}, naming the flag, if one is not there.
[[nodiscard]] std::vector<AttributeId> columns_named(const Table& table,
                                                     const std::vector<std::string>& names,
                                                     std::string_view flag);
[[nodiscard]] Parameter factors_parameter();

// Value, gradient and the lower triangle of a square, added over all parties.
struct NewtonNumbers {
  double value = 0;
  std::vector<double> gradient;
  std::vector<double> square;
};
[[nodiscard]] NewtonNumbers summed(const RowSums& sums, const NewtonNumbers& own);

}  // namespace privet::federation
