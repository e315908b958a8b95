// SPDX-License-Identifier: Apache-2.0
// Ids of two kinds cannot be compared.
#include "data/dictionary.h"

namespace {

[[maybe_unused]] bool same(privet::RowId row, privet::ValueId value) {
#ifndef PRIVET_MUST_FAIL
  return row == privet::RowId(std::uint32_t{value});
#else
  return row == value;
#endif
}

}  // namespace
