// SPDX-License-Identifier: Apache-2.0
// The page: for each data set the paper's figures 2 to 5 and the attack.
#include <fmt/format.h>

#include "base/counted.h"
#include "report/mining/page_parts.h"
#include "report/plot/plot.h"
#include "report/reproduce/survival_view.h"

namespace privet {
namespace {

using job::StudyModel;

XyPoint auc_point(double x, const job::AucSummary& auc) {
  return {.x = x, .y = auc.mean, .error = auc.deviation};
}

// Figures 2 and 4: the models at 40% and 60% training rows.
BarChart models_chart(const job::LearnerResult& result) {
  BarChart out{
      .title = fmt::format("{}: models by training rows", study_learner_name(result.learner)),
      .values = {.label = "AUC on test rows", .min = 0, .max = 1}};
  for (std::size_t m = 0; m < job::kStudyModels; ++m) {
    out.categories.push_back(job::study_model_name(static_cast<StudyModel>(m)));
  }
  for (const std::size_t share : {1U, 2U}) {
    BarSeries series{.name = fmt::format("{:.0f}%", 100 * job::kTrainingShares.at(share))};
    for (const auto& auc : result.models.at(share)) {
      series.values.push_back(auc.mean);
      series.errors.push_back(auc.deviation);
    }
    out.series.push_back(std::move(series));
  }
  return out;
}

// Figures 3 and 5, left, middle and right.
XyChart shares_chart(const job::LearnerResult& result) {
  XyChart out{.title = "By share of training rows",
              .x = {.label = "training rows", .style = NumberStyle::Percent},
              .y = {.label = "AUC"},
              .width = kHalfWidth};
  for (const auto model : {StudyModel::Pooled, StudyModel::Kernel}) {
    XySeries series{.name = job::study_model_name(model)};
    for (std::size_t s = 0; s < job::kTrainingShares.size(); ++s) {
      series.points.push_back(auc_point(job::kTrainingShares.at(s),
                                        result.models.at(s).at(static_cast<std::size_t>(model))));
    }
    out.series.push_back(std::move(series));
  }
  return out;
}
XyChart scatter_chart(const job::LearnerResult& result) {
  XyChart out{.title = "Each division at 40%",
              .x = {.label = "AUC, pooled"},
              .y = {.label = "AUC, random kernel"},
              .width = kHalfWidth};
  XySeries series{.name = "division", .mark = Mark::Points};
  for (const auto& [pooled, kernel] : result.pairs)
    series.points.push_back({.x = pooled, .y = kernel});
  out.series.push_back(std::move(series));
  return out;
}
XyChart kernel_chart(const job::LearnerResult& result) {
  XyChart out{.title = "By rows of the random kernel at 40%",
              .x = {.label = "rows of the kernel"},
              .y = {.label = "AUC"},
              .width = kHalfWidth};
  XySeries kernel{.name = "random kernel"};
  XySeries pooled{.name = "pooled", .mark = Mark::Line};
  const auto& whole =
      result.models.at(job::kKernelShare).at(static_cast<std::size_t>(StudyModel::Pooled));
  for (std::size_t m = 0; m < result.by_kernel_rows.size(); ++m) {
    const auto x = static_cast<double>(m + 1);
    kernel.points.push_back(auc_point(x, result.by_kernel_rows[m]));
    pooled.points.push_back({.x = x, .y = whole.mean});
  }
  out.series = {std::move(kernel), std::move(pooled)};
  return out;
}

void add_learner(HtmlPage& page, const job::LearnerResult& result) {
  const auto first = result.learner == job::StudyLearner::Svm ? 2 : 4;
  page.subsection(study_learner_name(result.learner));
  page.paragraph(study_finding(result) + ".");
  page.figure({draw(models_chart(result)), fmt::format("As the paper's figure {}.", first)});
  const auto caption = fmt::format("As the paper's figure {}.", first + 1);
  page.figures({{draw(shares_chart(result)), caption},
                {draw(scatter_chart(result)), caption},
                {draw(kernel_chart(result)), caption}});
  page.table(study_auc_table(result));
}

}  // namespace

std::string survival_study_page(const job::SurvivalStudyOutcome& found) {
  HtmlPage page("Survival models of three hospitals",
                fmt::format("{} of each data set", counted(found.splits, "random division")));
  for (const auto& path : found.skipped) page.notice(Tone::Warn, path + " is not there: skipped");
  for (const auto& study : found.studies) {
    page.section(study.name).paragraph(study_facts(study) + ".");
    for (const auto& result : study.learners) add_learner(page, result);
    page.subsection("Attack on the random kernel");
    page.paragraph(
        "Who knows the random matrix, and sees in the rows that it knows in which steps numbers "
        "come, tries the numbers that are missing. A row is found if a single guess fits and it is "
        "the row.");
    page.table(study_attack_table(study));
  }
  return finished(page);
}

}  // namespace privet
