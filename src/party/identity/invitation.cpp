// SPDX-License-Identifier: Apache-2.0
#include "party/identity/invitation.h"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "base/codec.h"
#include "base/error.h"
#include "net/signature.h"
#include "party/words.h"

namespace privet::party {
namespace {

constexpr std::string_view kHead = "privet-invitation.";
constexpr std::string_view kContext = "privet party invitation 1";
constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string to_base64(std::span<const std::byte> bytes) {
  std::string out;
  std::uint32_t held = 0;
  int bits = 0;
  for (const auto byte : bytes) {
    held = held << 8U | std::to_integer<std::uint32_t>(byte);
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      out += kAlphabet[held >> static_cast<unsigned>(bits) & 63U];
    }
  }
  if (bits > 0) out += kAlphabet[held << static_cast<unsigned>(6 - bits) & 63U];
  return out;
}

[[noreturn]] void no_invitation() {
  throw Error(ErrorCode::Usage,
              "this is not an invitation: give the whole line that 'privet party invite' printed");
}

std::vector<std::byte> from_base64(std::string_view text) {
  std::vector<std::byte> out;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char c : text) {
    const auto value = kAlphabet.find(c);
    if (value == std::string_view::npos) no_invitation();
    held = held << 6U | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out.push_back(static_cast<std::byte>(held >> static_cast<unsigned>(bits) & 255U));
  }
  return out;
}

void put_hex(ByteWriter& out, std::string_view hex) {
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out.put(static_cast<std::uint8_t>(std::stoul(std::string(hex.substr(i, 2)), nullptr, 16)));
  }
}

std::string get_hex(ByteReader& in, std::size_t bytes) {
  std::string out;
  for (const auto byte : in.get_bytes(bytes)) {
    out += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  }
  return out;
}

ByteWriter body_of(const Invitation& invitation) {
  ByteWriter out;
  out.put_text(invitation.name);
  out.put_text(invitation.host);
  out.put(invitation.port);
  put_hex(out, invitation.fingerprint);
  put_hex(out, invitation.number);
  out.put(static_cast<std::uint64_t>(invitation.ends));
  return out;
}

std::string signed_text(const Invitation& invitation) {
  const auto body = body_of(invitation);
  return {reinterpret_cast<const char*>(body.bytes().data()), body.bytes().size()};
}

}  // namespace

std::string write_invitation(Invitation invitation, const net::Identity& identity) {
  auto out = body_of(invitation);
  const auto signature = net::sign(identity, kContext, signed_text(invitation));
  out.put(static_cast<std::uint32_t>(signature.size() / 2));
  put_hex(out, signature);
  return std::string(kHead) + to_base64(out.bytes());
}

Invitation read_invitation(std::string_view text) {
  constexpr std::size_t kLongest = 1000;
  const auto end = text.find_last_not_of(" \t\r\n");
  text = text.substr(0, end == std::string_view::npos ? 0 : end + 1);
  if (!text.starts_with(kHead) || text.size() > kLongest) no_invitation();
  const auto bytes = from_base64(text.substr(kHead.size()));
  Invitation out;
  try {
    ByteReader in(bytes);
    out.name = in.get_text();
    out.host = in.get_text();
    out.port = in.get<std::uint16_t>();
    out.fingerprint = get_hex(in, 32);
    out.number = get_hex(in, 16);
    out.ends = static_cast<std::int64_t>(in.get<std::uint64_t>());
    out.signature = get_hex(in, in.get<std::uint32_t>());
    if (!in.done()) no_invitation();
  } catch (const Error&) {
    no_invitation();
  }
  check_party_name(out.name);
  if (!is_host(out.host)) no_invitation();
  return out;
}

bool signed_by(const Invitation& invitation, const std::string& certificate) {
  return net::fingerprint(certificate) == invitation.fingerprint &&
         net::verify(certificate, kContext, signed_text(invitation), invitation.signature);
}

}  // namespace privet::party
