// SPDX-License-Identifier: Apache-2.0
// A file locked with a passphrase: custody keys, pseudonym keys, profiles.
// Idea: Argon2id stretches the passphrase over a random salt into a key; XChaCha20-Poly1305 under a
// random nonce encrypts the content and authenticates it together with the header, so that a wrong
// passphrase, a changed byte, a cut or a lengthened file is an error and never other content.
// Reference: Biryukov et al., "Argon2" (RFC 9106); Arciszewski, "XChaCha"
// (draft-irtf-cfrg-xchacha). Cost: SealCost::Moderate 256 MiB of memory for about a second;
// Interactive 64 MiB for about a tenth of that. Security: as strong as the passphrase; the
// content's length is not hidden.
//
// Layout (integers little-endian): "PRVTSEAL" | u16 version = 1 | u8 cost | u8 zero | salt 16 |
// nonce 24 | ciphertext, as long as the content | tag 16.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/secret_vector.h"

namespace privet::crypto {

// How dear one guess of the passphrase is made. Kept in the file.
enum class SealCost : std::uint8_t { Interactive = 1, Moderate = 2 };

// Locks `content`. Throws Error{Usage} for an empty passphrase.
[[nodiscard]] std::vector<std::byte> seal(std::span<const std::byte> content,
                                          std::string_view passphrase,
                                          SealCost cost = SealCost::Moderate);

// The content of what seal() made. Throws Error{Input} if `sealed` is not a sealed file, has
// another version, was changed, or the passphrase is wrong (the last two cannot be told apart);
// `name` is the file named in the message.
[[nodiscard]] SecretBytes unseal(std::span<const std::byte> sealed, std::string_view passphrase,
                                 const std::string& name = {});

// seal() into a file of mode 0600 that appears whole or not at all. The derivation of the key takes
// its time and cannot be stopped: `before_writing`, where given, is asked after it and may throw.
void write_sealed_file(const std::string& path, std::span<const std::byte> content,
                       std::string_view passphrase, SealCost cost = SealCost::Moderate,
                       const std::function<void()>& before_writing = {});

// unseal() of a file. Throws Error{Input} if it cannot be read.
[[nodiscard]] SecretBytes read_sealed_file(const std::string& path, std::string_view passphrase);

}  // namespace privet::crypto
