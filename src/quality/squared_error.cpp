// SPDX-License-Identifier: Apache-2.0
#include "quality/squared_error.h"

#include <algorithm>
#include <cmath>

namespace privet {
namespace {

struct Squares {
  double error = 0;  // of what is shown
  double total = 0;  // of the column's mean
};

// Numbers are taken as shares of the column's width, which may be larger than a double; halves
// never are.
Squares squares(const Recoding& recoding, const RecodedAttribute& attribute, const Column& column) {
  const Dictionary& values = column.dictionary;
  if (values.missing_count() == values.size()) return {};
  const double low = values.number(static_cast<ValueId>(values.missing_count())) / 2;
  const double width = values.number(static_cast<ValueId>(values.size() - 1)) / 2 - low;
  if (!(width > 0)) return {};
  const auto share = [&](double number) { return (number / 2 - low) / width; };
  double sum = 0;
  double count = 0;
  for (const ValueId code : column.codes) {
    if (values.missing(code)) continue;
    sum += share(values.number(code));
    ++count;
  }
  const double mean = count > 0 ? sum / count : 0;
  std::vector<double> shown;  // who is shown nothing is best off with the mean
  for (const auto& value : attribute.values) {
    const auto number = values.form().read(value.statistic);
    shown.push_back(number ? share(*number) : mean);
  }
  Squares out;
  for (std::size_t r = 0; r < column.codes.size(); ++r) {
    if (values.missing(column.codes[r])) continue;
    const double x = share(values.number(column.codes[r]));
    const ClassId cls = recoding.class_of[r];
    const double seen = cls == kSuppressed ? mean : shown[attribute.value_of_class[cls]];
    out.error += (x - seen) * (x - seen);
    out.total += (x - mean) * (x - mean);
  }
  return out;
}

}  // namespace

std::optional<double> squared_error(const Recoding& recoding, const RecodingContext& context) {
  double sum = 0;
  std::size_t varying = 0;
  bool some = false;
  for (const auto& attribute : recoding.attributes) {
    const bool shows = std::any_of(attribute.values.begin(), attribute.values.end(),
                                   [](const auto& value) { return !value.statistic.empty(); });
    if (!shows) continue;
    some = true;
    const Squares found = squares(recoding, attribute, context.table.column(attribute.column));
    if (!(found.total > 0)) continue;
    sum += found.error / found.total;
    ++varying;
  }
  if (!some) return std::nullopt;
  return varying == 0 ? 0.0 : sum / static_cast<double>(varying);
}

}  // namespace privet
