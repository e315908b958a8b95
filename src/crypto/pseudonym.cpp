// SPDX-License-Identifier: Apache-2.0
#include "crypto/pseudonym.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/os_random.h"
#include "crypto/sealed_file.h"
#include "crypto/sodium_internal.h"

namespace privet::crypto {
namespace {

constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz234567";
constexpr std::string_view kMagic = "privet pseudonyms 1\n";
constexpr std::size_t kCheck = 12;  // bytes of the check value
constexpr std::size_t kStep = 16;   // texts are padded to multiples of this
constexpr std::size_t kKey = 32;

using Bytes = std::vector<unsigned char>;

std::string base32(const Bytes& bytes) {
  std::string out;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const unsigned char byte : bytes) {
    held = held << 8U | byte;
    for (bits += 8; bits >= 5; bits -= 5) out += kAlphabet[held >> (bits - 5) & 31U];
  }
  if (bits > 0) out += kAlphabet[held << (5 - bits) & 31U];
  return out;
}

std::optional<Bytes> from_base32(std::string_view text) {
  Bytes out;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const auto digit = kAlphabet.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    held = held << 5U | static_cast<std::uint32_t>(digit);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      out.push_back(static_cast<unsigned char>(held >> bits & 255U));
    }
  }
  // What is left over must be the zeros that base32() filled up with.
  if (bits >= 5 || (held & ((1U << bits) - 1U)) != 0) return std::nullopt;
  return out;
}

const unsigned char* raw(const SecretBytes& bytes, std::size_t from) {
  return reinterpret_cast<const unsigned char*>(bytes.bytes().data()) + from;
}

std::array<unsigned char, kCheck> check_value(const SecretBytes& key, std::string_view domain,
                                              const Bytes& padded) {
  std::array<unsigned char, crypto_generichash_BYTES_MIN> full{};
  static_assert(kCheck <= crypto_generichash_BYTES_MIN);
  crypto_generichash_state state;
  crypto_generichash_init(&state, raw(key, 0), kKey, full.size());
  const std::uint64_t length = domain.size();
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(&length),
                            sizeof(length));
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(domain.data()),
                            domain.size());
  crypto_generichash_update(&state, padded.data(), padded.size());
  crypto_generichash_final(&state, full.data(), full.size());
  sodium_memzero(&state, sizeof(state));
  std::array<unsigned char, kCheck> out{};
  std::copy_n(full.begin(), kCheck, out.begin());
  return out;
}

// Encrypts or decrypts in place.
void cipher(const SecretBytes& key, const unsigned char* check, Bytes& text) {
  std::array<unsigned char, crypto_stream_xchacha20_NONCEBYTES> nonce{};
  std::copy_n(check, kCheck, nonce.begin());
  crypto_stream_xchacha20_xor(text.data(), text.data(), text.size(), nonce.data(), raw(key, kKey));
}

}  // namespace

PseudonymKey::PseudonymKey(SecretBytes bytes) : bytes_(std::move(bytes)) {
  PRIVET_CHECK(bytes_.size() == kBytes);
  start_sodium();
}

PseudonymKey PseudonymKey::generate() {
  SecretBytes bytes(kBytes);
  os_random(bytes.bytes());
  return PseudonymKey(std::move(bytes));
}

std::string PseudonymKey::pseudonym(std::string_view domain, std::string_view text) const {
  Bytes padded(text.begin(), text.end());
  padded.push_back(0x80);
  padded.resize((padded.size() + kStep - 1) / kStep * kStep);
  const auto check = check_value(bytes_, domain, padded);
  cipher(bytes_, check.data(), padded);
  padded.insert(padded.begin(), check.begin(), check.end());
  return "p" + base32(padded);
}

std::optional<std::string> PseudonymKey::reverse(std::string_view domain,
                                                 std::string_view pseudonym) const {
  if (!pseudonym.starts_with('p')) return std::nullopt;
  const auto bytes = from_base32(pseudonym.substr(1));
  if (!bytes || bytes->size() < kCheck + kStep || (bytes->size() - kCheck) % kStep != 0) {
    return std::nullopt;
  }
  Bytes padded(bytes->begin() + kCheck, bytes->end());
  cipher(bytes_, bytes->data(), padded);
  const auto check = check_value(bytes_, domain, padded);
  if (sodium_memcmp(check.data(), bytes->data(), kCheck) != 0) return std::nullopt;
  std::size_t end = padded.size();
  while (end > 0 && padded[end - 1] == 0) --end;
  if (end == 0 || padded[end - 1] != 0x80) return std::nullopt;
  return std::string(padded.begin(), padded.begin() + static_cast<std::ptrdiff_t>(end - 1));
}

std::uint64_t PseudonymKey::number(std::string_view purpose, std::string_view text) const {
  // The hash of a pseudonym begins with the length of its domain: never with these letters.
  constexpr std::string_view kTag = "privet number 1\n";
  std::array<unsigned char, crypto_generichash_BYTES_MIN> full{};
  crypto_generichash_state state;
  crypto_generichash_init(&state, raw(bytes_, 0), kKey, full.size());
  const std::uint64_t length = purpose.size();
  const auto add = [&](const void* from, std::size_t size) {
    crypto_generichash_update(&state, static_cast<const unsigned char*>(from), size);
  };
  add(kTag.data(), kTag.size());
  add(&length, sizeof(length));
  add(purpose.data(), purpose.size());
  add(text.data(), text.size());
  crypto_generichash_final(&state, full.data(), full.size());
  sodium_memzero(&state, sizeof(state));
  std::uint64_t out = 0;
  std::memcpy(&out, full.data(), sizeof(out));
  return out;
}

std::vector<std::byte> seal_pseudonym_key(const PseudonymKey& key, std::string_view passphrase) {
  SecretBytes content(kMagic.size() + PseudonymKey::kBytes);
  std::memcpy(content.bytes().data(), kMagic.data(), kMagic.size());
  std::memcpy(content.bytes().data() + kMagic.size(), key.bytes().bytes().data(),
              PseudonymKey::kBytes);
  return seal(content.bytes(), passphrase);
}

PseudonymKey read_pseudonym_key(const std::string& path, std::string_view passphrase) {
  const SecretBytes content = read_sealed_file(path, passphrase);
  if (content.size() != kMagic.size() + PseudonymKey::kBytes ||
      std::memcmp(content.bytes().data(), kMagic.data(), kMagic.size()) != 0) {
    throw Error(ErrorCode::Input, "this locked file is not a key of pseudonyms", {.file = path});
  }
  return PseudonymKey(SecretBytes(content.bytes().subspan(kMagic.size())));
}

}  // namespace privet::crypto
