// SPDX-License-Identifier: Apache-2.0
#include "studio/commands.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/kind_name.h"
#include "job/baskets/anonymize_job.h"
#include "job/baskets/attack_job.h"
#include "job/baskets/check_job.h"
#include "job/baskets/moles_job.h"
#include "job/custody/advise_job.h"
#include "job/custody/attack_job.h"
#include "job/custody/decode_job.h"
#include "job/custody/encode_job.h"
#include "job/input/basket_input.h"
#include "job/input/table_input.h"
#include "job/quasi/find_job.h"
#include "job/quasi/mask_job.h"
#include "job/quasi/measure_job.h"
#include "job/quasi/quasi_rows.h"
#include "job/rehearsal/rehearse_job.h"
#include "report/baskets/basket_release.h"
#include "report/baskets/basket_views.h"
#include "report/custody/custody_views.h"
#include "report/mining/bayes_view.h"
#include "report/mining/cox_view.h"
#include "report/mining/ensemble_view.h"
#include "report/mining/glm_view.h"
#include "report/mining/itemsets_view.h"
#include "report/mining/kmeans_view.h"
#include "report/mining/outliers_view.h"
#include "report/mining/rules_view.h"
#include "report/mining/survival_view.h"
#include "report/mining/tree_view.h"
#include "report/page/html.h"
#include "report/quasi/quasi_view.h"
#include "report/rehearsal/rehearsal_view.h"

namespace privet::studio {
namespace {

using job::joined;
using Names = std::vector<std::string_view>;

// A positional FILE, and the options.
template <auto kFile, auto kOptions>
std::vector<Parameter> file_and() {
  return joined({{kFile()}, kOptions()});
}
template <auto kPositionals, auto kOptions>
std::vector<Parameter> both() {
  return joined({kPositionals(), kOptions()});
}

template <auto kOptions, auto kRun, auto kJson, auto kText>
CommandAnswer plain(const Settings& settings, const CommandContext& context) {
  const auto found = kRun(kOptions(settings), context.run);
  return {kJson(found), kText(found)};
}
// The same of a command that also makes a page.
template <auto kOptions, auto kRun, auto kJson, auto kText, auto kPage>
CommandAnswer paged(const Settings& settings, const CommandContext& context) {
  auto options = kOptions(settings);
  options.page = [&](const auto& outcome) {
    return with_warnings(kPage(outcome), context.warned());
  };
  const auto found = kRun(options, context.run);
  return {kJson(found), kText(found)};
}

CommandAnswer tree(const Settings& settings, const CommandContext& context) {
  auto options = job::mine_tree_options(settings);
  options.page = [&](const auto& outcome) {
    return with_warnings(mine_tree_page(outcome), context.warned());
  };
  const auto found = job::run_mine_tree(options, context.run);
  return {mine_tree_json(found), mine_tree_text(found, options.view)};
}

CommandAnswer itemsets(const Settings& settings, const CommandContext& context) {
  const auto options = job::mine_itemsets_options(settings);
  const auto found = job::run_mine_itemsets(options, context.run);
  return {mine_itemsets_json(found), mine_itemsets_text(found, options.show)};
}

CommandAnswer encode(const Settings& settings, const CommandContext& context) {
  const auto found = job::run_custody_encode(job::custody_encode_options(settings),
                                             context.passphrase, context.run);
  return {custody_encode_json(found), custody_encode_text(found)};
}

CommandAnswer decode(const Settings& settings, const CommandContext& context) {
  const auto found = job::run_custody_decode(job::custody_decode_options(settings),
                                             context.passphrase, context.run);
  return {custody_decode_json(found), custody_decode_text(found, settings.text("view"))};
}

CommandAnswer attack_encoded(const Settings& settings, const CommandContext& context) {
  auto options = job::custody_attack_options(settings);
  options.page = [&](const auto& outcome) {
    return with_warnings(custody_attack_page(outcome), context.warned());
  };
  const auto found = job::run_custody_attack(options, context.passphrase, context.run);
  return {custody_attack_json(found), custody_attack_text(found)};
}

}  // namespace

const std::vector<StudioCommand>& studio_commands() {
  using namespace job;
  static const std::vector<StudioCommand> commands{
      {"quasi measure", file_and<table_file, quasi_measure_parameters>, Names{},
       plain<quasi_measure_options, run_quasi_measure, quasi_measure_json, quasi_measure_text>},
      {"quasi find", file_and<sampled_file, quasi_find_parameters>, Names{},
       plain<quasi_find_options, run_quasi_find, quasi_find_json, quasi_find_text>},
      {"quasi mask", file_and<sampled_file, quasi_mask_parameters>, Names{},
       plain<quasi_mask_options, run_quasi_mask, quasi_mask_json, quasi_mask_text>},
      {"baskets moles", file_and<basket_file, basket_moles_parameters>, Names{"output"},
       plain<basket_moles_options, run_basket_moles, basket_moles_json, basket_moles_text>},
      {"baskets anonymize", file_and<basket_file, basket_anonymize_parameters>, Names{"output"},
       plain<basket_anonymize_options, run_basket_anonymize, basket_anonymize_json,
             basket_anonymize_text>},
      {"baskets check", file_and<basket_file, basket_check_parameters>, Names{},
       plain<basket_check_options, run_basket_check, basket_check_json, basket_check_text>},
      {"baskets attack", file_and<basket_file, basket_attack_parameters>, Names{},
       plain<basket_attack_options, run_basket_attack, basket_attack_json, basket_attack_text>},
      {"custody advise", both<custody_advise_positionals, custody_advise_parameters>, Names{},
       plain<custody_advise_options, run_custody_advise, custody_advise_json, custody_advise_text>},
      {"custody encode", both<custody_encode_positionals, custody_encode_parameters>,
       Names{"output", "key"}, encode},
      {"custody decode", both<custody_decode_positionals, custody_decode_parameters>, Names{"save"},
       decode},
      {"custody attack", both<custody_attack_positionals, custody_attack_parameters>,
       Names{"report"}, attack_encoded},
      {"mine tree", file_and<mine_tree_file, mine_tree_parameters>, Names{"save", "report"}, tree},
      {"mine forest", file_and<table_file, mine_forest_parameters>, Names{"save", "report"},
       paged<mine_forest_options, run_mine_forest, mine_forest_json, mine_forest_text,
             mine_forest_page>},
      {"mine boost", file_and<table_file, mine_boost_parameters>, Names{"save", "report"},
       paged<mine_boost_options, run_mine_boost, mine_boost_json, mine_boost_text,
             mine_boost_page>},
      {"mine bayes", file_and<table_file, mine_bayes_parameters>, Names{"save", "report"},
       paged<mine_bayes_options, run_mine_bayes, mine_bayes_json, mine_bayes_text,
             mine_bayes_page>},
      {"mine logistic", file_and<table_file, mine_logistic_parameters>, Names{"save", "report"},
       paged<mine_logistic_options, run_mine_glm, mine_glm_json, mine_glm_text, mine_glm_page>},
      {"mine linear", file_and<table_file, mine_linear_parameters>, Names{"save", "report"},
       paged<mine_linear_options, run_mine_glm, mine_glm_json, mine_glm_text, mine_glm_page>},
      {"mine kmeans", file_and<table_file, mine_kmeans_parameters>, Names{"save", "report"},
       paged<mine_kmeans_options, run_mine_kmeans, mine_kmeans_json, mine_kmeans_text,
             mine_kmeans_page>},
      {"mine survival", file_and<table_file, mine_survival_parameters>, Names{"report"},
       paged<mine_survival_options, run_mine_survival, mine_survival_json, mine_survival_text,
             mine_survival_page>},
      {"mine cox", file_and<table_file, mine_cox_parameters>, Names{"save", "report"},
       paged<mine_cox_options, run_mine_cox, mine_cox_json, mine_cox_text, mine_cox_page>},
      {"mine outliers", file_and<table_file, mine_outliers_parameters>, Names{},
       plain<mine_outliers_options, run_mine_outliers, mine_outliers_json, mine_outliers_text>},
      {"mine itemsets", file_and<basket_file, mine_itemsets_parameters>, Names{}, itemsets},
      {"rehearse", both<rehearse_positionals, rehearse_parameters>, Names{"save"},
       plain<rehearse_options, run_rehearse, rehearse_json, rehearse_text>, task_parameters},
  };
  return commands;
}

const StudioCommand& find_command(std::string_view name) {
  const auto& all = studio_commands();
  const auto it = std::find_if(all.begin(), all.end(),
                               [&](const StudioCommand& command) { return command.name == name; });
  if (it != all.end()) return *it;
  throw Error(ErrorCode::Usage, "the studio has no command " + quote_for_message(name));
}

Json parameters_json(std::span<const Parameter> parameters) {
  Json out = Json::array();
  for (const auto& parameter : parameters) {
    Json one{{"name", parameter.name},
             {"kind", kind_name(parameter.kind)},
             {"summary", parameter.summary},
             {"placeholder", parameter.placeholder},
             {"default", parameter.default_text},
             {"repeatable", parameter.repeatable},
             {"required", parameter.required}};
    if (std::isfinite(parameter.min)) one["min"] = parameter.min;
    if (std::isfinite(parameter.max)) one["max"] = parameter.max;
    if (!parameter.choices.empty()) {
      one["choices"] = Json::array();
      for (const auto choice : parameter.choices) one["choices"].push_back(choice);
    }
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace privet::studio
