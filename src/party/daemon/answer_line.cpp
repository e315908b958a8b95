// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/answer_line.h"

#include "base/error.h"
#include "net/letter.h"
#include "party/daemon/desk.h"
#include "party/identity/join.h"
#include "party/words.h"

namespace privet::party {
namespace {

constexpr std::chrono::milliseconds kLetter{10'000};
constexpr std::size_t kLongestOfStranger = 16384;

net::ChannelOptions letter_options(const std::string& peer) {
  net::ChannelOptions out;
  out.timeout = kLetter;
  out.peer = peer;
  return out;
}

void meet_stranger(State& state, AnsweredLine& line) {
  const auto options = letter_options("a caller");
  const auto request = Json::parse(net::receive_letter(*line.stream, kLongestOfStranger, options));
  if (request.at("do").text() != "join") throw Error(ErrorCode::Policy, "a stranger may only join");
  const auto settled = state.settled();
  auto peer = welcome(
      *line.stream, request, line.certificate, settled->identity,
      [&](const std::string& number) { return state.store.use_invitation(number, seconds_now()); },
      options);
  state.change([&](Settled& next) {
    next.peers.add(peer);
    next.peers.write(state.folder.peers());
  });
  state.audit.add("met", {{"peer", peer.name},
                          {"fingerprint", net::fingerprint(peer.certificate)},
                          {"code", peer.code}});
  state.log.say(LogLevel::Info, "met", {{"peer", peer.name}});
}

void take_line(State& state, const Peer& from, const std::string& run, AnsweredLine& line) {
  const auto row = state.store.find_run(run);
  if (!row || (row->state != JobState::Approved && row->state != JobState::Running)) {
    throw Error(ErrorCode::Policy, "a line of no run");
  }
  (void)proposal_of(Json::parse(row->document)).place_of(from.name);
  state.lines.deliver(run, from.name, std::move(line.stream));
}

void answer(State& state, AnsweredLine& line) {
  const auto settled = state.settled();
  const auto* known = settled->peers.with_certificate(line.certificate);
  if (known == nullptr) {
    meet_stranger(state, line);
    return;
  }
  const auto from = *known;
  const auto options = letter_options(from.name);
  const auto text = net::receive_letter(
      *line.stream, from.confirmed ? net::kLongestLetter : kLongestOfStranger, options);
  ++state.counters.requests;
  Json reply;
  try {
    if (!from.confirmed) {  // nothing that it says is looked at
      throw Error(ErrorCode::Policy, from.name + " is not confirmed here yet");
    }
    const auto request = Json::parse(text);
    if (request.at("do").text() == "line") {
      take_line(state, from, request.at("run").text(), line);
      return;
    }
    reply = answer_peer(state, from, request);
  } catch (const Error& error) {
    // A daemon that stops says neither yes nor no: whoever asks tries again.
    if (error.code() == ErrorCode::Interrupted) throw;
    state.log.say(LogLevel::Debug, "refused", {{"peer", from.name}, {"reason", error.what()}});
    reply = {{"error", error.what()}};
  }
  net::send_letter(*line.stream, reply.dump(), options);
}

}  // namespace

void answer_line(State& state, AnsweredLine& line) noexcept {
  try {
    answer(state, line);
  } catch (const std::exception& error) {
    state.log.say_failed("a line failed", error);
  }
}

}  // namespace privet::party
