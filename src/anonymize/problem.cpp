// SPDX-License-Identifier: Apache-2.0
#include "anonymize/problem.h"

#include <fmt/format.h>

#include "base/error.h"

namespace privet {

std::string Anonymizer::objection(const PrivacyModel& model, const Problem& problem) const {
  if (model.fixed_scheme()) {
    return "it looks at the records to decide what is shown, and the proof does not allow that; "
           "use --method full-domain with every level fixed";
  }
  if (model.overall() && problem.missing_matches) {
    return "where missing values match anything, classes overlap and have no sizes that add up; "
           "leave --missing at value";
  }
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
