// SPDX-License-Identifier: Apache-2.0
#include "job/risk/record_risk.h"

#include <fmt/format.h>

#include <numeric>

#include "base/error.h"

namespace privet {
namespace {

// Beyond this many columns all sets of them are too many to look at.
constexpr std::size_t kMostColumns = 20;

SudaOptions suda_options(const RecordSource& source, const Settings& settings) {
  const Place place = settings.place("records");
  const std::size_t columns = source.quasi.size();
  if (missing_matches(settings)) {
    throw Error(ErrorCode::Usage,
                "special uniques are distinguished by the values shown; they cannot be found with "
                "--missing wildcard",
                place);
  }
  SudaOptions out;
  if (settings.given("suda-size")) out.largest = settings.count("suda-size");
  const bool bounded = out.largest > 0 && out.largest <= 4 && columns <= kMostSudaColumns;
  if (columns > kMostColumns && !bounded) {
    throw Error(ErrorCode::Usage,
                fmt::format("there are {} quasi-identifiers, and all sets of more than {} are too "
                            "many to look at; name fewer{}",
                            columns, kMostColumns,
                            columns <= kMostSudaColumns ? ", or give --suda-size 4 or less" : ""),
                place);
  }
  if (out.largest > columns) out.largest = columns;
  const auto& prepared = source.prepared;
  if (prepared.unit) out.person = &prepared.table().column(*prepared.unit);
  const double sample = std::accumulate(source.matching.begin(), source.matching.end(), 0.0);
  out.sampling_fraction = sampled_fraction(settings, sample);
  return out;
}

std::string as_csv(const RecordSource& source, const SudaResult& suda) {
  const auto& weighted = source.estimates.weighted;
  std::string out = "record,class,risk";
  if (weighted) out += ",risk_by_weights";
  out += ",msus,smallest_msu,special_unique,suda";
  if (suda.dis) out += ",dis_suda";
  out += '\n';
  for (std::size_t r = 0; r < suda.records.size(); ++r) {
    const std::uint32_t group = source.groups.group_of[r];
    const std::uint32_t among = source.matching[group];
    const RecordUniqueness& record = suda.records[r];
    out += fmt::format("{},{},{}", source.number_of(static_cast<RowId>(r)), among,
                       1 / static_cast<double>(among));
    if (weighted) out += fmt::format(",{}", weighted->risk_of_group[group]);
    const bool special = record.smallest > 0 && record.smallest < source.quasi.size();
    out += fmt::format(",{},{},{},{}", record.msus, record.smallest, special ? "yes" : "no",
                       record.score);
    if (suda.dis) out += fmt::format(",{}", record.dis_score);
    out += '\n';
  }
  return out;
}

}  // namespace

std::vector<Parameter> record_parameters() {
  return {{.name = "records",
           .kind = ParameterKind::File,
           .summary = "Also write a CSV file with the risk of every record: its class, and by "
                      "which few columns it is unique (special uniques, SUDA scores).",
           .placeholder = "OUT.csv"},
          {.name = "suda-size",
           .kind = ParameterKind::Count,
           .summary = "With --records: look for records that are unique by at most N columns.",
           .placeholder = "N",
           .min = 1,
           .max = kMostSudaColumns}};
}

RecordRisks measure_records(const RecordSource& source, const Settings& settings, const Run& run) {
  RecordRisks out;
  out.file = settings.text("records");
  for (const AttributeId id : source.quasi) {
    out.columns.push_back(source.prepared.table().column(id).name);
  }
  const SudaOptions options = suda_options(source, settings);
  run.progress("looking for special uniques");
  out.suda = find_special_uniques(source.prepared.table(), source.quasi, options, run);
  out.csv = as_csv(source, out.suda);
  return out;
}

}  // namespace privet
