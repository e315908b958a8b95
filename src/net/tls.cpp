// SPDX-License-Identifier: Apache-2.0
#include "net/tls.h"

#include <openssl/err.h>

#include <algorithm>
#include <array>
#include <climits>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "net/openssl_internal.h"

namespace privet::net {
namespace {

struct Pin {
  std::string name;
  std::string fingerprint;
};

// Filled while the handshake runs, and then asked for the reason or the peer.
struct Verification {
  std::vector<Pin> pins;
  Strangers strangers = Strangers::Refused;
  std::optional<std::size_t> peer;
  std::string refusal;
};

void judge(Verification& verification, const X509* certificate) {
  const auto place =
      std::ranges::find(verification.pins, fingerprint_of(certificate), &Pin::fingerprint) -
      verification.pins.begin();
  const bool pinned = place < std::ssize(verification.pins);
  if (!pinned && verification.strangers == Strangers::Refused) {
    verification.refusal = "the peer's certificate is not the one agreed on (name " +
                           quote_for_message(common_name_of(certificate)) + ", fingerprint " +
                           fingerprint_of(certificate) + ")";
    return;
  }
  const auto name = pinned ? verification.pins[static_cast<std::size_t>(place)].name
                           : common_name_of(certificate);
  if (X509_cmp_current_time(X509_get0_notAfter(certificate)) == 0 ||
      X509_cmp_current_time(X509_get0_notBefore(certificate)) == 0) {
    verification.refusal =
        "the certificate of " + name + " says in no way that can be read how long it is valid";
  } else if (X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0) {
    verification.refusal = "the certificate of " + name +
                           " has expired: it must make a new one and send it to all parties";
  } else if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0) {
    verification.refusal =
        "the certificate of " + name + " is not valid yet: check both machines' clocks";
  } else if (common_name_of(certificate) != name) {
    verification.refusal = "the certificate agreed on for " + name + " bears the name " +
                           quote_for_message(common_name_of(certificate));
  } else {
    verification.peer = static_cast<std::size_t>(place);
  }
}

// Replaces OpenSSL's search for an authority: the pins are the whole trust.
int verify_certificate(X509_STORE_CTX* store, void* argument) {
  auto& verification = *static_cast<Verification*>(argument);
  try {
    const X509* certificate = X509_STORE_CTX_get0_cert(store);
    if (certificate != nullptr) judge(verification, certificate);
  } catch (...) {
    verification.peer.reset();  // no exception may pass through C
  }
  if (verification.peer) return 1;
  X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
  return 0;
}

ContextPtr make_context(const Identity& own, Verification& verification) {
  ContextPtr context(SSL_CTX_new(TLS_method()));
  const auto certificate = parse_certificate(own.certificate);
  const auto key = parse_key(own.key.text());
  PRIVET_CHECK(context != nullptr);
  SSL_CTX* const raw = context.get();
  if (SSL_CTX_set_min_proto_version(raw, TLS1_3_VERSION) != 1 ||
      SSL_CTX_set_max_proto_version(raw, TLS1_3_VERSION) != 1 ||
      SSL_CTX_use_certificate(raw, certificate.get()) != 1 ||
      SSL_CTX_use_PrivateKey(raw, key.get()) != 1 || SSL_CTX_check_private_key(raw) != 1 ||
      SSL_CTX_set_num_tickets(raw, 0) != 1) {
    throw Error(ErrorCode::Input,
                "the party's own certificate and key cannot be used together: " + openssl_reason());
  }
  SSL_CTX_set_session_cache_mode(raw, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(raw, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_verify(raw, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  SSL_CTX_set_cert_verify_callback(raw, verify_certificate, &verification);
  return context;
}

class TlsStream final : public Stream {
 public:
  TlsStream(std::unique_ptr<TcpStream> carrier, std::unique_ptr<Verification> verification,
            ContextPtr context)
      : carrier_(std::move(carrier)),
        verification_(std::move(verification)),
        context_(std::move(context)),
        ssl_(SSL_new(context_.get())) {
    PRIVET_CHECK(ssl_ != nullptr);
    BIO* const bio = make_socket_bio(*carrier_).release();
    SSL_set_bio(ssl_.get(), bio, bio);  // takes it over
  }

  // One step of the handshake; true when it is complete.
  bool step(bool as_server) {
    ERR_clear_error();
    const int rc = as_server ? SSL_accept(ssl_.get()) : SSL_connect(ssl_.get());
    return rc == 1 || progress(rc) != 0;
  }
  [[nodiscard]] const Verification& verification() const { return *verification_; }
  [[nodiscard]] LineFacts facts() const {
    const X509* const shown = SSL_get0_peer_certificate(ssl_.get());
    return {SSL_get_version(ssl_.get()), SSL_get_cipher_name(ssl_.get()),
            shown == nullptr ? std::string() : fingerprint_of(shown)};
  }
  [[nodiscard]] std::string certificate() const {
    X509* const shown = SSL_get0_peer_certificate(ssl_.get());
    return shown == nullptr ? std::string() : certificate_text(shown);
  }
  // Whether an error was the other side's leaving without a word.
  [[nodiscard]] bool was_dropped() const { return dropped_; }
  // Whether the first message of the other side has come.
  [[nodiscard]] bool has_begun() const { return SSL_in_before(ssl_.get()) == 0 && heard(); }
  [[nodiscard]] int descriptor() const { return carrier_->descriptor(); }
  [[nodiscard]] bool wants_to_write() const { return wants_write_; }

  std::size_t read_some(std::span<std::byte> bytes) override {
    ERR_clear_error();
    std::size_t count = 0;
    const int rc = SSL_read_ex(ssl_.get(), bytes.data(), bytes.size(), &count);
    return rc == 1 ? count : progress(rc);
  }
  std::size_t write_some(std::span<const std::byte> bytes) override {
    ERR_clear_error();
    std::size_t count = 0;
    const int rc = SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &count);
    return rc == 1 ? count : progress(rc);
  }
  void wait(bool for_reading, bool for_writing, std::chrono::milliseconds limit) override {
    if (for_reading && SSL_has_pending(ssl_.get()) == 1 && !starved_) return;
    carrier_->wait(for_reading || wants_read_, for_writing || wants_write_, limit);
    starved_ = false;
  }
  void close() noexcept override {
    ERR_clear_error();
    if (SSL_is_init_finished(ssl_.get()) == 1) SSL_shutdown(ssl_.get());
    carrier_->close();
  }

 private:
  [[nodiscard]] bool heard() const {
    const auto state = SSL_get_state(ssl_.get());
    return state != TLS_ST_BEFORE && state != TLS_ST_SR_CLNT_HELLO;
  }
  static bool was_cut_off() {
    return ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING;
  }
  // 0 if the call should be tried again later; throws if the line is broken.
  std::size_t progress(int rc) {
    const int reason = SSL_get_error(ssl_.get(), rc);
    wants_read_ = reason == SSL_ERROR_WANT_READ;
    wants_write_ = reason == SSL_ERROR_WANT_WRITE;
    starved_ = wants_read_;
    if (wants_read_ || wants_write_) return 0;
    if (!verification_->refusal.empty()) throw Error(ErrorCode::Peer, verification_->refusal);
    if (reason == SSL_ERROR_ZERO_RETURN) {
      throw Error(ErrorCode::Peer, "the other party closed the connection");
    }
    if (ERR_peek_error() == 0 || was_cut_off()) {
      dropped_ = true;
      throw Error(ErrorCode::Peer, "the other party closed the connection without giving a reason");
    }
    throw Error(ErrorCode::Peer, "the protected connection failed: " + openssl_reason());
  }

  std::unique_ptr<TcpStream> carrier_;
  std::unique_ptr<Verification> verification_;
  ContextPtr context_;
  SslPtr ssl_;
  bool wants_read_ = false;
  bool wants_write_ = false;
  bool dropped_ = false;
  bool starved_ = false;  // part of a record is here, but not all of it
};

constexpr std::byte kAccepted{0x06};

std::unique_ptr<TlsStream> start(std::unique_ptr<TcpStream> carrier, const Identity& own,
                                 std::span<const PinnedPeer> peers,
                                 Strangers strangers = Strangers::Refused) {
  auto verification = std::make_unique<Verification>();
  verification->strangers = strangers;
  verification->pins.reserve(peers.size());
  for (const auto& peer : peers) {
    verification->pins.push_back(
        {peer.name, peer.certificate.empty() ? peer.fingerprint : fingerprint(peer.certificate)});
  }
  auto context = make_context(own, *verification);
  return std::make_unique<TlsStream>(std::move(carrier), std::move(verification),
                                     std::move(context));
}

// The handshake and the server's confirmation.
class Steps {
 public:
  Steps(std::unique_ptr<TlsStream> stream, bool as_server)
      : stream_(std::move(stream)), as_server_(as_server) {}

  // As far as it goes without waiting; true when it is complete.
  bool go_on() {
    if (!met_) {
      met_ = stream_->step(as_server_);
      if (!met_) return false;
      PRIVET_CHECK(stream_->verification().peer.has_value());
    }
    std::array<std::byte, 1> confirmation{kAccepted};
    const auto moved =
        as_server_ ? stream_->write_some(confirmation) : stream_->read_some(confirmation);
    if (moved == 0) return false;
    if (confirmation[0] != kAccepted) {
      throw Error(ErrorCode::Peer, "the other party did not confirm the connection");
    }
    return true;
  }
  [[nodiscard]] bool waits_to_write() const {
    return stream_->wants_to_write() || (met_ && as_server_);
  }
  [[nodiscard]] TlsStream& stream() const { return *stream_; }
  [[nodiscard]] std::unique_ptr<TlsStream> take() { return std::move(stream_); }

 private:
  std::unique_ptr<TlsStream> stream_;
  bool as_server_;
  bool met_ = false;
};

void finish(Steps& steps, const ChannelOptions& options) {
  const auto deadline = std::chrono::steady_clock::now() + options.timeout;
  while (!steps.go_on()) {
    const bool writes = steps.waits_to_write();
    wait_for_progress(steps.stream(), !writes, writes, deadline, options);
  }
}

std::unique_ptr<TlsStream> shake_hands(std::unique_ptr<TcpStream> carrier, const Identity& own,
                                       std::span<const PinnedPeer> peers, bool as_server,
                                       const ChannelOptions& options) {
  Steps steps(start(std::move(carrier), own, peers), as_server);
  finish(steps, options);
  return steps.take();
}

}  // namespace

std::optional<LineFacts> facts_of(const Stream& stream) {
  const auto* const tls = dynamic_cast<const TlsStream*>(&stream);
  if (tls == nullptr) return std::nullopt;
  return tls->facts();
}

std::unique_ptr<Stream> connect_tls(std::unique_ptr<TcpStream> carrier, const Identity& own,
                                    const PinnedPeer& peer, const ChannelOptions& options) {
  return shake_hands(std::move(carrier), own, std::span(&peer, 1), false, options);
}

std::unique_ptr<Stream> try_connect_tls(std::unique_ptr<TcpStream> carrier, const Identity& own,
                                        const PinnedPeer& peer, const ChannelOptions& options) {
  Steps steps(start(std::move(carrier), own, std::span(&peer, 1)), false);
  try {
    finish(steps, options);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Peer && steps.stream().was_dropped()) return nullptr;
    throw;
  }
  return steps.take();
}

AcceptedPeer accept_tls(std::unique_ptr<TcpStream> carrier, const Identity& own,
                        std::span<const PinnedPeer> peers, const ChannelOptions& options) {
  auto stream = shake_hands(std::move(carrier), own, peers, true, options);
  const auto peer = stream->verification().peer.value();
  auto certificate = stream->certificate();
  return {std::move(stream), peer, std::move(certificate)};
}

class TlsAnswer::Handshake : public Steps {
 public:
  using Steps::Steps;
};

TlsAnswer::TlsAnswer(std::unique_ptr<TcpStream> carrier, const Identity& own,
                     std::span<const PinnedPeer> peers, Strangers strangers)
    : handshake_(
          std::make_unique<Handshake>(start(std::move(carrier), own, peers, strangers), true)) {}
TlsAnswer::~TlsAnswer() = default;
TlsAnswer::TlsAnswer(TlsAnswer&&) noexcept = default;
TlsAnswer& TlsAnswer::operator=(TlsAnswer&&) noexcept = default;

std::optional<AcceptedPeer> TlsAnswer::step() {
  if (!handshake_->go_on()) return std::nullopt;
  const auto peer = handshake_->stream().verification().peer.value();
  auto certificate = handshake_->stream().certificate();
  return AcceptedPeer{handshake_->take(), peer, std::move(certificate)};
}

int TlsAnswer::descriptor() const {
  return handshake_->stream().descriptor();
}
bool TlsAnswer::wants_to_write() const {
  return handshake_->waits_to_write();
}
bool TlsAnswer::has_begun() const {
  return handshake_->stream().has_begun();
}

}  // namespace privet::net
