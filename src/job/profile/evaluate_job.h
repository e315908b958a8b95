// SPDX-License-Identifier: Apache-2.0
// privet profile evaluate: what profiles improve, over alpha and over what is exposed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "job/profile/profile_input.h"
#include "profile/evaluation/evaluate.h"

namespace privet::job {

struct NamedEvaluation {
  std::string name;  // of the profile's file
  profile::Evaluation result;
};

struct EvaluateOutcome {
  double alpha = 0;  // that of the curves over minDetail
  profile::Averaging averaging = profile::Averaging::Found;
  std::vector<NamedEvaluation> all;  // of the same queries and options
};

struct EvaluateOptions {
  std::vector<std::string> profiles;
  EngineChoice engine;
  std::string queries;
  std::string relevance;
  profile::EvaluateOptions evaluate = {};
  std::size_t count = 50;  // results of each query
  profile::Averaging averaging = profile::Averaging::Found;
  std::optional<std::string> report = {};
  std::optional<std::string> passphrase_file = {};
  std::function<std::string(const EvaluateOutcome&)> page = {};  // what the report holds
};

[[nodiscard]] std::vector<Parameter> evaluate_positionals();
[[nodiscard]] std::vector<Parameter> evaluate_parameters();
[[nodiscard]] EvaluateOptions evaluate_options(const Settings& settings);

[[nodiscard]] EvaluateOutcome run_evaluate(const EvaluateOptions& options,
                                           const PassphraseSource& passphrase, const Run& run);

}  // namespace privet::job
