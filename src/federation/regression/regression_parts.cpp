// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/regression_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace privet::federation {

using namespace regression_openings;  // NOLINT(google-build-using-namespace)

protocol::Forecast regression_forecast(std::size_t parties) {
  protocol::Forecast out;
  for (const auto& [sum, occurs] : {std::pair(kCategories, protocol::Occurs::Sometimes),
                                    std::pair(kMoments, protocol::Occurs::Sometimes),
                                    std::pair(kSteps, protocol::Occurs::Always)}) {
    const auto items = sums_forecast(parties, sum, occurs);
    out.insert(out.end(), items.begin(), items.end());
  }
  return out;
}

const Table& table_in(const DataSet& data, std::string_view what) {
  if (const auto* table = std::get_if<Table>(&data)) return *table;
  throw Error(ErrorCode::Usage, fmt::format("{} needs a table, not baskets", what));
}

std::vector<AttributeId> other_columns(const Table& table, std::span<const AttributeId> taken) {
  std::vector<AttributeId> out;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (std::ranges::find(taken, c) == taken.end()) out.push_back(c);
  }
  return out;
}

std::vector<AttributeId> columns_named(const Table& table, const std::vector<std::string>& names,
                                       std::string_view flag) {
  std::vector<AttributeId> out;
  for (const auto& name : names) out.push_back(table.require(name, flag));
  return out;
}

Parameter factors_parameter() {
  return {.name = "factors",
          .kind = ParameterKind::Columns,
          .summary = "Numeric columns to treat as categories.",
          .placeholder = "A,B,.."};
}

NewtonNumbers summed(const RowSums& sums, const NewtonNumbers& own) {
  const auto n = own.gradient.size();
  std::vector<double> numbers{own.value};
  numbers.insert(numbers.end(), own.gradient.begin(), own.gradient.end());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) numbers.push_back(own.square[i * n + j]);
  }
  const auto all = sums.reals(numbers, kSteps);
  NewtonNumbers out{all[0],
                    {all.begin() + 1, all.begin() + 1 + static_cast<std::ptrdiff_t>(n)},
                    std::vector<double>(n * n, 0.0)};
  std::size_t next = n + 1;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) out.square[i * n + j] = all[next++];
  }
  return out;
}

}  // namespace privet::federation
