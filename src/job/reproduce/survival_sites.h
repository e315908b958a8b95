// SPDX-License-Identifier: Apache-2.0
// Survival data of a study as numbers, at three sites.
// Idea: a data set is described by names alone (StudyData), so that a list of them is all an
// experiment needs. Missing numbers are the column's mean, as in the paper; texts are 0/1 columns.
// Reference: Yu et al. (2008), section 5.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "mining/numbers/column_numbers.h"

namespace privet::job {

inline constexpr std::size_t kStudySites = 3;

struct StudyData {
  std::string name = {};
  std::string file = {};  // below the folder of the data
  std::string time = {};
  std::string event = {};
  std::string event_value = {};
  std::vector<std::string> columns = {};
  std::string site = {};               // the column of the institution; empty: dealt at random
  std::optional<double> horizon = {};  // when survival is asked for; empty: the median time
  std::string time_unit = {};
};

struct StudyRows {
  std::vector<std::string> names = {};  // of the columns of x
  mining::Matrix x = {};                // scaled to 0..1
  mining::Matrix raw = {};              // the same in the columns' own units
  std::vector<double> time = {};
  std::vector<bool> event = {};
  std::vector<std::size_t> site = {};  // 0 .. kStudySites - 1
  double horizon = 0;
  std::size_t imputed = 0;  // cells

  [[nodiscard]] std::size_t rows() const { return time.size(); }
  // Whether a row is known to have died by the horizon or to have lived beyond it.
  [[nodiscard]] bool known(std::size_t row) const;
  [[nodiscard]] bool died(std::size_t row) const { return event[row] && time[row] <= horizon; }
};

// The data sets of `reproduce survival`.
[[nodiscard]] std::vector<StudyData> survival_studies();
// Throws Error{Input} if a column is not there or holds something else than the description says.
// Sites: half, 3 and 2 of 10 rows; by institution as near as whole institutions allow.
[[nodiscard]] StudyRows read_study(const StudyData& study, const std::string& folder,
                                   std::uint64_t seed, const Run& run);

}  // namespace privet::job
