// SPDX-License-Identifier: Apache-2.0
// From baskets and a wanted guarantee to a release: choose what to change, write the result, have
// the guard check the bytes, and report what it cost.
#pragma once

#include <optional>
#include <string>

#include "base/run.h"
#include "baskets/border_method.h"
#include "baskets/coherence.h"
#include "baskets/guard.h"
#include "baskets/km_anonymity.h"
#include "baskets/suppression.h"
#include "release/record_order.h"

namespace privet::baskets {

enum class Method {
  Tree,         // greedy on minimal moles, for item utility
  Border,       // greedy on borders, for itemset utility
  SuppressAll,  // baseline: every item in a mole
  Groups,       // baseline: k-anonymity on all public items
};

struct AnonymizeOptions {
  Coherence wanted;
  Method method = Method::Tree;
  ItemLoss loss = ItemLoss::Support;
  // The border method needs them; with the others they are only reported.
  std::optional<NuggetOptions> nuggets = {};
  RecordOrder order = {};  // of the baskets in the release; empty: as they are
};

// What was suppressed, and what that costs.
struct SuppressionResult {
  Suppression suppression;
  double loss_items = 0.0;
  std::optional<double> loss_nuggets;
  std::optional<Count> nuggets_before;
  std::optional<Count> nuggets_after;
  std::optional<std::size_t> minimal_moles;  // that the method met; unknown for Groups
};

struct Anonymized {
  Release release;
  SuppressionResult result;
};

// By suppression, for (h,k,p)-coherence. The release goes to `output`, in the format of its name;
// "-" keeps it in memory. Throws Error{Infeasible} with the reason where no release exists, and
// Error{Internal} if the guard refuses what was made.
[[nodiscard]] Anonymized anonymize(const Baskets& baskets, const ItemKinds& kinds,
                                   const AnonymizeOptions& options, const std::string& output,
                                   const Run& run);

struct Generalized {
  Release release;
  std::size_t generalized_items = 0;
  std::size_t rare_sets = 0;  // minimal sets below k before anything was generalized
  double loss = 0.0;          // 0: nothing generalized, 1: everything to the root
};

// By generalization, for k^m-anonymity.
[[nodiscard]] Generalized generalize(const Baskets& baskets, const Hierarchy& taxonomy,
                                     const KmAnonymity& wanted, const std::string& output,
                                     const Run& run, const RecordOrder& order = {});

}  // namespace privet::baskets
