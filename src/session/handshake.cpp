// SPDX-License-Identifier: Apache-2.0
#include "session/handshake.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/codec.h"
#include "base/error.h"
#include "net/frame.h"

namespace privet::session {
namespace {

constexpr std::string_view kMagic = "PRVTSESS";
constexpr std::array<std::string_view, 2> kEndings{"end", "all"};
constexpr std::uint32_t kLargestGreeting = std::uint32_t{64} << 10U;

std::vector<std::byte> encode(const Greeting& greeting, const Agreement& agreement) {
  ByteWriter writer;
  writer.put_bytes(std::as_bytes(std::span(kMagic)));
  writer.put(kSessionVersion);
  writer.put(greeting.own.index());
  writer.put(greeting.parties);
  writer.put(greeting.largest_frame);
  writer.put_bytes(greeting.nonce);
  writer.put_bytes(agreement.digest());
  const auto hashes = agreement.hashes();
  writer.put(static_cast<std::uint32_t>(hashes.size()));
  for (const auto& [name, hash] : hashes) {
    writer.put_text(name);
    writer.put_bytes(hash);
  }
  return writer.take();
}

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorCode::Peer, why);
}

crypto::Digest read_digest(ByteReader& reader) {
  crypto::Digest out{};
  std::ranges::copy(reader.get_bytes(out.size()), out.begin());
  return out;
}

void compare_places(const Greeting& greeting, std::uint32_t place, std::uint32_t parties) {
  if (place != greeting.peer.index()) {
    refuse("the other party sent its place: expected party-" +
           std::to_string(greeting.peer.index() + 1) + ", got party-" +
           std::to_string(place + std::uint64_t{1}) + "; check the list of parties");
  }
  if (parties != greeting.parties) {
    refuse("the other party sent the number of parties: expected " +
           std::to_string(greeting.parties) + ", got " + std::to_string(parties));
  }
}

void compare_agreement(ByteReader& reader, const Agreement& agreement) {
  const auto digest = read_digest(reader);
  const auto count = reader.get<std::uint32_t>();
  std::map<std::string, crypto::Digest> theirs;
  for (std::uint32_t i = 0; i < count; ++i) {
    auto name = reader.get_text();
    theirs.emplace(std::move(name), read_digest(reader));
  }
  const auto difference = first_difference(agreement.hashes(), theirs);
  if (!difference.empty()) {
    refuse("the other party sent its agreement: expected the same " +
           quote_for_message(difference) + ", got another; start all parties with the same job");
  }
  if (digest != agreement.digest()) {
    refuse(
        "the other party sent the hash of its agreement: expected that of its parameters, got "
        "another");
  }
}

Greeted judge(std::span<const std::byte> message, const Greeting& greeting,
              const Agreement& agreement) {
  ByteReader reader(message);
  const auto magic = reader.get_bytes(kMagic.size());
  if (!std::ranges::equal(magic, std::as_bytes(std::span(kMagic)))) {
    refuse("the other party sent its greeting: expected one of this protocol, got other bytes");
  }
  if (const auto version = reader.get<std::uint16_t>(); version != kSessionVersion) {
    refuse("the other party sent its version of the protocol: expected " +
           std::to_string(kSessionVersion) + ", got " + std::to_string(version) +
           "; install the same release at all parties");
  }
  const auto place = reader.get<std::uint32_t>();
  const auto parties = reader.get<std::uint32_t>();
  const auto largest = reader.get<std::uint32_t>();
  const auto nonce = read_digest(reader);
  compare_places(greeting, place, parties);
  compare_agreement(reader, agreement);
  if (!reader.done()) refuse("the other party sent its greeting: expected its end, got more bytes");
  if (nonce == greeting.nonce) {
    refuse("the other party sent its nonce: expected a fresh one, got this party's");
  }
  return {std::min(largest, greeting.largest_frame), nonce};
}

// What `from` shows `to`; the places keep a side from sending back what it was sent.
crypto::Digest proof_of(const crypto::Digest& run_id, protocol::PartyId from, protocol::PartyId to,
                        std::string_view when = {}) {
  ByteWriter places;
  places.put(from.index());
  places.put(to.index());
  std::vector<std::span<const std::byte>> parts{std::as_bytes(std::span(kMagic)), run_id,
                                                places.bytes()};
  if (!when.empty()) parts.push_back(std::as_bytes(std::span(when)));
  return crypto::digest_of(parts);
}

}  // namespace

Greeted shake_hands(net::Channel& channel, const Greeting& greeting, const Agreement& agreement) {
  net::send_frame(channel, encode(greeting, agreement), kLargestGreeting);
  const auto message = net::receive_frame(channel, kLargestGreeting);
  try {
    return judge(message, greeting, agreement);
  } catch (const Error& error) {
    // A cut greeting is the peer's fault, not that of a file.
    if (error.code() == ErrorCode::Input) {
      refuse("the other party sent its greeting: expected all of it, got a part");
    }
    throw;
  }
}

crypto::Digest run_id_of(const Agreement& agreement, std::span<const Nonce> nonces) {
  const auto agreed = agreement.digest();
  const std::array<std::span<const std::byte>, 3> parts{std::as_bytes(std::span(kMagic)), agreed,
                                                        std::as_bytes(nonces)};
  return crypto::digest_of(parts);
}

void confirm_run(net::Channel& channel, const Greeting& greeting, const crypto::Digest& run_id) {
  const auto mine = proof_of(run_id, greeting.own, greeting.peer);
  crypto::Digest theirs{};
  channel.exchange(mine, theirs);
  if (theirs != proof_of(run_id, greeting.peer, greeting.own)) {
    refuse(
        "the other party sent its proof of the run: expected that of this run, got that of another "
        "run; lines got mixed up, or messages of an earlier run were played back");
  }
}

void confirm_end(net::Channel& channel, protocol::PartyId own, protocol::PartyId peer,
                 const crypto::Digest& run_id, Ending ending) {
  const auto when = kEndings.at(static_cast<std::size_t>(ending));
  const auto mine = proof_of(run_id, own, peer, when);
  crypto::Digest theirs{};
  channel.exchange(mine, theirs);
  if (theirs != proof_of(run_id, peer, own, when)) {
    refuse(
        "the other party sent the end of the run: expected the proof of this run, got something "
        "else");
  }
}

}  // namespace privet::session
