// SPDX-License-Identifier: Apache-2.0
// privet mine bayesnet: finds the structure of a Bayesian network.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/bayes/bayesnet.h"

namespace privet::job {

enum class NetworkView { Parents, Dot };

struct MineBayesnetOptions {
  MiningInput input = {};
  std::vector<std::string> order = {};  // of the columns; empty: that of the file
  bool random_order = false;
  std::uint64_t seed = 1;                       // of the random order
  std::optional<std::size_t> max_parents = {};  // not given: 2, or all others if they are fewer
  NetworkView view = NetworkView::Parents;      // how a text shows the network
  ModelFiles files = {};
};

struct MineBayesnetOutcome {
  mining::NetworkModel model = {};
  std::string standard_output = {};  // for --save -
};

[[nodiscard]] std::vector<Parameter> mine_bayesnet_parameters();
[[nodiscard]] MineBayesnetOptions mine_bayesnet_options(const Settings& settings);
[[nodiscard]] MineBayesnetOutcome run_mine_bayesnet(const MineBayesnetOptions& options,
                                                    const Run& run);

}  // namespace privet::job
