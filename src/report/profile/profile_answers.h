// SPDX-License-Identifier: Apache-2.0
// The answers of the jobs about profiles as text and as JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "job/profile/build_job.h"
#include "job/profile/expose_job.h"
#include "job/profile/index_job.h"
#include "job/profile/rerank_job.h"
#include "job/profile/show_job.h"
#include "profile/engine/search_service.h"

namespace privet {

[[nodiscard]] std::string profile_build_text(const job::ProfileBuildOutcome& outcome);
[[nodiscard]] Json profile_build_json(const job::ProfileBuildOutcome& outcome);

[[nodiscard]] std::string profile_index_text(const job::ProfileIndexOutcome& outcome);
[[nodiscard]] Json profile_index_json(const job::ProfileIndexOutcome& outcome);

[[nodiscard]] std::string profile_expose_text(const job::ProfileExposeOutcome& outcome);
[[nodiscard]] Json profile_expose_json(const job::ProfileExposeOutcome& outcome);

[[nodiscard]] std::string profile_show_text(const job::ProfileShowOutcome& outcome);
[[nodiscard]] Json profile_show_json(const job::ProfileShowOutcome& outcome);
[[nodiscard]] std::string profile_show_drawing(const job::ProfileShowOutcome& outcome);
[[nodiscard]] std::string profile_show_page(const job::ProfileShowOutcome& outcome);

[[nodiscard]] std::string rerank_text(const job::RerankOutcome& outcome);
// {"results": [...]} in the new order, with all ranks.
[[nodiscard]] Json rerank_json(const job::RerankOutcome& outcome);

// What the search service answers to a program.
[[nodiscard]] Json search_json(const profile::SearchAnswer& answer);

}  // namespace privet
