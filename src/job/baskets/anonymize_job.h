// SPDX-License-Identifier: Apache-2.0
// privet baskets anonymize: a checked release of baskets (baskets/anonymize.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "baskets/anonymize.h"
#include "baskets/category_loss.h"
#include "job/baskets/item_choice.h"
#include "job/input/basket_input.h"
#include "mining/rules/min_support.h"

namespace privet::job {

// (h,k,p)-coherence by suppression.
struct CoherenceRequest {
  baskets::Coherence wanted = {};
  ItemChoice items = {};
  baskets::Method method = baskets::Method::Tree;
  baskets::ItemLoss loss = baskets::ItemLoss::Support;
  // Of nuggets; needed by Method::Border, with the others nuggets are only counted.
  std::optional<mining::MinSupport> min_support = {};
  std::size_t max_size = mining::kAnyLength;
  std::optional<std::string> taxonomy = {};  // to report the loss by category
};

// k^m-anonymity by generalization.
struct KmRequest {
  baskets::KmAnonymity wanted = {};
  std::string taxonomy;
};

struct BasketAnonymizeOptions {
  BasketInput input;
  std::string output;       // "-": standard output
  bool keep_order = false;  // of the baskets; otherwise they are shuffled
  std::variant<CoherenceRequest, KmRequest> request = {};
};

struct SuppressionOutcome {
  baskets::Coherence wanted;
  std::vector<std::string> suppressed = {};
  std::size_t single_moles = 0;  // of them: moles of one item
  double loss_items = 0;         // share of all occurrences
  std::optional<double> loss_nuggets = {};
  std::optional<baskets::Count> nuggets_before = {};
  std::optional<baskets::Count> nuggets_after = {};
  std::optional<std::size_t> minimal_moles = {};  // before; not known for every method
  std::optional<std::vector<baskets::CategoryLoss>> categories = {};  // if there was a taxonomy
};

struct GeneralizationOutcome {
  baskets::KmAnonymity wanted;
  std::size_t items = 0;
  std::size_t generalized_items = 0;
  std::size_t rare_sets = 0;  // before
  double loss = 0;            // of the highest possible one
};

struct BasketAnonymizeOutcome {
  std::variant<SuppressionOutcome, GeneralizationOutcome> made;
  std::string standard_output = {};
};

[[nodiscard]] std::vector<Parameter> basket_anonymize_parameters();
// Throws Error{Usage} for options that do not apply to the model.
[[nodiscard]] BasketAnonymizeOptions basket_anonymize_options(const Settings& settings);
// Throws Error{Infeasible} with the reason where no release exists.
[[nodiscard]] BasketAnonymizeOutcome run_basket_anonymize(const BasketAnonymizeOptions& options,
                                                          const Run& run);

}  // namespace privet::job
