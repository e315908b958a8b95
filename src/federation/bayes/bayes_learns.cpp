// SPDX-License-Identifier: Apache-2.0
#include "federation/bayes/bayes_learns.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "federation/bayes/bayes_answer.h"
#include "protocol/tell.h"

namespace privet::federation {
namespace {

using protocol::About;
using protocol::Bound;
using protocol::Occurs;

constexpr std::string_view kClassCount = "classes";
constexpr protocol::Opening kClassNames{"the names of the classes", "to name the answer"};

// Whether the names of the classes must be told.
bool names_are_told(std::span<const PartyId> recipients, PartyId class_site) {
  return std::ranges::any_of(recipients, [&](PartyId party) { return party != class_site; });
}

}  // namespace

Parameter learns_parameter() {
  return {.name = "learns",
          .kind = ParameterKind::Text,
          .summary =
              "Who learns the classes of the rows to classify: a party, as in party-2, or "
              "all; the party with the class column if not given.",
          .placeholder = "PARTY"};
}

std::vector<PartyId> recipients_of(const Job& job, const Settings& settings) {
  if (!settings.given("learns")) {
    return {PartyId(static_cast<std::uint32_t>(job.class_site))};
  }
  const auto text = settings.text("learns");
  const auto all = protocol::PartySet::first(job.parties).list();
  if (text == "all") return all;
  for (const auto party : all) {
    if (text == fmt::format("party-{}", party.index() + 1)) return {party};
  }
  throw Error(ErrorCode::Usage,
              fmt::format("there is no {}; it is one of party-1 to party-{}, or all",
                          quote_for_message(text), job.parties),
              {.parameter = "--learns"});
}

protocol::Forecast classes_forecast(const Job& job, const Settings& settings) {
  const auto all = protocol::PartySet::first(job.parties);
  const auto recipients = recipients_of(job, settings);
  protocol::Forecast out;
  for (const auto party : recipients) {
    out.emplace_back(bayes_openings::kClasses, all.without(party), party,
                     Bound::of(bayes_openings::kClassified), Occurs::Sometimes);
  }
  if (names_are_told(recipients, PartyId(static_cast<std::uint32_t>(job.class_site)))) {
    const auto names =
        told_to_all(job.parties, kClassNames, Bound::of(kClassCount), Occurs::Always, About::Some);
    out.insert(out.end(), names.begin(), names.end());
  }
  return out;
}

std::optional<std::vector<std::string>> learned_classes(
    session::Session& session, const protocol::Setting& setting, const BayesSites& sites,
    const std::vector<std::string>& names, std::span<const mining::ClassLabel> labels) {
  auto known = names;
  if (names_are_told(sites.recipients, sites.class_site)) {
    setting.ledger.add_to_size(kClassCount, sites.classes);
    std::vector<std::size_t> counts(setting.mesh.ids());
    counts[sites.class_site.index()] = sites.classes;
    known = protocol::tell_texts(setting, names, counts, smallest_frame(session),
                                 kClassNames)[sites.class_site.index()];
  }
  const bool told =
      std::ranges::find(sites.recipients, session.parties().own) != sites.recipients.end();
  if (!told) return std::nullopt;
  return named_classes(labels, known);
}

}  // namespace privet::federation
