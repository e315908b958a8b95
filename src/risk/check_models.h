// SPDX-License-Identifier: Apache-2.0
// Does a table, whoever made it, satisfy privacy models? Names the classes that do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/group_rows.h"
#include "privacy/privacy_model.h"

namespace privet {

struct Violation {
  std::size_t model = 0;             // index into the models
  std::vector<AttributeId> columns;  // what the class agrees on: the quasi-identifiers, or some
  std::size_t size = 0;
  double value = 0;         // what the class reaches
  std::vector<RowId> rows;  // its records, or those that match it
};

struct ModelCheck {
  std::vector<Verdict> verdicts;  // one per model
  std::vector<Violation>
      violations;  // the worst classes of each model first, at most `most` a model

  [[nodiscard]] bool holds() const {
    for (const auto& verdict : verdicts) {
      if (!verdict.holds) return false;
    }
    return true;
  }
};

struct CheckedTable {
  const Table& table;
  std::span<const AttributeId> quasi;
  const RowGroups& groups;                 // by the quasi-identifiers
  std::span<const Column* const> counted;  // what the histograms count, in the models' order
  // For models of a population: how many people each group covers, and how many none does.
  std::span<const std::size_t> people_of_group = {};
  std::size_t uncovered = 0;
  bool missing_matches = false;  // missing quasi-identifiers match every value
};

[[nodiscard]] ModelCheck check_models(const CheckedTable& checked,
                                      std::span<const std::unique_ptr<PrivacyModel>> models,
                                      std::size_t most, const Run& run);

}  // namespace privet
