// SPDX-License-Identifier: Apache-2.0
#include "protocol/psi/private_intersection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <string>

#include "base/error.h"
#include "base/sampling.h"
#include "net/counting.h"
#include "tests/support/setting.h"
#include "tests/support/two_parties.h"

namespace privet::protocol::psi {
namespace {

using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using Strings = std::vector<std::string>;
using Views = std::vector<std::string_view>;

Views views(const Strings& items) {
  return {items.begin(), items.end()};
}

// Some of a universe, in a random order; items of zero to forty bytes, also binary ones.
Strings some_of(std::size_t universe, std::size_t count, Sampler& sampler) {
  std::vector<std::size_t> numbers(universe);
  for (std::size_t i = 0; i < universe; ++i) numbers[i] = i;
  sampler.shuffle(std::span(numbers));
  Strings out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = numbers[i];
    if (number == 0) {
      out.emplace_back();
    } else if (number % 4 == 0) {
      out.push_back("a longer item, which needs a hash: " + std::to_string(number));
    } else {
      const std::array<std::uint64_t, 2> bytes{number, ~number};
      out.emplace_back(reinterpret_cast<const char*>(bytes.data()), 4 + number % 12);
    }
  }
  return out;
}

struct Case {
  Strings sender;
  Strings receiver;
};

// The rows of `own` that are in `other`, ascending.
Rows plain_rows(const Strings& own, const Strings& other) {
  const std::set<std::string> there(other.begin(), other.end());
  Rows out;
  for (std::uint32_t i = 0; i < own.size(); ++i) {
    if (there.contains(own[i])) out.push_back(i);
  }
  return out;
}

template <class Send, class Receive>
auto run(Line line, const Case& given, Send send, Receive receive) {
  return testing_support::run_two(
      line,
      [&](Channel& channel) {
        const testing_support::TestSetting setting(channel, circuit::Side::First);
        return send(setting, setting.other(), views(given.sender));
      },
      [&](Channel& channel) {
        const testing_support::TestSetting setting(channel, circuit::Side::Second);
        return receive(setting, setting.other(), views(given.receiver));
      });
}

Rows intersect(Line line, const Case& given) {
  return run(
             line, given,
             [](const Setting& setting, PartyId other, Items items) {
               return intersect_as_sender(setting, other, items), 0;
             },
             [](const Setting& setting, PartyId other, Items items) {
               return intersect_as_receiver(setting, other, items);
             })
      .second;
}

std::vector<Case> edge_cases() {
  const Strings few{"alpha", "beta", "gamma"};
  return {{{}, {}},
          {few, {}},
          {{}, few},
          {{"alpha"}, {"alpha"}},
          {{"alpha"}, {"beta"}},
          {few, few},
          {few, {"delta", "epsilon"}},
          {{""}, {std::string(1, '\0')}},
          {{std::string(15, 'x')}, {std::string(16, 'x')}},
          {{std::string(15, 'x'), std::string(17, 'x')}, {std::string(17, 'x')}}};
}

TEST(PrivateIntersection, IsThePlainOneOnEdgeCases) {
  for (const auto& given : edge_cases()) {
    EXPECT_EQ(intersect(Line::Memory, given), plain_rows(given.receiver, given.sender));
  }
}

// The transfers are the session's: the second intersection makes no base transfers, whoever asks,
// and other protocols go on with the same ones.
TEST(PrivateIntersection, UsesTheTransfersOfTheSession) {
  const Strings some{"alpha", "beta", "gamma"};
  constexpr std::size_t kSetUp = 128 * (64 + 32) + 32 + 16;  // points, sums of trees, a seed
  const auto traffic =
      testing_support::run_two(
          Line::Memory,
          [&](Channel& channel) {
            net::CountingChannel counting(channel);
            const testing_support::TestSetting setting(counting, circuit::Side::First);
            std::vector<std::uint64_t> bytes{0};
            const auto lap = [&] {
              bytes.push_back(counting.traffic().sent + counting.traffic().received);
            };
            intersect_as_sender(setting, setting.other(), views(some));
            lap();
            (void)align_as_sender(setting, setting.other(), views(some));
            lap();
            (void)setting->transfers.sender(setting.other());
            lap();
            return bytes;
          },
          [&](Channel& channel) {
            const testing_support::TestSetting setting(channel, circuit::Side::Second);
            EXPECT_EQ(intersect_as_receiver(setting, setting.other(), views(some)),
                      (Rows{0, 1, 2}));
            EXPECT_EQ(align_as_receiver(setting, setting.other(), views(some)).size(), 3U);
            (void)setting->transfers.receiver(setting.other());
            return 0;
          })
          .first;
  const auto first = traffic[1];
  const auto second = traffic[2] - traffic[1];
  EXPECT_EQ(first + 1, second + kSetUp);  // the alignment is a byte longer
  EXPECT_EQ(traffic[3], traffic[2]);
}

TEST(PrivateIntersection, RunsOnSilentTransfers) {
  const Case given{{"alpha", "beta", "gamma"}, {"gamma", "delta", "alpha"}};
  const auto rows =
      testing_support::run_two(
          Line::Memory,
          [&](Channel& channel) {
            Randomness randomness;
            const testing_support::TestSetting setting(channel, circuit::Side::First, randomness,
                                                       OtPlan::silently());
            intersect_as_sender(setting, setting.other(), views(given.sender));
            return 0;
          },
          [&](Channel& channel) {
            Randomness randomness;
            const testing_support::TestSetting setting(channel, circuit::Side::Second, randomness,
                                                       OtPlan::silently());
            return intersect_as_receiver(setting, setting.other(), views(given.receiver));
          })
          .second;
  EXPECT_EQ(rows, (Rows{0, 2}));
}

TEST(PrivateIntersection, IsThePlainOneOnRandomSets) {
  Sampler sampler(1);
  for (int i = 0; i < 12; ++i) {
    const auto universe = 2 + sampler.below(400);
    const Case given{some_of(universe, sampler.below(universe + 1), sampler),
                     some_of(universe, sampler.below(universe + 1), sampler)};
    ASSERT_EQ(intersect(Line::Memory, given), plain_rows(given.receiver, given.sender)) << i;
  }
}

TEST(PrivateIntersection, IsThePlainOneForLargeAndUnequalSetsOverEveryLine) {
  Sampler sampler(2);
  const Case large{some_of(30'000, 20'000, sampler), some_of(30'000, 20'000, sampler)};
  EXPECT_EQ(intersect(Line::Tls, large), plain_rows(large.receiver, large.sender));
  const Case few{some_of(30'000, 10, sampler), some_of(30'000, 20'000, sampler)};
  EXPECT_EQ(intersect(Line::Tcp, few), plain_rows(few.receiver, few.sender));
  const Case many{few.receiver, few.sender};
  EXPECT_EQ(intersect(Line::Memory, many), plain_rows(many.receiver, many.sender));
}

TEST(PrivateIntersection, PayloadsOfCommonItemsArrive) {
  Sampler sampler(3);
  for (const std::size_t size : {1U, 16U, 300U}) {
    const Case given{some_of(300, 120, sampler), some_of(300, 150, sampler)};
    std::vector<std::byte> payloads(given.sender.size() * size);
    for (auto& byte : payloads) byte = static_cast<std::byte>(sampler() & 0xffU);
    const auto got = run(
        Line::Tls, given,
        [&](const Setting& setting, PartyId other, Items items) {
          return send_payloads(setting, other, items, {payloads, size}), 0;
        },
        [&](const Setting& setting, PartyId other, Items items) {
          return receive_payloads(setting, other, items, size);
        });
    const auto& [rows, received] = got.second;
    EXPECT_EQ(rows, plain_rows(given.receiver, given.sender));
    ASSERT_EQ(received.size(), rows.size() * size);
    std::map<std::string, std::size_t> row_of;
    for (std::size_t i = 0; i < given.sender.size(); ++i) row_of[given.sender[i]] = i;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto at = row_of.at(given.receiver[rows[i]]) * size;
      ASSERT_EQ(std::memcmp(&received[i * size], &payloads[at], size), 0) << i;
    }
  }
}

std::pair<Rows, Rows> align(Line line, const Case& given) {
  return run(
      line, given,
      [](const Setting& setting, PartyId other, Items items) {
        return align_as_sender(setting, other, items);
      },
      [](const Setting& setting, PartyId other, Items items) {
        return align_as_receiver(setting, other, items);
      });
}

TEST(PrivateIntersection, AlignedRowsStandForTheSameItems) {
  Sampler sampler(4);
  auto cases = edge_cases();
  for (int i = 0; i < 5; ++i) {
    cases.push_back({some_of(200, 100, sampler), some_of(200, 120, sampler)});
  }
  for (const auto& given : cases) {
    auto [first, second] = align(Line::Memory, given);
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
      ASSERT_EQ(given.sender[first[i]], given.receiver[second[i]]);
    }
    std::ranges::sort(first);
    EXPECT_EQ(first, plain_rows(given.sender, given.receiver));
  }
}

// Neither party's own order shows: an item of the first half of both sets is as often in the second
// half of the result.
TEST(PrivateIntersection, AlignedOrderIsNobodysOwn) {
  Case given;
  for (int i = 0; i < 1'000; ++i) {
    given.sender.push_back("item " + std::to_string(i));
    given.receiver.push_back("item " + std::to_string(i));
  }
  for (const auto line : {Line::Memory, Line::Tls}) {
    const auto [first, second] = align(line, given);
    ASSERT_EQ(first.size(), 1'000U);
    const auto early = std::ranges::count_if(std::span(first).first(500),
                                             [](std::uint32_t row) { return row < 500; });
    EXPECT_NEAR(static_cast<double>(early), 250, 50);  // six standard deviations
    EXPECT_EQ(first, second);
  }
}

TEST(PrivateIntersection, TheSizeIsThePlainOne) {
  Sampler sampler(5);
  auto cases = edge_cases();
  for (int i = 0; i < 5; ++i) {
    cases.push_back({some_of(60, sampler.below(60), sampler), some_of(60, 30, sampler)});
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto got = run(
        i % 4 == 3 ? Line::Tls : Line::Memory, cases[i],
        [](const Setting& setting, PartyId other, Items items) {
          return count_as_sender(setting, other, items), 0;
        },
        [](const Setting& setting, PartyId other, Items items) {
          return count_as_receiver(setting, other, items);
        });
    EXPECT_EQ(got.second, plain_rows(cases[i].receiver, cases[i].sender).size()) << i;
  }
}

}  // namespace
}  // namespace privet::protocol::psi
