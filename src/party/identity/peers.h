// SPDX-License-Identifier: Apache-2.0
// The parties that a party knows, each with the one certificate that it may show: peers.json.
// Idea: the pin is the whole trust. A peer counts from when a person has compared the short code of
// the meeting (identity/short_code.h) and confirmed it; before that it may do nothing. A pin is
// replaced only by a certificate that the old key has signed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "net/identity.h"

namespace privet::party {

struct Peer {
  std::string name;
  std::string certificate;  // PEM
  std::string host;
  std::uint16_t port = 0;
  std::string code;        // of the meeting
  bool confirmed = false;  // a person has compared the code
  bool operator==(const Peer&) const = default;
};

class Peers {
 public:
  // An empty list if there is no file. Throws Error{Input} if it is not such a file.
  [[nodiscard]] static Peers read(const std::string& path);
  void write(const std::string& path) const;  // readable for the owner only

  [[nodiscard]] const std::vector<Peer>& all() const { return peers_; }
  [[nodiscard]] const Peer* find(std::string_view name) const;
  [[nodiscard]] const Peer* with_certificate(const std::string& pem) const;

  // A peer of this name is replaced only while it is not confirmed. Throws Error{Policy} otherwise.
  void add(Peer peer);
  // Throws Error{Usage} if there is no such peer, Error{Policy} if the code is another.
  void confirm(std::string_view name, std::string_view code);
  void remove(std::string_view name);
  // Throws Error{Policy} unless the old key signed the new certificate, and it bears the same name.
  void replace_pin(std::string_view name, const std::string& certificate,
                   const std::string& signature);

 private:
  [[nodiscard]] Peer& require(std::string_view name);
  std::vector<Peer> peers_;
};

// What the old key signs for a new certificate.
[[nodiscard]] std::string sign_renewal(const net::Identity& old_identity,
                                       const std::string& certificate);

}  // namespace privet::party
