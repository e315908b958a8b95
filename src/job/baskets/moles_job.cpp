// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/moles_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "baskets/moles.h"
#include "job/input/table_input.h"
#include "job/outputs.h"

namespace privet::job {
namespace {

using baskets::kNoItem;

std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) {
    text.insert(at, 1, '"');
  }
  return "\"" + text + "\"";
}

std::string moles_csv(const baskets::MoleList& moles, const Baskets& data) {
  std::string out = "size,support,breach,private_item,items\n";
  for (std::size_t i = 0; i < moles.size(); ++i) {
    const auto names = item_names(moles.items(i), data);
    const auto& breach = moles.breach(i);
    out += fmt::format("{},{},{:.6f},{},{}\n", names.size(), moles.support(i), breach.probability(),
                       quoted(breach.item == kNoItem ? std::string() : data.name(breach.item)),
                       quoted(fmt::format("{}", fmt::join(names, " "))));
  }
  return out;
}

// Which baskets hold an item, for the items asked about.
class Holders {
 public:
  explicit Holders(const Baskets& data) : data_(data) {}

  [[nodiscard]] std::size_t baskets() const { return data_.size(); }

  const std::vector<BasketId>& of(ItemId item) {
    const auto [at, fresh] = lists_.try_emplace(item);
    for (BasketId id = 0; fresh && id < data_.size(); ++id) {
      const auto basket = data_.basket(id);
      if (std::binary_search(basket.begin(), basket.end(), item)) at->second.push_back(id);
    }
    return at->second;
  }

  // Baskets that hold all of these and `wanted`, and baskets that hold all of these.
  std::pair<std::size_t, std::size_t> count(std::span<const ItemId> items, ItemId wanted) {
    std::vector<BasketId> all = of(items.front());
    for (const ItemId item : items.subspan(1)) all = common(all, of(item));
    return {common(all, of(wanted)).size(), all.size()};
  }

 private:
  static std::vector<BasketId> common(const std::vector<BasketId>& a,
                                      const std::vector<BasketId>& b) {
    std::vector<BasketId> out;
    std::ranges::set_intersection(a, b, std::back_inserter(out));
    return out;
  }

  const Baskets& data_;
  std::map<ItemId, std::vector<BasketId>> lists_;
};

// The smallest part of the mole of which the private item has that share; nothing if it is the
// share of all baskets. Moles are small: all their parts are tried.
std::vector<ItemId> revealing_part(std::span<const ItemId> items, const baskets::Breach& breach,
                                   Holders& holders) {
  if (breach.support == holders.baskets()) return {};
  std::vector<ItemId> best(items.begin(), items.end());
  constexpr std::size_t kMost = 16;  // with more items the whole set is named
  if (items.size() > kMost) return best;
  for (std::uint32_t mask = 1; mask < (1U << items.size()); ++mask) {
    std::vector<ItemId> part;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if ((mask >> i & 1U) != 0) part.push_back(items[i]);
    }
    if (part.size() >= best.size()) continue;
    const auto [with, all] = holders.count(part, breach.item);
    if (with == breach.count && all == breach.support) best = std::move(part);
  }
  return best;
}

BasketMolesOutcome::Mole mole(const baskets::MoleList& moles, std::size_t i, const Baskets& data,
                              Holders& holders) {
  const auto& breach = moles.breach(i);
  BasketMolesOutcome::Mole out{.items = item_names(moles.items(i), data),
                               .support = moles.support(i),
                               .breach = breach.probability()};
  if (breach.item == kNoItem) return out;
  out.private_item = data.name(breach.item);
  out.breach_items = item_names(revealing_part(moles.items(i), breach, holders), data);
  out.breach_support = breach.support;
  return out;
}

}  // namespace

std::vector<Parameter> basket_moles_parameters() {
  return joined({coherence_parameters(),
                 {any_cost_parameter()},
                 item_parameters(),
                 {{.name = "show",
                   .kind = ParameterKind::Count,
                   .summary = "Show this many moles.",
                   .placeholder = "N",
                   .default_text = "20",
                   .min = 0},
                  {.name = "output",
                   .kind = ParameterKind::File,
                   .summary = "Also write all moles as CSV.",
                   .placeholder = "OUT.csv",
                   .letter = 'o'}},
                 basket_parameters()});
}

BasketMolesOptions basket_moles_options(const Settings& settings) {
  return {.input = basket_input(settings),
          .items = item_choice(settings),
          .wanted = coherence(settings),
          .show = settings.count("show"),
          .output = given_text(settings, "output")};
}

BasketMolesOutcome run_basket_moles(const BasketMolesOptions& options, const Run& run) {
  RunFiles files;
  files.reads(options.input.path, "the baskets");
  add_files(options.items, files);
  files.writes(options.output, "the list of moles", "output");
  files.check();
  const Baskets data = read_basket_input(options.input, run);
  const auto kinds = read_item_kinds(options.items, data, run);
  const auto found = baskets::find_minimal_moles(data, kinds, options.wanted, run);
  OutputFiles outputs;
  if (options.output) outputs.add(options.output, moles_csv(found.moles, data));
  outputs.commit(run);
  BasketMolesOutcome out{.wanted = options.wanted,
                         .eligibility = found.eligibility,
                         .minimal_moles = found.moles.size(),
                         .breach_moles = found.breach_moles,
                         .by_size = found.by_size()};
  Holders holders(data);
  for (std::size_t i = 0; i < std::min(options.show, found.moles.size()); ++i) {
    out.shown.push_back(mole(found.moles, i, data, holders));
  }
  out.standard_output = outputs.standard_output();
  return out;
}

}  // namespace privet::job
