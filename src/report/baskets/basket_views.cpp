// SPDX-License-Identifier: Apache-2.0
#include "report/baskets/basket_views.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "baskets/prepare.h"
#include "report/baskets/basket_words.h"

namespace privet {
namespace {

// "s2 in 66.7% of the 3 baskets with {a, g}": of which baskets the share is.
std::string revealed_text(const job::BasketMolesOutcome::Mole& mole) {
  std::string out = fmt::format("{} in {:.1f}%", *mole.private_item, 100 * mole.breach);
  if (mole.breach_items == mole.items) return out + " of them";
  if (mole.breach_items.empty()) return out + " of all baskets";
  return out + fmt::format(" of the {} with {}", counted(mole.breach_support, "basket"),
                           item_set_text(mole.breach_items));
}

}  // namespace

std::string basket_prepare_text(const job::BasketPrepareOutcome& outcome) {
  return fmt::format(
      "{} of {}; {} {} public, {} private {} made.\n"
      "Use them with --public '{}*' --private '{}*'.\n",
      counted(outcome.baskets, "basket"), counted(outcome.items, "item"),
      counted(outcome.public_items, "item"), outcome.public_items == 1 ? "is" : "are",
      grouped(outcome.private_items), outcome.private_items == 1 ? "item was" : "items were",
      baskets::kPublicPrefix, baskets::kPrivatePrefix);
}

Json basket_prepare_json(const job::BasketPrepareOutcome& outcome) {
  return {{"baskets", outcome.baskets},
          {"items", outcome.items},
          {"public_items", outcome.public_items},
          {"private_items", outcome.private_items}};
}

std::string basket_moles_text(const job::BasketMolesOutcome& outcome) {
  if (!outcome.eligibility.eligible) {
    return fmt::format("No release exists: {}.\n", outcome.eligibility.why);
  }
  std::string out = fmt::format(
      "{} for an attacker who knows {} (h = {:g}, k = {}); {} of them {} in enough baskets but {} "
      "a private item.\n",
      counted(outcome.minimal_moles, "minimal mole"), power_text(outcome.wanted), outcome.wanted.h,
      outcome.wanted.k, grouped(outcome.breach_moles), outcome.breach_moles == 1 ? "is" : "are",
      outcome.breach_moles == 1 ? "reveals" : "reveal");
  for (std::size_t size = 1; size < outcome.by_size.size(); ++size) {
    out += fmt::format("  of {}: {}\n", counted(size, "item"), grouped(outcome.by_size[size]));
  }
  for (const auto& mole : outcome.shown) {
    out += fmt::format("{}: {}, {}\n", item_set_text(mole.items), counted(mole.support, "basket"),
                       mole.private_item ? revealed_text(mole) : std::string("no private item"));
  }
  if (const auto more = outcome.minimal_moles - outcome.shown.size(); more > 0) {
    out += fmt::format("... and {} more (--show, -o)\n", grouped(more));
  }
  return out;
}

Json basket_moles_json(const job::BasketMolesOutcome& outcome) {
  auto by_size = Json::object();
  for (std::size_t size = 1; size < outcome.by_size.size(); ++size) {
    by_size[std::to_string(size)] = outcome.by_size[size];
  }
  auto moles = Json::array();
  for (const auto& mole : outcome.shown) {
    Json one{{"items", mole.items},
             {"support", mole.support},
             {"breach", mole.breach},
             {"private_item", nullptr}};
    if (mole.private_item) {
      one["private_item"] = *mole.private_item;
      one["breach_items"] = mole.breach_items;
      one["breach_support"] = mole.breach_support;
    }
    moles.push_back(std::move(one));
  }
  return {{"minimal_moles", outcome.minimal_moles}, {"by_size", std::move(by_size)},
          {"breach_moles", outcome.breach_moles},   {"eligible", outcome.eligibility.eligible},
          {"why", outcome.eligibility.why},         {"moles", std::move(moles)}};
}

std::string basket_check_text(const job::BasketCheckOutcome& outcome) {
  if (outcome.coherent) {
    return fmt::format(
        "Coherent: an attacker who knows {} of a person is left with at least {}, and can infer no "
        "private item with more than {:g}%.\n",
        power_text(outcome.wanted), counted(outcome.wanted.k, "basket"), 100 * outcome.wanted.h);
  }
  std::string out = "Not coherent:\n";
  for (const auto& one : outcome.violations) {
    out +=
        fmt::format("{}: {}{}\n", item_set_text(one.items), counted(one.cohort, "basket"),
                    one.inferred ? fmt::format(", {} of them with {}",
                                               grouped(one.inferred->baskets), one.inferred->item)
                                 : std::string());
  }
  return out;
}

Json basket_check_json(const job::BasketCheckOutcome& outcome) {
  auto moles = Json::array();
  for (const auto& one : outcome.violations) {
    Json entry{{"items", one.items},
               {"support", one.cohort},
               {"private_item", nullptr},
               {"probability", nullptr}};
    if (one.inferred) {
      entry["private_item"] = one.inferred->item;
      entry["probability"] =
          static_cast<double>(one.inferred->baskets) / static_cast<double>(one.cohort);
    }
    moles.push_back(std::move(entry));
  }
  return {{"coherent", outcome.coherent},
          {"asked", coherence_json(outcome.wanted)},
          {"moles", std::move(moles)}};
}

std::string basket_attack_text(const job::BasketAttackOutcome& outcome) {
  if (outcome.cohort == 0) {
    return fmt::format("No basket holds all of {}.\n", item_set_text(outcome.known));
  }
  std::string out = fmt::format("{} hold{} all of {}: the person is one of them, {:.1f}% each.\n",
                                counted(outcome.cohort, "basket"), outcome.cohort == 1 ? "s" : "",
                                item_set_text(outcome.known), 100 * outcome.probability(1));
  for (const auto& one : outcome.private_items) {
    out += fmt::format("  {} with {:.1f}% ({} of {})\n", one.item,
                       100 * outcome.probability(one.count), one.count, outcome.cohort);
  }
  if (!outcome.certain_items.empty()) {
    out += fmt::format("All of them also hold {}.\n", item_set_text(outcome.certain_items));
  }
  return out;
}

Json basket_attack_json(const job::BasketAttackOutcome& outcome) {
  auto secrets = Json::array();
  for (const auto& one : outcome.private_items) {
    secrets.push_back({{"item", one.item},
                       {"count", one.count},
                       {"probability", outcome.probability(one.count)}});
  }
  Json out{{"known", outcome.known},
           {"cohort", outcome.cohort},
           {"identification", nullptr},
           {"private_items", std::move(secrets)},
           {"certain_items", outcome.certain_items}};
  if (outcome.cohort > 0) out["identification"] = outcome.probability(1);
  return out;
}

}  // namespace privet
