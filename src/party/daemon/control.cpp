// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/control.h"

#include <fmt/format.h>

#include <array>

#include "base/error.h"
#include "net/letter.h"
#include "party/catalogue/catalogue.h"
#include "party/daemon/desk.h"
#include "party/daemon/job_views.h"
#include "party/daemon/query_history.h"
#include "party/identity/invitation.h"
#include "party/identity/join.h"
#include "party/wire/wire.h"
#include "party/words.h"

namespace privet::party {
namespace {

constexpr std::chrono::milliseconds kCommand{10'000};
constexpr std::chrono::milliseconds kMeet{20'000};
constexpr std::size_t kLongestCommand = std::size_t{8} << 20U;

net::ChannelOptions within(std::chrono::milliseconds timeout, std::string peer) {
  net::ChannelOptions out;
  out.timeout = timeout;
  out.peer = std::move(peer);
  return out;
}

std::int64_t number_in(const Json& request, std::string_view key, std::int64_t most) {
  const auto out = request.at(key).get<std::int64_t>();
  if (out < 1 || out > most) {
    throw Error(ErrorCode::Usage, fmt::format("{} must be from 1 to {}", key, most));
  }
  return out;
}

Json status(State& state, const Json& /*request*/) {
  const auto settled = state.settled();
  Json peers = Json::array();
  for (const auto& peer : settled->peers.all()) {
    peers.push_back({{"name", peer.name},
                     {"address", fmt::format("{}:{}", peer.host, peer.port)},
                     {"confirmed", peer.confirmed},
                     {"code", peer.code},
                     {"fingerprint", net::fingerprint(peer.certificate)},
                     {"until", time_text(net::certificate_ends(peer.certificate))}});
  }
  Json jobs = Json::object();
  for (const auto& [name, count] : state.store.count_states()) jobs[name] = count;
  Json tables = Json::array();
  for (const auto& entry : settled->config.tables) tables.push_back(entry.name);
  return {
      {"name", settled->config.name},
      {"address", fmt::format("{}:{}", settled->config.address_host, settled->config.address_port)},
      {"fingerprint", net::fingerprint(settled->identity.certificate)},
      {"until", time_text(net::certificate_ends(settled->identity.certificate))},
      {"peers", peers},
      {"tables", tables},
      {"jobs", jobs},
      {"audit", state.audit.head().lines}};
}

Json metrics(State& state, const Json& /*request*/) {
  return {{"text", metrics_text(state)}};
}

Json own_tables(State& state) {
  const Run run(nullptr, &state.stopping, 1);
  Json list = Json::array();
  for (const auto& entry : state.settled()->config.tables) {
    const auto described = describe_registered(entry, run);
    Json one{{"name", described.name}};
    if (!described.fault.empty()) {
      one["fault"] = described.fault;
    } else {
      Json columns = Json::array();
      for (const auto& column : described.columns) {
        columns.push_back({{"name", column.name}, {"type", column.type}});
      }
      one["rows"] = described.rows;
      one["columns"] = columns;
      one["fingerprint"] = described.fingerprint;
    }
    list.push_back(one);
  }
  return {{"tables", list}};
}

Json tables_of(State& state, const Json& request) {
  const auto* peer = request.find("peer");
  if (peer == nullptr) return own_tables(state);
  const auto settled = state.settled();
  return ask_peer(settled->peer(peer->text()), settled->identity, {{"do", "tables"}},
                  within(kMeet, peer->text()));
}

Json invite(State& state, const Json& request) {
  const auto settled = state.settled();
  const auto hours = number_in(request, "hours", 720);
  Invitation invitation{settled->config.name,
                        settled->config.address_host,
                        settled->config.address_port,
                        net::fingerprint(settled->identity.certificate),
                        random_hex(16),
                        seconds_now() + hours * 3600};
  const auto text = write_invitation(invitation, settled->identity);
  state.store.add_invitation(invitation.number, invitation.ends);
  state.audit.add("invited", {{"until", time_text(invitation.ends)}});
  state.change_door();
  state.wait_for_door();
  return {{"invitation", text}, {"until", time_text(invitation.ends)}};
}

Json join(State& state, const Json& request) {
  const auto settled = state.settled();
  const JoiningSelf self{settled->config.name, settled->config.address_host,
                         settled->config.address_port, settled->identity};
  const auto peer =
      join_by(request.at("invitation").text(), self, within(kMeet, "the inviting party"));
  state.change([&](Settled& next) {
    next.peers.add(peer);
    next.peers.write(state.folder.peers());
  });
  state.audit.add("met", {{"peer", peer.name},
                          {"fingerprint", net::fingerprint(peer.certificate)},
                          {"code", peer.code}});
  return {{"peer", peer.name}, {"code", peer.code}};
}

Json confirm(State& state, const Json& request) {
  const auto name = request.at("peer").text();
  state.change([&](Settled& next) {
    next.peers.confirm(name, request.at("code").text());
    next.peers.write(state.folder.peers());
  });
  state.audit.add("confirmed", {{"peer", name}});
  return {{"peer", name}, {"confirmed", true}};
}

Json remove(State& state, const Json& request) {
  const auto name = request.at("peer").text();
  state.change([&](Settled& next) {
    next.peers.remove(name);
    next.peers.write(state.folder.peers());
  });
  state.wait_for_door();
  state.lines.drop_party(name);
  std::size_t ended = 0;
  for (const auto& row : state.store.list(true, SIZE_MAX >> 1U, JobStore::With::Documents)) {
    const auto parties = Json::parse(row.document).at("parties").get<std::vector<std::string>>();
    if (has_ended(row.state) || std::ranges::find(parties, name) == parties.end()) continue;
    const auto own = state.settled()->config.name;
    ended += end_job(state, row.id, JobState::Cancelled,
                     fmt::format("{} has removed {}", own, name), own)
                 ? 1
                 : 0;
  }
  state.audit.add("removed", {{"peer", name}});
  return {{"peer", name}, {"removed", true}, {"ended", ended}};
}

// One who has pinned the old certificate hears of the new one on a line of the old; one who answers
// on a line of the new has heard of it before.
bool is_told(const Peer& peer, const Renewal& renewal, const Json& statement) {
  const auto options = within(kCommand, peer.name);
  try {
    (void)ask_peer(peer, renewal.before,
                   {{"do", "renewed"},
                    {"certificate", statement.at("certificate")},
                    {"signature", statement.at("signature")}},
                   options);
    return true;
  } catch (const Error&) {
    try {
      (void)ask_peer(peer, renewal.now, {{"do", "tables"}}, options);
      return true;
    } catch (const Error&) {
      return false;
    }
  }
}

// A new key, which the old one vouches for (identity/renewal.h): first it is kept, then the peers
// hear of it. Those who cannot be reached get the statement by hand.
Json renew(State& state, const Json& request) {
  const auto settled = state.settled();
  const auto years = number_in(request, "years", 50);
  const auto renewal =
      make_renewal(settled->identity,
                   net::make_identity(settled->config.name, std::chrono::hours(24 * 365) * years));
  keep_renewal(state.folder, renewal);
  state.change([&](Settled& changed) { changed.identity = renewal.now; });
  state.wait_for_door();
  return tell_renewal(state, renewal);
}

Json repin(State& state, const Json& request) {
  const auto& statement = request.at("statement");
  const auto name = statement.at("peer").text();
  state.change([&](Settled& next) {
    next.peers.replace_pin(name, statement.at("certificate").text(),
                           statement.at("signature").text());
    next.peers.write(state.folder.peers());
  });
  state.wait_for_door();
  const auto fingerprint = net::fingerprint(statement.at("certificate").text());
  state.audit.add("pin replaced", {{"peer", name}, {"fingerprint", fingerprint}});
  return {{"peer", name}, {"fingerprint", fingerprint}};
}

Json reload(State& state, const Json& /*request*/) {
  state.reload();
  state.audit.add("reloaded", Json::object());
  const auto settled = state.settled();
  return {{"tables", settled->config.tables.size()}, {"rules", settled->policy.rules.size()}};
}

Json submit(State& state, const Json& request) {
  auto proposal = parse_job_file(request.at("text").text(), request.at("file").text());
  // The others know the job by its whole id.
  if (proposal.uses_model()) proposal.model = full_id(state, proposal.model);
  add_answered(state, proposal);
  const auto id = submit_job(state, proposal);
  return show_job(state, id);
}

Json list(State& state, const Json& /*request*/) {
  return list_jobs(state);
}
Json show(State& state, const Json& request) {
  return show_job(state, request.at("id").text());
}
Json approve(State& state, const Json& request) {
  const auto id = full_id(state, request.at("id").text());
  approve_job(state, id);
  return show_job(state, id);
}
Json reject(State& state, const Json& request) {
  const auto id = full_id(state, request.at("id").text());
  reject_job(state, id, request.at("reason").text());
  return show_job(state, id);
}
Json cancel(State& state, const Json& request) {
  const auto id = full_id(state, request.at("id").text());
  cancel_job(state, id, request.at("reason").text());
  return show_job(state, id);
}
Json result(State& state, const Json& request) {
  return show_result(state, request.at("id").text());
}
Json ledger(State& state, const Json& request) {
  return show_ledger(state, request.at("id").text());
}

}  // namespace

Json tell_renewal(State& state, const Renewal& renewal) {
  const auto statement = statement_of(renewal);
  Json told = Json::array();
  Json missing = Json::array();
  for (const auto& peer : state.settled()->peers.all()) {
    (is_told(peer, renewal, statement) ? told : missing).push_back(peer.name);
  }
  end_renewal(state.folder, renewal);
  const auto fingerprint = net::fingerprint(renewal.now.certificate);
  state.audit.add("renewed", {{"fingerprint", fingerprint}, {"missing", missing}});
  return {
      {"fingerprint", fingerprint}, {"told", told}, {"missing", missing}, {"statement", statement}};
}

Json command_answer(State& state, const Json& request) {
  using Command = Json (*)(State&, const Json&);
  constexpr std::array<std::pair<std::string_view, Command>, 18> kCommands{{{"status", status},
                                                                            {"metrics", metrics},
                                                                            {"tables", tables_of},
                                                                            {"invite", invite},
                                                                            {"join", join},
                                                                            {"confirm", confirm},
                                                                            {"remove", remove},
                                                                            {"renew", renew},
                                                                            {"repin", repin},
                                                                            {"reload", reload},
                                                                            {"submit", submit},
                                                                            {"list", list},
                                                                            {"show", show},
                                                                            {"approve", approve},
                                                                            {"reject", reject},
                                                                            {"cancel", cancel},
                                                                            {"result", result},
                                                                            {"ledger", ledger}}};
  const auto what = request.at("do").text();
  for (const auto& [name, command] : kCommands) {
    if (name == what) return command(state, request);
  }
  throw Error(ErrorCode::Usage,
              fmt::format("the daemon knows no command {}: is it of this version?",
                          quote_for_message(what)));
}

void answer_command(State& state, net::Stream& stream) noexcept {
  try {
    const auto options = within(kCommand, "the command line");
    Json reply;
    try {
      reply =
          command_answer(state, Json::parse(net::receive_letter(stream, kLongestCommand, options)));
    } catch (const Error& error) {
      reply = {{"error", error.what()}, {"code", static_cast<unsigned>(error.code())}};
    }
    net::send_letter(stream, reply.dump(), within(kMeet, "the command line"));
  } catch (const std::exception& error) {
    state.log.say_failed("a command failed", error);
  }
}

}  // namespace privet::party
