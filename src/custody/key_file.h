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

#include "base/run.h"
#include "crypto/sealed_file.h"
#include "custody/coding/coding.h"

namespace privet::custody {

inline constexpr std::uint16_t kKeyVersion = 1;

[[nodiscard]] std::vector<std::byte> key_bytes(const Coding& coding);
// Throws Error{Input} naming the file for bytes that are no key or of another version.
[[nodiscard]] Coding coding_from(std::span<const std::byte> bytes, const std::string& file);

// The file gets mode 0600 and appears whole or not at all.
void write_key(const std::string& path, const Coding& coding, std::string_view passphrase,
               const Run& run, crypto::SealCost cost = crypto::SealCost::Moderate);
[[nodiscard]] Coding read_key(const std::string& path, std::string_view passphrase);

}  // namespace privet::custody
