// SPDX-License-Identifier: Apache-2.0
// The privacy models that the settings ask for, made for a prepared table.
#pragma once

#include <memory>
#include <vector>

#include "base/settings.h"
#include "catalog/catalog.h"
#include "job/prepare.h"

namespace privet {

struct Promises {
  ModelContext context;
  std::vector<AttributeId> counted;  // the columns of the histograms: sensitive ones, then the site
  std::vector<std::unique_ptr<PrivacyModel>> models;  // point into the context
};

// On the heap, because the models point into it.
[[nodiscard]] std::unique_ptr<Promises> make_promises(const PreparedTable& prepared,
                                                      const Settings& settings,
                                                      const Catalog& catalog);

}  // namespace privet
