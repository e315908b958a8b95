// SPDX-License-Identifier: Apache-2.0
#include "baskets/anonymize.h"

#include "base/error.h"
#include "baskets/moles.h"

namespace privet::baskets {
namespace {

void by_border(const Baskets& baskets, const ItemKinds& kinds, const AnonymizeOptions& options,
               const Run& run, SuppressionResult& out) {
  if (!options.nuggets) {
    throw Error(ErrorCode::Usage, "itemset utility needs the support that makes a nugget",
                {.parameter = "--min-support"});
  }
  auto result = suppress_by_border(baskets, kinds, options.wanted, *options.nuggets, run);
  out.minimal_moles = result.minimal_moles;
  out.nuggets_before = result.nuggets_before;
  out.nuggets_after = result.nuggets_after;
  out.loss_nuggets = result.loss_of_nuggets();
  out.suppression = std::move(result.suppression);
}

void by_moles(const Baskets& baskets, const ItemKinds& kinds, const AnonymizeOptions& options,
              const Run& run, SuppressionResult& out) {
  const auto moles = find_minimal_moles(baskets, kinds, options.wanted, run);
  out.minimal_moles = moles.moles.size();
  out.suppression = options.method == Method::Tree
                        ? suppress_by_tree(baskets, moles, options.loss, run)
                        : suppress_all_mole_items(baskets, kinds, moles, options.wanted, run);
}

void count_nuggets(const Baskets& before, const Baskets& after, const NuggetOptions& nuggets,
                   const Run& run, SuppressionResult& out) {
  const auto count = [&](const Baskets& baskets) {
    return nugget_border(baskets, nuggets.min_support, run)
        .count(nuggets.max_length, std::nullopt, run)
        .total();
  };
  BorderSuppression both;
  both.nuggets_before = count(before);
  both.nuggets_after = count(after);
  out.nuggets_before = both.nuggets_before;
  out.nuggets_after = both.nuggets_after;
  out.loss_nuggets = both.loss_of_nuggets();
}

SuppressionResult choose(const Baskets& baskets, const ItemKinds& kinds,
                         const AnonymizeOptions& options, const Run& run) {
  SuppressionResult out;
  switch (options.method) {
    case Method::Border:
      by_border(baskets, kinds, options, run, out);
      break;
    case Method::Groups:
      out.suppression = suppress_for_groups(baskets, kinds, options.wanted, run);
      break;
    case Method::Tree:
    case Method::SuppressAll:
      by_moles(baskets, kinds, options, run, out);
      break;
  }
  return out;
}

Baskets in_order(const Baskets& baskets, const RecordOrder& order) {
  Baskets out;
  for (const auto& name : baskets.names()) out.add_item(name);
  for (const std::uint32_t original : order) out.add(baskets.basket(BasketId(original)));
  return out;
}

Draft draft_of(const Baskets& baskets, const RecordOrder& order, const std::string& output,
               const Run& run) {
  Draft draft(output);
  const Baskets shuffled = order.empty() ? Baskets() : in_order(baskets, order);
  write_baskets(
      order.empty() ? baskets : shuffled, format_of(output),
      [&](auto piece) { draft.write(piece); }, run);
  return draft;
}

}  // namespace

Anonymized anonymize(const Baskets& baskets, const ItemKinds& kinds,
                     const AnonymizeOptions& options, const std::string& output, const Run& run) {
  if (const auto state = eligibility(baskets, kinds, options.wanted); !state.eligible) {
    throw Error(ErrorCode::Infeasible, state.why);
  }
  SuppressionResult result = choose(baskets, kinds, options, run);
  const auto& suppressed = result.suppression.items;
  const Baskets released = suppress(baskets, suppressed);
  result.loss_items = loss_of_items(baskets, suppressed);
  if (options.nuggets && !result.loss_nuggets) {
    count_nuggets(baskets, released, *options.nuggets, run, result);
  }
  CoherenceGuard guard(baskets, kinds,
                       {options.wanted, suppressed, format_of(output), options.order});
  Release release = guard.approve(draft_of(released, options.order, output, run), run);
  return {std::move(release), std::move(result)};
}

Generalized generalize(const Baskets& baskets, const Hierarchy& taxonomy, const KmAnonymity& wanted,
                       const std::string& output, const Run& run, const RecordOrder& order) {
  const auto made = generalize_km(baskets, taxonomy, wanted, run);
  GeneralizationGuard guard(baskets, taxonomy, {wanted.k, wanted.m, format_of(output), order});
  Generalized out{guard.approve(draft_of(made.baskets, order, output, run), run), 0, made.rare_sets,
                  made.loss};
  for (const NodeId node : made.published) {
    out.generalized_items += taxonomy.leaf_count(node) > 1 ? 1 : 0;
  }
  return out;
}

}  // namespace privet::baskets
