// SPDX-License-Identifier: Apache-2.0
// What three parties write into their ledgers: values with their number of lanes, and masked sums.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "protocol/replicated/convert.h"
#include "tests/support/recording.h"
#include "tests/support/replicated_parties.h"

namespace privet::protocol::replicated {
namespace {

using protocol_only::line_to;
using testing_support::run_many;
using testing_support::TestSetting;
using Values = std::vector<std::uint64_t>;

constexpr Opening kResult{"result", "the test's own result"};
constexpr PartyId kA(0);

std::uint64_t masked_in(const Ledger& ledger, PartyId recipient) {
  std::uint64_t out = 0;
  for (const auto& entry : ledger.entries()) {
    if (entry.recipient != recipient) continue;
    EXPECT_EQ(entry.kind, Kind::Masked);
    EXPECT_EQ(entry.label, kMaskedAmongThree.label);
    out += entry.count;
  }
  return out;
}

TEST(ReplicatedOpenings, MaskedSumsAreCountedAtAllThree) {
  const auto ledgers = run_many(3, [](const Mesh& mesh) {
    TestSetting setting(mesh);
    setting.enforce(masked_forecast());
    auto trio = Trio::set_up(setting);
    Arithmetic arithmetic(trio);
    const auto x = arithmetic.constant(1000, 5);
    (void)arithmetic.truncate(x, 3);
    (void)arithmetic.multiply_truncated(x, x, 3);
    // Two of the three parties see what a truncation opens, and what from_bits() does.
    EXPECT_EQ(masked_in(setting.ledger(), PartyId(0)), 10U);
    EXPECT_EQ(masked_in(setting.ledger(), PartyId(1)), 10U);
    EXPECT_EQ(masked_in(setting.ledger(), PartyId(2)), 0U);
    const auto words = to_two_words(arithmetic, x, 8);
    (void)from_bits(arithmetic, words.sum, 5);
    EXPECT_EQ(masked_in(setting.ledger(), PartyId(0)), 15U);
    EXPECT_EQ(masked_in(setting.ledger(), PartyId(1)), 15U);
    return setting.ledger().entries();
  });
  EXPECT_TRUE(disagreements(ledgers).empty());
}

TEST(ReplicatedOpenings, MaskedSumsNeedAnItemOfTheForecast) {
  const auto refused = run_many(3, [](const Mesh& mesh) {
    TestSetting setting(mesh);
    setting.enforce({});
    auto trio = Trio::set_up(setting);
    Arithmetic arithmetic(trio);
    try {
      (void)arithmetic.truncate(arithmetic.constant(1000, 5), 3);
    } catch (const Error& error) {
      return error.code() == ErrorCode::Policy;
    }
    return false;
  });
  EXPECT_EQ(refused, std::vector<bool>(3, true));
}

// A wire has 64 lanes. Who asks for 2 numbers gets nothing of the 62 others, also on the line.
TEST(ReplicatedOpenings, LanesBeyondTheCountAreNotSent) {
  for (const bool to_all : {false, true}) {
    const auto rows = run_many(3, [&](const Mesh& mesh) {
      std::vector<std::unique_ptr<testing_support::RecordingChannel>> watched(3);
      std::vector<net::Channel*> lines(3);
      for (const auto other : mesh.others()) {
        watched[other.index()] =
            std::make_unique<testing_support::RecordingChannel>(line_to(mesh, other));
        lines[other.index()] = watched[other.index()].get();
      }
      TestSetting setting(Mesh(mesh.own(), lines));
      auto trio = Trio::set_up(setting);
      Bits context(trio);
      const bool mine = mesh.own() == kA;
      auto word = context.input(kA, mine ? Values(64, 1) : Values(), 1, 64);
      word = circuit::conjunction(context, word, word);
      std::vector<std::size_t> before;
      for (const auto& line : watched) before.push_back(line ? line->sent().size() : 0);
      if (to_all) {
        EXPECT_EQ(context.reveal_to_all(word, 2, kResult), (Values{1, 1}));
      } else {
        const auto got = context.reveal(kA, word, 2, kResult);
        EXPECT_EQ(got, mine ? std::optional(Values{1, 1}) : std::nullopt);
      }
      EXPECT_EQ(setting.ledger().entries().front().count, 2U);
      Values sent;  // after the masks of the gate
      for (std::size_t i = 0; i < 3; ++i) {
        if (!watched[i] || watched[i]->sent().size() == before[i]) continue;
        sent.resize(sent.size() + 1);
        EXPECT_EQ(watched[i]->sent().size(), before[i] + 8);
        std::copy_n(watched[i]->sent().begin() + static_cast<std::ptrdiff_t>(before[i]), 8,
                    std::as_writable_bytes(std::span(sent).last(1)).begin());
      }
      return sent;
    });
    std::size_t messages = 0;
    for (const auto& party : rows) {
      messages += party.size();
      for (const auto row : party) EXPECT_EQ(row & ~std::uint64_t{3}, 0U);
    }
    EXPECT_EQ(messages, to_all ? 3U : 1U);
  }
}

}  // namespace
}  // namespace privet::protocol::replicated
