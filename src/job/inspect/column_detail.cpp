// SPDX-License-Identifier: Apache-2.0
#include "job/inspect/column_detail.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace privet::job {
namespace {

// Whole numbers that are few get a bar each; otherwise bars of one width.
std::vector<HistogramBar> histogram(const Column& column, const std::vector<std::size_t>& rows_of,
                                    std::size_t most) {
  const Dictionary& values = column.dictionary;
  const auto first = static_cast<ValueId>(values.missing_count());
  if (!ordered(column.type()) || first == values.size()) return {};
  const double low = values.number(first);
  const double high = values.number(static_cast<ValueId>(values.size() - 1));
  bool whole = column.type() == ColumnType::Numeric;
  for (std::size_t v = first; whole && v < values.size(); ++v) {
    whole = values.number(static_cast<ValueId>(v)) ==
            std::round(values.number(static_cast<ValueId>(v)));
  }
  // Halves: the difference of two large numbers may be beyond the largest double.
  const double half_width = high / 2 - low / 2;
  std::size_t bars = most;
  if (whole && half_width * 2 < static_cast<double>(most)) {
    bars = static_cast<std::size_t>(half_width * 2) + 1;
  }
  const bool single = whole && bars <= most && half_width * 2 < static_cast<double>(most);
  const double step = single ? 1 : half_width / static_cast<double>(bars) * 2;
  if (low == high) bars = 1;
  std::vector<HistogramBar> out(bars);
  for (std::size_t b = 0; b < bars; ++b) {
    out[b].low = low + step * static_cast<double>(b);
    out[b].high = b + 1 == bars && !single ? high : low + step * static_cast<double>(b + 1);
  }
  for (std::size_t v = first; v < values.size(); ++v) {
    const double place =
        step > 0 ? (values.number(static_cast<ValueId>(v)) / step - low / step) : 0;
    const auto bar = std::min(bars - 1, static_cast<std::size_t>(std::max(0.0, place)));
    out[bar].rows += rows_of[v];
  }
  return out;
}

}  // namespace

ColumnDetail describe_column(const Column& column, std::size_t bars, std::size_t common) {
  const Dictionary& values = column.dictionary;
  ColumnDetail out{.name = column.name,
                   .type = column.type(),
                   .rows = column.codes.size(),
                   .distinct = values.size() - values.missing_count()};
  std::vector<std::size_t> rows_of(values.size());
  for (const ValueId code : column.codes) ++rows_of[code];
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (v < values.missing_count()) {
      out.missing += rows_of[v];
    } else {
      out.unique += rows_of[v] == 1 ? 1U : 0U;
    }
  }
  out.bars = histogram(column, rows_of, bars);
  if (!out.bars.empty()) {
    out.lowest = values.text(static_cast<ValueId>(values.missing_count()));
    out.highest = values.text(static_cast<ValueId>(values.size() - 1));
  }
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto shown = std::min(common, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      return rows_of[a] != rows_of[b] ? rows_of[a] > rows_of[b] : a < b;
                    });
  for (std::size_t i = 0; i < shown; ++i) {
    out.common.emplace_back(values.text(static_cast<ValueId>(order[i])), rows_of[order[i]]);
  }
  return out;
}

}  // namespace privet::job
