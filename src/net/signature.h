// SPDX-License-Identifier: Apache-2.0
// Signatures by the key of a party's identity.
// Idea: ECDSA over P-256 with SHA-256, of a context and a message with their lengths: a signature
// made for one purpose is worth nothing for another, and TLS signs under contexts of its own.
// Reference: FIPS 186-5; computed by OpenSSL.
#pragma once

#include <string>
#include <string_view>

#include "net/identity.h"

namespace privet::net {

// In hexadecimal. Throws Error{Input} if the key cannot be used.
[[nodiscard]] std::string sign(const Identity& identity, std::string_view context,
                               std::string_view message);
// Whether the owner of the certificate signed this message under this context; false too for a text
// that is not a signature. Throws Error{Input} if the certificate cannot be read.
[[nodiscard]] bool verify(const std::string& certificate, std::string_view context,
                          std::string_view message, std::string_view signature);

}  // namespace privet::net
