// SPDX-License-Identifier: Apache-2.0
#include "net/tls.h"

#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <chrono>
#include <future>
#include <optional>

#include "base/error.h"
#include "net/openssl_internal.h"
#include "tests/support/two_parties.h"

namespace privet::net {
namespace {

using std::chrono::hours;
using testing_support::quick;

struct Outcome {
  std::string client;  // the error, or empty
  std::string server;
};

// One handshake between `client` and `server`, each expecting what the pins say.
Outcome shake(const Identity& client, const Identity& server, const PinnedPeer& client_expects,
              const PinnedPeer& server_expects) {
  const auto options = quick(5000);
  TcpListener listener("127.0.0.1", 0);
  auto carrier = connect_tcp("127.0.0.1", listener.port(), options);
  auto accepted = listener.accept(options);
  Outcome outcome;
  auto serving = std::async(std::launch::async, [&] {
    try {
      (void)accept_tls(std::move(accepted), server, std::span(&server_expects, 1), options);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Peer);
      outcome.server = error.what();
    }
  });
  try {
    (void)connect_tls(std::move(carrier), client, client_expects, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Peer);
    outcome.client = error.what();
  }
  serving.get();
  return outcome;
}

bool mentions(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Tls, AcceptsThePinnedCertificates) {
  const auto a = make_identity("a", hours(1));
  const auto b = make_identity("b", hours(1));
  const auto outcome = shake(a, b, {"b", b.certificate}, {"a", a.certificate});
  EXPECT_EQ(outcome.client, "");
  EXPECT_EQ(outcome.server, "");
}

TEST(Tls, RefusesAnotherCertificateOfTheSameName) {
  const auto a = make_identity("a", hours(1));
  const auto b = make_identity("b", hours(1));
  const auto thief = make_identity("a", hours(1));
  const auto outcome = shake(thief, b, {"b", b.certificate}, {"a", a.certificate});
  EXPECT_TRUE(mentions(outcome.server, "not the one agreed on")) << outcome.server;
  EXPECT_FALSE(outcome.client.empty());
  const auto other = shake(a, thief, {"b", b.certificate}, {"a", a.certificate});
  EXPECT_TRUE(mentions(other.client, "not the one agreed on")) << other.client;
  EXPECT_FALSE(other.server.empty());
}

TEST(Tls, RefusesExpiredAndFutureCertificates) {
  const auto a = make_identity("a", hours(1));
  const auto old = make_identity("b", hours(1), -hours(2));
  const auto early = make_identity("b", hours(1), hours(1));
  const auto expired = shake(a, old, {"b", old.certificate}, {"a", a.certificate});
  EXPECT_TRUE(mentions(expired.client, "expired")) << expired.client;
  EXPECT_FALSE(expired.server.empty());
  const auto future = shake(a, early, {"b", early.certificate}, {"a", a.certificate});
  EXPECT_TRUE(mentions(future.client, "not valid yet")) << future.client;
}

// The same certificate with a time that is none, signed again.
Identity with_unreadable_time(const Identity& identity, bool end) {
  const auto certificate = parse_certificate(identity.certificate);
  const auto key = parse_key(identity.key.text());
  auto* const time =
      end ? X509_getm_notAfter(certificate.get()) : X509_getm_notBefore(certificate.get());
  EXPECT_EQ(ASN1_STRING_set(time, "sometime soon", -1), 1);
  EXPECT_GT(X509_sign(certificate.get(), key.get(), EVP_sha256()), 0);
  const BioPtr text(BIO_new(BIO_s_mem()));
  EXPECT_EQ(PEM_write_bio_X509(text.get(), certificate.get()), 1);
  char* data = nullptr;
  const auto size = BIO_get_mem_data(text.get(), &data);
  return {std::string(data, static_cast<std::size_t>(size)), identity.key};
}

TEST(Tls, RefusesACertificateWhoseTimesCannotBeRead) {
  const auto a = make_identity("a", hours(1));
  for (const bool end : {false, true}) {
    const auto b = with_unreadable_time(make_identity("b", hours(1)), end);
    const auto outcome = shake(a, b, {"b", b.certificate}, {"a", a.certificate});
    EXPECT_TRUE(mentions(outcome.client, "how long it is valid")) << outcome.client;
    EXPECT_FALSE(outcome.server.empty());
  }
}

TEST(Tls, RefusesACertificateOfAnotherName) {
  const auto a = make_identity("a", hours(1));
  const auto b = make_identity("mallory", hours(1));
  const auto outcome = shake(a, b, {"b", b.certificate}, {"a", a.certificate});
  EXPECT_TRUE(mentions(outcome.client, "bears the name")) << outcome.client;
}

TEST(Tls, GarbageInsteadOfAHandshakeIsAnError) {
  const auto own = make_identity("a", hours(1));
  const auto options = quick(2000);
  TcpListener listener("127.0.0.1", 0);
  auto channel = make_channel(connect_tcp("127.0.0.1", listener.port(), options), options);
  channel->send(std::vector(500, std::byte{'x'}));
  channel->flush();
  const PinnedPeer peer{"a", own.certificate};
  EXPECT_THROW((void)accept_tls(listener.accept(options), own, std::span(&peer, 1), options),
               Error);
}

TEST(Tls, ASilentPeerEndsTheHandshakeInTime) {
  const auto own = make_identity("a", hours(1));
  const auto options = quick(150);
  TcpListener listener("127.0.0.1", 0);
  auto silent = connect_tcp("127.0.0.1", listener.port(), options);
  const PinnedPeer peer{"a", own.certificate};
  EXPECT_THROW((void)accept_tls(listener.accept(options), own, std::span(&peer, 1), options),
               Error);
}

TEST(Identity, FingerprintNamesTheCertificate) {
  const auto a = make_identity("a", hours(1));
  EXPECT_EQ(fingerprint(a.certificate).size(), 64U);
  EXPECT_NE(fingerprint(a.certificate), fingerprint(make_identity("a", hours(1)).certificate));
  EXPECT_THROW((void)fingerprint("no certificate"), Error);
}

}  // namespace
}  // namespace privet::net
