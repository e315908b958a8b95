// SPDX-License-Identifier: Apache-2.0
#include "protocol/psi/agreement.h"

#include <array>
#include <bit>
#include <string>
#include <utility>

#include "base/error.h"
#include "protocol/told.h"

namespace privet::protocol::psi {

using protocol_only::line_of;
namespace {

constexpr std::uint64_t kMark = 0x3149535074767250;  // "PrvtPSI1"

// What a result tells whom, beside the sizes of the sets, about the other party's set; how many
// values, by those sizes.
struct Told {
  PartyId recipient;
  PartyId subject;
  Opening opening;
  std::uint64_t count;
};

std::vector<Told> told(PsiResult result, PartyId sender, PartyId receiver, const PsiSizes& sizes) {
  if (result == PsiResult::Size) return {{receiver, sender, kCommonCount, 1}};
  std::vector<Told> out{{receiver, sender, kCommonRows, sizes.receiver}};
  if (result == PsiResult::Payloads) {
    out.push_back({receiver, sender, kPayloadsOfCommon, sizes.receiver});
  }
  if (result == PsiResult::Alignment) out.push_back({sender, receiver, kCommonRows, sizes.sender});
  return out;
}

}  // namespace

std::size_t PsiSizes::tag_bytes() const {
  PRIVET_CHECK(!any_empty());
  const auto bits = 40 + std::bit_width(sender - 1) + std::bit_width(receiver - 1);
  return static_cast<std::size_t>(bits + 7) / 8;
}

PsiAgreed agree(const PsiEnd& end, PsiResult result, std::size_t size, std::size_t payload_size) {
  PRIVET_CHECK(end.largest <= kLargestStore && size <= end.largest);
  const std::uint64_t what = static_cast<std::uint64_t>(result) << 8U;
  const bool sends = end.own == PsiRole::Sender;
  const std::array<std::uint64_t, 4> mine{kMark, what | (sends ? 0U : 1U), size, payload_size};
  std::array<std::uint64_t, 4> theirs{};
  auto recorded = end.ledger.record(kSetSize, {end.receiver}, end.sender, 1);
  recorded = end.ledger.record(kSetSize, {end.sender}, end.receiver, 1);
  exchange_told(recorded, line_of(end), std::as_bytes(std::span(mine)),
                std::as_writable_bytes(std::span(theirs)));
  if (theirs[0] != kMark || theirs[1] != (what | (sends ? 1U : 0U)) || theirs[3] != payload_size) {
    throw Error(ErrorCode::Peer,
                "the other party sent what it begins: expected the set intersection agreed on, got "
                "something else");
  }
  if (theirs[2] > end.largest) {
    throw Error(ErrorCode::Peer, "the other party sent its number of items: expected at most " +
                                     std::to_string(end.largest) + ", got " +
                                     std::to_string(theirs[2]));
  }
  const PsiSizes sizes = sends ? PsiSizes{size, theirs[2]} : PsiSizes{theirs[2], size};
  for (const auto& one : told(result, end.sender, end.receiver, sizes)) {
    recorded = end.ledger.record(one.opening, {one.subject}, one.recipient, one.count);
  }
  return {sizes, std::move(recorded)};
}

Forecast forecast_of(PsiResult result, PartyId sender, PartyId receiver, std::uint64_t sender_items,
                     std::uint64_t receiver_items) {
  Forecast out{{kSetSize, {receiver}, sender, 1}, {kSetSize, {sender}, receiver, 1}};
  for (const auto& one : told(result, sender, receiver, {sender_items, receiver_items})) {
    out.emplace_back(one.opening, PartySet{one.subject}, one.recipient, one.count);
  }
  return out;
}

}  // namespace privet::protocol::psi
