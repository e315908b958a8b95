// SPDX-License-Identifier: Apache-2.0
// One function per subcommand, each in the file of its name.
#pragma once

#include "apps/cli/command.h"

namespace privet::cli {

[[nodiscard]] Command anonymize_command();
[[nodiscard]] Command baskets_anonymize_command();
[[nodiscard]] Command baskets_attack_command();
[[nodiscard]] Command baskets_check_command();
[[nodiscard]] Command baskets_moles_command();
[[nodiscard]] Command baskets_prepare_command();
[[nodiscard]] Command federation_query_command();
[[nodiscard]] Command help_command();
[[nodiscard]] Command inspect_command();
[[nodiscard]] Command job_approve_command();
[[nodiscard]] Command job_cancel_command();
[[nodiscard]] Command job_ledger_command();
[[nodiscard]] Command job_list_command();
[[nodiscard]] Command job_reject_command();
[[nodiscard]] Command job_result_command();
[[nodiscard]] Command job_show_command();
[[nodiscard]] Command job_submit_command();
[[nodiscard]] Command mine_bayes_command();
[[nodiscard]] Command mine_bayesnet_command();
[[nodiscard]] Command mine_boost_command();
[[nodiscard]] Command mine_cox_command();
[[nodiscard]] Command mine_forest_command();
[[nodiscard]] Command mine_itemsets_command();
[[nodiscard]] Command mine_kmeans_command();
[[nodiscard]] Command mine_linear_command();
[[nodiscard]] Command mine_logistic_command();
[[nodiscard]] Command mine_outliers_command();
[[nodiscard]] Command mine_rules_command();
[[nodiscard]] Command mine_predict_command();
[[nodiscard]] Command mine_survival_command();
[[nodiscard]] Command mine_svm_command();
[[nodiscard]] Command mine_tree_command();
[[nodiscard]] Command party_audit_verify_command();
[[nodiscard]] Command party_confirm_command();
[[nodiscard]] Command party_init_command();
[[nodiscard]] Command party_invite_command();
[[nodiscard]] Command party_join_command();
[[nodiscard]] Command party_metrics_command();
[[nodiscard]] Command party_reload_command();
[[nodiscard]] Command party_remove_command();
[[nodiscard]] Command party_renew_command();
[[nodiscard]] Command party_repin_command();
[[nodiscard]] Command party_serve_command();
[[nodiscard]] Command party_status_command();
[[nodiscard]] Command party_tables_command();
[[nodiscard]] Command profile_build_command();
[[nodiscard]] Command profile_evaluate_command();
[[nodiscard]] Command profile_expose_command();
[[nodiscard]] Command profile_index_command();
[[nodiscard]] Command profile_rerank_command();
[[nodiscard]] Command profile_serve_command();
[[nodiscard]] Command profile_show_command();
[[nodiscard]] Command quasi_find_command();
[[nodiscard]] Command quasi_mask_command();
[[nodiscard]] Command quasi_measure_command();
[[nodiscard]] Command rehearse_command();
[[nodiscard]] Command reproduce_command();
[[nodiscard]] Command reproduce_list_command();
[[nodiscard]] Command reproduce_survival_command();
[[nodiscard]] Command pseudonyms_reverse_command();
[[nodiscard]] Command risk_command();
[[nodiscard]] Command studio_command();
[[nodiscard]] Command version_command();

}  // namespace privet::cli
