// SPDX-License-Identifier: Apache-2.0
// The outcomes of the jobs of `privet custody` as text for people, as JSON (docs/cli.md) and, for
// an attack, as a page with plots.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "job/custody/advise_job.h"
#include "job/custody/attack_job.h"
#include "job/custody/decode_job.h"
#include "job/custody/decode_values_job.h"
#include "job/custody/encode_job.h"

namespace privet {

[[nodiscard]] std::string custody_advise_text(const job::CustodyAdviseOutcome& outcome);
[[nodiscard]] Json custody_advise_json(const job::CustodyAdviseOutcome& outcome);

[[nodiscard]] std::string custody_encode_text(const job::CustodyEncodeOutcome& outcome);
[[nodiscard]] Json custody_encode_json(const job::CustodyEncodeOutcome& outcome);

// `view` is tree, rules or dot.
[[nodiscard]] std::string custody_decode_text(const job::CustodyDecodeOutcome& outcome,
                                              std::string_view view);
[[nodiscard]] Json custody_decode_json(const job::CustodyDecodeOutcome& outcome);

[[nodiscard]] std::string custody_decode_values_text(
    const job::CustodyDecodeValuesOutcome& outcome);
[[nodiscard]] Json custody_decode_values_json(const job::CustodyDecodeValuesOutcome& outcome);

[[nodiscard]] std::string custody_attack_page(const job::CustodyAttackOutcome& outcome);
[[nodiscard]] std::string custody_attack_text(const job::CustodyAttackOutcome& outcome);
[[nodiscard]] Json custody_attack_json(const job::CustodyAttackOutcome& outcome);

}  // namespace privet
