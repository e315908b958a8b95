// SPDX-License-Identifier: Apache-2.0
// What a party's daemon answers (party/daemon/control.h), for people.
#pragma once

#include <string>

#include "base/json.h"
#include "party/audit/audit_log.h"

namespace privet {

[[nodiscard]] std::string party_status_text(const Json& status);
[[nodiscard]] std::string party_tables_text(const Json& tables);
[[nodiscard]] std::string job_list_text(const Json& jobs);
[[nodiscard]] std::string job_text(const Json& job);
[[nodiscard]] std::string job_result_text(const Json& result);
[[nodiscard]] std::string job_ledger_text(const Json& ledger);

[[nodiscard]] std::string audit_text(const party::AuditVerdict& verdict);
[[nodiscard]] Json audit_json(const party::AuditVerdict& verdict);

}  // namespace privet
