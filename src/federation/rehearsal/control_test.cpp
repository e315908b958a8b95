// SPDX-License-Identifier: Apache-2.0
#include "federation/rehearsal/control.h"

#include <gtest/gtest.h>

#include "base/codec.h"

namespace privet::federation {
namespace {

std::vector<std::byte> body(const std::vector<std::byte>& message) {
  MessageReader reader;
  reader.feed(message);
  return reader.take().value().bytes;
}

Assignment assignment() {
  Assignment out;
  out.own = 1;
  out.names = {"north", "south"};
  out.job = {.task = "mine rules",
             .split = Split::Vertical,
             .protocol = "shares",
             .allow_weak = true,
             .parties = 2,
             .parameters = {{"min-support", "0.4"}, {"max-size", "3"}},
             .run = "a run",
             .schemas = {"one", "other"},
             .class_site = 1,
             .classifies = true,
             .key = "id"};
  out.lines.timeout = std::chrono::milliseconds(1234);
  out.lines.link = {std::chrono::microseconds(15'000), 1e8};
  out.threads = 3;
  out.part = make_table({"a", "n"}, {{"x", "1"}, {"y", "2"}});
  return out;
}

TEST(Control, MessagesComeBackWhateverThePieces) {
  const auto first = encode(Beat{"counting", 12, 345});
  const auto second = encode(Hello{"certificate", 4711});
  std::vector<std::byte> all = first;
  all.insert(all.end(), second.begin(), second.end());
  MessageReader reader;
  std::vector<Message> seen;
  for (const auto byte : all) {
    reader.feed(std::span(&byte, 1));
    while (auto message = reader.take()) seen.push_back(std::move(*message));
  }
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].kind, MessageKind::Beat);
  const Beat beat = decode_beat(seen[0].bytes);
  EXPECT_EQ(beat.stage, "counting");
  EXPECT_EQ(beat.processor, 12U);
  EXPECT_EQ(beat.moved, 345U);
  EXPECT_EQ(decode_hello(seen[1].bytes).port, 4711);
  EXPECT_EQ(decode_hello(seen[1].bytes).certificate, "certificate");
}

TEST(Control, AnAssignmentComesBack) {
  const auto sent = assignment();
  const auto got = decode_assignment(body(encode(sent)));
  EXPECT_EQ(got.own, sent.own);
  EXPECT_EQ(got.names, sent.names);
  EXPECT_EQ(got.job.task, sent.job.task);
  EXPECT_EQ(got.job.protocol, sent.job.protocol);
  EXPECT_EQ(got.job.allow_weak, sent.job.allow_weak);
  EXPECT_EQ(got.job.parties, sent.job.parties);
  EXPECT_EQ(got.job.parameters, sent.job.parameters);
  EXPECT_EQ(got.job.run, sent.job.run);
  EXPECT_EQ(got.job.schemas, sent.job.schemas);
  EXPECT_EQ(got.job.class_site, sent.job.class_site);
  EXPECT_EQ(got.job.classifies, sent.job.classifies);
  EXPECT_EQ(got.job.key, sent.job.key);
  EXPECT_EQ(got.lines.timeout, sent.lines.timeout);
  EXPECT_EQ(got.lines.link.delay, sent.lines.link.delay);
  EXPECT_EQ(got.lines.link.bits_per_second, 1e8);
  EXPECT_EQ(got.threads, 3U);
  EXPECT_EQ(std::get<Table>(got.part).column(0).text(1), "y");
}

TEST(Control, RefusesTruncatedAndUnknownMessages) {
  const auto bytes = body(encode(assignment()));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW((void)decode_assignment(std::span(bytes).first(size)), Error) << size;
  }
  MessageReader reader;
  reader.feed(std::vector<std::byte>(20, std::byte{0xff}));
  EXPECT_THROW((void)reader.take(), Error);
}

TEST(Control, AChangedByteIsRefusedAsInputOrHarmless) {
  const auto bytes = body(encode(assignment()));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const auto value : {std::byte{0}, std::byte{1}, std::byte{0x7f}, std::byte{0xff}}) {
      auto changed = bytes;
      changed[at] = value;
      try {
        (void)decode_assignment(changed);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Input) << at;
      }
    }
  }
}

TEST(Control, RefusesALengthThatAKindCannotHaveBeforeItArrives) {
  for (const auto kind : {MessageKind::Hello, MessageKind::Beat, MessageKind::Failure,
                          MessageKind::Peers, MessageKind::Report}) {
    ByteWriter head;
    head.put(static_cast<std::uint8_t>(kind));
    head.put(std::uint64_t{1} << 41U);
    MessageReader reader;
    reader.feed(head.bytes());
    EXPECT_THROW((void)reader.take(), Error);
  }
  // What a party has to say fits, however long it is.
  const auto failure =
      decode_failure(body(encode(Failure{ErrorCode::Peer, std::string(1'000'000, 'x')})));
  EXPECT_GT(failure.message.size(), 1000U);
  EXPECT_NO_THROW((void)body(encode(Beat{std::string(1'000'000, 'x'), 1, 2})));
}

TEST(Control, AReportAndAFailureComeBack) {
  PartyReport report;
  report.answer = {"{}", "nothing"};
  using protocol::PartyId;
  report.ledger.push_back(
      {{"counts", "asked", protocol::Kind::Masked,
        protocol::PartySet{PartyId(0), PartyId(2), PartyId(99)}, PartyId(1), 12},
       "2 * candidates",
       14});
  report.traffic = {1, 2, 3};
  const auto got = decode_report(body(encode(report)));
  EXPECT_EQ(got.answer.json, "{}");
  EXPECT_EQ(got.answer.gist, "nothing");
  ASSERT_EQ(got.ledger.size(), 1U);
  EXPECT_EQ(got.ledger[0].entry, report.ledger[0].entry);
  EXPECT_EQ(got.ledger[0].formula, "2 * candidates");
  EXPECT_EQ(got.ledger[0].most, 14U);
  EXPECT_EQ(got.traffic, report.traffic);
  const auto failure = decode_failure(body(encode(Failure{ErrorCode::Peer, "gone"})));
  EXPECT_EQ(failure.code, ErrorCode::Peer);
  EXPECT_EQ(failure.message, "gone");
}

}  // namespace
}  // namespace privet::federation
