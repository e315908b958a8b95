// SPDX-License-Identifier: Apache-2.0
#include "session/session.h"

#include <map>

#include "base/error.h"
#include "base/os_random.h"
#include "base/version.h"
#include "net/measure_link.h"
#include "protocol/tell.h"
#include "session/handshake.h"

namespace privet::session {

using protocol::protocol_only::line_to;

using protocol::Mesh;
using protocol::PartyId;

struct Session::State {
  SessionParties parties;
  std::vector<std::unique_ptr<net::Channel>> lines;
  net::Turns turns;
  std::vector<std::unique_ptr<net::CountingChannel>> counted;
  std::vector<std::uint32_t> frames;
  crypto::Digest run_id{};
  crypto::Randomness randomness;
  protocol::Ledger ledger;
  TransferChoice choice;
  std::optional<Mesh> mesh;
  std::optional<protocol::PairwiseTransfers> transfers;
  std::map<PartyId, protocol::OtPlan> plans;
  PhaseTimes phases;

  // Both ends come here at the same point of the line.
  protocol::OtPlan plan_with(PartyId other) {
    const auto known = plans.find(other);
    if (known != plans.end()) return known->second;
    auto plan = choice.plan.value_or(protocol::OtPlan());
    if (!choice.plan && choice.bits_per_second > 0) {
      plan = protocol::plan_for(choice.bits_per_second, choice.expected);
    } else if (!choice.plan && choice.expected >= kWorthMeasuring) {
      const auto link = net::measure_link(line_to(*mesh, other), parties.own < other);
      plan = protocol::plan_for(static_cast<double>(link.bits_per_second), choice.expected);
    }
    plans.emplace(other, plan);
    return plan;
  }
};

namespace {

// Every party must expect the same openings.
std::string text_of(const protocol::Forecast& forecast) {
  std::string out;
  for (const auto& item : forecast) {
    out += item.label + (item.about == protocol::About::All ? " (about " : " (about some of ") +
           item.subject.text() + ", to " + std::to_string(item.recipient.index()) + ", at most " +
           item.most.text() + (item.kind == protocol::Kind::Masked ? ", masked" : "") +
           (item.occurs == protocol::Occurs::Always ? ", always)\n" : ", sometimes)\n");
  }
  return out;
}

std::string name_of(const TransferChoice& choice) {
  if (choice.plan) return protocol::name_of(*choice.plan);
  if (choice.bits_per_second <= 0) return "by the line";
  return "by a line of " + std::to_string(choice.bits_per_second) + " bits per second";
}

void begin(const PhaseTimes& phases, std::string what, std::chrono::milliseconds longest) {
  if (phases.limit != nullptr) phases.limit->begin(std::move(what), longest);
}

// Throws Error{Peer}, naming the first that is not alike.
void compare_data(const protocol::Setting& setting, const Agreement& agreement) {
  const std::vector<std::size_t> one(setting.mesh.ids(), 1);
  for (const auto& item : agreement.of_data()) {
    const auto told = protocol::tell_numbers(setting, std::span(&item.value, 1), one, item.opening);
    for (const auto other : setting.mesh.others()) {
      if (told[other.index()].at(0) == item.value) continue;
      throw Error(ErrorCode::Peer, "party-" + std::to_string(other.index() + 1) +
                                       " sent the number of " + item.name + ": expected " +
                                       std::to_string(item.value) + ", got " +
                                       std::to_string(told[other.index()].at(0)) +
                                       "; start all parties with the same job");
    }
  }
}

}  // namespace

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

Session Session::open(SessionParties parties, std::vector<std::unique_ptr<net::Channel>> channels,
                      Agreement agreement, protocol::Forecast forecast,
                      crypto::Randomness randomness, const SessionOptions& options) {
  const auto count = parties.names.size();
  PRIVET_CHECK(channels.size() == count && parties.own.index() < count && count >= 2);
  // Who sits where is part of what is agreed, and so is what they run.
  agreement.add("program version", kVersion);
  for (std::size_t i = 0; i < count; ++i) {
    agreement.add("party " + std::to_string(i), parties.names[i]);
  }
  // Last by name: a difference in what makes the forecast is named first.
  agreement.add("what the run opens", text_of(forecast));
  agreement.add("transfer plan", name_of(options.transfers));
  Session session(std::unique_ptr<State>(new State{std::move(parties),
                                                   std::move(channels),
                                                   {},
                                                   {},
                                                   std::vector<std::uint32_t>(count),
                                                   {},
                                                   std::move(randomness),
                                                   protocol::Ledger(std::move(forecast)),
                                                   options.transfers,
                                                   std::nullopt,
                                                   std::nullopt,
                                                   {},
                                                   {}}));
  auto& state = *session.state_;
  std::vector<net::Channel*> lines;
  lines.reserve(count);
  for (auto& line : state.lines) {
    state.counted.push_back(line ? std::make_unique<net::CountingChannel>(*line, &state.turns)
                                 : nullptr);
    lines.push_back(state.counted.back().get());
  }
  state.mesh.emplace(state.parties.own, lines);
  state.transfers.emplace(*state.mesh, state.randomness,
                          [&state](PartyId other) { return state.plan_with(other); });
  state.phases = options.phases;
  begin(state.phases, "agreeing on the job", state.phases.agreeing);
  session.run([&](Session& open) {
    std::vector<Nonce> nonces(count);
    auto& own_nonce = nonces[state.parties.own.index()];
    os_random(own_nonce);
    const auto greeting_to = [&](PartyId other) {
      return Greeting{state.parties.own, other, static_cast<std::uint32_t>(count),
                      options.largest_frame, own_nonce};
    };
    for (const auto other : state.mesh->others()) {
      const auto greeted = shake_hands(line_to(*state.mesh, other), greeting_to(other), agreement);
      state.frames[other.index()] = greeted.largest_frame;
      nonces[other.index()] = greeted.nonce;
    }
    state.run_id = run_id_of(agreement, nonces);
    for (const auto other : state.mesh->others()) {
      confirm_run(line_to(*state.mesh, other), greeting_to(other), state.run_id);
    }
    const Run alone(nullptr, nullptr, 1);
    compare_data(open.setting(alone), agreement);
  });
  begin(state.phases, "the run", state.phases.running);
  return session;
}

const SessionParties& Session::parties() const {
  return state_->parties;
}
const crypto::Digest& Session::run_id() const {
  return state_->run_id;
}
const Mesh& Session::mesh() const {
  return *state_->mesh;
}
crypto::Randomness& Session::randomness() {
  return state_->randomness;
}
protocol::Ledger& Session::ledger() {
  return state_->ledger;
}

protocol::Setting Session::setting(const Run& run) {
  return {*state_->mesh, state_->randomness, *state_->transfers, state_->ledger, run.pool(), run};
}

protocol::OtPlan Session::plan(PartyId party) const {
  return state_->plans.at(party);
}

std::uint32_t Session::largest_frame(PartyId party) const {
  return state_->frames.at(party.index());
}

net::Traffic Session::traffic(PartyId party) const {
  PRIVET_CHECK(party != state_->parties.own);
  return state_->counted.at(party.index())->traffic();
}

std::uint64_t Session::rounds() const {
  return state_->turns.rounds();
}

void Session::finish() {
  begin(state_->phases, "the end of the run", state_->phases.agreeing);
  for (const auto ending : {Ending::Own, Ending::All}) {
    for (const auto other : state_->mesh->others()) {
      confirm_end(line_to(*state_->mesh, other), state_->parties.own, other, state_->run_id,
                  ending);
    }
  }
}

void Session::close() noexcept {
  for (auto& line : state_->lines) {
    if (line) line->close();
  }
}

}  // namespace privet::session
