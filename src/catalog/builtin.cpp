// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "anonymize/mondrian.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/cut_score.h"
#include "privacy/alpha_k.h"
#include "privacy/beta_likeness.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"
#include "privacy/l_entropy.h"
#include "privacy/l_recursive.h"
#include "privacy/p_sensitive.h"
#include "privacy/site_diversity.h"
#include "privacy/t_closeness.h"

namespace privet {
namespace {

using Model = std::unique_ptr<PrivacyModel>;

// The two numbers of "4,3".
std::pair<double, std::size_t> ratio_and_l(const Settings& settings) {
  const auto parts = split_list(settings.text("l-recursive"));
  const auto c = parts.size() == 2 ? parse_number(parts[0]) : std::nullopt;
  const auto l = parts.size() == 2 ? parse_number(parts[1]) : std::nullopt;
  if (!c || !l || *c <= 0 || *l < 2 || *l > 1e6 ||
      *l != static_cast<double>(static_cast<std::size_t>(*l))) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("needs C,L such as 4,3 with C above 0 and a whole L of at least 2, not {}",
                    shown(settings.text("l-recursive"))),
        settings.place("l-recursive"));
  }
  return {*c, static_cast<std::size_t>(*l)};
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
  const auto [c, l] = ratio_and_l(settings);
  return make_l_recursive(c, l, context);
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
Model site_diversity(const Settings& settings, const ModelContext& context) {
  return make_site_diversity(settings.count("site-diversity"), context);
}

std::unique_ptr<Anonymizer> mondrian_method(const Settings& settings, const Problem& problem) {
  return make_mondrian({.relaxed = settings.flag("relaxed"),
                        .smallest_class = problem.smallest_class(),
                        .score = read_cut_score(settings, problem)});
}

}  // namespace

const Catalog& builtin_catalog() {
  static const Catalog catalog(
      {
          {&kKAnonymity, k_anonymity},
          {&kDistinctLDiversity, l_distinct},
          {&kEntropyLDiversity, l_entropy},
          {&kRecursiveLDiversity, l_recursive},
          {&kTCloseness, t_closeness},
          {&kPSensitive, p_sensitive},
          {&kAlphaAnonymity, alpha},
          {&kBetaLikeness, beta_likeness},
          {&kSiteDiversity, site_diversity},
      },
      {
          {&kMondrian, mondrian_method},
      });
  return catalog;
}

}  // namespace privet
