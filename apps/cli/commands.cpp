// SPDX-License-Identifier: Apache-2.0
// The one explicit list of subcommands.
#include "apps/cli/commands.h"

#include "apps/cli/custody/commands.h"

namespace privet::cli {

std::vector<Command> all_commands() {
  return {
      inspect_command(),
      quasi_measure_command(),
      quasi_find_command(),
      quasi_mask_command(),
      anonymize_command(),
      pseudonyms_reverse_command(),
      risk_command(),
      baskets_prepare_command(),
      baskets_moles_command(),
      baskets_anonymize_command(),
      baskets_check_command(),
      baskets_attack_command(),
      custody_advise_command(),
      custody_encode_command(),
      custody_decode_command(),
      custody_decode_values_command(),
      custody_attack_command(),
      profile_build_command(),
      profile_show_command(),
      profile_expose_command(),
      profile_index_command(),
      profile_rerank_command(),
      profile_serve_command(),
      profile_evaluate_command(),
      mine_tree_command(),
      mine_forest_command(),
      mine_boost_command(),
      mine_rules_command(),
      mine_itemsets_command(),
      mine_bayes_command(),
      mine_kmeans_command(),
      mine_outliers_command(),
      mine_bayesnet_command(),
      mine_svm_command(),
      mine_cox_command(),
      mine_survival_command(),
      mine_logistic_command(),
      mine_linear_command(),
      mine_predict_command(),
      rehearse_command(),
      federation_query_command(),
      party_init_command(),
      party_invite_command(),
      party_join_command(),
      party_confirm_command(),
      party_remove_command(),
      party_serve_command(),
      party_status_command(),
      party_tables_command(),
      party_reload_command(),
      party_renew_command(),
      party_repin_command(),
      party_metrics_command(),
      party_audit_verify_command(),
      job_submit_command(),
      job_list_command(),
      job_show_command(),
      job_approve_command(),
      job_reject_command(),
      job_cancel_command(),
      job_result_command(),
      job_ledger_command(),
      studio_command(),
      reproduce_list_command(),
      reproduce_command(),
      reproduce_survival_command(),
      help_command(),
      version_command(),
  };
}

const std::vector<Parameter>& common_options() {
  static const std::vector<Parameter> options{
      {.name = "json",
       .kind = ParameterKind::Flag,
       .summary = "Print one JSON object on standard output instead of text."},
      {.name = "threads",
       .kind = ParameterKind::Count,
       .summary = "Use this many threads; 0 means one per core.",
       .placeholder = "N",
       .default_text = "0",
       .min = 0,
       .max = 1024},
      {.name = "quiet", .kind = ParameterKind::Flag, .summary = "No progress and no warnings."},
      {.name = "help",
       .kind = ParameterKind::Flag,
       .summary = "Explain the command.",
       .letter = 'h'},
  };
  return options;
}

}  // namespace privet::cli
