// SPDX-License-Identifier: Apache-2.0
#include "perturb/effect.h"

#include <cmath>
#include <map>

#include "perturb/noise.h"

namespace privet {
namespace {

double mean_of(const Column& column) {
  long double sum = 0;
  std::size_t count = 0;
  for (const ValueId code : column.codes) {
    if (column.dictionary.missing(code)) continue;
    sum += static_cast<long double>(column.dictionary.number(code));
    ++count;
  }
  return count == 0 ? 0 : static_cast<double>(sum / static_cast<long double>(count));
}

bool same(const Column& a, const Column& b, RowId row) {
  return ordered(a.type()) ? a.number(row) == b.number(row) : a.text(row) == b.text(row);
}

double frequency_change(const Column& before, const Column& after) {
  std::map<std::string_view, double> difference;
  double present = 0;
  for (std::size_t r = 0; r < before.codes.size(); ++r) {
    const auto row = static_cast<RowId>(r);
    if (before.missing(row)) continue;
    difference[before.text(row)] += 1;
    difference[after.text(row)] -= 1;
    present += 1;
  }
  double sum = 0;
  for (const auto& [text, count] : difference) sum += std::abs(count);
  return present > 0 ? sum / 2 / present : 0;
}

}  // namespace

PerturbationEffect measure_effect(std::span<const Column> before, std::span<const Column> after,
                                  AttributeId column) {
  const Column& old = before[column];
  const Column& now = after[column];
  PerturbationEffect out;
  for (std::size_t r = 0; r < old.codes.size(); ++r) {
    const auto row = static_cast<RowId>(r);
    if (old.missing(row)) continue;
    ++out.present;
    out.changed += same(old, now, row) ? 0 : 1;
  }
  out.frequencies = frequency_change(old, now);
  if (old.type() != ColumnType::Numeric) return out;
  out.mean = BeforeAfter{mean_of(old), mean_of(now)};
  out.deviation = BeforeAfter{deviation_of(old), deviation_of(now)};
  for (std::size_t c = 0; c < before.size(); ++c) {
    if (c == column || before[c].type() != ColumnType::Numeric) continue;
    const BeforeAfter here{correlation_of(old, before[c]), correlation_of(now, after[c])};
    const double change = std::abs(here.after - here.before);
    if (out.correlation && change <= std::abs(out.correlation->after - out.correlation->before)) {
      continue;
    }
    out.correlation = here;
    out.correlated_with = before[c].name;
  }
  return out;
}

}  // namespace privet
