// SPDX-License-Identifier: Apache-2.0
// From baskets and a wish to released bytes: choose items, suppress them, let the guard judge the
// bytes, and say what it cost.
#pragma once

#include <optional>
#include <string>

#include "base/run.h"
#include "baskets/border_method.h"
#include "baskets/coherence.h"
#include "baskets/release.h"
#include "baskets/suppression.h"

namespace privet::baskets {

enum class Method {
  Tree,       // greedy on minimal moles, for item utility
  Border,     // greedy on borders, for itemset utility
  RemoveAll,  // baseline: every item in a mole
  Groups,     // baseline: k-anonymity on all public items
};

struct AnonymizeOptions {
  Coherence wanted;
  Method method = Method::Tree;
  ItemLoss loss = ItemLoss::Support;
  std::optional<NuggetOptions>
      nuggets;  // the border method needs them; others then report them too
  BasketFormat format = BasketFormat::Fimi;
};

struct Anonymized {
  std::string bytes;  // passed the guard
  Suppression suppression;
  double loss_items = 0.0;
  std::optional<double> loss_nuggets;
  std::optional<Count> nuggets_before;
  std::optional<Count> nuggets_after;
  std::optional<std::size_t> minimal_moles;  // that the method met; unknown for Groups
};

// Throws Error{Infeasible} where no release exists, saying why, and Error{Internal} if the guard
// refuses what was made.
[[nodiscard]] Anonymized anonymize(const Baskets& baskets, const ItemKinds& kinds,
                                   const AnonymizeOptions& options, const Run& run);

}  // namespace privet::baskets
