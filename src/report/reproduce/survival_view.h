// SPDX-License-Identifier: Apache-2.0
// What `privet reproduce survival` found, as text, JSON and a page with the paper's figures.
#pragma once

#include <string>

#include "base/json.h"
#include "job/reproduce/survival_study.h"
#include "report/text/text_table.h"

namespace privet {

[[nodiscard]] std::string survival_study_text(const job::SurvivalStudyOutcome& found);
[[nodiscard]] Json survival_study_json(const job::SurvivalStudyOutcome& found);
[[nodiscard]] std::string survival_study_page(const job::SurvivalStudyOutcome& found);

// Parts that text and page share.
[[nodiscard]] std::string study_learner_name(job::StudyLearner learner);
[[nodiscard]] std::string study_facts(const job::StudyResult& study);
[[nodiscard]] TextTable study_auc_table(const job::LearnerResult& result);
[[nodiscard]] TextTable study_attack_table(const job::StudyResult& study);
// Whether the random kernel was better than the best site alone at 40%, and what aggregation gave.
[[nodiscard]] std::string study_finding(const job::LearnerResult& result);

}  // namespace privet
