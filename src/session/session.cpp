// SPDX-License-Identifier: Apache-2.0
#include "session/session.h"

#include "base/error.h"
#include "base/os_random.h"
#include "base/version.h"
#include "session/handshake.h"

namespace privet::session {

using protocol::Mesh;
using protocol::PartyId;

struct Session::State {
  SessionParties parties;
  std::vector<std::unique_ptr<net::Channel>> lines;
  std::vector<std::unique_ptr<net::CountingChannel>> counted;
  std::vector<std::uint32_t> frames;
  crypto::Digest run_id{};
  crypto::Randomness randomness;
  protocol::Ledger ledger;
  std::optional<Mesh> mesh;
  std::optional<protocol::PairwiseTransfers> transfers;
};

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

Session Session::open(SessionParties parties, std::vector<std::unique_ptr<net::Channel>> channels,
                      Agreement agreement, crypto::Randomness randomness,
                      std::uint32_t largest_frame) {
  const auto count = parties.names.size();
  PRIVET_CHECK(channels.size() == count && parties.own.index() < count && count >= 2);
  // Who sits where is part of what is agreed, and so is what they run.
  agreement.add("program version", kVersion);
  for (std::size_t i = 0; i < count; ++i) {
    agreement.add("party " + std::to_string(i), parties.names[i]);
  }
  Session session(std::unique_ptr<State>(new State{std::move(parties),
                                                   std::move(channels),
                                                   {},
                                                   std::vector<std::uint32_t>(count),
                                                   {},
                                                   std::move(randomness),
                                                   {},
                                                   std::nullopt,
                                                   std::nullopt}));
  auto& state = *session.state_;
  std::vector<net::Channel*> lines;
  lines.reserve(count);
  for (auto& line : state.lines) {
    state.counted.push_back(line ? std::make_unique<net::CountingChannel>(*line) : nullptr);
    lines.push_back(state.counted.back().get());
  }
  state.mesh.emplace(state.parties.own, lines);
  session.run([&](Session&) {
    std::vector<Nonce> nonces(count);
    auto& own_nonce = nonces[state.parties.own.index()];
    os_random(own_nonce);
    const auto greeting_to = [&](PartyId other) {
      return Greeting{state.parties.own, other, static_cast<std::uint32_t>(count), largest_frame,
                      own_nonce};
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

protocol::PairwiseTransfers& Session::transfers(const protocol::OtPlan& plan) {
  if (!state_->transfers) {
    state_->transfers =
        protocol::PairwiseTransfers::set_up(*state_->mesh, state_->randomness, plan);
  }
  return *state_->transfers;
}

std::uint32_t Session::largest_frame(PartyId party) const {
  return state_->frames.at(party.index());
}

net::Traffic Session::traffic(PartyId party) const {
  PRIVET_CHECK(party != state_->parties.own);
  return state_->counted.at(party.index())->traffic();
}

void Session::close() noexcept {
  for (auto& line : state_->lines) {
    if (line) line->close();
  }
}

void require_declared(const protocol::Ledger& ledger, const protocol::Disclosure& declared) {
  const auto differences = protocol::compare(ledger, declared);
  if (!differences.empty()) {
    throw Error(ErrorCode::Internal,
                "the run did not keep to its declared disclosure: " + differences.front());
  }
}

}  // namespace privet::session
