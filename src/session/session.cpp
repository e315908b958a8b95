// SPDX-License-Identifier: Apache-2.0
#include "session/session.h"

#include <map>

#include "base/error.h"
#include "base/os_random.h"
#include "base/version.h"
#include "net/measure_link.h"
#include "session/handshake.h"

namespace privet::session {

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

  // Both ends come here at the same point of the line.
  protocol::OtPlan plan_with(PartyId other) {
    const auto known = plans.find(other);
    if (known != plans.end()) return known->second;
    auto plan = choice.plan.value_or(protocol::OtPlan());
    if (!choice.plan && choice.expected >= kWorthMeasuring) {
      const auto link = net::measure_link(mesh->to(other), parties.own < other);
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
    out += item.label + " (about " + std::to_string(item.subject.mask()) + ", to " +
           std::to_string(item.recipient.index()) + ", at most " + item.most.text() +
           (item.kind == protocol::Kind::Masked ? ", masked" : "") +
           (item.occurs == protocol::Occurs::Always ? ", always)\n" : ", sometimes)\n");
  }
  return out;
}

std::string name_of(const TransferChoice& choice) {
  return choice.plan ? protocol::name_of(*choice.plan)
                     : "by the line, for " + std::to_string(choice.expected);
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
  session.run([&](Session&) {
    std::vector<Nonce> nonces(count);
    auto& own_nonce = nonces[state.parties.own.index()];
    os_random(own_nonce);
    const auto greeting_to = [&](PartyId other) {
      return Greeting{state.parties.own, other, static_cast<std::uint32_t>(count),
                      options.largest_frame, own_nonce};
    };
    for (const auto other : state.mesh->others()) {
      const auto greeted = shake_hands(state.mesh->to(other), greeting_to(other), agreement);
      state.frames[other.index()] = greeted.largest_frame;
      nonces[other.index()] = greeted.nonce;
    }
    state.run_id = run_id_of(agreement, nonces);
    for (const auto other : state.mesh->others()) {
      confirm_run(state.mesh->to(other), greeting_to(other), state.run_id);
    }
  });
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
  for (const auto ending : {Ending::Own, Ending::All}) {
    for (const auto other : state_->mesh->others()) {
      confirm_end(state_->mesh->to(other), state_->parties.own, other, state_->run_id, ending);
    }
  }
}

void Session::close() noexcept {
  for (auto& line : state_->lines) {
    if (line) line->close();
  }
}

}  // namespace privet::session
