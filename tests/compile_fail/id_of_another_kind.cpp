// SPDX-License-Identifier: Apache-2.0
// A column is not a record: neither can be passed, stored or turned into the other.
#include "data/table.h"

namespace {

[[maybe_unused]] std::string_view cell(const privet::Table& table, privet::AttributeId column,
                                       privet::RowId row) {
#ifndef PRIVET_MUST_FAIL
  return table.column(column).text(row);
#else
  return table.column(row).text(column);
#endif
}

}  // namespace
