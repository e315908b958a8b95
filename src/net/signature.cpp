// SPDX-License-Identifier: Apache-2.0
#include "net/signature.h"

#include <openssl/err.h>

#include <optional>
#include <vector>

#include "base/codec.h"
#include "base/error.h"
#include "net/openssl_internal.h"

namespace privet::net {
namespace {

using DigestPtr = std::unique_ptr<EVP_MD_CTX, FreeBy<EVP_MD_CTX_free>>;

std::vector<std::byte> signed_bytes(std::string_view context, std::string_view message) {
  ByteWriter out;
  out.put_text("privet signature");
  out.put_text(context);
  out.put_text(message);
  return out.take();
}

const unsigned char* raw(const std::vector<std::byte>& bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::optional<unsigned> digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  return std::nullopt;
}

std::optional<std::vector<unsigned char>> bytes_of(std::string_view hex) {
  constexpr std::size_t kLongest = 512;
  if (hex.size() % 2 != 0 || hex.size() > kLongest) return std::nullopt;
  std::vector<unsigned char> out;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const auto high = digit(hex[i]);
    const auto low = digit(hex[i + 1]);
    if (!high || !low) return std::nullopt;
    out.push_back(static_cast<unsigned char>(*high << 4U | *low));
  }
  return out;
}

}  // namespace

std::string sign(const Identity& identity, std::string_view context, std::string_view message) {
  const auto key = parse_key(identity.key.text());
  const auto bytes = signed_bytes(context, message);
  const DigestPtr digest(EVP_MD_CTX_new());
  std::size_t size = 0;
  bool done = digest != nullptr &&
              EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1 &&
              EVP_DigestSign(digest.get(), nullptr, &size, raw(bytes), bytes.size()) == 1;
  std::vector<unsigned char> out(size);
  done = done && EVP_DigestSign(digest.get(), out.data(), &size, raw(bytes), bytes.size()) == 1;
  if (!done) throw Error(ErrorCode::Input, "this key cannot sign: " + openssl_reason());
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    text += kDigits[out[i] >> 4U];
    text += kDigits[out[i] & 15U];
  }
  return text;
}

bool verify(const std::string& certificate, std::string_view context, std::string_view message,
            std::string_view signature) {
  const auto x509 = parse_certificate(certificate);
  const auto given = bytes_of(signature);
  if (!given) return false;
  const auto bytes = signed_bytes(context, message);
  const DigestPtr digest(EVP_MD_CTX_new());
  PRIVET_CHECK(digest != nullptr);
  const bool good =
      EVP_DigestVerifyInit(digest.get(), nullptr, EVP_sha256(), nullptr,
                           X509_get0_pubkey(x509.get())) == 1 &&
      EVP_DigestVerify(digest.get(), given->data(), given->size(), raw(bytes), bytes.size()) == 1;
  ERR_clear_error();
  return good;
}

}  // namespace privet::net
