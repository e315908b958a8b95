// SPDX-License-Identifier: Apache-2.0
// The answer of a preview as JSON.
#pragma once

#include "base/json.h"
#include "job/release/preview_job.h"

namespace privet {

[[nodiscard]] Json preview_json(const job::PreviewAnswer& answer);

}  // namespace privet
