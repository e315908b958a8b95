// SPDX-License-Identifier: Apache-2.0
// The key: a coding as bytes, and as a file locked with a passphrase (crypto/sealed_file.h).
// Layout inside the lock: docs/format/custody-key.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/sealed_file.h"
#include "custody/coding/coding.h"

namespace privet::custody {

inline constexpr std::uint16_t kKeyVersion = 1;

[[nodiscard]] std::vector<std::byte> key_bytes(const Coding& coding);
// Throws Error{Input} naming the file for bytes that are not a key or of another version.
[[nodiscard]] Coding coding_from(std::span<const std::byte> bytes, const std::string& file);

// The bytes of a key file, locked with the passphrase. Deriving the lock takes its time and cannot
// be interrupted. The file should be readable by its owner only.
[[nodiscard]] std::vector<std::byte> sealed_key(const Coding& coding, std::string_view passphrase,
                                                crypto::SealCost cost = crypto::SealCost::Moderate);
[[nodiscard]] Coding read_key(const std::string& path, std::string_view passphrase);

}  // namespace privet::custody
