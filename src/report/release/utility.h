// SPDX-License-Identifier: Apache-2.0
// How useful a release is, beyond its loss: what was asked to be measured, and how it is told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "quality/classification.h"
#include "quality/loss.h"
#include "quality/query_error.h"
#include "quality/selection.h"
#include "quality/weighted_discernibility.h"
#include "report/text/text_table.h"

namespace privet {

struct MeasuredSelection {
  std::string condition;
  SelectionQuality quality;
};

struct Utility {
  std::vector<std::string> quasi = {};
  std::vector<double> weights = {};  // one a quasi-identifier; empty: none were given
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

// {"discernibility","average_class_size","c_avg","ncp",...}: the loss, with C_WDM where there are
// weights.
[[nodiscard]] Json quality_json(const Quality& quality, const Utility& utility);
// Adds "weights", "queries", "classification", "selections" where they were measured.
void add_utility_json(const Utility& utility, Json& out);

// One row a metric: name, value, meaning.
[[nodiscard]] TextTable quality_table(const Quality& quality, const Utility& utility);
// One table a subject, for text and pages; empty where nothing was asked.
[[nodiscard]] std::vector<TextTable> utility_tables(const Utility& utility);

}  // namespace privet
