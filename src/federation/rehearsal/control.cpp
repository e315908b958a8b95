// SPDX-License-Identifier: Apache-2.0
#include "federation/rehearsal/control.h"

#include <algorithm>
#include <bit>

#include "base/codec.h"

namespace privet::federation {
namespace {

constexpr std::size_t kHead = 9;
constexpr std::size_t kLongestText = std::size_t{1} << 15U;  // of what a party says for people

// The longest message of a kind. Data and answers have the room that they need.
std::uint64_t longest(MessageKind kind) {
  switch (kind) {
    case MessageKind::Assignment:
    case MessageKind::Report:
      return std::uint64_t{1} << 40U;
    case MessageKind::Peers:
      return std::uint64_t{1} << 22U;
    case MessageKind::Hello:
    case MessageKind::Beat:
    case MessageKind::Failure:
      return std::uint64_t{1} << 16U;
  }
  return 0;
}

void put_job(ByteWriter& out, const Job& job) {
  out.put_text(job.task);
  out.put(static_cast<std::uint8_t>(job.split));
  out.put_text(job.protocol);
  out.put_text(trust_name(job.trust));
  out.put(static_cast<std::uint8_t>(job.allow_weak ? 1 : 0));
  out.put(static_cast<std::uint64_t>(job.parties));
  out.put(static_cast<std::uint32_t>(job.parameters.size()));
  for (const auto& [name, value] : job.parameters) {
    out.put_text(name);
    out.put_text(value);
  }
  out.put_text(job.run);
  out.put(static_cast<std::uint32_t>(job.schemas.size()));
  for (const auto& schema : job.schemas) out.put_text(schema);
  out.put(static_cast<std::uint64_t>(job.class_site));
  out.put(static_cast<std::uint8_t>(job.classifies ? 1 : 0));
  out.put_text(job.key);
}

Trust get_trust(ByteReader& in) {
  const std::string name = in.get_text();
  if (std::ranges::find(trust_names(), name) == trust_names().end()) {
    throw Error(ErrorCode::Input, "a job with a trust that this program does not know");
  }
  return trust_of(name);
}

Job get_job(ByteReader& in) {
  Job out;
  out.task = in.get_text();
  const auto split = in.get<std::uint8_t>();
  if (split > static_cast<std::uint8_t>(Split::Arbitrary)) {
    throw Error(ErrorCode::Input, "a job with a split that this program does not know");
  }
  out.split = static_cast<Split>(split);
  out.protocol = in.get_text();
  out.trust = get_trust(in);
  out.allow_weak = in.get<std::uint8_t>() != 0;
  out.parties = in.get<std::uint64_t>();
  for (auto left = in.get<std::uint32_t>(); left > 0; --left) {
    auto name = in.get_text();
    auto value = in.get_text();
    out.parameters.emplace_back(std::move(name), std::move(value));
  }
  out.run = in.get_text();
  for (auto left = in.get<std::uint32_t>(); left > 0; --left) out.schemas.push_back(in.get_text());
  out.class_site = in.get<std::uint64_t>();
  out.classifies = in.get<std::uint8_t>() != 0;
  out.key = in.get_text();
  return out;
}

ErrorCode code_of(std::uint8_t number) {
  return number <= static_cast<std::uint8_t>(ErrorCode::Internal) ? static_cast<ErrorCode>(number)
                                                                  : ErrorCode::Internal;
}

}  // namespace

std::vector<std::byte> encode_message(MessageKind kind, std::span<const std::byte> bytes) {
  ByteWriter out;
  out.put(static_cast<std::uint8_t>(kind));
  out.put(static_cast<std::uint64_t>(bytes.size()));
  out.put_bytes(bytes);
  return out.take();
}

std::vector<std::byte> encode(const Assignment& assignment) {
  ByteWriter out;
  out.put(assignment.own);
  out.put(static_cast<std::uint32_t>(assignment.names.size()));
  for (const auto& name : assignment.names) out.put_text(name);
  put_job(out, assignment.job);
  out.put(static_cast<std::uint64_t>(assignment.lines.timeout.count()));
  out.put(static_cast<std::uint64_t>(assignment.lines.agreeing.count()));
  out.put(static_cast<std::uint64_t>(assignment.lines.running.count()));
  out.put(static_cast<std::uint64_t>(assignment.lines.link.delay.count()));
  out.put(std::bit_cast<std::uint64_t>(assignment.lines.link.bits_per_second));
  out.put(static_cast<std::uint64_t>(assignment.threads));
  out.put_bytes(encode_data(assignment.part));
  return encode_message(MessageKind::Assignment, out.bytes());
}

Assignment decode_assignment(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  Assignment out;
  out.own = in.get<std::uint32_t>();
  for (auto left = in.get<std::uint32_t>(); left > 0; --left) out.names.push_back(in.get_text());
  out.job = get_job(in);
  out.lines.timeout = std::chrono::milliseconds(in.get<std::uint64_t>());
  out.lines.agreeing = std::chrono::milliseconds(in.get<std::uint64_t>());
  out.lines.running = std::chrono::milliseconds(in.get<std::uint64_t>());
  out.lines.link.delay = std::chrono::microseconds(in.get<std::uint64_t>());
  out.lines.link.bits_per_second = std::bit_cast<double>(in.get<std::uint64_t>());
  out.threads = in.get<std::uint64_t>();
  out.part = decode_data(in.get_bytes(in.left()));
  if (out.own >= out.names.size()) throw Error(ErrorCode::Input, "the party has no place");
  return out;
}

std::vector<std::byte> encode(const Hello& hello) {
  ByteWriter out;
  out.put_text(hello.certificate);
  out.put(hello.port);
  return encode_message(MessageKind::Hello, out.bytes());
}

Hello decode_hello(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  Hello out;
  out.certificate = in.get_text();
  out.port = in.get<std::uint16_t>();
  return out;
}

std::vector<std::byte> encode(std::span<const PeerAddress> peers) {
  ByteWriter out;
  out.put(static_cast<std::uint32_t>(peers.size()));
  for (const auto& peer : peers) {
    out.put_text(peer.name);
    out.put_text(peer.certificate);
    out.put_text(peer.host);
    out.put(peer.port);
  }
  return encode_message(MessageKind::Peers, out.bytes());
}

std::vector<PeerAddress> decode_peers(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  std::vector<PeerAddress> out;
  for (auto left = in.get<std::uint32_t>(); left > 0; --left) {
    PeerAddress peer;
    peer.name = in.get_text();
    peer.certificate = in.get_text();
    peer.host = in.get_text();
    peer.port = in.get<std::uint16_t>();
    out.push_back(std::move(peer));
  }
  return out;
}

std::vector<std::byte> encode(const PartyReport& report) {
  ByteWriter out;
  out.put_text(report.answer.json);
  out.put_text(report.answer.gist);
  out.put_text(report.answer.part);
  out.put(static_cast<std::uint32_t>(report.ledger.size()));
  for (const auto& [entry, formula, most] : report.ledger) {
    out.put_text(entry.label);
    out.put_text(entry.why);
    out.put(static_cast<std::uint8_t>(entry.kind));
    for (const auto word : entry.subject.mask()) out.put(word);
    out.put(entry.recipient.index());
    out.put(entry.count);
    out.put_text(formula);
    out.put(most);
  }
  out.put(report.traffic.sent);
  out.put(report.traffic.received);
  out.put(report.traffic.rounds);
  return encode_message(MessageKind::Report, out.bytes());
}

PartyReport decode_report(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  PartyReport out;
  out.answer.json = in.get_text();
  out.answer.gist = in.get_text();
  out.answer.part = in.get_text();
  for (auto left = in.get<std::uint32_t>(); left > 0; --left) {
    auto& [entry, formula, most] = out.ledger.emplace_back();
    entry.label = in.get_text();
    entry.why = in.get_text();
    entry.kind = in.get<std::uint8_t>() == 0 ? protocol::Kind::Opened : protocol::Kind::Masked;
    protocol::PartySet::Mask mask;
    for (auto& word : mask) word = in.get<std::uint64_t>();
    entry.subject = protocol::PartySet::from_mask(mask);
    entry.recipient = protocol::PartyId(in.get<std::uint32_t>());
    entry.count = in.get<std::uint64_t>();
    formula = in.get_text();
    most = in.get<std::uint64_t>();
  }
  out.traffic.sent = in.get<std::uint64_t>();
  out.traffic.received = in.get<std::uint64_t>();
  out.traffic.rounds = in.get<std::uint64_t>();
  return out;
}

std::vector<std::byte> encode(const Failure& failure) {
  ByteWriter out;
  out.put(static_cast<std::uint8_t>(failure.code));
  out.put_text(failure.message.substr(0, kLongestText));
  return encode_message(MessageKind::Failure, out.bytes());
}

Failure decode_failure(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  Failure out;
  out.code = code_of(in.get<std::uint8_t>());
  out.message = in.get_text();
  return out;
}

std::vector<std::byte> encode(const Beat& beat) {
  ByteWriter out;
  out.put_text(beat.stage.substr(0, kLongestText));
  out.put(beat.processor);
  out.put(beat.moved);
  return encode_message(MessageKind::Beat, out.bytes());
}

Beat decode_beat(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  Beat out;
  out.stage = in.get_text();
  out.processor = in.get<std::uint64_t>();
  out.moved = in.get<std::uint64_t>();
  return out;
}

std::optional<Message> MessageReader::take() {
  if (held_.size() < kHead) return std::nullopt;
  ByteReader head{std::span(held_).first(kHead)};
  const auto kind = head.get<std::uint8_t>();
  const auto length = head.get<std::uint64_t>();
  if (kind < 1 || kind > static_cast<std::uint8_t>(MessageKind::Failure)) {
    throw Error(ErrorCode::Input, "a message of no known kind");
  }
  if (length > longest(static_cast<MessageKind>(kind))) {
    throw Error(ErrorCode::Input,
                "a message of " + std::to_string(length) + " bytes is longer than its kind can be");
  }
  if (held_.size() - kHead < length) return std::nullopt;
  const auto begin = held_.begin() + kHead;
  const auto end = begin + static_cast<std::ptrdiff_t>(length);
  Message out{static_cast<MessageKind>(kind), {begin, end}};
  held_.erase(held_.begin(), end);
  return out;
}

}  // namespace privet::federation
