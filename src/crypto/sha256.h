// SPDX-License-Identifier: Apache-2.0
// SHA-256 of bytes, as people compare it: 64 hexadecimal digits, those of sha256sum.
// Reference: FIPS 180-4; computed by OpenSSL, on a processor's own instructions where it has them.
#pragma once

#include <string>
#include <string_view>

namespace privet::crypto {

[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace privet::crypto
