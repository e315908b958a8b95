// SPDX-License-Identifier: Apache-2.0
#include "quality/pooled_granularity.h"

#include <algorithm>

#include "base/error.h"
#include "quality/cell_cost.h"

namespace privet {

double pooled_granularity(const Recoding& recoding, const RecodingContext& context) {
  PRIVET_CHECK(context.hierarchies.size() == recoding.attributes.size());
  const auto records = static_cast<double>(recoding.class_of.size());
  double covered = 0;
  double most = 0;
  for (std::size_t a = 0; a < recoding.attributes.size(); ++a) {
    const auto& attribute = recoding.attributes[a];
    const Column& column = context.table.column(attribute.column);
    const CellCost cost(column, context.hierarchies[a]);
    const double single = 1 / std::max(1.0, cost.values());
    most += 1 - single;
    double sum = static_cast<double>(recoding.suppressed()) * (1 - single);
    std::vector<double> shares;
    for (const auto& value : attribute.values) {
      shares.push_back(std::max(single, cost.covered_share(value)) - single);
    }
    for (std::size_t c = 0; c < recoding.classes(); ++c) {
      sum += static_cast<double>(recoding.class_sizes[c]) * shares[attribute.value_of_class[c]];
    }
    covered += records > 0 ? sum / records : 0;
  }
  return most > 0 ? 1 - covered / most : 1;
}

}  // namespace privet
