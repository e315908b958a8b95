// SPDX-License-Identifier: Apache-2.0
#include "protocol/psi/private_intersection.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/error.h"
#include "crypto/bit_vector.h"
#include "crypto/secret_vector.h"
#include "protocol/psi/agreement.h"
#include "protocol/psi/oblivious_function.h"
#include "protocol/psi/tags.h"
#include "protocol/told.h"

namespace privet::protocol::psi {

using protocol_only::line_of;
namespace {

using crypto::Block;

constexpr std::size_t kMessage = std::size_t{1} << 16U;  // bytes, or one record if it is larger

// Adds the key stream of `key` to the bytes.
void mask(std::span<std::byte> bytes, Block key) {
  std::array<Block, 8> stream;
  const crypto::Aes aes(key);
  for (std::uint64_t at = 0; at < bytes.size(); at += sizeof(stream)) {
    const auto part = bytes.subspan(at, std::min(sizeof(stream), bytes.size() - at));
    const auto used = std::span(stream).first((part.size() + sizeof(Block) - 1) / sizeof(Block));
    for (std::size_t i = 0; i < used.size(); ++i) used[i] = {at + i, 0};
    aes.encrypt(used);
    const auto pad = std::as_bytes(used);
    for (std::size_t i = 0; i < part.size(); ++i) part[i] ^= pad[i];
  }
  crypto::wipe(std::as_writable_bytes(std::span(stream)));
}

struct SentTags {
  PsiAgreed agreed;
  crypto::SecretVector<Tag> tags;  // in the order they were sent
};

SentTags send_tags(const PsiEnd& end, PsiResult result, Items items,
                   const Payloads& payloads = {}) {
  const auto payload = payloads.size;
  const auto blocks = blocks_of(items, end.largest);
  SentTags out{agree(end, result, items.size(), payload), {}};
  const auto& sizes = out.agreed.sizes;
  if (sizes.any_empty()) return out;
  const auto values = evaluate_as_sender(
      line_of(end), end.randomness, end.transfers.sender(end.receiver), blocks, sizes.receiver);
  const auto size = sizes.tag_bytes();
  out.tags = sorted_tags(values.outputs(kTagOutput), size);
  const auto record = size + payload;
  const auto at_once = std::max<std::size_t>(1, kMessage / record);
  crypto::SecretVector<std::byte> message;
  for (std::size_t at = 0; at < out.tags.size(); at += at_once) {
    const auto part = std::span(out.tags).subspan(at, std::min(at_once, out.tags.size() - at));
    message.resize(part.size() * record);
    for (std::size_t i = 0; i < part.size(); ++i) {
      const auto bytes = std::span(message).subspan(i * record, record);
      write_tag(part[i], bytes.first(size));
      if (payload == 0) continue;
      std::ranges::copy(payloads.bytes.subspan(part[i].row * payload, payload),
                        bytes.begin() + static_cast<std::ptrdiff_t>(size));
      mask(bytes.subspan(size), values.output(part[i].row, kKeyOutput));
    }
    send_told(out.agreed.recorded, line_of(end), message);
  }
  line_of(end).flush();
  return out;
}

struct Match {
  std::uint32_t row;    // of the own set
  std::uint32_t place;  // among the sender's tags
};

struct Matches {
  PsiAgreed agreed;
  std::vector<Match> all;                    // in the order of the tags
  crypto::SecretVector<std::byte> payloads;  // in the same order
};

Matches receive_tags(const PsiEnd& end, PsiResult result, Items items, std::size_t payload) {
  const auto blocks = blocks_of(items, end.largest);
  Matches out{agree(end, result, items.size(), payload), {}, {}};
  const auto& sizes = out.agreed.sizes;
  if (sizes.any_empty()) return out;
  const auto values = evaluate_as_receiver(line_of(end), end.randomness,
                                           end.transfers.receiver(end.sender), blocks);
  const auto size = sizes.tag_bytes();
  const auto own = sorted_tags(values.outputs(kTagOutput), size);
  const auto record = size + payload;
  const auto at_once = std::max<std::size_t>(1, kMessage / record);
  crypto::SecretVector<std::byte> message;
  Tag last;
  std::size_t next = 0;  // of the own tags
  for (std::size_t at = 0; at < sizes.sender; at += at_once) {
    const auto count = std::min(at_once, sizes.sender - at);
    message.resize(count * record);
    line_of(end).receive(message);
    for (std::size_t i = 0; i < count; ++i) {
      const auto bytes = std::span(message).subspan(i * record, record);
      const auto tag = read_tag(bytes.first(size));
      if (tag < last) {
        throw Error(
            ErrorCode::Peer,
            "the other party sent tags: expected them in ascending order, got another order");
      }
      last = tag;
      while (next < own.size() && own[next] < tag) ++next;
      if (next == own.size() || !own[next].same(tag)) continue;
      const auto row = own[next++].row;
      out.all.push_back({row, static_cast<std::uint32_t>(at + i)});
      if (payload == 0) continue;
      mask(bytes.subspan(size), values.output(row, kKeyOutput));
      out.payloads.insert(out.payloads.end(), bytes.begin() + static_cast<std::ptrdiff_t>(size),
                          bytes.end());
    }
  }
  return out;
}

Rows rows_of(std::span<const Match> matches) {
  Rows out;
  out.reserve(matches.size());
  for (const auto& match : matches) out.push_back(match.row);
  return out;
}

void check_payload(std::size_t size) {
  if (size > 0 && size <= kLargestPayload) return;
  throw Error(ErrorCode::Usage, "a payload has 1 to " + std::to_string(kLargestPayload) + " bytes");
}

}  // namespace

void intersect_as_sender(const Setting& setting, PartyId receiver, Items items,
                         std::size_t largest) {
  (void)send_tags({setting, PsiRole::Sender, receiver, largest}, PsiResult::Common, items);
}

Rows intersect_as_receiver(const Setting& setting, PartyId sender, Items items,
                           std::size_t largest) {
  const PsiEnd end(setting, PsiRole::Receiver, sender, largest);
  auto rows = rows_of(receive_tags(end, PsiResult::Common, items, 0).all);
  std::ranges::sort(rows);
  return rows;
}

void send_payloads(const Setting& setting, PartyId receiver, Items items, const Payloads& payloads,
                   std::size_t largest) {
  check_payload(payloads.size);
  PRIVET_CHECK(payloads.bytes.size() == items.size() * payloads.size);
  const PsiEnd end(setting, PsiRole::Sender, receiver, largest);
  (void)send_tags(end, PsiResult::Payloads, items, payloads);
}

PayloadRows receive_payloads(const Setting& setting, PartyId sender, Items items, std::size_t size,
                             std::size_t largest) {
  check_payload(size);
  const PsiEnd end(setting, PsiRole::Receiver, sender, largest);
  auto matches = receive_tags(end, PsiResult::Payloads, items, size);
  auto& all = matches.all;
  // By the own rows; `place` becomes where the payload lies.
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i].place = i;
  std::ranges::sort(all, {}, &Match::row);
  PayloadRows out{rows_of(all), crypto::SecretVector<std::byte>(matches.payloads.size())};
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::ranges::copy(std::span(matches.payloads).subspan(all[i].place * size, size),
                      out.payloads.begin() + static_cast<std::ptrdiff_t>(i * size));
  }
  return out;
}

Rows align_as_sender(const Setting& setting, PartyId receiver, Items items, std::size_t largest) {
  const PsiEnd end(setting, PsiRole::Sender, receiver, largest);
  const auto sent = send_tags(end, PsiResult::Alignment, items);
  if (sent.agreed.sizes.any_empty()) return {};
  crypto::BitVector common(sent.tags.size());
  line_of(end).receive(common.bytes());
  Rows out;
  for (std::size_t i = 0; i < 8 * common.bytes().size(); ++i) {
    if (common[i] == 0) continue;
    if (i >= sent.tags.size() || out.size() == sent.agreed.sizes.receiver) {
      throw Error(
          ErrorCode::Peer,
          "the other party sent the common items: expected some of both sides' items, got others");
    }
    out.push_back(sent.tags[i].row);
  }
  return out;
}

Rows align_as_receiver(const Setting& setting, PartyId sender, Items items, std::size_t largest) {
  const PsiEnd end(setting, PsiRole::Receiver, sender, largest);
  const auto matches = receive_tags(end, PsiResult::Alignment, items, 0);
  if (matches.agreed.sizes.any_empty()) return {};
  crypto::BitVector common(matches.agreed.sizes.sender);
  for (const auto& match : matches.all) common.put(match.place, 1);
  send_told(matches.agreed.recorded, line_of(end), common.bytes());
  line_of(end).flush();
  return rows_of(matches.all);
}

}  // namespace privet::protocol::psi
