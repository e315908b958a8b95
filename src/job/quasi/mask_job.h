// SPDX-License-Identifier: Apache-2.0
// privet quasi mask: which columns to publish so that together they tell few rows apart.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "job/quasi/quasi_rows.h"
#include "quasi/search/mask.h"

namespace privet::job {

struct QuasiMaskOptions {
  QuasiSource source;
  quasi::MaskOptions mask;  // the job fills in its weights
  std::vector<NamedNumber> utilities = {};
};

[[nodiscard]] std::vector<Parameter> quasi_mask_parameters();
[[nodiscard]] QuasiMaskOptions quasi_mask_options(const Settings& settings);

struct QuasiMaskOutcome {
  std::vector<std::string> publish;
  std::vector<std::string> withhold;
  std::optional<double> utility = {};  // where utilities were given
  std::optional<quasi::Ratios> ratios = {};
  quasi::SampleUse sample = {};
  double beta = 0;
  double bound = 0;  // what the sample had to keep: beta, or less
  std::string guarantee;
};

[[nodiscard]] QuasiMaskOutcome run_quasi_mask(const QuasiMaskOptions& options, const Run& run);

}  // namespace privet::job
