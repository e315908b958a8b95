// SPDX-License-Identifier: Apache-2.0
// The risk of every record, as a file: --records.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "data/group_rows.h"
#include "job/prepare.h"
#include "job/risk/estimates.h"
#include "risk/suda.h"

namespace privet {

// --records, --suda-size.
[[nodiscard]] std::vector<Parameter> record_parameters();

struct RecordRisks {
  std::string file = {};
  std::vector<std::string> columns = {};  // in the order of `suda`'s contributions
  SudaResult suda = {};
  std::string csv = {};  // the file's bytes
};

struct RecordSource {
  const PreparedTable& prepared;
  std::span<const AttributeId> quasi;
  const RowGroups& groups;
  std::span<const std::uint32_t> matching;  // [group] among how many a record hides
  const RiskEstimates& estimates;
  std::function<std::size_t(RowId)> number_of;  // the number of a row in the file, from 1
};

// Throws Error{Usage} for a table whose special uniques cannot be looked for.
[[nodiscard]] RecordRisks measure_records(const RecordSource& source, const Settings& settings,
                                          const Run& run);

}  // namespace privet
