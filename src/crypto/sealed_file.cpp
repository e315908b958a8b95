// SPDX-License-Identifier: Apache-2.0
#include "crypto/sealed_file.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/atomic_file.h"
#include "base/codec.h"
#include "base/error.h"
#include "base/os_random.h"
#include "crypto/sodium_internal.h"

namespace privet::crypto {
namespace {

constexpr std::string_view kMagic = "PRVTSEAL";
constexpr std::uint16_t kVersion = 1;
constexpr std::size_t kSalt = crypto_pwhash_argon2id_SALTBYTES;
constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr std::size_t kKey = crypto_aead_xchacha20poly1305_ietf_KEYBYTES;
constexpr std::size_t kHeader = 12 + kSalt + kNonce;
static_assert(kSalt == 16 && kNonce == 24 && kTag == 16, "the layout in the header says so");

unsigned char* raw(std::byte* bytes) {
  return reinterpret_cast<unsigned char*>(bytes);
}
const unsigned char* raw(const std::byte* bytes) {
  return reinterpret_cast<const unsigned char*>(bytes);
}

SecretBytes stretch(std::string_view passphrase, std::span<const std::byte> salt, SealCost cost) {
  const bool moderate = cost == SealCost::Moderate;
  const auto passes = moderate ? crypto_pwhash_argon2id_OPSLIMIT_MODERATE
                               : crypto_pwhash_argon2id_OPSLIMIT_INTERACTIVE;
  const auto memory = moderate ? crypto_pwhash_argon2id_MEMLIMIT_MODERATE
                               : crypto_pwhash_argon2id_MEMLIMIT_INTERACTIVE;
  SecretBytes key(kKey);
  if (crypto_pwhash_argon2id(raw(key.bytes().data()), kKey, passphrase.data(), passphrase.size(),
                             raw(salt.data()), passes, memory,
                             crypto_pwhash_argon2id_ALG_ARGON2ID13) != 0) {
    throw Error(ErrorCode::Infeasible,
                "too little memory to stretch the passphrase: 256 MiB must be free");
  }
  return key;
}

void require_passphrase(std::string_view passphrase) {
  if (passphrase.empty()) throw Error(ErrorCode::Usage, "the passphrase is empty: choose one");
}

}  // namespace

std::vector<std::byte> seal(std::span<const std::byte> content, std::string_view passphrase,
                            SealCost cost) {
  start_sodium();
  require_passphrase(passphrase);
  std::array<std::byte, kSalt + kNonce> fresh{};
  os_random(fresh);

  ByteWriter header;
  header.put_bytes(std::as_bytes(std::span(kMagic)));
  header.put(kVersion);
  header.put(static_cast<std::uint8_t>(cost));
  header.put(std::uint8_t{0});
  header.put_bytes(fresh);
  auto out = header.take();
  out.resize(kHeader + content.size() + kTag);

  const auto key = stretch(passphrase, std::span(fresh).first(kSalt), cost);
  crypto_aead_xchacha20poly1305_ietf_encrypt(
      raw(out.data() + kHeader), nullptr, raw(content.data()), content.size(), raw(out.data()),
      kHeader, nullptr, raw(fresh.data() + kSalt), raw(key.bytes().data()));
  return out;
}

SecretBytes unseal(std::span<const std::byte> sealed, std::string_view passphrase,
                   const std::string& name) {
  start_sodium();
  require_passphrase(passphrase);
  const Place place{.file = name};
  const auto magic = std::as_bytes(std::span(kMagic));
  if (sealed.size() < kMagic.size() || !std::equal(magic.begin(), magic.end(), sealed.begin())) {
    throw Error(ErrorCode::Input, "this is not a file locked with a passphrase", place);
  }
  if (sealed.size() < kHeader + kTag) {
    throw Error(ErrorCode::Input, "the locked file is cut short: restore it from a copy", place);
  }
  ByteReader header(sealed.subspan(kMagic.size(), kHeader - kMagic.size()));
  const auto version = header.get<std::uint16_t>();
  const auto cost = header.get<std::uint8_t>();
  if (version != kVersion) {
    throw Error(ErrorCode::Input,
                "the locked file has version " + std::to_string(version) +
                    ", this program reads version 1: use the program that wrote it",
                place);
  }
  if ((cost != 1 && cost != 2) || header.get<std::uint8_t>() != 0) {
    throw Error(ErrorCode::Input, "the locked file is damaged: restore it from a copy", place);
  }
  const auto salt = header.get_bytes(kSalt);
  const auto nonce = header.get_bytes(kNonce);
  const auto body = sealed.subspan(kHeader);

  const auto key = stretch(passphrase, salt, static_cast<SealCost>(cost));
  SecretBytes content(body.size() - kTag);
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(
          raw(content.bytes().data()), nullptr, nullptr, raw(body.data()), body.size(),
          raw(sealed.data()), kHeader, raw(nonce.data()), raw(key.bytes().data())) != 0) {
    throw Error(ErrorCode::Input, "the passphrase is wrong, or the file was changed", place);
  }
  return content;
}

void write_sealed_file(const std::string& path, std::span<const std::byte> content,
                       std::string_view passphrase, SealCost cost,
                       const std::function<void()>& before_writing) {
  const auto sealed = seal(content, passphrase, cost);
  if (before_writing) before_writing();
  AtomicFile file(path, AtomicFile::Access::OwnerOnly);
  file.write(std::span<const std::byte>(sealed));
  file.commit();
}

SecretBytes read_sealed_file(const std::string& path, std::string_view passphrase) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> sealed{std::istreambuf_iterator<char>(in),
                                 std::istreambuf_iterator<char>()};
  if (!in.good() && !in.eof()) {
    throw Error(ErrorCode::Input,
                std::string("the file cannot be read: ") +
                    (errno != 0 ? std::strerror(errno) : "unknown reason"),
                Place{.file = path});
  }
  return unseal(std::as_bytes(std::span(sealed)), passphrase, path);
}

}  // namespace privet::crypto
