// SPDX-License-Identifier: Apache-2.0
// Counting sends nothing that its forecast lacks, not even on the way to it.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "federation/rules/rules_vertical.h"
#include "federation/tasks.h"
#include "tests/support/federation_parties.h"
#include "tests/support/rule_jobs.h"

namespace privet::federation {
namespace {

using testing_support::random_baskets;
using testing_support::rule_job;

// Rows hashed under all keys tell the party that holds them: what passes round until then is sent
// only if the forecast allows it. Before it only the sizes and the supports of single items move.
TEST(RulesVertical, OneShotSendsNoHashedRowsThatTheForecastLacks) {
  const auto whole = random_baskets(6, 20, 9);
  const auto job = rule_job(3, "oneshot", "0.2");
  auto forecast = forecast_of(job);
  std::erase_if(forecast, [](const auto& item) { return item.label.starts_with("hashed rows"); });
  const auto parts = split_data(whole, job.split, job.parties);
  const auto sent = testing_support::run_many(3, [&](const protocol::Mesh& mesh) {
    std::size_t most = 0;
    std::vector<std::unique_ptr<testing_support::RecordingChannel>> watched(3);
    std::vector<std::unique_ptr<net::Channel>> lines(3);
    for (const auto other : mesh.others()) {
      watched[other.index()] = std::make_unique<testing_support::RecordingChannel>(
          protocol::protocol_only::line_to(mesh, other));
      lines[other.index()] =
          std::make_unique<testing_support::BorrowedChannel>(*watched[other.index()]);
    }
    std::size_t agreed = 0;
    try {
      auto session = session::Session::open({{"a", "b", "c"}, mesh.own()}, std::move(lines),
                                            agreement_of(job, parts[mesh.own().index()]), forecast,
                                            crypto::Randomness());
      for (const auto& line : watched) agreed = std::max(agreed, line ? line->sent().size() : 0);
      const privet::Run run(nullptr, nullptr, 1);
      (void)take_part(session, parts[mesh.own().index()], job, run);
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_TRUE(error.code() == ErrorCode::Policy || error.code() == ErrorCode::Peer);
    }
    for (const auto& line : watched) {
      most = std::max(most, line ? line->sent().size() - agreed : 0);
    }
    return most;
  });
  // A hashed row has 32 bytes; a party has at most 8 items of 20 rows, told with 8 bytes each.
  for (const auto bytes : sent) EXPECT_LT(bytes, 200U);
}

}  // namespace
}  // namespace privet::federation
