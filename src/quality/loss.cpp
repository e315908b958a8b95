// SPDX-License-Identifier: Apache-2.0
#include "quality/loss.h"

#include <cmath>

#include "base/error.h"
#include "quality/cell_cost.h"
#include "quality/information_loss.h"
#include "quality/pooled_granularity.h"
#include "quality/squared_error.h"
#include "recoding/coverage.h"

namespace privet {
namespace {

// The mean over all records of what `cost` says of each value; suppressed records cost 1.
template <class Cost>
double mean_cost(const Recoding& recoding, const RecodedAttribute& attribute, const Cost& cost) {
  std::vector<double> costs;
  costs.reserve(attribute.values.size());
  for (const auto& value : attribute.values) costs.push_back(cost(value));
  double sum = static_cast<double>(recoding.suppressed());
  for (std::size_t c = 0; c < recoding.classes(); ++c) {
    sum += static_cast<double>(recoding.class_sizes[c]) * costs[attribute.value_of_class[c]];
  }
  return sum / static_cast<double>(recoding.class_of.size());
}

// How surprising the values of an attribute are, in bits over all records: each value among the
// records whose value its cell covers, and among all records.
struct Surprise {
  double lost = 0;
  double all = 0;
};

Surprise surprise(const Recoding& recoding, const RecodedAttribute& attribute, const Column& column,
                  const BoundHierarchy* hierarchy) {
  std::vector<double> at_position(position_count(column, hierarchy));
  std::vector<double> of_value(column.dictionary.size());
  for (const ValueId code : column.codes) {
    at_position[position_of(code, hierarchy)] += 1;
    of_value[code] += 1;
  }
  const PositionSums sums(std::move(at_position));
  std::vector<double> log_covered;  // of each released value
  for (const auto& value : attribute.values) {
    log_covered.push_back(std::log2(sums(covered_positions(value, column, hierarchy))));
  }
  // Both sums go over the records, but their terms need only be known by class and by value.
  double values = 0;
  for (const double count : of_value) values += count > 0 ? count * std::log2(count) : 0.0;
  const double log_rows = std::log2(static_cast<double>(column.codes.size()));
  double covered = static_cast<double>(recoding.suppressed()) * log_rows;
  for (std::size_t c = 0; c < recoding.classes(); ++c) {
    covered += recoding.class_sizes[c] * log_covered[attribute.value_of_class[c]];
  }
  return {covered - values, static_cast<double>(column.codes.size()) * log_rows - values};
}

}  // namespace

void measure_classes(std::span<const std::uint32_t> sizes, std::size_t suppressed, Quality& out) {
  double kept = 0;
  double squares = 0;
  for (const std::uint32_t size : sizes) {
    kept += size;
    squares += static_cast<double>(size) * size;
  }
  const auto lost = static_cast<double>(suppressed);
  out.discernibility = squares + lost * (kept + lost);
  out.average_class_size = sizes.empty() ? 0 : kept / static_cast<double>(sizes.size());
}

Quality measure_quality(const Recoding& recoding, const RecodingContext& context) {
  PRIVET_CHECK(context.hierarchies.size() == recoding.attributes.size());
  Quality out;
  measure_classes(recoding.class_sizes, recoding.suppressed(), out);
  double shares = 0;
  Surprise bits;
  for (std::size_t a = 0; a < recoding.attributes.size(); ++a) {
    const auto& attribute = recoding.attributes[a];
    const Column& column = context.table.column(attribute.column);
    const BoundHierarchy* hierarchy = context.hierarchies[a];
    const CellCost cost(column, hierarchy);
    out.ncp_of_attribute.push_back(
        mean_cost(recoding, attribute, [&](const auto& v) { return cost.certainty_penalty(v); }));
    out.ncp += out.ncp_of_attribute.back();
    shares += mean_cost(recoding, attribute, [&](const auto& v) { return cost.covered_share(v); });
    out.general_loss +=
        mean_cost(recoding, attribute, [&](const auto& v) { return cost.general_loss(v); });
    const Surprise more = surprise(recoding, attribute, column, hierarchy);
    bits.lost += more.lost;
    bits.all += more.all;
  }
  out.information_loss = information_loss(recoding, context);
  out.squared_error = squared_error(recoding, context);
  out.pooled_granularity = pooled_granularity(recoding, context);
  if (bits.all > 0) out.non_uniform_entropy = bits.lost / bits.all;
  if (!recoding.attributes.empty()) {
    out.ncp /= static_cast<double>(recoding.attributes.size());
    out.general_loss /= static_cast<double>(recoding.attributes.size());
    out.granularity = 1.0 - shares / static_cast<double>(recoding.attributes.size());
  }
  return out;
}

}  // namespace privet
