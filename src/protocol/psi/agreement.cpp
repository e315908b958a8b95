// SPDX-License-Identifier: Apache-2.0
#include "protocol/psi/agreement.h"

#include <array>
#include <bit>
#include <string>

#include "base/error.h"

namespace privet::protocol {
namespace {

constexpr std::uint64_t kMark = 0x3149535074767250;  // "PrvtPSI1"

// What a result tells whom, beside the sizes of the sets; how many values, by those sizes.
struct Told {
  PartyId recipient;
  Opening opening;
  std::uint64_t count;
};

std::vector<Told> told(PsiResult result, PartyId sender, PartyId receiver, const PsiSizes& sizes) {
  std::vector<Told> out;
  if (result == PsiResult::Size) {
    out.push_back({receiver, kCommonCount, 1});
    return out;
  }
  out.push_back({receiver, kCommonRows, sizes.receiver});
  if (result == PsiResult::Payloads) out.push_back({receiver, kPayloadsOfCommon, sizes.receiver});
  if (result == PsiResult::Alignment) out.push_back({sender, kCommonRows, sizes.sender});
  return out;
}

}  // namespace

std::size_t PsiSizes::tag_bytes() const {
  PRIVET_CHECK(!any_empty());
  const auto bits = 40 + std::bit_width(sender - 1) + std::bit_width(receiver - 1);
  return static_cast<std::size_t>(bits + 7) / 8;
}

PsiSizes agree(const PsiPlace& place, PsiRole own, PsiResult result, std::size_t size,
               std::size_t payload_size) {
  PRIVET_CHECK(place.largest <= kLargestStore && size <= place.largest);
  const std::uint64_t what = static_cast<std::uint64_t>(result) << 8U;
  const bool sends = own == PsiRole::Sender;
  const std::array<std::uint64_t, 4> mine{kMark, what | (sends ? 0U : 1U), size, payload_size};
  std::array<std::uint64_t, 4> theirs{};
  for (const auto party : {place.sender, place.receiver}) place.ledger.record(party, kSetSize, 1);
  place.channel.exchange(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(theirs)));
  if (theirs[0] != kMark || theirs[1] != (what | (sends ? 1U : 0U)) || theirs[3] != payload_size) {
    throw Error(ErrorCode::Peer, "the other party did not begin the set intersection agreed on");
  }
  if (theirs[2] > place.largest) {
    throw Error(ErrorCode::Peer, "the other party has a set of " + std::to_string(theirs[2]) +
                                     " items, more than the agreed " +
                                     std::to_string(place.largest));
  }
  const PsiSizes sizes = sends ? PsiSizes{size, theirs[2]} : PsiSizes{theirs[2], size};
  for (const auto& [recipient, opening, count] :
       told(result, place.sender, place.receiver, sizes)) {
    place.ledger.record(recipient, opening, count);
  }
  return sizes;
}

Disclosure disclosure_of(PsiResult result, PartyId sender, PartyId receiver) {
  Disclosure out;
  for (const auto party : {sender, receiver}) {
    out.push_back({party, std::string(kSetSize.label), std::string(kSetSize.why)});
  }
  for (const auto& [recipient, opening, count] : told(result, sender, receiver, {})) {
    out.push_back({recipient, std::string(opening.label), std::string(opening.why)});
  }
  return out;
}

}  // namespace privet::protocol
