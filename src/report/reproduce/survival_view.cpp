// SPDX-License-Identifier: Apache-2.0
#include "report/reproduce/survival_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "report/text/numbers.h"

namespace privet {
namespace {

using job::AucSummary;
using job::StudyModel;

const AucSummary& auc_of_model(const job::LearnerResult& result, std::size_t share,
                               StudyModel model) {
  return result.models.at(share).at(static_cast<std::size_t>(model));
}

std::string auc_cell(const AucSummary& auc) {
  if (auc.splits == 0) return "no fit";
  const auto missing = auc.unfitted == 0 ? "" : fmt::format(" ({} no fit)", auc.unfitted);
  return fmt::format("{:.3f} ± {:.3f}{}", auc.mean, auc.deviation, missing);
}

Json auc_json(const AucSummary& auc) {
  return {{"mean", auc.mean},
          {"deviation", auc.deviation},
          {"splits", auc.splits},
          {"unfitted", auc.unfitted}};
}

Json learner_json(const job::LearnerResult& result) {
  Json shares = Json::array();
  for (std::size_t s = 0; s < job::kTrainingShares.size(); ++s) {
    Json models = Json::object();
    for (std::size_t m = 0; m < job::kStudyModels; ++m) {
      models[job::study_model_name(static_cast<StudyModel>(m))] =
          auc_json(result.models.at(s).at(m));
    }
    shares.push_back({{"training", job::kTrainingShares.at(s)}, {"auc", std::move(models)}});
  }
  Json kernels = Json::array();
  for (std::size_t m = 0; m < result.by_kernel_rows.size(); ++m) {
    auto one = auc_json(result.by_kernel_rows[m]);
    one["kernel_rows"] = m + 1;
    kernels.push_back(std::move(one));
  }
  return {{"learner", study_learner_name(result.learner)},
          {"training_shares", std::move(shares)},
          {"by_kernel_rows", std::move(kernels)},
          {"aggregation_gap", result.aggregation_gap},
          {"finding", study_finding(result)}};
}

}  // namespace

std::string study_learner_name(job::StudyLearner learner) {
  return learner == job::StudyLearner::Svm ? "SVM" : "Cox";
}

std::string study_facts(const job::StudyResult& study) {
  return fmt::format(
      "{} with {} at sites of {}, {} and {}; at {:.6g} {} {} had had the event and {} had not, of "
      "the "
      "others that is not known; {}, {} by the mean",
      counted(study.rows, "row"), counted(study.events, "event"), study.sites[0], study.sites[1],
      study.sites[2], study.horizon, study.time_unit, study.died, study.survived,
      counted(study.columns.size(), "column"), counted(study.imputed, "missing cell"));
}

TextTable study_auc_table(const job::LearnerResult& result) {
  TextTable out{.columns = {{.heading = study_learner_name(result.learner) + ", training rows"}}};
  for (const double share : job::kTrainingShares) {
    out.columns.push_back(number_column(fmt::format("{:.0f}%", 100 * share)));
  }
  for (std::size_t m = 0; m < job::kStudyModels; ++m) {
    std::vector<std::string> row{job::study_model_name(static_cast<StudyModel>(m))};
    for (const auto& share : result.models) row.push_back(auc_cell(share.at(m)));
    out.add(std::move(row));
  }
  return out;
}

TextTable study_attack_table(const job::StudyResult& study) {
  TextTable out{.columns = {number_column("kernel rows"), number_column("known rows"),
                            number_column("guesses"), number_column("rows attacked"),
                            number_column("found"), number_column("wrong")}};
  for (const auto& attack : study.attacks) {
    out.add({format_count(attack.kernel_rows), format_count(attack.known_rows),
             fmt::format("{:.3g}", attack.result.guesses), format_count(attack.result.attacked),
             format_count(attack.result.found), format_count(attack.result.wrong)});
  }
  return out;
}

std::string study_finding(const job::LearnerResult& result) {
  const auto share = job::kKernelShare;
  const auto& kernel = auc_of_model(result, share, StudyModel::Kernel);
  const auto& exact = auc_of_model(result, share, StudyModel::Aggregated);
  const AucSummary* best = nullptr;
  std::size_t which = 0;
  for (std::size_t s = 0; s < job::kStudySites; ++s) {
    const auto& site = result.models.at(share).at(static_cast<std::size_t>(StudyModel::Site1) + s);
    if (site.splits == 0 || (best != nullptr && site.mean <= best->mean)) continue;
    best = &site;
    which = s + 1;
  }
  const auto against = [&](const AucSummary& model) {
    if (best == nullptr) return std::string("no site has a fit of its own");
    const double gain = model.mean - best->mean;
    return fmt::format("{:+.3f}{}", gain, gain > 0 ? "" : ", no better");
  };
  const auto fits = best == nullptr || best->unfitted == 0
                        ? ""
                        : fmt::format(", with a fit in {} of {} divisions", best->splits,
                                      best->splits + best->unfitted);
  return fmt::format(
      "{}, 40% training: against the best site alone (site {}{}) exact aggregation "
      "{}, the random kernel {}",
      study_learner_name(result.learner), which, fits, against(exact), against(kernel));
}

std::string survival_study_text(const job::SurvivalStudyOutcome& found) {
  auto text = fmt::format(
      "{} of each data set; the area under the curve of test rows, mean and "
      "deviation\n",
      counted(found.splits, "random division"));
  for (const auto& study : found.studies) {
    text += fmt::format("\n{}: {}\n", study.name, study_facts(study));
    for (const auto& result : study.learners) {
      text += "\n" + to_text(study_auc_table(result));
      text += study_finding(result) + "\n";
    }
    text += "\nAttack on the random kernel:\n" + to_text(study_attack_table(study));
  }
  for (const auto& path : found.skipped) text += fmt::format("\n{} is not there: skipped\n", path);
  return text;
}

Json survival_study_json(const job::SurvivalStudyOutcome& found) {
  Json studies = Json::array();
  for (const auto& study : found.studies) {
    Json learners = Json::array();
    for (const auto& result : study.learners) learners.push_back(learner_json(result));
    Json attacks = Json::array();
    for (const auto& attack : study.attacks) {
      attacks.push_back({{"kernel_rows", attack.kernel_rows},
                         {"known_rows", attack.known_rows},
                         {"guesses", attack.result.guesses},
                         {"attacked", attack.result.attacked},
                         {"found", attack.result.found},
                         {"wrong", attack.result.wrong}});
    }
    studies.push_back({{"name", study.name},
                       {"rows", study.rows},
                       {"events", study.events},
                       {"columns", study.columns},
                       {"imputed", study.imputed},
                       {"sites", Json{study.sites[0], study.sites[1], study.sites[2]}},
                       {"horizon", study.horizon},
                       {"died", study.died},
                       {"survived", study.survived},
                       {"learners", std::move(learners)},
                       {"attacks", std::move(attacks)}});
  }
  return {{"data", found.folder},
          {"splits", found.splits},
          {"seed", found.seed},
          {"studies", std::move(studies)},
          {"skipped", found.skipped}};
}

}  // namespace privet
