// SPDX-License-Identifier: Apache-2.0
// privet reproduce survival: does a model of three hospitals serve patients better than each
// hospital's own, and what does the random kernel cost and hide?
// Reference: Yu, Fung, Rosales, Krishnan, Rao, Dehing-Oberije, Lambin (2008), sections 5 and 6. The
// paper's patients are not public: lung, veteran, pbc and rossi stand for them.
// Idea: every site's rows are divided into training and test rows at random, many times; models are
// judged by the area under the curve on the test rows of all sites. Then the random kernel is
// attacked (mining/regression/kernel_attack.h).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "job/outputs.h"
#include "job/reproduce/survival_models.h"
#include "mining/regression/kernel_attack.h"

namespace privet::job {

// Of the splits in which there was a model.
struct AucSummary {
  std::size_t splits = 0;
  std::size_t unfitted = 0;
  double mean = 0;  // not a number without splits
  double deviation = 0;
};

// The models that are compared, in this order.
enum class StudyModel : std::uint8_t { Pooled, Aggregated, Kernel, Site1, Site2, Site3 };
inline constexpr std::size_t kStudyModels = 6;
[[nodiscard]] std::string study_model_name(StudyModel model);

inline constexpr std::array<double, 4> kTrainingShares{0.2, 0.4, 0.6, 0.8};
inline constexpr std::size_t kKernelShare = 1;  // of these, where the kernel's rows vary: 40%

struct LearnerResult {
  StudyLearner learner = StudyLearner::Svm;
  // By training share, then by model.
  std::array<std::array<AucSummary, kStudyModels>, kTrainingShares.size()> models = {};
  std::vector<AucSummary> by_kernel_rows = {};        // 1 .. columns - 1
  std::vector<std::pair<double, double>> pairs = {};  // of each split at 40%: pooled, kernel
  double aggregation_gap = 0;  // the largest difference of AUC between aggregated and pooled
};

struct AttackResult {
  std::size_t kernel_rows = 0;
  std::size_t known_rows = 0;
  mining::KernelAttackResult result = {};
};

struct StudyResult {
  std::string name = {};
  std::string time_unit = {};
  std::vector<std::string> columns = {};
  std::size_t rows = 0;
  std::size_t events = 0;
  std::size_t imputed = 0;
  std::array<std::size_t, kStudySites> sites = {};
  double horizon = 0;
  std::size_t died = 0;
  std::size_t survived = 0;  // of which that is known
  std::vector<LearnerResult> learners = {};
  std::vector<AttackResult> attacks = {};
};

struct SurvivalStudyOutcome {
  std::string folder = {};
  std::size_t splits = 0;
  std::uint64_t seed = 1;
  std::vector<StudyResult> studies = {};
  std::vector<std::string> skipped = {};  // files that are not there
  std::string standard_output = {};       // for --report -
};

struct SurvivalStudyOptions {
  std::string folder = {};
  std::size_t splits = 100;
  std::uint64_t seed = 1;
  std::vector<std::string> sets = {};  // empty: all
  std::optional<std::string> report = {};
  std::function<std::string(const SurvivalStudyOutcome&)> page = {};
};

[[nodiscard]] std::vector<Parameter> survival_study_parameters();
[[nodiscard]] SurvivalStudyOptions survival_study_options(const Settings& settings);
// Throws Error{Input} if no data set is there.
[[nodiscard]] SurvivalStudyOutcome run_survival_study(const SurvivalStudyOptions& options,
                                                      const Run& run);
// One data set.
[[nodiscard]] StudyResult run_study(const StudyData& study, const StudyRows& rows,
                                    const SurvivalStudyOptions& options, const Run& run);

}  // namespace privet::job
