// SPDX-License-Identifier: Apache-2.0
#include "quality/loss.h"

#include <cmath>

#include "base/error.h"
#include "quality/information_loss.h"
#include "quality/squared_error.h"
#include "recoding/coverage.h"

namespace privet {
namespace {

// The values of the column (or leaves of its hierarchy) that a cell covers, and how many there are.
struct Coverage {
  double covered;
  double all;
};

Coverage coverage(const GeneralizedValue& value, const Column& column,
                  const BoundHierarchy* hierarchy) {
  using Kind = GeneralizedValue::Kind;
  const double all = static_cast<double>(hierarchy != nullptr ? hierarchy->hierarchy.leaves()
                                                              : column.dictionary.size());
  switch (value.kind) {
    case Kind::Value:
      return {1, all};
    case Kind::Range:
      return {static_cast<double>(value.high - value.low + 1 + value.members.size()), all};
    case Kind::Set:
      return {static_cast<double>(value.members.size()), all};
    case Kind::Node:
      PRIVET_CHECK(hierarchy != nullptr);
      return {static_cast<double>(hierarchy->hierarchy.leaf_count(value.node)), all};
    case Kind::Any:
      break;
  }
  return {all, all};
}

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

double certainty_penalty(const GeneralizedValue& value, const Column& column,
                         const BoundHierarchy* hierarchy) {
  if (value.kind != GeneralizedValue::Kind::Range) return covered_share(value, column, hierarchy);
  if (!value.members.empty()) return 1.0;  // missing values mixed with numbers: nothing is certain
  const auto& dictionary = column.dictionary;
  const double low = dictionary.number(static_cast<ValueId>(dictionary.missing_count()));
  const double width = dictionary.number(static_cast<ValueId>(dictionary.size() - 1)) - low;
  return width > 0 ? (dictionary.number(value.high) - dictionary.number(value.low)) / width : 0.0;
}

double covered_share(const GeneralizedValue& value, const Column& column,
                     const BoundHierarchy* hierarchy) {
  const auto [covered, all] = coverage(value, column, hierarchy);
  return covered <= 1 ? 0.0 : covered / all;
}

double general_loss(const GeneralizedValue& value, const Column& column,
                    const BoundHierarchy* hierarchy) {
  if (value.kind == GeneralizedValue::Kind::Range) {
    return certainty_penalty(value, column, hierarchy);
  }
  const auto [covered, all] = coverage(value, column, hierarchy);
  return all > 1 ? (covered - 1) / (all - 1) : 0.0;
}

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
    out.ncp_of_attribute.push_back(
        mean_cost(recoding, attribute, [&](const GeneralizedValue& value) {
          return certainty_penalty(value, column, hierarchy);
        }));
    out.ncp += out.ncp_of_attribute.back();
    shares += mean_cost(recoding, attribute, [&](const GeneralizedValue& value) {
      return covered_share(value, column, hierarchy);
    });
    out.general_loss += mean_cost(recoding, attribute, [&](const GeneralizedValue& value) {
      return general_loss(value, column, hierarchy);
    });
    const Surprise more = surprise(recoding, attribute, column, hierarchy);
    bits.lost += more.lost;
    bits.all += more.all;
  }
  out.information_loss = information_loss(recoding, context);
  out.squared_error = squared_error(recoding, context);
  if (bits.all > 0) out.non_uniform_entropy = bits.lost / bits.all;
  if (!recoding.attributes.empty()) {
    out.ncp /= static_cast<double>(recoding.attributes.size());
    out.general_loss /= static_cast<double>(recoding.attributes.size());
    out.granularity = 1.0 - shares / static_cast<double>(recoding.attributes.size());
  }
  return out;
}

}  // namespace privet
