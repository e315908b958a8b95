// SPDX-License-Identifier: Apache-2.0
// Mutual TLS 1.3 between parties that know each other's certificates.
// Idea: each side shows its certificate; the other compares it with the one it pinned, and also
// checks that it is valid now and carries the expected name. No authority, no older version, no
// session resumption, no renegotiation, no connection without a certificate.
// Reference: RFC 8446.
// Security: TLS 1.3 lets a client finish before the server has looked at its certificate; so the
// server confirms with one byte, and both sides know of a refusal before the first message.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "net/identity.h"
#include "net/line_facts.h"
#include "net/tcp.h"

namespace privet::net {

struct PinnedPeer {
  std::string name;
  std::string certificate;       // PEM...
  std::string fingerprint = {};  // ... or, if that is empty, what net::fingerprint() is of it
};

// The peer's name goes into errors through options.peer. Throw Error{Peer} if the handshake fails
// or the certificate is not the pinned one, has expired, is not valid yet or bears another name.
[[nodiscard]] std::unique_ptr<Stream> connect_tls(std::unique_ptr<TcpStream> carrier,
                                                  const Identity& own, const PinnedPeer& peer,
                                                  const ChannelOptions& options);

// The same, but nothing if the other side dropped the connection before the handshake was over and
// gave no reason: a party that has too many callers does so, and another call may be answered.
[[nodiscard]] std::unique_ptr<Stream> try_connect_tls(std::unique_ptr<TcpStream> carrier,
                                                      const Identity& own, const PinnedPeer& peer,
                                                      const ChannelOptions& options);

// Who is let in beside the pinned peers. Anyone: whoever shows a certificate that is valid now; for
// those who come with an invitation.
enum class Strangers { Refused, Anyone };

struct AcceptedPeer {
  std::unique_ptr<Stream> stream;
  std::size_t peer = 0;          // which of `peers` it is; as many as there are: a stranger
  std::string certificate = {};  // that it showed, PEM
};
[[nodiscard]] AcceptedPeer accept_tls(std::unique_ptr<TcpStream> carrier, const Identity& own,
                                      std::span<const PinnedPeer> peers,
                                      const ChannelOptions& options);

// The same, a step at a time: so that several callers can be answered at once and none holds up the
// others (net/accept_peers.h).
class TlsAnswer {
 public:
  TlsAnswer(std::unique_ptr<TcpStream> carrier, const Identity& own,
            std::span<const PinnedPeer> peers, Strangers strangers = Strangers::Refused);
  ~TlsAnswer();
  TlsAnswer(TlsAnswer&&) noexcept;
  TlsAnswer& operator=(TlsAnswer&&) noexcept;

  // Goes on as far as it can without waiting; the peer when it is done. Throws Error{Peer}.
  [[nodiscard]] std::optional<AcceptedPeer> step();
  // What to poll for before the next step.
  [[nodiscard]] int descriptor() const;
  [[nodiscard]] bool wants_to_write() const;
  // Whether the caller has begun a handshake.
  [[nodiscard]] bool has_begun() const;

 private:
  class Handshake;
  std::unique_ptr<Handshake> handshake_;
};

}  // namespace privet::net
