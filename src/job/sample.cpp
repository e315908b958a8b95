// SPDX-License-Identifier: Apache-2.0
#include "job/sample.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "base/os_random.h"
#include "base/sampling.h"

namespace privet {
namespace {

Column without_absent_values(const Column& column) {
  std::vector<std::uint8_t> occurs(column.dictionary.size());
  for (const ValueId code : column.codes) occurs[code] = 1;
  std::vector<std::string_view> texts;
  std::vector<bool> missing;
  std::vector<ValueId> place(occurs.size());
  for (std::size_t v = 0; v < occurs.size(); ++v) {
    if (occurs[v] == 0) continue;
    const auto value = static_cast<ValueId>(v);
    place[v] = static_cast<ValueId>(texts.size());
    texts.push_back(column.dictionary.text(value));
    missing.push_back(column.dictionary.missing(value));
  }
  std::vector<ValueId> code_of;
  Column out{column.name,
             Dictionary(column.type(), texts, missing, &code_of, column.dictionary.form()),
             {}};
  out.codes.reserve(column.codes.size());
  for (const ValueId code : column.codes) out.codes.push_back(code_of[place[code]]);
  return out;
}

}  // namespace

Table sample_table(const Table& table, double share, std::uint64_t seed) {
  const auto wanted =
      static_cast<std::size_t>(std::llround(share * static_cast<double>(table.rows())));
  const std::size_t count = std::min(std::max<std::size_t>(wanted, 1), table.rows());
  std::vector<RowId> rows(table.rows());
  std::iota(rows.begin(), rows.end(), RowId{0});
  Sampler sampler(seed);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(rows[i], rows[i + sampler.below(rows.size() - i)]);
  }
  rows.resize(count);
  std::sort(rows.begin(), rows.end());
  const Table drawn = table.select_rows(rows);
  std::vector<Column> columns;
  for (const auto& column : drawn.all()) columns.push_back(without_absent_values(column));
  return Table(std::move(columns));
}

std::vector<Parameter> sample_parameters() {
  return {
      {.name = "sample",
       .kind = ParameterKind::Real,
       .summary = "Release this share of the records, drawn at random.",
       .placeholder = "SHARE",
       .min = 0,
       .max = 1,
       .above_min = true},
      {.name = "seed",
       .kind = ParameterKind::Count,
       .summary = "The seed of random draws: the same seed draws the same records. Without it a "
                  "sample is different every time.",
       .placeholder = "N",
       .min = 0}};
}

void draw_sample(PreparedTable& table, const Settings& settings) {
  table.sampled_from = table.table().rows();
  const std::uint64_t seed = settings.given("seed") ? settings.count("seed") : os_random_u64();
  table.file.table = sample_table(table.table(), settings.real("sample"), seed);
}

}  // namespace privet
