// SPDX-License-Identifier: Apache-2.0
// How useful a release is, beyond its loss: what was asked to be measured.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "application/classification.h"
#include "quality/loss.h"
#include "quality/query_error.h"
#include "quality/weighted_discernibility.h"
#include "query/selection.h"

namespace privet {

struct MeasuredSelection {
  std::string condition;
  SelectionQuality quality;
};

struct Utility {
  std::vector<std::string> quasi = {};
  std::vector<double> weights = {};  // one per quasi-identifier; empty: none were given
  std::string weights_from = {};
  std::optional<WeightedDiscernibility> weighted = {};  // with weights only
  std::optional<QueryError> queries = {};
  std::optional<ClassificationQuality> classification = {};
  std::vector<MeasuredSelection> selections = {};
  std::size_t conditions_skipped = 0;  // of the workload: none, or not understood

  [[nodiscard]] bool empty() const {
    return !weighted && !queries && !classification && selections.empty();
  }
};

// A release beside its original.
struct ReleaseComparison {
  Quality quality;
  Utility utility;
};

}  // namespace privet
