// SPDX-License-Identifier: Apache-2.0
// How much profiles improve a search, as text and as a page with the curves: effect of the sources,
// of alpha, of minDetail and of expRatio (Figures 37 to 41 of the thesis behind src/profile).
#pragma once

#include <string>
#include <vector>

#include "profile/evaluation/evaluate.h"

namespace privet {

struct NamedEvaluation {
  std::string name;  // of the profile's file
  profile::Evaluation result;
};

// All of the same queries and options. `alpha`: that of the curves over minDetail.
[[nodiscard]] std::string evaluation_text(const std::vector<NamedEvaluation>& all, double alpha);
[[nodiscard]] std::string evaluation_page(const std::vector<NamedEvaluation>& all, double alpha);

}  // namespace privet
