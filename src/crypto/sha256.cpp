// SPDX-License-Identifier: Apache-2.0
#include "crypto/sha256.h"

#include <openssl/evp.h>

#include <array>

#include "base/error.h"

namespace privet::crypto {

std::string sha256_hex(std::string_view bytes) {
  constexpr std::size_t kBytes = 32;
  std::array<unsigned char, kBytes> digest{};
  unsigned written = 0;
  const int done =
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), &written, EVP_sha256(), nullptr);
  PRIVET_CHECK(done == 1 && written == kBytes);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const unsigned char byte : digest) {
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

}  // namespace privet::crypto
