// SPDX-License-Identifier: Apache-2.0
// What the parties of a private set intersection see: no more than is declared.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>

#include "base/sampling.h"
#include "base/thread_pool.h"
#include "protocol/psi/agreement.h"
#include "protocol/psi/oblivious_function.h"
#include "protocol/psi/private_intersection.h"
#include "protocol/sets/keyed_hashing.h"
#include "tests/support/chi_square.h"
#include "tests/support/recording.h"
#include "tests/support/setting.h"
#include "tests/support/two_parties.h"

namespace privet::protocol::psi {
namespace {

using crypto::Block;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::looks_uniform;
using testing_support::RecordingChannel;

constexpr PartyId kSender(0);
constexpr PartyId kReceiver(1);

struct Set {
  std::vector<std::string> strings;
  std::vector<std::string_view> views;

  // Items first, first + 1, ... of a plain numbering.
  Set(std::size_t first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) strings.push_back("id" + std::to_string(first + i));
    views.assign(strings.begin(), strings.end());
  }
};

using Role = std::function<void(const Setting&, PartyId, Items)>;
struct Variant {
  PsiResult result;
  Role send;
  Role receive;
};

std::vector<Variant> variants() {
  const auto payloads = [](const Setting& s, PartyId o, Items i) {
    const std::vector<std::byte> bytes(5 * i.size());
    send_payloads(s, o, i, {bytes, 5});
  };
  return {{PsiResult::Common,
           [](const Setting& s, PartyId o, Items i) { intersect_as_sender(s, o, i); },
           [](const Setting& s, PartyId o, Items i) { (void)intersect_as_receiver(s, o, i); }},
          {PsiResult::Payloads, payloads,
           [](const Setting& s, PartyId o, Items i) { (void)receive_payloads(s, o, i, 5); }},
          {PsiResult::Alignment,
           [](const Setting& s, PartyId o, Items i) { (void)align_as_sender(s, o, i); },
           [](const Setting& s, PartyId o, Items i) { (void)align_as_receiver(s, o, i); }},
          {PsiResult::Size, [](const Setting& s, PartyId o, Items i) { count_as_sender(s, o, i); },
           [](const Setting& s, PartyId o, Items i) { (void)count_as_receiver(s, o, i); }}};
}

struct View {
  std::vector<LedgerEntry> ledger;
  std::vector<std::byte> sent;
  std::vector<std::byte> received;
};

// Both sides, with randomness that repeats: the sender's of seed 1, the receiver's of seed 2.
std::pair<View, View> run(const Variant& variant, const Set& sender, const Set& receiver) {
  const auto side = [&](const Role& role, const Set& set, std::uint64_t seed) {
    return [&, seed](Channel& channel) {
      View out;
      RecordingChannel recording(channel);
      auto randomness = Randomness::repeatable(seed);
      testing_support::TestSetting setting(recording,
                                           seed == 1 ? circuit::Side::First : circuit::Side::Second,
                                           randomness, OtPiece::Lean);
      // What is declared is enough for every one of these runs.
      setting.enforce(forecast_of(variant.result, kSender, kReceiver, sender.views.size(),
                                  receiver.views.size()));
      role(setting, setting.other(), set.views);
      setting.ledger().check_complete();
      out.ledger = setting.ledger().entries();
      out.sent = recording.sent();
      out.received = recording.received();
      return out;
    };
  };
  return testing_support::run_two(Line::Memory, side(variant.send, sender, 1),
                                  side(variant.receive, receiver, 2));
}

std::uint64_t opened(const std::vector<LedgerEntry>& ledger, PartyId party,
                     const Opening& opening) {
  std::uint64_t sum = 0;
  for (const auto& entry : ledger) {
    if (entry.recipient == party && entry.label == opening.label) sum += entry.count;
  }
  return sum;
}

TEST(PsiView, LedgersOfBothAreWhatIsDeclared) {
  for (const auto& variant : variants()) {
    for (const std::size_t count : {0U, 7U}) {
      const auto [first, second] = run(variant, Set(0, 9), Set(5, count));
      EXPECT_TRUE(disagreements(std::array{first.ledger, second.ledger}).empty());
      for (const auto* const ledger : {&first.ledger, &second.ledger}) {
        EXPECT_EQ(opened(*ledger, kSender, kSetSize), 1U);
        EXPECT_EQ(opened(*ledger, kReceiver, kSetSize), 1U);
        const bool size_only = variant.result == PsiResult::Size;
        EXPECT_EQ(opened(*ledger, kReceiver, kCommonRows), size_only ? 0U : count);
        EXPECT_EQ(opened(*ledger, kReceiver, kCommonCount), size_only ? 1U : 0U);
        EXPECT_EQ(opened(*ledger, kSender, kCommonRows),
                  variant.result == PsiResult::Alignment ? 9U : 0U);
      }
    }
  }
}

TEST(PsiView, MessagesAreAsLongForOtherSetsOfTheSameSizes) {
  for (const auto& variant : variants()) {
    const auto [a, b] = run(variant, Set(0, 100), Set(0, 80));
    const auto [c, d] = run(variant, Set(0, 100), Set(500, 80));
    EXPECT_EQ(a.sent.size(), c.sent.size());
    EXPECT_EQ(b.sent.size(), d.sent.size());
  }
}

TEST(PsiView, TagsAreLongEnoughForBothSizes) {
  EXPECT_EQ((PsiSizes{1, 1}).tag_bytes(), 5U);
  EXPECT_EQ((PsiSizes{std::size_t{1} << 20U, std::size_t{1} << 20U}).tag_bytes(), 10U);
  EXPECT_EQ((PsiSizes{std::size_t{1} << 24U, std::size_t{1} << 24U}).tag_bytes(), 11U);
  EXPECT_EQ((PsiSizes{(std::size_t{1} << 20U) + 1, std::size_t{1} << 20U}).tag_bytes(), 11U);
}

void count_bytes(std::span<const std::byte> bytes, std::vector<std::size_t>& counts) {
  for (const auto byte : bytes) ++counts[std::to_integer<std::size_t>(byte)];
}

struct Outputs {
  crypto::SecretVector<Block> sender;
  crypto::SecretVector<Block> receiver;
  std::vector<std::byte> masked;  // the receiver's last message: the store plus the factors
};

Outputs evaluate(const Set& sender, const Set& receiver) {
  std::vector<std::byte> sent;
  auto [mine, theirs] = testing_support::run_two(
      Line::Memory,
      [&](Channel& channel) {
        Randomness randomness;
        const auto items = blocks_of(sender.views, 100'000);
        auto transfers = OtSender::set_up(channel, randomness);
        return evaluate_as_sender(channel, randomness, transfers, items, receiver.views.size())
            .outputs(kTagOutput);
      },
      [&](Channel& channel) {
        Randomness randomness;
        RecordingChannel recording(channel);
        const auto items = blocks_of(receiver.views, 100'000);
        auto transfers = OtReceiver::set_up(recording, randomness);
        auto out =
            evaluate_as_receiver(recording, randomness, transfers, items).outputs(kTagOutput);
        const auto size = 8 * StoreShape::for_keys(receiver.views.size()).size();
        sent.assign(recording.sent().end() - static_cast<std::ptrdiff_t>(size),
                    recording.sent().end());
        return out;
      });
  return {std::move(mine), std::move(theirs), std::move(sent)};
}

TEST(PsiView, OutputsLookRandomAndAgreeOnCommonItemsOnly) {
  const Set sender(0, 4'000);
  const Set receiver(3'000, 4'000);
  const auto first = evaluate(sender, receiver);
  const auto again = evaluate(sender, receiver);
  std::vector<std::size_t> bytes(256);
  count_bytes(std::as_bytes(std::span(first.sender)), bytes);
  EXPECT_TRUE(looks_uniform(bytes));
  // Another run has another function.
  std::vector<std::size_t> differences(256);
  for (std::size_t i = 0; i < first.sender.size(); ++i) {
    const Block difference = first.sender[i] ^ again.sender[i];
    count_bytes(std::as_bytes(std::span(&difference, 1)), differences);
  }
  EXPECT_TRUE(looks_uniform(differences));
  for (std::size_t i = 0; i < 1'000; ++i) {
    ASSERT_EQ(first.sender[3'000 + i].low, first.receiver[i].low);
    ASSERT_EQ(first.sender[3'000 + i].high, first.receiver[i].high);
  }
  for (std::size_t i = 0; i < 3'000; ++i) {
    ASSERT_NE(first.sender[i].low, first.receiver[1'000 + i].low);
  }
}

// What the sender gets of the receiver's items: uniform bytes, others in each run.
TEST(PsiView, TheMaskedStoreLooksRandom) {
  const auto first = evaluate(Set(0, 2), Set(0, 6'000));
  const auto again = evaluate(Set(0, 2), Set(0, 6'000));
  std::vector<std::size_t> bytes(256);
  std::vector<std::size_t> differences(256);
  count_bytes(first.masked, bytes);
  for (std::size_t i = 0; i < first.masked.size(); ++i) {
    ++differences[std::to_integer<std::size_t>(first.masked[i] ^ again.masked[i])];
  }
  EXPECT_TRUE(looks_uniform(bytes));
  EXPECT_TRUE(looks_uniform(differences));
}

// The receiver of a size tries to find its items among what comes back under the sender's key.
// Knowing the keys, the test sees how often a guess by place is right: as often as by chance.
TEST(PsiView, AnswersOfTheSizeCannotBeLinkedToItems) {
  const std::size_t count = 400;
  const Set receiver(0, count);
  const auto [first, second] = run(variants()[3], Set(0, 10), receiver);
  const auto at = [](const std::vector<std::byte>& bytes, std::size_t offset, std::size_t items) {
    HashedSet out(items);
    std::memcpy(out.data(), bytes.data() + offset, items * sizeof(HashedElement));
    return out;
  };
  const std::size_t head = 32;
  const auto asked = at(second.sent, head, count);
  const auto back = at(second.received, head + 10 * sizeof(HashedElement), count);
  auto senders = Randomness::repeatable(1);
  const auto key = crypto::Scalar::random(senders);
  std::size_t right = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto truth = crypto::Point::decode_times(asked[i], key);
    ASSERT_TRUE(std::ranges::any_of(
        back, [&](const auto& element) { return std::ranges::equal(element, truth.bytes()); }));
    right += std::ranges::equal(back[i], truth.bytes()) ? 1 : 0;
  }
  EXPECT_LT(right, 12U);  // one is expected of a random order; 400 if nobody shuffled
  // Nor does what was asked lie in the order of the items.
  auto receivers = Randomness::repeatable(2);
  const auto own = crypto::Scalar::random(receivers);
  const auto blocks = blocks_of(receiver.views, count);
  std::size_t in_place = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto point =
        crypto::Point::from_hash_of(std::as_bytes(std::span(blocks).subspan(i, 1))).times(own);
    in_place += std::ranges::equal(asked[i], point.bytes()) ? 1 : 0;
  }
  EXPECT_LT(in_place, 12U);
}

}  // namespace
}  // namespace privet::protocol::psi
