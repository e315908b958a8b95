// SPDX-License-Identifier: Apache-2.0
#include "report/baskets/basket_release.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "report/baskets/basket_words.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

double lost_share(const baskets::CategoryLoss& loss) {
  if (loss.occurrences == 0) return 0;
  return static_cast<double>(loss.lost) / static_cast<double>(loss.occurrences);
}

std::string category_text(const std::vector<baskets::CategoryLoss>& losses) {
  TextTable table{.title = "By category",
                  .columns = {{.heading = "category"},
                              number_column("items"),
                              number_column("suppressed"),
                              number_column("occurrences lost")}};
  for (const auto& loss : losses) {
    table.add({loss.category, format_count(loss.items), format_count(loss.suppressed),
               format_percent(lost_share(loss))});
  }
  return "\n" + to_text(table) + "\n";
}

// The suppressed items by name; of very many the first.
std::string suppressed_text(const std::vector<std::string>& items) {
  constexpr std::size_t kMost = 50;
  if (items.empty()) return {};
  const std::vector<std::string> first(
      items.begin(), items.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, items.size())));
  std::string text = fmt::format("Suppressed: {}", fmt::join(first, ", "));
  if (items.size() > kMost) {
    text += fmt::format(" and {} more (--json lists all)", format_count(items.size() - kMost));
  }
  std::string out;
  for (const auto& line : wrap_text(text, terminal_style().width)) out += line + "\n";
  return out;
}

std::string text_of(const job::SuppressionOutcome& made) {
  std::string out = fmt::format(
      "{} suppressed ({} by {}): {:.2f}% of all occurrences.\n",
      counted(made.suppressed.size(), "item"),
      made.single_moles == 1 ? "1 was a mole" : grouped(made.single_moles) + " were moles",
      made.single_moles == 1 ? "itself" : "themselves", 100 * made.loss_items);
  out += suppressed_text(made.suppressed);
  if (made.loss_nuggets) {
    out += fmt::format("{} of {} nuggets are left: {:.2f}% lost.\n",
                       baskets::to_text(*made.nuggets_after),
                       baskets::to_text(*made.nuggets_before), 100 * *made.loss_nuggets);
  }
  if (made.categories) out += category_text(*made.categories);
  return out + fmt::format(
                   "Checked: an attacker who knows {} of a person is left with at least {}, and "
                   "can infer no private item with more than {:g}%.\n",
                   power_text(made.wanted), counted(made.wanted.k, "basket"), 100 * made.wanted.h);
}

std::string text_of(const job::GeneralizationOutcome& made) {
  const std::size_t k = made.wanted.k;
  const std::size_t m = made.wanted.m;
  return fmt::format(
      "{} of {} generalized, {:.2f}% of the highest possible loss.\n"
      "Checked: any {} that {} together {} in at least {}.\n",
      grouped(made.generalized_items), counted(made.items, "item"), 100 * made.loss,
      counted(m, "item"), m == 1 ? "occurs" : "occur", m == 1 ? "is" : "are", counted(k, "basket"));
}

// The guard throws unless the guarantee holds.
Json held(Json guarantee) {
  guarantee["holds"] = true;
  return Json::array({std::move(guarantee)});
}

Json json_of(const job::SuppressionOutcome& made) {
  Json out{{"suppressed_items", made.suppressed},
           {"loss_items", made.loss_items},
           {"loss_nuggets", nullptr},
           {"moles_before", nullptr},
           {"moles_after", 0},
           {"guarantees", held(coherence_json(made.wanted))}};
  if (made.loss_nuggets) out["loss_nuggets"] = *made.loss_nuggets;
  if (made.minimal_moles) out["moles_before"] = *made.minimal_moles;
  if (made.nuggets_before) {
    // Exact counts may exceed what a JSON number holds.
    out["nuggets_before"] = baskets::to_text(*made.nuggets_before);
    out["nuggets_after"] = baskets::to_text(*made.nuggets_after);
  }
  if (!made.categories) return out;
  auto categories = Json::array();
  for (const auto& loss : *made.categories) {
    categories.push_back({{"category", loss.category},
                          {"items", loss.items},
                          {"suppressed", loss.suppressed},
                          {"loss", lost_share(loss)}});
  }
  out["categories"] = std::move(categories);
  return out;
}

Json json_of(const job::GeneralizationOutcome& made) {
  return {{"generalized_items", made.generalized_items},
          {"loss_items", made.loss},
          {"moles_before", made.rare_sets},
          {"moles_after", 0},
          {"guarantees", held({{"model", "k^m-anonymity"},
                               {"parameters", {{"k", made.wanted.k}, {"m", made.wanted.m}}}})}};
}

}  // namespace

std::string basket_anonymize_text(const job::BasketAnonymizeOutcome& outcome) {
  return std::visit([](const auto& made) { return text_of(made); }, outcome.made);
}

Json basket_anonymize_json(const job::BasketAnonymizeOutcome& outcome) {
  return std::visit([](const auto& made) { return json_of(made); }, outcome.made);
}

}  // namespace privet
