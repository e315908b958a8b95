// SPDX-License-Identifier: Apache-2.0
// The outcomes of the jobs about baskets as text for people and as JSON (docs/cli.md).
#pragma once

#include <string>

#include "base/json.h"
#include "job/baskets/attack_job.h"
#include "job/baskets/check_job.h"
#include "job/baskets/moles_job.h"
#include "job/baskets/prepare_job.h"

namespace privet {

[[nodiscard]] std::string basket_prepare_text(const job::BasketPrepareOutcome& outcome);
[[nodiscard]] Json basket_prepare_json(const job::BasketPrepareOutcome& outcome);

[[nodiscard]] std::string basket_moles_text(const job::BasketMolesOutcome& outcome);
[[nodiscard]] Json basket_moles_json(const job::BasketMolesOutcome& outcome);

[[nodiscard]] std::string basket_check_text(const job::BasketCheckOutcome& outcome);
[[nodiscard]] Json basket_check_json(const job::BasketCheckOutcome& outcome);

[[nodiscard]] std::string basket_attack_text(const job::BasketAttackOutcome& outcome);
[[nodiscard]] Json basket_attack_json(const job::BasketAttackOutcome& outcome);

}  // namespace privet
