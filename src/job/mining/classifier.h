// SPDX-License-Identifier: Apache-2.0
// What the jobs of learners of a class share: the quality of their model, and options that mean the
// same for all of them.
#pragma once

#include "job/mining/mining_input.h"
#include "mining/tree/training_rows.h"

namespace privet::job {

// By cross-validation, which `assess` carries out, or on the training rows where no folds were
// asked for.
template <class Model, class Assess>
[[nodiscard]] mining::ClassQuality measured_quality(const Model& model, const Table& table,
                                                    AttributeId class_column,
                                                    const Validation& validation,
                                                    const Assess& assess, const Run& run) {
  if (validation.folds > 0) return assess();
  return mining::judge(mining::class_column(table, class_column).labelled(),
                       forecast(model, table, run));
}

[[nodiscard]] inline Parameter max_depth_parameter() {
  return {.name = "max-depth",
          .kind = ParameterKind::Count,
          .summary = "The largest number of tests on a path; any number if not given.",
          .placeholder = "N",
          .min = 1};
}

}  // namespace privet::job
