// SPDX-License-Identifier: Apache-2.0
// A random small table with odd texts, random roles, hierarchies and k, kept twice: as the program
// takes it, and as the naive checker does.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "anonymize/problem.h"
#include "base/sampling.h"
#include "data/csv/read_csv.h"
#include "data/schema.h"
#include "privacy/privacy_model.h"
#include "tests/support/naive_release.h"

namespace privet::testing_support {

struct RandomCase {
  NaiveOriginal original;
  Table table;
  Schema schema{0};
  std::vector<std::unique_ptr<BoundHierarchy>> hierarchies;
  std::unique_ptr<PrivacyModel> model;
  CsvStyle style;

  [[nodiscard]] Problem problem() const;
};

[[nodiscard]] std::unique_ptr<RandomCase> random_case(Sampler& sampler);

// The same in every run; with CI=true in the environment a fresh one, printed so that it can be
// tried again with PRIVET_SEED.
[[nodiscard]] std::uint64_t property_seed();

}  // namespace privet::testing_support
