// SPDX-License-Identifier: Apache-2.0
// Owners and conversions of OpenSSL's objects. Private to net/.
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

namespace privet::net {

class TcpStream;

template <auto Free>
struct FreeBy {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};
using X509Ptr = std::unique_ptr<X509, FreeBy<X509_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>>;
using BioPtr = std::unique_ptr<BIO, FreeBy<BIO_free_all>>;
using ContextPtr = std::unique_ptr<SSL_CTX, FreeBy<SSL_CTX_free>>;
using SslPtr = std::unique_ptr<SSL, FreeBy<SSL_free>>;

// Throw Error{Input} if the text is not PEM of that kind.
[[nodiscard]] X509Ptr parse_certificate(const std::string& pem);
[[nodiscard]] KeyPtr parse_key(const std::string& pem);

[[nodiscard]] std::string fingerprint_of(const X509* certificate);
[[nodiscard]] std::string common_name_of(const X509* certificate);
[[nodiscard]] std::string certificate_text(X509* certificate);  // PEM

// Reads and writes the stream's socket; the stream must outlive it.
[[nodiscard]] BioPtr make_socket_bio(TcpStream& stream);

// What OpenSSL says about the last failure on this thread.
[[nodiscard]] std::string openssl_reason();

}  // namespace privet::net
