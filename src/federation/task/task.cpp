// SPDX-License-Identifier: Apache-2.0
#include "federation/task/task.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/json.h"

namespace privet::federation {

namespace {

constexpr std::array<std::string_view, 2> kTrustNames{"protocol", "honest-majority"};

// The protocol must be one for the declared trust: nobody relies on two others by accident.
void check_trust(const Task& task, const ProtocolChoice& choice, const Job& job) {
  if (choice.trust == job.trust) return;
  if (choice.trust == Trust::HonestMajority) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} is for three parties of whom no two collude: two that do learn "
                            "everything; declare it with --trust honest-majority",
                            choice.name),
                {.parameter = "--protocol"});
  }
  throw Error(ErrorCode::Usage,
              fmt::format("{} does not build on an honest majority; take {}, or leave --trust out",
                          choice.name, default_protocol(task, job.trust)),
              {.parameter = "--trust"});
}

bool near(const Json& a, const Json& b, double tolerance) {
  if (a.is_number() && b.is_number()) {
    const auto x = a.get<double>();
    const auto y = b.get<double>();
    return std::abs(x - y) <= tolerance * std::max({1.0, std::abs(x), std::abs(y)});
  }
  if (a.is_array() && b.is_array()) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!near(a[i], b[i], tolerance)) return false;
    }
    return true;
  }
  if (a.is_object() && b.is_object()) {
    if (a.size() != b.size()) return false;
    for (const auto& [key, value] : a.items()) {
      if (!b.contains(key)) return false;
      if (key != "iterations" && key != "gradient" && !near(value, b.at(key), tolerance)) {
        return false;
      }
    }
    return true;
  }
  return a == b;
}

}  // namespace

bool same_answer(const Task& task, const Answer& answer, const Answer& plain) {
  if (task.tolerance == 0) return answer.json == plain.json;
  return near(Json::parse(answer.json), Json::parse(plain.json), task.tolerance);
}

std::string_view trust_name(Trust trust) {
  return kTrustNames.at(static_cast<std::size_t>(trust));
}

std::span<const std::string_view> trust_names() {
  return kTrustNames;
}

Trust trust_of(std::string_view name) {
  const auto found = std::ranges::find(kTrustNames, name);
  if (found == kTrustNames.end()) {
    throw Error(ErrorCode::Usage,
                fmt::format("unknown trust {}; choose {}", quote_for_message(std::string(name)),
                            fmt::join(kTrustNames, ", ")),
                {.parameter = "--trust"});
  }
  return static_cast<Trust>(found - kTrustNames.begin());
}

std::string default_protocol(const Task& task, Trust trust) {
  const auto choice = std::ranges::find(task.protocols, trust, &ProtocolChoice::trust);
  if (choice == task.protocols.end()) {
    throw Error(ErrorCode::Usage,
                fmt::format("'{}' has no protocol for {}", task.name, trust_name(trust)),
                {.parameter = "--trust"});
  }
  return std::string(choice->name);
}

void check_job(const Task& task, const Job& job) {
  const Place place{.parameter = "--protocol"};
  const auto choice = std::ranges::find(task.protocols, job.protocol, &ProtocolChoice::name);
  if (choice == task.protocols.end()) {
    const auto renamed = std::ranges::find(task.protocols, job.protocol, &ProtocolChoice::formerly);
    if (!job.protocol.empty() && renamed != task.protocols.end()) {
      throw Error(ErrorCode::Usage, fmt::format("{} is now called {}", job.protocol, renamed->name),
                  place);
    }
    std::vector<std::string_view> names;
    for (const auto& protocol : task.protocols) names.push_back(protocol.name);
    throw Error(ErrorCode::Usage,
                fmt::format("'{}' has no protocol {}; it has {}", task.name,
                            quote_for_message(job.protocol), fmt::join(names, ", ")),
                place);
  }
  check_trust(task, *choice, job);
  if (job.class_site >= std::max<std::size_t>(job.parties, 1)) {
    throw Error(ErrorCode::Usage, "the job names a party that there is not as the class site");
  }
  if (job.parties < choice->least_parties || job.parties > choice->most_parties) {
    const auto most = choice->most_parties == choice->least_parties
                          ? ""
                          : fmt::format(" to {}", choice->most_parties);
    throw Error(
        ErrorCode::Usage,
        fmt::format("{} is for {}{} parties, not for {}",
                    job.trust == Trust::HonestMajority ? trust_name(job.trust) : choice->name,
                    choice->least_parties, most, job.parties),
        job.trust == Trust::HonestMajority ? Place{.parameter = "--trust"} : place);
  }
  if (!choice->weakness.empty() && !job.allow_weak) {
    const auto& first = task.protocols.front();
    const auto better = first.weakness.empty() ? fmt::format("take {}, or ", first.name) : "";
    throw Error(ErrorCode::Usage,
                fmt::format("{} is weak: {}; {}insist with --allow-weak", choice->name,
                            choice->weakness, better),
                place);
  }
}

Settings job_settings(const Task& task, const Job& job) {
  Settings settings(task.parameters);
  for (const auto& [name, value] : job.parameters) {
    settings.add(name, value, {.parameter = "--" + name});
  }
  return settings;
}

std::vector<std::pair<std::string, std::string>> given_parameters(const Task& task,
                                                                  const Settings& settings) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& parameter : task.parameters) {
    if (!settings.given(parameter.name)) continue;
    out.emplace_back(parameter.name,
                     fmt::format("{}", fmt::join(settings.list(parameter.name), ",")));
  }
  return out;
}

std::uint32_t smallest_frame(const session::Session& session) {
  auto out = std::numeric_limits<std::uint32_t>::max();
  for (const auto other : session.mesh().others()) {
    out = std::min(out, session.largest_frame(other));
  }
  return out;
}

protocol::Forecast told_to_all(std::size_t parties, protocol::Opening opening,
                               const protocol::Bound& most, protocol::Occurs occurs,
                               protocol::About about) {
  protocol::Forecast out;
  const auto all = protocol::PartySet::first(parties);
  for (const auto party : all.list()) {
    out.emplace_back(opening, all.without(party), party, most, occurs, about);
  }
  return out;
}

}  // namespace privet::federation
