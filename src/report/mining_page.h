// SPDX-License-Identifier: Apache-2.0
// Models as pages: the figures at a glance, a drawing, and the tables behind it.
// Cost: linear in the model; a tree of many nodes is drawn down to what fits.
#pragma once

#include <string>
#include <vector>

#include "mining/bayes/bayes.h"
#include "mining/distance/kmeans.h"
#include "mining/evaluation.h"
#include "mining/regression/cox.h"
#include "mining/tree/tree_model.h"
#include "report/plot/tree_drawing.h"

namespace privet {

// What a page says of where the figures come from.
struct MinedFrom {
  std::string file = {};
  std::size_t rows = 0;
  std::string measured = {};  // "on the training rows", "by 10-fold cross-validation"
};

// A decision tree ready to be drawn: tests inside, classes at the leaves, rows on the second line.
[[nodiscard]] DrawnNode drawn_tree(const mining::TreeModel& model);

[[nodiscard]] std::string tree_page(const mining::TreeModel& model,
                                    const mining::Confusion& confusion, const MinedFrom& from);
[[nodiscard]] std::string bayes_page(const mining::BayesModel& model,
                                     const mining::Confusion& confusion, const MinedFrom& from);
[[nodiscard]] std::string kmeans_page(const mining::KMeansModel& model, double silhouette,
                                      const MinedFrom& from);
[[nodiscard]] std::string cox_page(const mining::CoxModel& model, const MinedFrom& from);

}  // namespace privet
