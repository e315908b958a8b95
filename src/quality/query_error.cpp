// SPDX-License-Identifier: Apache-2.0
#include "quality/query_error.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "recoding/coverage.h"

namespace privet {
namespace {

// One attribute as the queries see it.
struct QueryColumn {
  const Column* column = nullptr;
  const RecodedAttribute* attribute = nullptr;
  const BoundHierarchy* hierarchy = nullptr;
  std::vector<ValueId> values;  // that occur and are not missing, in the order of their positions
  std::vector<double> covered;  // [released value]: how many values that occur it covers
};

QueryColumn query_column(const RecodedAttribute& attribute, const Column& column,
                         const BoundHierarchy* hierarchy) {
  QueryColumn out{&column, &attribute, hierarchy, {}, {}};
  std::vector<std::uint8_t> occurs(column.dictionary.size());
  for (const ValueId code : column.codes) occurs[code] = 1;
  std::vector<double> present(position_count(column, hierarchy));
  for (std::size_t v = 0; v < occurs.size(); ++v) {
    const auto value = static_cast<ValueId>(v);
    if (occurs[v] == 0) continue;
    present[position_of(value, hierarchy)] = 1;
    if (!column.dictionary.missing(value)) out.values.push_back(value);
  }
  std::stable_sort(out.values.begin(), out.values.end(), [&](ValueId a, ValueId b) {
    return position_of(a, hierarchy) < position_of(b, hierarchy);
  });
  const PositionSums sums(std::move(present));
  for (const auto& value : attribute.values) {
    out.covered.push_back(sums(covered_positions(value, column, hierarchy)));
  }
  return out;
}

// A condition on one attribute: which codes satisfy it, and which share of each released value.
struct Condition {
  const QueryColumn* of = nullptr;
  std::vector<std::uint8_t> matches;
  std::vector<double> share;
  double of_all = 0;  // the share of a suppressed cell
};

Condition draw_condition(const QueryColumn& of, double width, Sampler& sampler) {
  Condition out{&of, std::vector<std::uint8_t>(of.column->dictionary.size()), {}, 0};
  const std::size_t domain = of.values.size();
  const auto wide = static_cast<std::size_t>(std::llround(width * static_cast<double>(domain)));
  const std::size_t length = domain <= 2 ? 1 : std::clamp<std::size_t>(wide, 1, domain);
  const std::size_t start = sampler.below(domain - length + 1);
  std::vector<double> inside(position_count(*of.column, of.hierarchy));
  for (std::size_t i = start; i < start + length; ++i) {
    out.matches[of.values[i]] = 1;
    inside[position_of(of.values[i], of.hierarchy)] = 1;
  }
  const PositionSums sums(std::move(inside));
  for (std::size_t v = 0; v < of.covered.size(); ++v) {
    // A number that stands for a class is taken for what it says.
    const Dictionary& dictionary = of.column->dictionary;
    if (const auto number = dictionary.form().read(of.attribute->values[v].statistic)) {
      const bool hit = *number >= dictionary.number(of.values[start]) &&
                       *number <= dictionary.number(of.values[start + length - 1]);
      out.share.push_back(hit ? 1.0 : 0.0);
      continue;
    }
    const double hit = sums(covered_positions(of.attribute->values[v], *of.column, of.hierarchy));
    out.share.push_back(of.covered[v] > 0 ? hit / of.covered[v] : 0.0);
  }
  out.of_all = static_cast<double>(length) / static_cast<double>(domain);
  return out;
}

double actual(const std::vector<Condition>& conditions, std::size_t rows) {
  std::size_t count = 0;
  if (conditions.size() == 2) {  // the usual case, without a loop inside
    const auto& first = conditions[0];
    const auto& second = conditions[1];
    for (std::size_t r = 0; r < rows; ++r) {
      count +=
          first.matches[first.of->column->codes[r]] & second.matches[second.of->column->codes[r]];
    }
    return static_cast<double>(count);
  }
  for (std::size_t r = 0; r < rows; ++r) {
    count += std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
      return condition.matches[condition.of->column->codes[r]] != 0;
    });
  }
  return static_cast<double>(count);
}

double estimate(const std::vector<Condition>& conditions, const Recoding& recoding) {
  auto suppressed = static_cast<double>(recoding.suppressed());
  for (const auto& condition : conditions) suppressed *= condition.of_all;
  double sum = suppressed;
  for (std::size_t c = 0; c < recoding.classes(); ++c) {
    double part = recoding.class_sizes[c];
    for (const auto& condition : conditions) {
      part *= condition.share[condition.of->attribute->value_of_class[c]];
    }
    sum += part;
  }
  return sum;
}

}  // namespace

QueryError measure_query_error(const Recoding& recoding, const RecodingContext& context,
                               const QueryErrorOptions& options, const Run& run) {
  PRIVET_CHECK(context.hierarchies.size() == recoding.attributes.size());
  std::vector<QueryColumn> columns;
  for (std::size_t a = 0; a < recoding.attributes.size(); ++a) {
    const auto& attribute = recoding.attributes[a];
    columns.push_back(
        query_column(attribute, context.table.column(attribute.column), context.hierarchies[a]));
    if (columns.back().values.empty()) columns.pop_back();
  }
  if (columns.empty()) return {};
  constexpr std::size_t kTries = 200;
  std::vector<std::optional<double>> errors(options.queries);
  run.progress("asking random queries");
  run.pool().parallel_for(options.queries, [&](std::size_t q) {
    run.check_cancelled();
    Sampler sampler(options.seed * 0x9E3779B97F4A7C15U + q);
    std::vector<std::size_t> order(columns.size());
    for (std::size_t tries = 0; tries < kTries; ++tries) {
      std::iota(order.begin(), order.end(), std::size_t{0});
      sampler.shuffle(std::span(order));
      std::vector<Condition> conditions;
      for (std::size_t i = 0; i < std::min(options.attributes, order.size()); ++i) {
        conditions.push_back(draw_condition(columns[order[i]], options.width, sampler));
      }
      const double truth = actual(conditions, context.table.rows());
      if (truth == 0) continue;
      errors[q] = std::abs(truth - estimate(conditions, recoding)) / truth;
      return;
    }
  });
  std::vector<double> found;
  for (const auto& error : errors) {
    if (error) found.push_back(*error);
  }
  if (found.empty()) return {};
  QueryError out{found.size(), 0, 0};
  out.mean = std::accumulate(found.begin(), found.end(), 0.0) / static_cast<double>(found.size());
  const auto middle = found.begin() + static_cast<std::ptrdiff_t>(found.size() / 2);
  std::nth_element(found.begin(), middle, found.end());
  out.median = *middle;
  return out;
}

}  // namespace privet
