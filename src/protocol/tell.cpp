// SPDX-License-Identifier: Apache-2.0
#include "protocol/tell.h"

#include "base/codec.h"
#include "base/error.h"
#include "net/frame.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

std::vector<std::string> read_texts(std::span<const std::byte> frame, std::size_t count) {
  try {
    ByteReader in(frame);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(in.get_text());
    if (in.done()) return out;
  } catch (const Error&) {
    throw Error(ErrorCode::Peer,
                "the other party sent texts: expected " + std::to_string(count) + ", got fewer");
  }
  throw Error(ErrorCode::Peer,
              "the other party sent texts: expected " + std::to_string(count) + ", got more");
}

}  // namespace

// All of it, before the first message.
Recorded record_told(const Setting& setting, std::span<const std::size_t> counts, Opening opening,
                     Concerns concerns) {
  const auto own = setting.own();
  auto out = setting.ledger.record_each(opening, {}, {}, 0);
  if (concerns == Concerns::Everybody) {
    std::uint64_t all = 0;
    for (const auto party : setting.mesh.members()) all += counts[party.index()];
    for (const auto party : setting.mesh.members()) {
      out = setting.ledger.record(opening, setting.mesh.set(), party, all - counts[party.index()]);
    }
    return out;
  }
  for (const auto other : setting.mesh.others()) {
    out = setting.ledger.record(opening, {other}, own, counts[other.index()]);
    out = setting.ledger.record(opening, {own}, other, counts[own.index()]);
  }
  return out;
}

void record_passed_on(const Setting& setting, PartySet about, PartyId recipient,
                      std::uint64_t count, Opening opening) {
  (void)setting.ledger.record(opening, about, recipient, count);
}

std::vector<std::vector<std::uint64_t>> tell_numbers(const Setting& setting,
                                                     std::span<const std::uint64_t> mine,
                                                     std::span<const std::size_t> counts,
                                                     Opening opening, Concerns concerns) {
  const auto own = setting.own().index();
  PRIVET_CHECK(counts.size() == setting.mesh.ids() && counts[own] == mine.size());
  const auto recorded = record_told(setting, counts, opening, concerns);
  std::vector<std::vector<std::uint64_t>> out(counts.size());
  out[own].assign(mine.begin(), mine.end());
  for (const auto other : setting.mesh.others()) {
    auto& theirs = out[other.index()];
    theirs.resize(counts[other.index()]);
    exchange_told(recorded, line_to(setting, other), std::as_bytes(mine),
                  std::as_writable_bytes(std::span(theirs)));
  }
  return out;
}

std::vector<std::vector<std::string>> tell_texts(const Setting& setting,
                                                 std::span<const std::string> mine,
                                                 std::span<const std::size_t> counts,
                                                 std::uint32_t largest, Opening opening) {
  const auto own = setting.own();
  PRIVET_CHECK(counts.size() == setting.mesh.ids() && counts[own.index()] == mine.size());
  const auto recorded = record_told(setting, counts, opening);
  ByteWriter message;
  for (const auto& text : mine) message.put_text(text);
  std::vector<std::vector<std::string>> out(counts.size());
  out[own.index()].assign(mine.begin(), mine.end());
  for (const auto other : setting.mesh.others()) {
    auto& channel = line_to(setting, other);
    // Taking turns, so that long lists do not fill both directions at once.
    if (own < other) send_told_frame(recorded, channel, message.bytes(), largest);
    const auto frame = net::receive_frame(channel, largest);
    if (other < own) send_told_frame(recorded, channel, message.bytes(), largest);
    channel.flush();
    out[other.index()] = read_texts(frame, counts[other.index()]);
  }
  return out;
}

void tell_numbers_to(const Setting& setting, PartyId recipient, std::span<const std::uint64_t> mine,
                     Opening opening) {
  const auto recorded = setting.ledger.record(opening, {setting.own()}, recipient, mine.size());
  auto& channel = line_to(setting, recipient);
  send_told(recorded, channel, mine);
  channel.flush();
}

std::vector<std::uint64_t> numbers_told_by(const Setting& setting, PartyId teller,
                                           std::size_t count, Opening opening) {
  (void)setting.ledger.record(opening, {teller}, setting.own(), count);
  std::vector<std::uint64_t> out(count);
  net::receive_values(line_to(setting, teller), out);
  return out;
}

void tell_texts_to(const Setting& setting, PartyId recipient, std::span<const std::string> mine,
                   std::uint32_t largest, Opening opening) {
  const auto recorded = setting.ledger.record(opening, {setting.own()}, recipient, mine.size());
  ByteWriter message;
  for (const auto& text : mine) message.put_text(text);
  auto& channel = line_to(setting, recipient);
  send_told_frame(recorded, channel, message.bytes(), largest);
  channel.flush();
}

std::vector<std::string> texts_told_by(const Setting& setting, PartyId teller, std::size_t count,
                                       std::uint32_t largest, Opening opening) {
  (void)setting.ledger.record(opening, {teller}, setting.own(), count);
  return read_texts(net::receive_frame(line_to(setting, teller), largest), count);
}

std::vector<std::uint64_t> announce_numbers(const Setting& setting, PartyId teller,
                                            std::span<const std::uint64_t> found, std::size_t count,
                                            Opening opening) {
  const auto recorded =
      setting.ledger.record_each(opening, setting.mesh.set(), setting.mesh.members(), count);
  std::vector<std::uint64_t> out(found.begin(), found.end());
  if (setting.own() != teller) {
    out.resize(count);
    net::receive_values(line_to(setting, teller), out);
    return out;
  }
  PRIVET_CHECK(found.size() == count);
  for (const auto other : setting.mesh.others()) {
    auto& channel = line_to(setting, other);
    send_told(recorded, channel, out);
    channel.flush();
  }
  return out;
}

std::vector<std::vector<std::uint64_t>> collect_numbers(const Setting& setting, PartyId collector,
                                                        std::span<const std::uint64_t> mine,
                                                        Opening opening) {
  const auto others = setting.mesh.parties() - 1;
  const auto recorded =
      setting.ledger.record(opening, setting.mesh.set(), collector, others * mine.size());
  if (setting.own() != collector) {
    auto& channel = line_to(setting, collector);
    send_told(recorded, channel, mine);
    channel.flush();
    return {};
  }
  std::vector<std::vector<std::uint64_t>> out(setting.mesh.ids());
  out[collector.index()].assign(mine.begin(), mine.end());
  for (const auto other : setting.mesh.others()) {
    out[other.index()].resize(mine.size());
    net::receive_values(line_to(setting, other), out[other.index()]);
  }
  return out;
}

}  // namespace privet::protocol
