// SPDX-License-Identifier: Apache-2.0
#include "party/identity/peers.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/json.h"
#include "base/run.h"
#include "base/with_place.h"
#include "data/file_bytes.h"
#include "net/signature.h"
#include "party/identity/short_code.h"
#include "party/words.h"

namespace privet::party {
namespace {

constexpr std::string_view kRenewal = "privet party renewal 1";

Peer peer_of(const Json& one) {
  Peer out{one.at("name").text(), one.at("certificate").text(),
           one.at("host").text(), one.at("port").get<std::uint16_t>(),
           one.at("code").text(), one.at("confirmed").get<bool>()};
  check_party_name(out.name);
  (void)net::fingerprint(out.certificate);
  return out;
}

}  // namespace

Peers Peers::read(const std::string& path) {
  Peers out;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return out;
  try {
    const Run run;
    const auto document = Json::parse(FileBytes(path, run).view());
    for (const auto& one : document.at("peers")) out.peers_.push_back(peer_of(one));
  } catch (const Error& error) {
    throw Error(ErrorCode::Input, error.message(), {.file = path});
  }
  return out;
}

void Peers::write(const std::string& path) const {
  Json list = Json::array();
  for (const auto& peer : peers_) {
    list.push_back({{"name", peer.name},
                    {"host", peer.host},
                    {"port", peer.port},
                    {"code", peer.code},
                    {"confirmed", peer.confirmed},
                    {"certificate", peer.certificate}});
  }
  AtomicFile file(path, AtomicFile::Access::OwnerOnly);
  file.write(Json{{"peers", list}}.dump(1) + "\n");
  file.commit();
}

const Peer* Peers::find(std::string_view name) const {
  const auto found = std::ranges::find(peers_, name, &Peer::name);
  return found == peers_.end() ? nullptr : &*found;
}

const Peer* Peers::with_certificate(const std::string& pem) const {
  const auto wanted = net::fingerprint(pem);
  const auto found = std::ranges::find_if(
      peers_, [&](const Peer& peer) { return net::fingerprint(peer.certificate) == wanted; });
  return found == peers_.end() ? nullptr : &*found;
}

void Peers::add(Peer peer) {
  if (const auto* known = find(peer.name); known != nullptr && known->confirmed) {
    throw Error(ErrorCode::Policy,
                fmt::format("there is a confirmed peer {} already: remove it first", peer.name));
  }
  std::erase_if(peers_, [&](const Peer& one) { return one.name == peer.name; });
  peers_.push_back(std::move(peer));
}

Peer& Peers::require(std::string_view name) {
  const auto found = std::ranges::find(peers_, name, &Peer::name);
  if (found == peers_.end()) {
    throw Error(ErrorCode::Usage, fmt::format("there is no peer {}", quote_for_message(name)));
  }
  return *found;
}

void Peers::confirm(std::string_view name, std::string_view code) {
  auto& peer = require(name);
  if (!same_code(peer.code, code)) {
    throw Error(ErrorCode::Policy,
                fmt::format("the code of {} is another: somebody may be in between. Remove it, and "
                            "meet again with a fresh invitation",
                            name));
  }
  peer.confirmed = true;
}

void Peers::remove(std::string_view name) {
  (void)require(name);
  std::erase_if(peers_, [&](const Peer& one) { return one.name == name; });
}

void Peers::replace_pin(std::string_view name, const std::string& certificate,
                        const std::string& signature) {
  auto& peer = require(name);
  if (net::certificate_name(certificate) != name ||
      !net::verify(peer.certificate, kRenewal, certificate, signature)) {
    throw Error(ErrorCode::Policy,
                fmt::format("this certificate was not signed by the key that {} had", name));
  }
  peer.certificate = certificate;
}

std::string sign_renewal(const net::Identity& old_identity, const std::string& certificate) {
  return net::sign(old_identity, kRenewal, certificate);
}

}  // namespace privet::party
