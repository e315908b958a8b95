// SPDX-License-Identifier: Apache-2.0
// Lets a method that does not count people keep models of a population.
// Idea: the method searches for classes by the other models; then every class for which a model of
// the population does not hold is united with the one that this widens least, the smallest first,
// until all hold. With all records in one class they do, or nothing could. Classes that come to
// show the same are one.
// The others must survive the union of classes, and nobody may have to be covered: no lower bound
// on presence. People are counted as certain to be covered (classes/class_box.h).
// Cost: classes x classes for partners, and a pass over the distinct people for each union.
#pragma once

#include <functional>
#include <string>

#include "anonymize/problem.h"

namespace privet {

[[nodiscard]] bool asks_for_population(const Problem& problem);
// Why this way does not do for the model of a population; empty: it does.
[[nodiscard]] std::string population_objection(const PrivacyModel& model, const Problem& problem);
// `search` is asked for the classes by the other models. Throws Error{Infeasible} if a model does
// not hold for all records together.
[[nodiscard]] Recoding merge_for_population(const Problem& problem,
                                            const std::function<Recoding(const Problem&)>& search,
                                            const Run& run);

}  // namespace privet
