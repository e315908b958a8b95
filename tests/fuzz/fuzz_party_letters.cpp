// SPDX-License-Identifier: Apache-2.0
// What daemons are sent: letters on a line, whose length a stranger says, invitations, and the JSON
// of jobs, decisions and agreements. Each is read, or refused with an Error that is not our own
// fault. The first byte chooses.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/error.h"
#include "net/letter.h"
#include "net/small_http.h"
#include "party/identity/invitation.h"
#include "party/identity/short_code.h"
#include "party/proposal/agreement.h"
#include "party/words.h"

namespace {

using namespace privet;  // NOLINT: a small program

void require(bool condition) {
  if (!condition) __builtin_trap();
}

// Gives these bytes, a few at a time, and then is closed.
class Replay final : public net::Stream {
 public:
  explicit Replay(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read_some(std::span<std::byte> into) override {
    if (bytes_.empty()) throw Error(ErrorCode::Peer, "closed");
    const auto size = std::min({bytes_.size(), into.size(), std::size_t{5}});
    std::memcpy(into.data(), bytes_.data(), size);
    bytes_.remove_prefix(size);
    return size;
  }
  std::size_t write_some(std::span<const std::byte> from) override { return from.size(); }
  void wait(bool /*read*/, bool /*write*/, std::chrono::milliseconds /*limit*/) override {}
  void close() noexcept override {}
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

void read_letter(std::string_view text) {
  constexpr std::size_t kMost = 300;
  Replay stream(text);
  const auto letter = net::receive_letter(stream, kMost, {});
  require(letter.size() <= kMost && letter.size() + 4 + stream.left() == text.size());
}

void read_invitation(std::string_view text) {
  const auto invitation = party::read_invitation(text);
  party::check_party_name(invitation.name);
  require(party::is_host(invitation.host));
  require(invitation.fingerprint.size() == 64 && invitation.number.size() == 32);
}

void read_document(std::string_view text) {
  const auto document = Json::parse(text);
  const auto proposal = party::proposal_of(document);
  require(party::document_of(proposal) == document);
  for (const auto& name : proposal.parties) party::check_party_name(name);
}

void read_decision(std::string_view text) {
  const auto decision = party::decision_of(Json::parse(text));
  require(party::decision_of(party::json_of(decision)).reason == decision.reason);
}

void read_head(std::string_view text) {
  const auto request = net::parse_http_head(text);
  if (!request) return;
  require(!request->method.empty() && request->path.starts_with('/'));
  (void)net::is_foreign(*request, 80);
}

void read(std::uint8_t which, std::string_view text) {
  if (which == 0) read_letter(text);
  if (which == 1) read_invitation(text);
  if (which == 2) read_document(text);
  if (which == 3) read_decision(text);
  if (which == 4) read_head(text);
  if (which == 5) require(party::shortened(text, 20).size() <= 20);
  if (which == 6) {
    const std::vector<std::string> names{"clinic", "insurer"};
    require(party::with_names(text, names).size() <=
            text.size());  // no name is longer than party-1
    require(party::plain_text(text).find('\x1b') == std::string::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    read(data[0] % 7, text);
  } catch (const Error& error) {
    require(error.code() != ErrorCode::Internal);
  }
  return 0;
}
