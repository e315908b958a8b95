// SPDX-License-Identifier: Apache-2.0
// How many rounds of messages a level of Mondrian takes among sites, compared with the protocol of
// the paper for its ranked elements.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/json.h"
#include "federation/release/anonymize_horizontal.h"
#include "federation/tasks.h"
#include "protocol/selection/kth_element.h"
#include "tests/support/federation_parties.h"

namespace privet::federation {
namespace {

// Records with 128 different ages and four numbers of visits, of which k = 512 / 2^depth makes
// 2^depth classes.
std::uint64_t rounds_of_depth(unsigned depth, Trust trust) {
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < 512; ++r) {
    cells.push_back({std::to_string(r % 128), std::to_string(r / 128)});
  }
  const auto whole = make_table({"age", "visits"}, cells);
  Job job{.task = "anonymize",
          .split = Split::Horizontal,
          .protocol = trust == Trust::HonestMajority ? "replicated" : "shares",
          .trust = trust,
          .parties = 3,
          .parameters = {{"quasi", "age,visits"}, {"k", std::to_string(512U >> depth)}}};
  const auto parts = split_data(whole, Split::Horizontal, 3);
  place_job(job, parts);
  const auto runs = testing_support::run_parts(parts, job);
  EXPECT_EQ(Json::parse(runs.front().answer.json).at("classes").get<std::size_t>(),
            std::size_t{1} << depth);
  std::uint64_t out = 0;
  for (const auto& run : runs) out = std::max(out, run.rounds);
  return out;
}

// What the paper's protocol takes for one ranked element of 128 values.
std::uint64_t rounds_of_ranked_element() {
  constexpr protocol::Opening kRanked{"a ranked element", "the test asks for it"};
  protocol::Forecast forecast;
  for (const auto* opening : {&kRanked, &protocol::kRankAnswers}) {
    for (const auto& item : told_to_all(3, *opening, protocol::Bound(100),
                                        protocol::Occurs::Sometimes, protocol::About::All)) {
      forecast.push_back(item);
    }
  }
  session::Agreement agreement;
  const auto rounds = testing_support::run_many(3, [&](const protocol::Mesh& mesh) {
    std::vector<std::unique_ptr<net::Channel>> lines(3);
    for (const auto other : mesh.others()) {
      lines[other.index()] = std::make_unique<testing_support::BorrowedChannel>(
          protocol::protocol_only::line_to(mesh, other));
    }
    auto session =
        session::Session::open({{"party-1", "party-2", "party-3"}, mesh.own()}, std::move(lines),
                               agreement, forecast, crypto::Randomness());
    const Run run(nullptr, nullptr, 1);
    const auto setting = session.setting(run);
    std::vector<std::uint64_t> own;
    for (std::uint64_t i = 0; i < 128; ++i) own.push_back(i);
    const std::vector<std::span<const std::uint64_t>> collections{own};
    const std::vector<std::uint64_t> ranks{192};
    const auto ask = [&] {
      return protocol::kth_elements(setting, collections, ranks, 7, kRanked).front();
    };
    EXPECT_EQ(ask(), 63U);
    const auto before = session.rounds();  // without what is set up once
    EXPECT_EQ(ask(), 63U);
    return session.rounds() - before;
  });
  return *std::ranges::max_element(rounds);
}

// A level asks for ranges and for medians. It takes no more than ten rounds beyond what two calls
// of the paper's ranked element take for them, and as many at every depth.
TEST(AnonymizeHorizontal, RoundsOfALevel) {
  const auto ranked = rounds_of_ranked_element();
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    const auto three = rounds_of_depth(3, trust);
    const auto four = rounds_of_depth(4, trust);
    const auto five = rounds_of_depth(5, trust);
    RecordProperty("rounds of a level", std::to_string(five - four));
    EXPECT_LE(five - four, 2 * ranked + 10);
    EXPECT_LE(four - three, 2 * ranked + 10);
  }
}

}  // namespace
}  // namespace privet::federation
