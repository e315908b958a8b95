// SPDX-License-Identifier: Apache-2.0
// What privet mine kmeans found, as text, JSON and a page.
#pragma once

#include <string>

#include "base/json.h"
#include "job/mining/kmeans_job.h"

namespace privet {

[[nodiscard]] std::string mine_kmeans_text(const job::MineKMeansOutcome& found);
[[nodiscard]] Json mine_kmeans_json(const job::MineKMeansOutcome& found);
[[nodiscard]] std::string mine_kmeans_page(const job::MineKMeansOutcome& found);

}  // namespace privet
