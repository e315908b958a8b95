// SPDX-License-Identifier: Apache-2.0
// A number that is computed is an id only where the code says so.
#include "data/table.h"

namespace {

[[maybe_unused]] bool missing(const privet::Column& column, std::uint32_t number) {
#ifndef PRIVET_MUST_FAIL
  return column.missing(privet::RowId(number));
#else
  return column.missing(number);
#endif
}

}  // namespace
