// SPDX-License-Identifier: Apache-2.0
// The privacy models that the settings ask for, made for a prepared table.
#pragma once

#include <memory>
#include <vector>

#include "base/settings.h"
#include "catalog/catalog.h"
#include "job/prepare.h"
#include "privacy/person_model.h"

namespace privet {

struct Promises {
  ModelContext context;
  std::vector<AttributeId> columns;    // of the histograms: sensitive ones, then the site
  std::vector<const Column*> counted;  // these with one value per meaning
  // What histograms count where some person has several records; empty otherwise.
  std::vector<const Column*> by_person;
  PersonPairs pairs;
  std::size_t persons = 0;                            // how many; 0: records are counted
  std::vector<std::unique_ptr<const Column>> merged;  // those that are not the table's own
  std::vector<std::unique_ptr<const BoundHierarchy>> hierarchies;  // of the merged ones
  std::vector<std::unique_ptr<PrivacyModel>> models;  // point into the context and the pairs

  [[nodiscard]] const std::vector<const Column*>& histograms() const {
    return by_person.empty() ? counted : by_person;
  }
};

// On the heap, because the models point into it.
[[nodiscard]] std::unique_ptr<Promises> make_promises(const PreparedTable& prepared,
                                                      const Settings& settings,
                                                      const Catalog& catalog, const Run& run);

}  // namespace privet
