// SPDX-License-Identifier: Apache-2.0
// What an anonymization algorithm is given, and the one thing it may return: a Recoding. It neither
// reads nor writes files, and it does not verify itself: publish() does.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "hierarchy/bind.h"
#include "privacy/privacy_model.h"
#include "quality/recoding.h"

namespace privet {

struct QuasiIdentifier {
  AttributeId column = 0;
  const BoundHierarchy* hierarchy = nullptr;  // null: none
};

struct Problem {
  const Table& table;
  std::vector<QuasiIdentifier> quasi;  // at least one
  std::vector<AttributeId> sensitive;  // what the models' histograms count, in this order
  std::vector<const PrivacyModel*> models;
  double max_suppression = 0;                    // share of the records that may be suppressed
  std::optional<AttributeId> class_column = {};  // what a purity score looks at

  // The largest lower bound that the models put on a class.
  [[nodiscard]] std::size_t smallest_class() const {
    std::size_t size = 1;
    for (const auto* model : models) size = std::max(size, model->smallest_class());
    return size;
  }
};

class Anonymizer {
 public:
  virtual ~Anonymizer() = default;
  // Throws Error{Infeasible} if the models cannot be satisfied within the problem's limits.
  [[nodiscard]] virtual Recoding search(const Problem& problem, const Run& run) const = 0;
};

}  // namespace privet
