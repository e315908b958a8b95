// SPDX-License-Identifier: Apache-2.0
// Who a party is on the network: a self-signed X.509 certificate whose common name is the party's
// name, and its private key (NIST P-256). Peers trust the certificate itself, byte for byte; there
// is no authority.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace privet::net {

// A private key in PEM, unencrypted: in memory, where every copy is wiped when it goes, or in a
// file of mode 0600.
class KeyText {
 public:
  KeyText() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): the text is the key
  KeyText(std::string text) noexcept : text_(std::move(text)) {}
  KeyText(const KeyText& other) = default;
  KeyText(KeyText&& other) noexcept : text_(std::move(other.text_)) {}
  KeyText& operator=(KeyText other) noexcept {
    text_.swap(other.text_);
    return *this;
  }
  ~KeyText();

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

struct Identity {
  std::string certificate;  // PEM
  KeyText key;
};

// A fresh identity, valid from `starts` (relative to now) for `lasts`.
[[nodiscard]] Identity make_identity(std::string_view name, std::chrono::seconds lasts,
                                     std::chrono::seconds starts = std::chrono::seconds(-300));

// SHA-256 of the certificate (DER), in hexadecimal: what people read out to each other. Throws
// Error{Input} if `certificate` is not one in PEM.
[[nodiscard]] std::string fingerprint(const std::string& certificate);

// The name that a certificate bears, and until when it is valid (seconds since 1970). Throw
// Error{Input} if it is not one in PEM.
[[nodiscard]] std::string certificate_name(const std::string& certificate);
[[nodiscard]] std::int64_t certificate_ends(const std::string& certificate);

}  // namespace privet::net
