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
  std::size_t model = 0;  // index into the models
  std::uint32_t group = 0;
  std::size_t size = 0;
  double value = 0;     // what the class reaches
  RowId first_row = 0;  // a record of the class
};

struct ModelCheck {
  std::vector<Verdict> verdicts;  // one a model
  std::vector<Violation>
      violations;  // the worst classes of each model first, at most `most` a model

  [[nodiscard]] bool holds() const {
    for (const auto& verdict : verdicts) {
      if (!verdict.holds) return false;
    }
    return true;
  }
};

// `counted`: the columns that the models' histograms count, in their order.
[[nodiscard]] ModelCheck check_models(const Table& table, const RowGroups& groups,
                                      std::span<const AttributeId> counted,
                                      std::span<const std::unique_ptr<PrivacyModel>> models,
                                      std::size_t most, const Run& run);

}  // namespace privet
