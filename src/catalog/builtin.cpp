// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "anonymize/cells/cell_suppression.h"
#include "anonymize/cluster/k_member.h"
#include "anonymize/full_domain/full_domain.h"
#include "anonymize/local/local_recoding.h"
#include "anonymize/microaggregation/microaggregation.h"
#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "catalog/attribute_numbers.h"
#include "catalog/catalog.h"
#include "catalog/cut_score.h"
#include "catalog/dp_settings.h"
#include "privacy/alpha_k.h"
#include "privacy/average_risk.h"
#include "privacy/beta_likeness.h"
#include "privacy/delta_disclosure.h"
#include "privacy/delta_presence.h"
#include "privacy/differential_privacy.h"
#include "privacy/k_anonymity.h"
#include "privacy/k_map.h"
#include "privacy/l_distinct.h"
#include "privacy/l_entropy.h"
#include "privacy/l_recursive.h"
#include "privacy/lkc_privacy.h"
#include "privacy/p_sensitive.h"
#include "privacy/site_diversity.h"
#include "privacy/t_closeness.h"
#include "privacy/uniqueness_models.h"

namespace privet {
namespace {

using Model = std::unique_ptr<PrivacyModel>;

// The numbers of "4,3" if there are as many as `count` and they satisfy `sound`; `form` is said
// otherwise.
template <class Sound>
std::vector<double> numbers(const Settings& settings, std::string_view name, std::size_t count,
                            std::string_view form, const Sound& sound) {
  std::vector<double> out;
  for (const auto& part : split_list(settings.text(name))) {
    const auto number = parse_number(part);
    if (!number) break;
    out.push_back(*number);
  }
  if (out.size() == count && split_list(settings.text(name)).size() == count && sound(out))
    return out;
  throw Error(ErrorCode::Usage,
              fmt::format("needs {}, not {}", form, quote_for_message(settings.text(name))),
              settings.place(name));
}

bool whole(double number, double least) {
  return number >= least && number <= 1e9 &&
         number == static_cast<double>(static_cast<std::size_t>(number));
}

TDistance t_distance(const Settings& settings) {
  const std::string name = settings.text("t-distance");
  if (name == "ordered") return TDistance::Ordered;
  return name == "hierarchical" ? TDistance::Hierarchical : TDistance::Equal;
}

Model k_anonymity(const Settings& settings, const ModelContext&) {
  return make_k_anonymity(settings.count("k"));
}
Model l_distinct(const Settings& settings, const ModelContext& context) {
  return make_l_distinct(settings.count("l-distinct"), context);
}
Model l_entropy(const Settings& settings, const ModelContext& context) {
  return make_l_entropy(settings.real("l-entropy"), context);
}
Model l_recursive(const Settings& settings, const ModelContext& context) {
  const auto given = numbers(
      settings, "l-recursive", 2, "C,L such as 4,3 with C above 0 and a whole L of at least 2",
      [](const auto& list) { return list[0] > 0 && whole(list[1], 2) && list[1] <= 1e6; });
  return make_l_recursive(given[0], static_cast<std::size_t>(given[1]), context);
}
Model t_closeness(const Settings& settings, const ModelContext& context) {
  return make_t_closeness(settings.real("t"), t_distance(settings), context);
}
Model p_sensitive(const Settings& settings, const ModelContext& context) {
  return make_p_sensitive(settings.count("p-sensitive"), context);
}
Model alpha(const Settings& settings, const ModelContext& context) {
  return make_alpha(settings.real("alpha"), context);
}
Model beta_likeness(const Settings& settings, const ModelContext& context) {
  return make_beta_likeness(settings.real("beta-likeness"), settings.flag("enhanced"), context);
}
Model delta_disclosure(const Settings& settings, const ModelContext& context) {
  return make_delta_disclosure(settings.real("delta-disclosure"), context);
}
Model delta_presence(const Settings& settings, const ModelContext& context) {
  const auto given = numbers(
      settings, "delta-presence", 2, "LO,HI such as 0,0.2: two shares from 0 to 1, ascending",
      [](const auto& list) { return 0 <= list[0] && list[0] <= list[1] && list[1] <= 1; });
  return make_delta_presence(given[0], given[1], context);
}
Model k_map(const Settings& settings, const ModelContext& context) {
  return make_k_map(settings.count("k-map"), context);
}
Model lkc(const Settings& settings, const ModelContext& context) {
  const auto given =
      numbers(settings, "lkc", 3,
              "L,K,C such as 2,5,0.5: two whole numbers of at least 1 and a share above 0 up to 1",
              [](const auto& list) {
                return whole(list[0], 1) && whole(list[1], 1) && list[2] > 0 && list[2] <= 1;
              });
  return make_lkc(static_cast<std::size_t>(given[0]), static_cast<std::size_t>(given[1]), given[2],
                  context);
}
Model average_risk(const Settings& settings, const ModelContext&) {
  return make_average_risk(settings.real("average-risk"));
}
Model sample_uniqueness(const Settings& settings, const ModelContext&) {
  return make_sample_uniqueness(settings.real("sample-uniqueness"));
}
Model population_uniqueness(const Settings& settings, const ModelContext& context) {
  const bool by_size = settings.given("population-size");
  if (by_size == settings.given("sampling-fraction")) {
    throw Error(ErrorCode::Usage,
                by_size ? "--population-size and --sampling-fraction say the same; give one of them"
                        : "the table must be known as a sample; say of how many people with "
                          "--population-size, or of which share with --sampling-fraction",
                settings.place("population-uniqueness"));
  }
  const auto records = static_cast<double>(context.records);
  const double people = by_size ? static_cast<double>(settings.count("population-size"))
                                : records / settings.real("sampling-fraction");
  if (people < records) {
    throw Error(ErrorCode::Usage, fmt::format("the table alone has {}", context.records),
                settings.place("population-size"));
  }
  return make_population_uniqueness(settings.real("population-uniqueness"), people);
}
Model differential_privacy(const Settings& settings, const ModelContext&) {
  const DpSettings given = read_dp(settings);
  return make_differential_privacy(given.epsilon, given.delta, given.sampling);
}
Model site_diversity(const Settings& settings, const ModelContext& context) {
  return make_site_diversity(settings.count("site-diversity"), context);
}

std::unique_ptr<Anonymizer> mondrian_method(const Settings& settings, const Problem& problem) {
  return make_mondrian({.relaxed = settings.flag("relaxed"),
                        .smallest_class = problem.smallest_class(),
                        .score = read_cut_score(settings, problem)});
}

bool cuts_by_order(const Settings& settings) {
  return settings.text("cut-by") == "order";
}

std::unique_ptr<Anonymizer> full_domain_method(const Settings& settings, const Problem& problem) {
  return make_full_domain({.metric = settings.text("metric"),
                           .weights = read_weights(settings, "weights", problem),
                           .lowest = read_level_numbers(settings, "min-level", problem),
                           .highest = read_level_numbers(settings, "max-level", problem),
                           .seconds = read_seconds(settings, "budget")});
}

std::unique_ptr<Anonymizer> local_method(const Settings& settings, const Problem& problem) {
  return make_local_recoding({.weights = read_weights(settings, "weights", problem)});
}

std::unique_ptr<Anonymizer> cells_method(const Settings& settings, const Problem& problem) {
  return make_cell_suppression({.weights = read_weights(settings, "weights", problem),
                                .levels = read_level_numbers(settings, "min-level", problem)});
}

std::unique_ptr<Anonymizer> k_member_method(const Settings&, const Problem&) {
  return make_k_member();
}
std::unique_ptr<Anonymizer> constrained_method(const Settings&, const Problem&) {
  return make_constrained();
}

std::unique_ptr<Anonymizer> microaggregation_method(const Settings&, const Problem&) {
  return make_microaggregation();
}
void shape_microaggregation(const Settings& settings, Problem& problem) {
  const bool median = settings.text("microaggregate") == "median";
  if (show_statistics(problem, median ? Statistic::Median : Statistic::Mean)) return;
  throw Error(ErrorCode::Usage,
              "no quasi-identifier is numeric, so there is nothing to take the mean or median of; "
              "use another method",
              settings.place(settings.given("microaggregate") ? "microaggregate" : "method"));
}

}  // namespace

const Catalog& builtin_catalog() {
  static const Catalog catalog(
      {
          {.description = &kKAnonymity, .make = k_anonymity, .judged_with_earlier = true},
          {.description = &kDistinctLDiversity, .make = l_distinct, .judged_with_earlier = true},
          {&kEntropyLDiversity, l_entropy},
          {&kRecursiveLDiversity, l_recursive},
          {&kTCloseness, t_closeness},
          {&kPSensitive, p_sensitive},
          {&kAlphaAnonymity, alpha},
          {&kBetaLikeness, beta_likeness},
          {&kDeltaDisclosure, delta_disclosure},
          {&kDeltaPresence, delta_presence},
          {&kKMap, k_map},
          {&kLkcPrivacy, lkc},
          {&kAverageRisk, average_risk},
          {&kSampleUniqueness, sample_uniqueness},
          {&kPopulationUniqueness, population_uniqueness},
          {&kDifferentialPrivacy, differential_privacy},
          // The site of a record also serves the way Mondrian chooses its cuts.
          {&kSiteDiversity, site_diversity, {{"site", "site-weight"}}},
      },
      {
          {.description = &kMondrian,
           .make = mondrian_method,
           .keeps_boundaries = true,
           .of_any_release = {"priority", "learn-weights"},
           .by_order = cuts_by_order},
          {.description = &kConstrained, .make = constrained_method, .keeps_boundaries = true},
          {.description = &kKMember, .make = k_member_method},
          {.description = &kFullDomain,
           .make = full_domain_method,
           .keeps_boundaries = true,
           .by_levels = true},
          {.description = &kLocalRecoding,
           .make = local_method,
           .keeps_boundaries = true,
           .also_uses = {"weights"},
           .by_levels = true},
          {.description = &kCellSuppression,
           .make = cells_method,
           .also_uses = {"weights", "min-level"}},
          {.description = &kMicroaggregation,
           .make = microaggregation_method,
           .shape = shape_microaggregation,
           .chosen_by = "microaggregate",
           .also_uses = {"priority", "learn-weights"},
           .shows_statistics = true},
      });
  return catalog;
}

}  // namespace privet
