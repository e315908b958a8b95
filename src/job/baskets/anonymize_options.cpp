// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "base/error.h"
#include "job/baskets/anonymize_job.h"
#include "job/input/table_input.h"
#include "job/record_order.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kUtilities{"item", "itemset"};
constexpr std::array<std::string_view, 2> kLosses{"support", "unit"};
constexpr std::array<std::string_view, 2> kBaselines{"suppress-all", "group"};
constexpr std::array<Renamed, 2> kFormerBaselines{
    {{"rmall", "suppress-all"}, {"kanonymizer", "group"}}};
constexpr std::array<std::string_view, 2> kModels{"coherence", "km"};

std::vector<Parameter> method_parameters() {
  return {
      {.name = "output",
       .kind = ParameterKind::File,
       .summary = "Where the release goes: CSV if the name ends in .csv, otherwise FIMI.",
       .placeholder = "OUT",
       .required = true,
       .letter = 'o'},
      {.name = "utility",
       .kind = ParameterKind::Choice,
       .summary = "What to preserve as much as possible: items, or frequent itemsets (nuggets).",
       .placeholder = "UTILITY",
       .default_text = "item",
       .choices = kUtilities},
      {.name = "loss",
       .kind = ParameterKind::Choice,
       .summary = "What suppressing an item costs: its number of occurrences, or 1.",
       .placeholder = "LOSS",
       .default_text = "support",
       .choices = kLosses},
      mining::min_support_parameter(
          "The smallest support of a nugget: a share of the baskets below 1, or a number of "
          "baskets."),
      {.name = "max-size",
       .kind = ParameterKind::Count,
       .summary = "The most items in a nugget; any number if not given.",
       .placeholder = "N",
       .min = 1,
       .formerly = "max-length"},
      {.name = "baseline",
       .kind = ParameterKind::Choice,
       .summary = "Use a baseline method instead, for comparison. suppress-all: suppress every "
                  "item in a mole (RmAll in the thesis); group: suppress items until all baskets "
                  "agree on the public items in groups of k or more (k-Anonymizer in the thesis).",
       .placeholder = "BASELINE",
       .choices = kBaselines,
       .renamed_choices = kFormerBaselines},
      {.name = "model",
       .kind = ParameterKind::Choice,
       .summary = "coherence: (h,k,p)-coherence by suppression; km: k^m-anonymity by "
                  "generalization.",
       .placeholder = "MODEL",
       .default_text = "coherence",
       .choices = kModels},
      {.name = "taxonomy",
       .kind = ParameterKind::File,
       .summary =
           "A file with one line per item: the item and its groups from fine to coarse, separated "
           "by ';'. km generalizes along it; coherence reports the loss by category.",
       .placeholder = "FILE"},
      {.name = "m",
       .kind = ParameterKind::Count,
       .summary = "For km: the most items that an attacker knows.",
       .placeholder = "M",
       .min = 1},
      keep_order_parameter()};
}

baskets::Method method(const Settings& settings) {
  const bool itemset = settings.text("utility") == "itemset";
  if (settings.given("baseline")) {
    return settings.text("baseline") == "group" ? baskets::Method::Groups
                                                : baskets::Method::SuppressAll;
  }
  if (itemset && settings.given("loss")) {
    throw Error(ErrorCode::Usage,
                "does not apply to --utility itemset, where the loss is counted in nuggets",
                settings.place("loss"));
  }
  return itemset ? baskets::Method::Border : baskets::Method::Tree;
}

CoherenceRequest coherence_request(const Settings& settings) {
  if (settings.given("m")) {
    throw Error(ErrorCode::Usage, "applies to --model km only", settings.place("m"));
  }
  CoherenceRequest out{.wanted = coherence(settings),
                       .items = item_choice(settings),
                       .method = method(settings),
                       .loss = settings.text("loss") == "unit" ? baskets::ItemLoss::Unit
                                                               : baskets::ItemLoss::Support,
                       .taxonomy = given_text(settings, "taxonomy")};
  if (settings.given("min-support")) out.min_support = mining::min_support(settings);
  if (settings.given("max-size")) out.max_size = settings.count("max-size");
  return out;
}

KmRequest km_request(const Settings& settings) {
  for (const auto* name : {"taxonomy", "m"}) {
    if (!settings.has(name)) {
      throw Error(ErrorCode::Usage, "k^m-anonymity needs --taxonomy and --m",
                  {.parameter = fmt::format("--{}", name)});
    }
  }
  for (const auto* name : {"private", "private-file", "public", "public-file", "p", "h", "utility",
                           "loss", "baseline", "min-support", "max-size"}) {
    if (settings.given(name)) {
      throw Error(ErrorCode::Usage, "does not apply to --model km, which treats all items alike",
                  settings.place(name));
    }
  }
  return {{settings.count("k"), settings.count("m"), settings.flag("any-cost")},
          settings.text("taxonomy")};
}

}  // namespace

std::vector<Parameter> basket_anonymize_parameters() {
  return joined({coherence_parameters(),
                 {any_cost_parameter()},
                 item_parameters(),
                 method_parameters(),
                 basket_parameters()});
}

BasketAnonymizeOptions basket_anonymize_options(const Settings& settings) {
  BasketAnonymizeOptions out{.input = basket_input(settings),
                             .output = settings.text("output"),
                             .keep_order = settings.flag("keep-order")};
  if (settings.text("model") == "km") {
    out.request = km_request(settings);
  } else {
    out.request = coherence_request(settings);
  }
  return out;
}

}  // namespace privet::job
