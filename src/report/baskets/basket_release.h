// SPDX-License-Identifier: Apache-2.0
// The outcome of `privet baskets anonymize` as text for people and as JSON (docs/cli.md).
#pragma once

#include <string>

#include "base/json.h"
#include "job/baskets/anonymize_job.h"

namespace privet {

[[nodiscard]] std::string basket_anonymize_text(const job::BasketAnonymizeOutcome& outcome);
[[nodiscard]] Json basket_anonymize_json(const job::BasketAnonymizeOutcome& outcome);

}  // namespace privet
