// SPDX-License-Identifier: Apache-2.0
// A column at a closer look, as JSON.
#pragma once

#include "base/json.h"
#include "job/inspect/column_detail.h"

namespace privet {

[[nodiscard]] Json column_json(const job::ColumnDetail& column);

}  // namespace privet
