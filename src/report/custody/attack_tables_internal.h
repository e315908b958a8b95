// SPDX-License-Identifier: Apache-2.0
// The tables that the views of an attack share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "job/custody/attack_job.h"
#include "report/text/text_table.h"

namespace privet {

[[nodiscard]] std::string_view attack_name(custody::Attack attack);
// "4 good knowledge points, a radius of 2% of the range, 500 trials"
[[nodiscard]] std::string attack_setting_text(const job::CustodyAttackOutcome& outcome);
[[nodiscard]] TextTable attack_domain_table(const job::CustodyAttackOutcome& outcome);
// Most at risk first.
[[nodiscard]] std::vector<custody::SubspaceRisk> by_risk(
    std::vector<custody::SubspaceRisk> subspaces);
[[nodiscard]] TextTable attack_subspace_table(const job::CustodyAttackOutcome& outcome,
                                              std::size_t most);
[[nodiscard]] TextTable attack_path_table(const job::CustodyAttackOutcome& outcome);

}  // namespace privet
