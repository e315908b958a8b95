// SPDX-License-Identifier: Apache-2.0
// privet profile rerank: an engine's results in the order of a person's interests.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "job/profile/profile_input.h"
#include "profile/engine/rerank.h"

namespace privet::job {

struct RerankOutcome {
  std::vector<profile::SearchResult> results;  // in the engine's order
  std::vector<profile::Ranking> ranking;       // in the new order
};

struct RerankOptions {
  std::string results;
  std::string exposed;
  RankChoice rank;
  profile::ResultMapping mapping = {};
  std::optional<std::string> output = {};
  std::function<std::string(const RerankOutcome&)> json = {};  // what the output holds
};

[[nodiscard]] std::vector<Parameter> rerank_positionals();
[[nodiscard]] std::vector<Parameter> rerank_parameters();
[[nodiscard]] RerankOptions rerank_options(const Settings& settings);

[[nodiscard]] RerankOutcome run_rerank(const RerankOptions& options, const Run& run);

}  // namespace privet::job
