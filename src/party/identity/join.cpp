// SPDX-License-Identifier: Apache-2.0
#include "party/identity/join.h"

#include <fmt/format.h>

#include "base/error.h"
#include "net/call_peer.h"
#include "net/letter.h"
#include "party/identity/short_code.h"
#include "party/words.h"

namespace privet::party {
namespace {

constexpr std::size_t kLongestMeeting = 16384;
constexpr std::size_t kNonceBytes = 32;

Json next_letter(net::Stream& stream, const net::ChannelOptions& options) {
  return Json::parse(net::receive_letter(stream, kLongestMeeting, options));
}

std::string checked_nonce(const Json& letter, const std::string& peer) {
  auto nonce = letter.at("nonce").text();
  if (nonce.size() != 2 * kNonceBytes) {
    throw Error(ErrorCode::Peer, fmt::format("{} sent a nonce: expected {} digits, got {}", peer,
                                             2 * kNonceBytes, nonce.size()));
  }
  return nonce;
}

// Why a request to join cannot be granted; empty: it can.
std::string refusal_of(const Invitation& invitation, const Json& request,
                       const std::string& certificate, const net::Identity& own,
                       const std::function<bool(const std::string&)>& use) {
  if (!signed_by(invitation, own.certificate)) return "this invitation is not from here";
  if (net::certificate_name(certificate) != request.at("name").text()) {
    return "the certificate bears another name";
  }
  if (net::certificate_name(certificate) == invitation.name) return "that is this party's own name";
  if (!is_host(request.at("host").text())) return "the address it gives is not one";
  if (invitation.ends < seconds_now()) return "this invitation has expired; ask for another";
  if (!use(invitation.number)) return "this invitation was used already; ask for another";
  return {};
}

}  // namespace

namespace {

// A daemon that invites nobody now does not tell strangers why it lets them stand outside.
std::unique_ptr<net::Stream> call_inviting(const Invitation& invitation, const JoiningSelf& self,
                                           const net::ChannelOptions& options) {
  try {
    return net::call_peer(invitation.host, invitation.port, self.identity,
                          {invitation.name, {}, invitation.fingerprint}, options);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Peer) throw;
    throw Error(ErrorCode::Peer,
                fmt::format("{} cannot be met at {} port {}: {}. If it can be reached, the "
                            "invitation was used already or has ended: ask for another",
                            invitation.name, invitation.host, invitation.port, error.message()));
  }
}

}  // namespace

Peer join_by(const std::string& invitation_text, const JoiningSelf& self,
             const net::ChannelOptions& options) {
  const auto invitation = read_invitation(invitation_text);
  if (invitation.ends < seconds_now()) {
    throw Error(ErrorCode::Policy,
                fmt::format("this invitation of {} has expired; ask for another", invitation.name));
  }
  if (invitation.name == self.name) {
    throw Error(ErrorCode::Usage, "this invitation is from this party itself");
  }
  const auto stream = call_inviting(invitation, self, options);
  const auto nonce = random_hex(kNonceBytes);
  net::send_letter(*stream,
                   Json{{"do", "join"},
                        {"invitation", invitation_text},
                        {"name", self.name},
                        {"host", self.host},
                        {"port", self.port},
                        {"commitment", commitment_to(nonce)}}
                       .dump(),
                   options);
  const auto answer = next_letter(*stream, options);
  if (const auto* refused = answer.find("refused")) {
    throw Error(ErrorCode::Policy,
                fmt::format("{} refused: {}", invitation.name, plain_text(refused->text())));
  }
  const auto certificate = answer.at("certificate").text();
  if (!signed_by(invitation, certificate)) {
    throw Error(ErrorCode::Policy,
                fmt::format("this invitation was not signed by {}", invitation.name));
  }
  const auto other = checked_nonce(answer, invitation.name);
  net::send_letter(*stream, Json{{"nonce", nonce}}.dump(), options);
  (void)next_letter(*stream, options).at("welcome");
  return {.name = invitation.name,
          .certificate = certificate,
          .host = invitation.host,
          .port = invitation.port,
          .code = short_code({invitation.fingerprint, net::fingerprint(self.identity.certificate),
                              invitation.number, other, nonce})};
}

Peer welcome(net::Stream& stream, const Json& request, const std::string& certificate,
             const net::Identity& own, const std::function<bool(const std::string& number)>& use,
             const net::ChannelOptions& options) {
  const auto invitation = read_invitation(request.at("invitation").text());
  const auto refusal = refusal_of(invitation, request, certificate, own, use);
  if (!refusal.empty()) {
    net::send_letter(stream, Json{{"refused", refusal}}.dump(), options);
    throw Error(ErrorCode::Policy, refusal);
  }
  Peer out{.name = request.at("name").text(),
           .certificate = certificate,
           .host = request.at("host").text(),
           .port = request.at("port").get<std::uint16_t>(),
           .code = {}};
  check_party_name(out.name);
  const auto commitment = request.at("commitment").text();
  const auto nonce = random_hex(kNonceBytes);
  net::send_letter(stream, Json{{"certificate", own.certificate}, {"nonce", nonce}}.dump(),
                   options);
  const auto other = checked_nonce(next_letter(stream, options), out.name);
  if (commitment_to(other) != commitment) {
    throw Error(ErrorCode::Policy, fmt::format("{} did not keep to its commitment", out.name));
  }
  out.code = short_code(
      {invitation.fingerprint, net::fingerprint(certificate), invitation.number, nonce, other});
  net::send_letter(stream, Json{{"welcome", true}}.dump(), options);
  return out;
}

}  // namespace privet::party
