// SPDX-License-Identifier: Apache-2.0
#include "party/identity/short_code.h"

#include <cctype>
#include <cstdint>

#include "base/codec.h"
#include "crypto/sha256.h"

namespace privet::party {
namespace {

// Crockford's: without I, L, O and U.
constexpr std::string_view kLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kLettersOfCode = 8;

std::string hash_of(const ByteWriter& bytes) {
  return crypto::sha256_hex(
      {reinterpret_cast<const char*>(bytes.bytes().data()), bytes.bytes().size()});
}

std::string plain(std::string_view typed) {
  std::string out;
  for (const char c : typed) {
    const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (upper == '-' || upper == ' ') continue;
    out += upper == 'O' ? '0' : (upper == 'I' || upper == 'L') ? '1' : upper;
  }
  return out;
}

}  // namespace

std::string short_code(const MeetingFacts& facts) {
  ByteWriter bytes;
  bytes.put_text("privet short code 1");
  bytes.put_text(facts.inviting);
  bytes.put_text(facts.joining);
  bytes.put_text(facts.invitation);
  bytes.put_text(facts.inviting_nonce);
  bytes.put_text(facts.joining_nonce);
  std::uint64_t bits = std::stoull(hash_of(bytes).substr(0, 10), nullptr, 16);  // 40 bits
  std::string out;
  for (std::size_t i = 0; i < kLettersOfCode; ++i) {
    out.insert(out.begin(), kLetters[bits & 31U]);
    bits >>= 5U;
  }
  return out.insert(kLettersOfCode / 2, "-");
}

bool same_code(std::string_view code, std::string_view typed) {
  return plain(code) == plain(typed);
}

std::string commitment_to(std::string_view nonce) {
  ByteWriter bytes;
  bytes.put_text("privet commitment 1");
  bytes.put_text(nonce);
  return hash_of(bytes);
}

}  // namespace privet::party
