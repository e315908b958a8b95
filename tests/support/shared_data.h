// SPDX-License-Identifier: Apache-2.0
// Finds the real data sets that tests may use but the repository does not hold: $PRIVET_DATA, or
// ../shared/data beside the checkout (tests run in the source folder).
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace privet::testing_support {

inline std::string shared_data(const std::string& file) {
  const char* folder = std::getenv("PRIVET_DATA");
  return (std::filesystem::path(folder != nullptr ? folder : "../shared/data") / file).string();
}

}  // namespace privet::testing_support

// Skips the test, saying why, where the data set is not there.
#define PRIVET_NEED_DATA(file)                                                \
  if (!std::filesystem::exists(::privet::testing_support::shared_data(file))) \
  GTEST_SKIP() << "needs " << ::privet::testing_support::shared_data(file) << " (../shared/data)"
