// SPDX-License-Identifier: Apache-2.0
#include "quality/weighted_discernibility.h"

#include <algorithm>
#include <span>

#include "base/error.h"
#include "recoding/coverage.h"

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

// What a distinct released value covers, and how many records show it.
struct Shown : CoveredPositions {
  double records = 0;
};

bool overlap(const Shown& a, const Shown& b) {
  if (a.run && b.run && a.low <= b.high && b.low <= a.high) return true;
  const auto inside = [](const Shown& run, std::span<const ValueId> members) {
    return run.run && std::any_of(members.begin(), members.end(),
                                  [&](ValueId v) { return v >= run.low && v <= run.high; });
  };
  if (inside(a, b.members) || inside(b, a.members)) return true;
  auto x = a.members.begin();
  auto y = b.members.begin();
  while (x != a.members.end() && y != b.members.end()) {  // both ascending
    if (*x == *y) return true;
    (*x < *y ? x : y)++;
  }
  return false;
}

Shown show(const GeneralizedValue& value, const Column& column, const BoundHierarchy* hierarchy) {
  return {covered_positions(value, column, hierarchy), 0};
}

// The sum over pairs of runs that overlap: all pairs but those where one ends before the other
// begins.
double overlapping_runs(std::vector<const Shown*> runs) {
  std::vector<std::pair<std::uint32_t, double>> ends;
  double total = 0;
  for (const auto* run : runs) {
    ends.emplace_back(run->high, run->records);
    total += run->records;
  }
  std::sort(ends.begin(), ends.end());
  std::sort(runs.begin(), runs.end(), [](const auto* a, const auto* b) { return a->low < b->low; });
  double apart = 0;
  double ended = 0;
  std::size_t e = 0;
  for (const auto* run : runs) {
    while (e < ends.size() && ends[e].first < run->low) ended += ends[e++].second;
    apart += ended * run->records;
  }
  return total * total - 2 * apart;
}

double overlapping(const std::vector<Shown>& values) {
  std::vector<const Shown*> runs;
  std::vector<const Shown*> others;
  for (const auto& value : values) (value.members.empty() ? runs : others).push_back(&value);
  double sum = overlapping_runs(runs);
  for (std::size_t i = 0; i < others.size(); ++i) {
    sum += others[i]->records * others[i]->records;
    for (std::size_t j = 0; j < i; ++j) {
      if (overlap(*others[i], *others[j])) sum += 2 * others[i]->records * others[j]->records;
    }
    for (const auto* run : runs) {
      if (overlap(*others[i], *run)) sum += 2 * others[i]->records * run->records;
    }
  }
  return sum;
}

}  // namespace

WeightedDiscernibility weighted_discernibility(const Recoding& recoding,
                                               const RecodingContext& context,
                                               const std::vector<double>& weights) {
  PRIVET_CHECK(weights.size() == recoding.attributes.size());
  WeightedDiscernibility out;
  for (std::size_t a = 0; a < weights.size(); ++a) {
    if (weights[a] == 0) continue;
    const RecodedAttribute& attribute = recoding.attributes[a];
    const Column& column = context.table.column(attribute.column);
    std::vector<Shown> values;
    for (const auto& value : attribute.values)
      values.push_back(show(value, column, context.hierarchies[a]));
    for (std::size_t c = 0; c < recoding.classes(); ++c) {
      values[attribute.value_of_class[c]].records += recoding.class_sizes[c];
    }
    values.push_back(show({.kind = Kind::Any}, column, context.hierarchies[a]));
    values.back().records = static_cast<double>(recoding.suppressed());
    out.overlap += weights[a] * overlapping(values);
    for (const auto& value : values) out.equal += weights[a] * value.records * value.records;
  }
  return out;
}

}  // namespace privet
