// SPDX-License-Identifier: Apache-2.0
#include "net/identity.h"

#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <array>
#include <ctime>

#include "base/error.h"
#include "net/openssl_internal.h"

namespace privet::net {
namespace {

std::string text_of(BIO* bio) {
  char* data = nullptr;
  const auto size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

BioPtr reader_of(const std::string& text) {
  return BioPtr(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

void require(bool done) {
  if (!done) {
    throw Error(ErrorCode::Internal, "a certificate cannot be made: " + openssl_reason());
  }
}

}  // namespace

std::string openssl_reason() {
  const auto code = ERR_get_error();
  ERR_clear_error();
  if (code == 0) return "no reason given";
  std::array<char, 200> text{};
  ERR_error_string_n(code, text.data(), text.size());
  return text.data();
}

X509Ptr parse_certificate(const std::string& pem) {
  const auto bio = reader_of(pem);
  X509Ptr certificate(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
  if (certificate == nullptr) {
    throw Error(ErrorCode::Input, "this is not a certificate in PEM: " + openssl_reason());
  }
  return certificate;
}

KeyPtr parse_key(const std::string& pem) {
  const auto bio = reader_of(pem);
  KeyPtr key(PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr));
  if (key == nullptr) {
    throw Error(ErrorCode::Input, "this is not a private key in PEM: " + openssl_reason());
  }
  return key;
}

std::string fingerprint_of(const X509* certificate) {
  std::array<unsigned char, 32> digest{};
  unsigned size = 0;
  PRIVET_CHECK(X509_digest(certificate, EVP_sha256(), digest.data(), &size) == 1);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const auto byte : digest) {
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

std::string common_name_of(const X509* certificate) {
  std::array<char, 256> name{};
  const int size = X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName,
                                             name.data(), static_cast<int>(name.size()));
  return size <= 0 ? std::string() : std::string(name.data(), static_cast<std::size_t>(size));
}

std::string certificate_text(X509* certificate) {
  const BioPtr text(BIO_new(BIO_s_mem()));
  require(text != nullptr && PEM_write_bio_X509(text.get(), certificate) == 1);
  return text_of(text.get());
}

std::string certificate_name(const std::string& certificate) {
  return common_name_of(parse_certificate(certificate).get());
}

std::int64_t certificate_ends(const std::string& certificate) {
  const auto parsed = parse_certificate(certificate);
  std::tm end{};
  require(ASN1_TIME_to_tm(X509_get0_notAfter(parsed.get()), &end) == 1);
  return static_cast<std::int64_t>(::timegm(&end));
}

std::string fingerprint(const std::string& certificate) {
  return fingerprint_of(parse_certificate(certificate).get());
}

KeyText::~KeyText() {
  OPENSSL_cleanse(text_.data(), text_.size());
}

Identity make_identity(std::string_view name, std::chrono::seconds lasts,
                       std::chrono::seconds starts) {
  const KeyPtr key(EVP_EC_gen("P-256"));
  const X509Ptr certificate(X509_new());
  require(key != nullptr && certificate != nullptr);
  X509* const x509 = certificate.get();

  std::array<unsigned char, 16> serial{};
  require(RAND_bytes(serial.data(), static_cast<int>(serial.size())) == 1);
  serial[0] &= 0x7fU;  // a serial number is positive
  const std::unique_ptr<BIGNUM, FreeBy<BN_free>> number(
      BN_bin2bn(serial.data(), static_cast<int>(serial.size()), nullptr));
  require(number != nullptr && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(x509)));

  X509_NAME* const subject = X509_get_subject_name(x509);
  require(X509_set_version(x509, X509_VERSION_3) == 1 &&
          X509_gmtime_adj(X509_getm_notBefore(x509), starts.count()) != nullptr &&
          X509_gmtime_adj(X509_getm_notAfter(x509), (starts + lasts).count()) != nullptr &&
          X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                                     reinterpret_cast<const unsigned char*>(name.data()),
                                     static_cast<int>(name.size()), -1, 0) == 1 &&
          X509_set_issuer_name(x509, subject) == 1 && X509_set_pubkey(x509, key.get()) == 1 &&
          X509_sign(x509, key.get(), EVP_sha256()) > 0);

  const BioPtr key_text(BIO_new(BIO_s_secmem()));
  require(PEM_write_bio_PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0, nullptr,
                                   nullptr) == 1);
  return {certificate_text(x509), text_of(key_text.get())};
}

}  // namespace privet::net
