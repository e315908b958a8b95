// SPDX-License-Identifier: Apache-2.0
// privet custody advise: which columns are safe once encoded (custody/attack/advise.h).
#pragma once

#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "custody/attack/advise.h"
#include "data/formats/open_table.h"

namespace privet::job {

struct CustodyAdviseOptions {
  TableSource table;
  std::string class_column;
  custody::AdviseOptions advise = {};
};

using CustodyAdviseOutcome = custody::Advice;

[[nodiscard]] std::vector<Parameter> custody_advise_positionals();
[[nodiscard]] std::vector<Parameter> custody_advise_parameters();
[[nodiscard]] CustodyAdviseOptions custody_advise_options(const Settings& settings);
[[nodiscard]] CustodyAdviseOutcome run_custody_advise(const CustodyAdviseOptions& options,
                                                      const Run& run);

}  // namespace privet::job
