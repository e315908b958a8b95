// SPDX-License-Identifier: Apache-2.0
#include "job/mining/mining_jobs.h"

#include <array>

#include "job/mining/bayes_job.h"
#include "job/mining/bayesnet_job.h"
#include "job/mining/boost_job.h"
#include "job/mining/cox_job.h"
#include "job/mining/forest_job.h"
#include "job/mining/glm_job.h"
#include "job/mining/itemsets_job.h"
#include "job/mining/kmeans_job.h"
#include "job/mining/outliers_job.h"
#include "job/mining/predict_job.h"
#include "job/mining/rules_job.h"
#include "job/mining/survival_job.h"
#include "job/mining/svm_job.h"
#include "job/mining/tree_job.h"

namespace privet::job {

std::span<const MiningJob> mining_jobs() {
  static constexpr std::array<MiningJob, 15> kJobs{{{"mine tree", mine_tree_parameters},
                                                    {"mine forest", mine_forest_parameters},
                                                    {"mine boost", mine_boost_parameters},
                                                    {"mine rules", mine_rules_parameters},
                                                    {"mine itemsets", mine_itemsets_parameters},
                                                    {"mine bayes", mine_bayes_parameters},
                                                    {"mine kmeans", mine_kmeans_parameters},
                                                    {"mine outliers", mine_outliers_parameters},
                                                    {"mine bayesnet", mine_bayesnet_parameters},
                                                    {"mine svm", mine_svm_parameters},
                                                    {"mine cox", mine_cox_parameters},
                                                    {"mine survival", mine_survival_parameters},
                                                    {"mine logistic", mine_logistic_parameters},
                                                    {"mine linear", mine_linear_parameters},
                                                    {"mine predict", mine_predict_parameters}}};
  return kJobs;
}

}  // namespace privet::job
