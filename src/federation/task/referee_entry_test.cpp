// SPDX-License-Identifier: Apache-2.0
#include "federation/task/referee_entry.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "federation/tasks.h"

namespace privet::federation {
namespace {

using protocol::PartyId;

TEST(RefereeEntry, IsReadFromTheTextOfTheJob) {
  const std::vector two{PartyId(0), PartyId(1)};
  EXPECT_EQ(referees_of("1 and 2 compute"), two);
  EXPECT_EQ(referees_of("1 and 2 compare"), two);
  EXPECT_EQ(referees_of("1, 2 and 4 compare"), (std::vector{PartyId(0), PartyId(1), PartyId(3)}));
  EXPECT_EQ(referees_of("2 and 5 compare what 1, 3 permute, 1 and 2 check the end"),
            (std::vector{PartyId(1), PartyId(4), PartyId(0)}));
  for (const auto* other :
       {"none", "", "of three or more, the first holds the key", "1 and 2: 3"}) {
    EXPECT_TRUE(referees_of(other).empty()) << other;
  }
}

// Whatever task has referees names them in its forecast, one item for each, before it runs.
TEST(RefereeEntry, StandsInTheForecastOfEveryTaskWithReferees) {
  std::size_t with = 0;
  for (const auto& [name, split] :
       {std::pair{"mine bayes", Split::Vertical}, std::pair{"mine tree", Split::Vertical},
        std::pair{"mine rules", Split::Vertical}, std::pair{"mine tree", Split::Horizontal}}) {
    Job job{.task = name, .split = split, .protocol = "shares", .parties = 4, .parameters = {}};
    if (job.task != "mine rules") job.parameters = {{"class", "class"}};
    const auto referees = referees_of(find_task(name, split).referees(job));
    ASSERT_EQ(referees, (std::vector{PartyId(0), PartyId(1)})) << name;
    std::vector<PartyId> named;
    for (const auto& item : forecast_of(job)) {
      if (item.label != kRefereeShares.label) continue;
      named.push_back(item.recipient);
      EXPECT_EQ(item.subject, protocol::PartySet::first(4).without(item.recipient));
      EXPECT_EQ(item.occurs, protocol::Occurs::Always);
      EXPECT_TRUE(is_listed(item));
    }
    EXPECT_EQ(named, referees) << name;
    ++with;
  }
  EXPECT_EQ(with, 4U);
}

// With permuted vectors other parties compare than check whether the centers settled: party 1
// computes on shares of the movements too, and is named once, as the others.
TEST(RefereeEntry, NamesWhoChecksTheEndOfPermutedVectors) {
  for (const auto& [permuters, compare] : {std::pair{"1", "2 and 5 compare what 1 permute"},
                                           std::pair{"2", "2 and 5 compare what 1, 3 permute"}}) {
    const Job job{.task = "mine kmeans",
                  .split = Split::Vertical,
                  .protocol = "permuted",
                  .parties = 5,
                  .parameters = {{"k", "2"}, {"permuters", permuters}}};
    const auto text = find_task(job.task, job.split).referees(job);
    ASSERT_TRUE(text.starts_with(compare)) << text;
    ASSERT_TRUE(text.ends_with("1 and 2 check the end")) << text;
    std::multiset<std::size_t> named;
    for (const auto& item : forecast_of(job)) {
      if (item.label == kRefereeShares.label) named.insert(item.recipient.index());
    }
    EXPECT_EQ(named, (std::multiset<std::size_t>{0, 1, 4})) << text;
  }
}

}  // namespace
}  // namespace privet::federation
