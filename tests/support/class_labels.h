// SPDX-License-Identifier: Apache-2.0
// Class labels from their positions, for tests.
#pragma once

#include <initializer_list>
#include <vector>

#include "mining/class_label.h"

namespace privet::testing_support {

inline std::vector<mining::ClassLabel> class_labels(std::initializer_list<std::size_t> positions) {
  return std::vector<mining::ClassLabel>(positions.begin(), positions.end());
}

}  // namespace privet::testing_support
