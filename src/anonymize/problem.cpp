// SPDX-License-Identifier: Apache-2.0
#include "anonymize/problem.h"

#include <fmt/format.h>

#include "base/error.h"

namespace privet {

std::string Anonymizer::objection(const PrivacyModel& model, const Problem& problem) const {
  if (model.needs_population()) return "it does not count the people of a population";
  if (!model.monotone().generalization) {
    return "two of its classes may show the same, and the model can fail for both together";
  }
  if (problem.missing_matches && !model.monotone().addition) {
    return "where missing values match anything, a class gains records that can break the model; "
           "leave --missing at value";
  }
  return {};
}

Recoding Anonymizer::search_with_account(const Problem& problem, SearchAccount&,
                                         const Run& run) const {
  return search(problem, run);
}

void refuse_unpromised(const Anonymizer& method, std::string_view name, const Problem& problem) {
  for (const auto* model : problem.models) {
    const std::string why = method.objection(*model, problem);
    if (why.empty()) continue;
    throw Error(ErrorCode::Usage, fmt::format("{} cannot promise {}: {}", name, model->name(), why),
                {.parameter = "--method"});
  }
}

}  // namespace privet
