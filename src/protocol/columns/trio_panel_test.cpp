// SPDX-License-Identifier: Apache-2.0
#include "protocol/columns/trio_panel.h"

#include <gtest/gtest.h>

#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace privet::protocol {
namespace {

using testing_support::run_many;
using testing_support::TestSetting;

constexpr Opening kSum{"sum", "test"};

// The sums of all parties' numbers, and products that the three make of them, to some of the
// parties; whoever the three are.
TEST(TrioPanel, TellsSumsOfAllToTheRecipients) {
  for (const std::size_t parties : {3U, 5U}) {
    for (std::uint32_t helper = 2; helper < parties; ++helper) {
      const std::array three{PartyId(0), PartyId(1), PartyId(helper)};
      const auto results = run_many(parties, [&](const Mesh& mesh) {
        TestSetting setting(mesh);
        auto forecast = TrioPanel::masked_forecast(three);
        const std::vector<PartyId> recipients{PartyId(1),
                                              PartyId(static_cast<std::uint32_t>(parties - 1))};
        for (const auto party : recipients) {
          forecast.emplace_back(kSum, mesh.set().without(party), party, 4);
        }
        setting.enforce(std::move(forecast));
        TrioPanel panel(setting, three);
        const std::uint64_t own = mesh.own().index();
        const std::vector<std::uint64_t> values{own, 0 - own};
        const auto sums = panel.gather(values);
        auto told = panel.tell(sums, 2, recipients, kSum);
        TrioPanel::Numbers squares;
        if (auto* a = panel.arithmetic()) squares = a->multiply(sums, sums);
        const auto more = panel.tell(squares, 2, recipients, kSum);
        EXPECT_EQ(told.has_value(), more.has_value());
        if (told) told->insert(told->end(), more->begin(), more->end());
        return told;
      });
      const std::uint64_t sum = parties * (parties - 1) / 2;
      for (std::size_t p = 0; p < parties; ++p) {
        const bool hears = p == 1 || p + 1 == parties;
        ASSERT_EQ(results[p].has_value(), hears) << p;
        if (!hears) continue;
        EXPECT_EQ(*results[p], (std::vector<std::uint64_t>{sum, 0 - sum, sum * sum, sum * sum}));
      }
    }
  }
}

}  // namespace
}  // namespace privet::protocol
