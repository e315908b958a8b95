// SPDX-License-Identifier: Apache-2.0
#include "baskets/anonymize.h"

#include <fmt/format.h>

#include <array>

#include "apps/cli/baskets/input.h"
#include "apps/cli/commands.h"
#include "apps/cli/paths.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "baskets/category_loss.h"
#include "baskets/km_anonymity.h"
#include "hierarchy/read_arx.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet::cli {
namespace {

constexpr std::array<std::string_view, 2> kUtilities{"item", "itemset"};
constexpr std::array<std::string_view, 2> kLosses{"support", "unit"};
constexpr std::array<std::string_view, 2> kBaselines{"rmall", "kanonymizer"};
constexpr std::array<std::string_view, 2> kModels{"coherence", "km"};

std::optional<baskets::NuggetOptions> read_nuggets(const Settings& settings, const Baskets& data) {
  if (!settings.given("min-support")) return std::nullopt;
  const double support = settings.real("min-support");
  baskets::NuggetOptions out;
  if (support < 1.0) {
    out.min_support = mining::support_of_share(support, data.size());
  } else if (support == static_cast<double>(static_cast<std::uint32_t>(support))) {
    out.min_support = static_cast<std::uint32_t>(support);
  } else {
    throw Error(ErrorCode::Usage, "give a share below 1 or a whole number of baskets",
                settings.place("min-support"));
  }
  if (settings.has("max-length")) out.max_length = settings.count("max-length");
  return out;
}

baskets::Method read_method(const Settings& settings) {
  const bool itemset = settings.text("utility") == "itemset";
  if (settings.given("baseline")) {
    return settings.text("baseline") == "rmall" ? baskets::Method::SuppressAll
                                                : baskets::Method::Groups;
  }
  if (itemset && settings.given("loss")) {
    throw Error(ErrorCode::Usage, "itemset utility counts nuggets: leave --loss out",
                settings.place("loss"));
  }
  return itemset ? baskets::Method::Border : baskets::Method::Tree;
}

Json result_json(const baskets::SuppressionResult& made, const Baskets& data,
                 const baskets::Coherence& wanted) {
  Json out{{"suppressed_items", names_json(made.suppression.items, data)},
           {"loss_items", made.loss_items},
           {"loss_nuggets", nullptr},
           {"moles_before", nullptr},
           {"moles_after", 0},
           {"guarantees", Json::array()}};
  if (made.loss_nuggets) out["loss_nuggets"] = *made.loss_nuggets;
  if (made.minimal_moles) out["moles_before"] = *made.minimal_moles;
  out["guarantees"].push_back(coherence_json(wanted));
  out["guarantees"].back()["holds"] = true;  // the guard throws otherwise
  if (made.nuggets_before) {
    // Exact counts may exceed what a JSON number holds.
    out["nuggets_before"] = baskets::to_text(*made.nuggets_before);
    out["nuggets_after"] = baskets::to_text(*made.nuggets_after);
  }
  return out;
}

// Says what the release costs each category of items.
void report_categories(const std::vector<baskets::CategoryLoss>& losses, Json& answer,
                       Console& console) {
  TextTable table{.title = "By category",
                  .columns = {{.heading = "category"},
                              number_column("items"),
                              number_column("suppressed"),
                              number_column("occurrences lost")}};
  answer["categories"] = Json::array();
  for (const auto& loss : losses) {
    const double share = loss.occurrences == 0 ? 0
                                               : static_cast<double>(loss.lost) /
                                                     static_cast<double>(loss.occurrences);
    table.add({loss.category, format_count(loss.items), format_count(loss.suppressed),
               format_percent(share)});
    answer["categories"].push_back({{"category", loss.category},
                                    {"items", loss.items},
                                    {"suppressed", loss.suppressed},
                                    {"loss", share}});
  }
  console.say("\n" + to_text(table) + "\n");
}

void publish(Release& release, Console& console) {
  console.run().check_cancelled();
  release.commit();
  console.write(release.bytes());
}

int run_coherence(const Settings& settings, const Baskets& data, Console& console) {
  const auto kinds = read_kinds(settings, data, console);
  const auto output = settings.text("output");
  std::optional<Hierarchy> taxonomy;
  if (settings.given("taxonomy")) taxonomy = read_arx(settings.text("taxonomy"));
  const baskets::AnonymizeOptions options{.wanted = read_coherence(settings),
                                          .method = read_method(settings),
                                          .loss = settings.text("loss") == "unit"
                                                      ? baskets::ItemLoss::Unit
                                                      : baskets::ItemLoss::Support,
                                          .nuggets = read_nuggets(settings, data)};
  auto anonymized = baskets::anonymize(data, kinds, options, output, console.run());
  publish(anonymized.release, console);
  const auto& made = anonymized.result;
  auto answer = result_json(made, data, options.wanted);
  console.say(fmt::format(
      "{} suppressed ({} by {}): {:.2f}% of all occurrences.\n",
      counted(made.suppression.items.size(), "item"),
      made.suppression.single_moles == 1 ? "1 was a mole"
                                         : grouped(made.suppression.single_moles) + " were moles",
      made.suppression.single_moles == 1 ? "itself" : "themselves", 100 * made.loss_items));
  if (made.loss_nuggets) {
    console.say(fmt::format("{} of {} nuggets are left: {:.2f}% lost.\n",
                            baskets::to_text(*made.nuggets_after),
                            baskets::to_text(*made.nuggets_before), 100 * *made.loss_nuggets));
  }
  if (taxonomy) {
    report_categories(baskets::category_losses(data, made.suppression.items, *taxonomy), answer,
                      console);
  }
  console.answer(answer);
  console.say(fmt::format(
      "Checked: whoever knows {} of a person is left with at least {}, "
      "and infers no private item with more than {:g}%.\n",
      power_text(options.wanted), counted(options.wanted.k, "basket"), 100 * options.wanted.h));
  return 0;
}

int run_km(const Settings& settings, const Baskets& data, Console& console) {
  for (const auto* name : {"taxonomy", "m"}) {
    if (!settings.has(name)) {
      throw Error(ErrorCode::Usage, "k^m-anonymity needs --taxonomy and --m",
                  {.parameter = fmt::format("--{}", name)});
    }
  }
  for (const auto* name : {"private", "private-file", "public", "public-file", "p", "h", "utility",
                           "loss", "baseline", "min-support", "max-length"}) {
    if (settings.given(name)) {
      throw Error(ErrorCode::Usage, "has no meaning with --model km: all items are alike there",
                  settings.place(name));
    }
  }
  const auto output = settings.text("output");
  const auto taxonomy = read_arx(settings.text("taxonomy"));
  const std::size_t k = settings.count("k");
  const std::size_t m = settings.count("m");
  auto made = baskets::generalize(data, taxonomy, {k, m}, output, console.run());
  publish(made.release, console);
  const std::size_t lifted = made.generalized_items;
  console.answer(
      {{"generalized_items", lifted},
       {"loss_items", made.loss},
       {"moles_before", made.rare_sets},
       {"moles_after", 0},
       {"guarantees",
        {{{"model", "k^m-anonymity"}, {"parameters", {{"k", k}, {"m", m}}}, {"holds", true}}}}});
  console.say(fmt::format(
      "{} of {} generalized, {:.2f}% of the highest possible loss.\n"
      "Checked: any {} that {} together {} in at least {}.\n",
      grouped(lifted), counted(data.items(), "item"), 100 * made.loss, counted(m, "item"),
      m == 1 ? "occurs" : "occur", m == 1 ? "is" : "are", counted(k, "basket")));
  return 0;
}

int run_anonymize_baskets(const Settings& settings, Console& console) {
  if (settings.text("output") == "-") console.claim_output();
  refuse_same(settings, "output", "file", "would replace the baskets; name another file");
  for (const auto* read : {"taxonomy", "private-file", "public-file"})
    refuse_same(settings, "output", read, "would replace a file that is read; name another");
  const bool km = settings.text("model") == "km";
  if (!km) {
    static_cast<void>(read_coherence(settings));  // before a long read
    if (settings.given("m"))
      throw Error(ErrorCode::Usage, "is for --model km", settings.place("m"));
  }
  const auto data = read_baskets(settings, console);
  return km ? run_km(settings, data, console) : run_coherence(settings, data, console);
}

std::vector<Parameter> method_parameters() {
  return {{.name = "output",
           .kind = ParameterKind::File,
           .summary = "Where the release goes; .csv for CSV, else FIMI.",
           .placeholder = "OUT",
           .required = true,
           .letter = 'o'},
          {.name = "utility",
           .kind = ParameterKind::Choice,
           .summary = "What to keep much of: items, or frequent itemsets (nuggets).",
           .placeholder = "U",
           .default_text = "item",
           .choices = kUtilities},
          {.name = "loss",
           .kind = ParameterKind::Choice,
           .summary = "What an item costs: its occurrences, or 1.",
           .placeholder = "LOSS",
           .default_text = "support",
           .choices = kLosses},
          {.name = "min-support",
           .kind = ParameterKind::Real,
           .summary = "The support of a nugget: a share of the baskets below 1, or a number.",
           .placeholder = "S",
           .min = 0,
           .max = 4294967295.0,
           .above_min = true},
          {.name = "max-length",
           .kind = ParameterKind::Count,
           .summary = "The most items of a nugget; without this, any number.",
           .placeholder = "N",
           .min = 1},
          {.name = "baseline",
           .kind = ParameterKind::Choice,
           .summary = "Instead: suppress every item in a mole, or until all public items agree in "
                      "groups of k.",
           .placeholder = "B",
           .choices = kBaselines},
          {.name = "model",
           .kind = ParameterKind::Choice,
           .summary = "coherence by suppression, or k^m-anonymity by generalization.",
           .placeholder = "MODEL",
           .default_text = "coherence",
           .choices = kModels},
          {.name = "taxonomy",
           .kind = ParameterKind::File,
           .summary = "A line an item, ever coarser groups after it, parted by ';': what km "
                      "generalizes along; otherwise the report tells the loss by category.",
           .placeholder = "FILE"},
          {.name = "m",
           .kind = ParameterKind::Count,
           .summary = "For km: how many items an attacker knows at most.",
           .placeholder = "M",
           .min = 1}};
}

}  // namespace

Command baskets_anonymize_command() {
  return {.path = "baskets anonymize",
          .summary = "Make a checked release of baskets in which known items give nobody away.",
          .positionals = {basket_file()},
          .options = joined({coherence_parameters(), kind_parameters(), method_parameters(),
                             basket_parameters()}),
          .example =
              "privet baskets anonymize visits.dat --private 'illness:*' --h 0.5 --k 20 "
              "--p 4 -o release.dat",
          .run = run_anonymize_baskets};
}

}  // namespace privet::cli
