// SPDX-License-Identifier: Apache-2.0
// Keyed pseudonyms: the same text under the same key always becomes the same pseudonym, and whoever
// has the key can turn it back.
// Idea: deterministic authenticated encryption. A keyed BLAKE2b of the domain (a column's name) and
// the padded text is both the check value and the nonce with which XChaCha20 encrypts the text;
// written in base32 behind a "p".
// Reference: the synthetic-IV construction of Rogaway and Shrimpton, "Deterministic authenticated
// encryption" (2006); RFC 7693; draft-irtf-cfrg-xchacha; RFC 4648.
// Security: without the key a pseudonym tells only whether two texts of a domain are equal, and
// their length in steps of 16 bytes. Two texts share a check value with chance n^2 / 2^97.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/secret_vector.h"

namespace privet::crypto {

class PseudonymKey {
 public:
  static constexpr std::size_t kBytes = 64;

  // A fresh one from the operating system.
  [[nodiscard]] static PseudonymKey generate();
  // Requires kBytes bytes.
  explicit PseudonymKey(SecretBytes bytes);

  [[nodiscard]] const SecretBytes& bytes() const { return bytes_; }
  [[nodiscard]] std::string pseudonym(std::string_view domain, std::string_view text) const;
  // None if this is not a pseudonym of this key and domain.
  [[nodiscard]] std::optional<std::string> reverse(std::string_view domain,
                                                   std::string_view pseudonym) const;
  // A number that the key, the purpose and the text determine, evenly spread over 64 bits and
  // unrelated to any pseudonym.
  [[nodiscard]] std::uint64_t number(std::string_view purpose, std::string_view text) const;

 private:
  SecretBytes bytes_;  // of the hash, then of the cipher
};

// The key as the bytes of a file locked with a passphrase (crypto/sealed_file.h), to be written
// with access for its owner only.
[[nodiscard]] std::vector<std::byte> seal_pseudonym_key(const PseudonymKey& key,
                                                        std::string_view passphrase);
// Throws Error{Input} also for a sealed file that holds something else.
[[nodiscard]] PseudonymKey read_pseudonym_key(const std::string& path, std::string_view passphrase);

}  // namespace privet::crypto
