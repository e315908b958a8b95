// SPDX-License-Identifier: Apache-2.0
#include "job/reproduce/survival_sites.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "data/formats/open_table.h"
#include "data/table.h"

namespace privet::job {
namespace {

constexpr double kTwoYears = 730.5;  // days
constexpr std::array<double, kStudySites> kSiteShares{0.5, 0.3, 0.2};

// The column as numbers, one or several; missing ones by the mean.
void add_study_column(const Table& table, const std::string& name, StudyRows& out,
                      std::vector<std::vector<double>>& columns) {
  const auto& column = table.column(table.require(name, "the study"));
  std::vector<std::string> values{""};
  const bool numeric = column.type() == ColumnType::Numeric;
  if (!numeric) {
    std::map<std::string, bool> seen;
    for (RowId r = 0; r < table.rows(); ++r) {
      if (!column.missing(r)) seen[std::string(column.text(r))] = true;
    }
    values.clear();
    for (const auto& [text, here] : seen) values.push_back(text);
    if (!values.empty()) values.erase(values.begin());  // the first is all zeros
  }
  for (const auto& value : values) {
    std::vector<double> numbers(table.rows(), 0.0);
    double sum = 0;
    double there = 0;
    for (RowId r = 0; r < table.rows(); ++r) {
      if (column.missing(r)) continue;
      numbers[r] = numeric ? column.number(r) : (column.text(r) == value ? 1.0 : 0.0);
      sum += numbers[r];
      there += 1;
    }
    for (RowId r = 0; r < table.rows(); ++r) {
      if (!column.missing(r)) continue;
      numbers[r] = there > 0 ? sum / there : 0.0;
      ++out.imputed;
    }
    out.names.push_back(numeric ? name : fmt::format("{}={}", name, value));
    columns.push_back(std::move(numbers));
  }
}

// Institutions in the order of their names, the first ones to the first site until it has its
// share.
std::vector<std::size_t> sites_by(const Table& table, const std::string& name) {
  const auto& column = table.column(table.require(name, "the study"));
  std::map<std::string, std::vector<std::size_t>> rows;
  for (RowId r = 0; r < table.rows(); ++r) rows[std::string(column.text(r))].push_back(r);
  std::vector<std::size_t> out(table.rows());
  std::size_t site = 0;
  double dealt = 0;
  double until = kSiteShares[0] * static_cast<double>(table.rows());
  for (const auto& [institution, members] : rows) {
    if (site + 1 < kStudySites && dealt >= until) {
      until += kSiteShares[++site] * static_cast<double>(table.rows());
    }
    for (const auto r : members) out[r] = site;
    dealt += static_cast<double>(members.size());
  }
  return out;
}

std::vector<std::size_t> sites_at_random(std::size_t rows, std::uint64_t seed) {
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Sampler sampler(seed);
  sampler.shuffle(std::span(order));
  std::vector<std::size_t> out(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const double at = static_cast<double>(i) / static_cast<double>(rows);
    out[order[i]] = at < kSiteShares[0] ? 0 : at < kSiteShares[0] + kSiteShares[1] ? 1 : 2;
  }
  return out;
}

}  // namespace

bool StudyRows::known(std::size_t row) const {
  return died(row) || time[row] > horizon || (time[row] == horizon && !event[row]);
}

std::vector<StudyData> survival_studies() {
  return {{.name = "lung",
           .file = "survival/lung.csv",
           .time = "time",
           .event = "status",
           .event_value = "2",
           .columns = {"age", "sex", "ph.ecog", "ph.karno", "pat.karno", "meal.cal", "wt.loss"},
           .site = "inst",
           .horizon = kTwoYears,
           .time_unit = "days"},
          {.name = "veteran",
           .file = "survival/veteran.csv",
           .time = "time",
           .event = "status",
           .event_value = "1",
           .columns = {"trt", "celltype", "karno", "diagtime", "age", "prior"},
           .time_unit = "days"},
          {.name = "pbc",
           .file = "survival/pbc.csv",
           .time = "time",
           .event = "status",
           .event_value = "2",
           .columns = {"age", "sex", "ascites", "hepato", "spiders", "edema", "bili", "albumin",
                       "platelet", "protime", "stage"},
           .horizon = kTwoYears,
           .time_unit = "days"},
          {.name = "rossi",
           .file = "survival/rossi.csv",
           .time = "week",
           .event = "arrest",
           .event_value = "1",
           .columns = {"fin", "age", "race", "wexp", "mar", "paro", "prio"},
           .time_unit = "weeks"}};
}

StudyRows read_study(const StudyData& study, const std::string& folder, std::uint64_t seed,
                     const Run& run) {
  const auto path = folder + "/" + study.file;
  const auto table = read_table({.path = path}, run).table;
  StudyRows out;
  const auto& time = table.column(table.require(study.time, "the study"));
  const auto& event = table.column(table.require(study.event, "the study"));
  for (RowId r = 0; r < table.rows(); ++r) {
    if (time.type() != ColumnType::Numeric || time.missing(r)) {
      throw Error(ErrorCode::Input, fmt::format("column {} must hold times", study.time),
                  {.file = path});
    }
    out.time.push_back(time.number(r));
    out.event.push_back(event.text(r) == study.event_value);
  }
  std::vector<std::vector<double>> columns;
  for (const auto& name : study.columns) add_study_column(table, name, out, columns);
  out.raw = out.x = {table.rows(), columns.size(), {}};
  for (std::size_t r = 0; r < table.rows(); ++r) {
    for (const auto& column : columns) {
      const auto [low, high] = std::ranges::minmax(column);
      out.raw.cells.push_back(column[r]);
      out.x.cells.push_back(high > low ? (column[r] - low) / (high - low) : 0.0);
    }
  }
  out.site = study.site.empty() ? sites_at_random(out.rows(), seed) : sites_by(table, study.site);
  auto sorted = out.time;
  std::ranges::sort(sorted);
  out.horizon = study.horizon ? *study.horizon : sorted.empty() ? 0 : sorted[sorted.size() / 2];
  return out;
}

}  // namespace privet::job
