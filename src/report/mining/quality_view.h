// SPDX-License-Identifier: Apache-2.0
// How good a classifier is, as text, JSON and parts of a page; the same for every classifier.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "job/mining/mining_input.h"
#include "mining/class_quality.h"
#include "report/page/html.h"

namespace privet {

// "on the training rows" or "cross-validated with 10 stratified folds, 3 times".
[[nodiscard]] std::string measured_text(const job::MinedFrom& from);
// "accuracy 0.9333 (cross-validated with 10 stratified folds); the commonest class alone 0.6429,
// kappa 0.8511, ..." with the tables of the classes, for texts.
[[nodiscard]] std::string quality_text(const mining::ClassQuality& quality,
                                       const std::vector<std::string>& classes,
                                       const job::MinedFrom& from);
[[nodiscard]] std::string accuracy_text(const mining::ClassQuality& quality,
                                        const job::MinedFrom& from);
// The same as further members of an answer.
void add_quality(Json& out, const mining::ClassQuality& quality,
                 const std::vector<std::string>& classes, const job::MinedFrom& from);

[[nodiscard]] Card accuracy_card(const mining::ClassQuality& quality, const job::MinedFrom& from);
[[nodiscard]] Card auc_card(const mining::ClassQuality& quality);
// Sections: true and predicted classes, quality by class, and the calibration if there are
// probabilities.
void add_quality_sections(HtmlPage& page, const mining::ClassQuality& quality,
                          const std::vector<std::string>& classes);

}  // namespace privet
