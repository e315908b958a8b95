// SPDX-License-Identifier: Apache-2.0
#include "federation/task.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.h"
#include "federation/rules_vertical.h"
#include "federation/tree_vertical.h"
#include "protocol/ot/plan.h"
#include "protocol/replicated/trio.h"

namespace privet::federation {

namespace {

constexpr std::array<std::string_view, 2> kTrustNames{"protocol", "honest-majority"};

constexpr protocol::Opening kRows{"how many rows each other party has",
                                  "all must have the same ones, and compare before they begin"};
constexpr protocol::Opening kMoreRows{"how many rows to classify each other party has",
                                      "all must have the same ones, and compare before they begin"};

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

}  // namespace

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
                fmt::format("there is no trust {}; there is {}",
                            quote_for_message(std::string(name)), fmt::join(kTrustNames, ", ")),
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

std::vector<Task> all_tasks() {
  return {rules_vertical_task(), tree_vertical_task()};
}

Task find_task(std::string_view name, Split split) {
  std::vector<std::string> known;
  bool named = false;
  for (auto& task : all_tasks()) {
    if (task.name == name && task.split == split) return task;
    named = named || task.name == name;
    known.push_back(fmt::format("{} (--split {})", task.name, split_name(task.split)));
  }
  throw Error(ErrorCode::Usage,
              fmt::format("parties cannot run '{}' {}; they can run {}", name,
                          named ? fmt::format("on a {} split", split_name(split)) : "yet",
                          fmt::join(known, ", ")));
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
    throw Error(ErrorCode::Usage,
                fmt::format("{} is weak: {}; take {}, or insist with --allow-weak", choice->name,
                            choice->weakness, task.protocols.front().name),
                place);
  }
}

void place_job(Job& job, std::span<const DataSet> parts) {
  const auto task = find_task(job.task, job.split);
  if (task.place) task.place(job, parts);
  job.schemas.clear();
  for (const auto& part : parts) job.schemas.push_back(schema_fingerprint(part));
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

session::Agreement agreement_of(const Job& job, const DataSet& part) {
  return agreement_of(find_task(job.task, job.split), job, part);
}

session::Agreement agreement_of(const Task& task, const Job& job, const DataSet& part) {
  session::Agreement out;
  out.add("task", job.task);
  out.add("split", split_name(job.split));
  out.add("protocol", job.protocol);
  out.add("trust", trust_name(job.trust));
  out.add("allow-weak", job.allow_weak ? "true" : "false");
  for (const auto& [name, value] : job.parameters) out.add("parameter " + name, value);
  out.add("run", job.run);
  out.add("referees", task.referees(job));
  out.add("class site", job.class_site);
  out.add("classifies", job.classifies ? "true" : "false");
  out.add("key lengths", fmt::format("Paillier {}, ristretto255", kPaillierBits));
  out.add("most items of a party", kMostItems);
  out.add("most candidates of a pass", kMostCandidates);
  for (std::size_t i = 0; i < job.schemas.size(); ++i) {
    out.add(fmt::format("schema of party {}", i), job.schemas[i]);
  }
  if (job.split == Split::Vertical) {
    out.add_of_data("rows", rows_of(part), kRows);
    const auto* both = std::get_if<TablePair>(&part);
    if (both != nullptr) out.add_of_data("rows to classify", both->more.rows(), kMoreRows);
  } else {
    out.add("schema", schema_fingerprint(part));  // all have the same columns
  }
  return out;
}

namespace {

void check_schema(const Job& job, std::size_t own, const DataSet& part) {
  if (job.schemas.empty()) return;
  if (job.schemas.size() != job.parties) {
    throw Error(ErrorCode::Usage, "the job must give every party's schema, or none");
  }
  if (job.schemas[own] != schema_fingerprint(part)) {
    throw Error(ErrorCode::Input,
                "this party's data does not have the columns that were agreed on");
  }
}

}  // namespace

protocol::Forecast forecast_of(const Job& job) {
  auto out = find_task(job.task, job.split).forecast(job);
  if (job.split == Split::Vertical) {
    const auto all = protocol::PartySet::first(job.parties);
    for (const auto party : all.list()) {
      out.emplace_back(kRows, all.without(party), party, job.parties - 1, protocol::Occurs::Always,
                       protocol::About::Some);
      if (!job.classifies) continue;
      out.emplace_back(kMoreRows, all.without(party), party, job.parties - 1,
                       protocol::Occurs::Always, protocol::About::Some);
    }
  }
  if (job.trust == Trust::HonestMajority) {
    const auto masked = protocol::replicated::masked_forecast();
    out.insert(out.end(), masked.begin(), masked.end());
  }
  return out;
}

session::TransferChoice transfers_of(const Job& job, const DataSet& part,
                                     const net::LinkSpeed& link) {
  // A vertical task asks at least for some dozen products over all rows; that is enough to choose
  // by, and the same at every party.
  constexpr std::uint64_t kQuestions = 64;
  session::TransferChoice out;
  out.expected = job.split == Split::Vertical ? kQuestions * rows_of(part) : 0;
  out.bits_per_second = link.bits_per_second;
  return out;
}

std::uint32_t smallest_frame(const session::Session& session) {
  auto out = std::numeric_limits<std::uint32_t>::max();
  for (const auto other : session.mesh().others()) {
    out = std::min(out, session.largest_frame(other));
  }
  return out;
}

Answer take_part(session::Session& session, const DataSet& part, const Job& job, const Run& run) {
  const auto task = find_task(job.task, job.split);
  check_job(task, job);
  check_schema(job, session.parties().own.index(), part);
  return session.run([&](session::Session& open) {
    auto answer = task.secure(open, part, job, job_settings(task, job), run);
    open.ledger().check_complete();
    open.finish();
    return answer;
  });
}

}  // namespace privet::federation
