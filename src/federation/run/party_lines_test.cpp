// SPDX-License-Identifier: Apache-2.0
// Lines and runs among strangers and liars: a stranger's call does not end a run, the wish to stop
// reaches a party that waits, and what a party claims is bounded before anything is stored.
#include "federation/run/party_lines.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <future>

#include "base/error.h"
#include "federation/rules/rules_vertical.h"
#include "federation/tasks.h"
#include "tests/support/borrowed.h"
#include "tests/support/many_parties.h"

namespace privet::federation {

using protocol::protocol_only::line_to;
namespace {

using protocol::PartyId;
using testing_support::quick;

struct Place {
  net::Identity identity;
  net::TcpListener listener{"127.0.0.1", 0};
};

std::vector<std::unique_ptr<Place>> places(std::size_t parties) {
  std::vector<std::unique_ptr<Place>> out;
  for (std::size_t i = 0; i < parties; ++i) {
    out.push_back(std::make_unique<Place>());
    out.back()->identity =
        net::make_identity("party-" + std::to_string(i + 1), std::chrono::hours(1));
  }
  return out;
}

std::vector<PeerAddress> addresses_of(const std::vector<std::unique_ptr<Place>>& all) {
  std::vector<PeerAddress> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    out.push_back({"party-" + std::to_string(i + 1), all[i]->identity.certificate, "127.0.0.1",
                   all[i]->listener.port()});
  }
  return out;
}

Job job_of(std::size_t parties) {
  return {.task = "mine rules",
          .split = Split::Vertical,
          .protocol = "shares",
          .parties = parties,
          .parameters = {{"min-support", "2"}}};
}

Table people() {
  return make_table({"a", "b", "c"}, {{"x", "y", "z"}, {"x", "y", "z"}, {"x", "w", "z"}});
}

std::vector<std::string> names_of(std::size_t parties) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < parties; ++i) out.push_back("party-" + std::to_string(i + 1));
  return out;
}

TEST(PartyLines, ARunGoesOnAmongStrangers) {
  const auto all = places(3);
  const auto peers = addresses_of(all);
  const auto parts = split_data(people(), Split::Vertical, 3);
  const auto job = job_of(3);
  // At every party's port: one that says nothing and one that speaks no TLS.
  std::vector<std::unique_ptr<net::Channel>> strangers;
  for (const auto& one : all) {
    for (const bool speaks : {false, true}) {
      auto line =
          net::make_channel(net::connect_tcp("127.0.0.1", one->listener.port(), quick()), quick());
      if (speaks) line->send(std::vector(300, std::byte{'?'}));
      line->flush();
      strangers.push_back(std::move(line));
    }
  }
  std::vector<std::future<std::string>> running;
  for (std::uint32_t i = 0; i < 3; ++i) {
    running.push_back(std::async(std::launch::async, [&, i] {
      MovedBytes moved = 0;
      auto lines = connect_parties(*meet_at(all[i]->listener, all[i]->identity), PartyId(i), peers,
                                   {}, moved);
      auto session = session::Session::open({names_of(3), PartyId(i)}, std::move(lines),
                                            agreement_of(job, parts[i]), forecast_of(job),
                                            crypto::Randomness());
      return take_part(session, parts[i], job, privet::Run(nullptr, nullptr, 1)).json;
    }));
  }
  const auto task = find_task(job.task, job.split);
  const auto plain =
      task.plain(people(), job_settings(task, job), privet::Run(nullptr, nullptr, 1));
  for (auto& one : running) EXPECT_EQ(one.get(), plain.json);
}

TEST(PartyLines, TheWishToStopReachesAPartyThatWaitsForACall) {
  const auto all = places(2);
  const auto peers = addresses_of(all);
  std::atomic<bool> cancelled = false;
  LineOptions options;
  options.timeout = std::chrono::hours(1);
  options.cancelled = &cancelled;
  auto waiting = std::async(std::launch::async, [&] {
    MovedBytes moved = 0;
    try {
      (void)connect_parties(*meet_at(all[0]->listener, all[0]->identity), PartyId(0), peers,
                            options, moved);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::Internal;
  });
  cancelled = true;
  EXPECT_EQ(waiting.get(), ErrorCode::Interrupted);
}

// A run of two parties over TLS of which the second, after the handshake, does `acts`; how the
// first one ends.
std::string run_with(const LineOptions& options, const std::atomic<bool>* cancelled,
                     const std::function<void(session::Session&)>& acts) {
  const auto all = places(2);
  const auto peers = addresses_of(all);
  const auto parts = split_data(people(), Split::Vertical, 2);
  const auto job = job_of(2);
  const auto open = [&](std::uint32_t i, const LineOptions& with, MovedBytes& moved) {
    return session::Session::open({names_of(2), PartyId(i)},
                                  connect_parties(*meet_at(all[i]->listener, all[i]->identity),
                                                  PartyId(i), peers, with, moved),
                                  agreement_of(job, parts[i]), forecast_of(job),
                                  crypto::Randomness());
  };
  auto other = std::async(std::launch::async, [&] {
    MovedBytes moved = 0;
    LineOptions plain;
    plain.link = options.link;
    auto session = open(1, plain, moved);
    try {
      session.run([&](session::Session& one) { acts(one); });
    } catch (const Error&) {
      return;  // the first one has ended
    }
  });
  std::string out = "no error";
  try {
    MovedBytes moved = 0;
    auto session = open(0, options, moved);
    (void)take_part(session, parts[0], job, privet::Run(nullptr, cancelled, 1));
  } catch (const Error& error) {
    out = error.what();
  }
  other.get();
  return out;
}

TEST(PartyLines, TheWishToStopReachesAPartyInTheMiddleOfARun) {
  std::atomic<bool> cancelled = false;
  LineOptions options;
  options.timeout = std::chrono::hours(1);
  options.cancelled = &cancelled;
  const auto error = run_with(options, &cancelled, [&](session::Session& session) {
    std::uint64_t count = 0;
    line_to(session.mesh(), PartyId(0)).receive(std::as_writable_bytes(std::span(&count, 1)));
    cancelled = true;  // while the first one waits for the answer
    std::vector<std::byte> never(1);
    line_to(session.mesh(), PartyId(0)).receive(never);
  });
  EXPECT_EQ(error, "interrupted while waiting for party-2");
}

TEST(PartyLines, AClaimOfTooManyItemsIsRefused) {
  const auto error = run_with({}, nullptr, [](session::Session& session) {
    const std::uint64_t lie = kMostItems + 1;
    std::uint64_t theirs = 0;
    line_to(session.mesh(), PartyId(0))
        .exchange(std::as_bytes(std::span(&lie, 1)), std::as_writable_bytes(std::span(&theirs, 1)));
  });
  EXPECT_EQ(error, "party-2 sent its number of items: expected at most 1048576, got 1048577");
}

TEST(PartyLines, AClaimThatWouldMakeTooManyCandidatesIsRefused) {
  const auto error = run_with({}, nullptr, [](session::Session& session) {
    auto& line = line_to(session.mesh(), PartyId(0));
    const std::uint64_t lie = 10'000;
    std::uint64_t theirs = 0;
    line.exchange(std::as_bytes(std::span(&lie, 1)), std::as_writable_bytes(std::span(&theirs, 1)));
    // All of them in every row: fifty million pairs.
    const std::vector<std::uint64_t> supports(lie, 3);
    std::vector<std::uint64_t> first(theirs);
    line.exchange(std::as_bytes(std::span(supports)), std::as_writable_bytes(std::span(first)));
  });
  EXPECT_NE(error.find("candidate itemsets, and at most 16777216 were agreed on"),
            std::string::npos)
      << error;
}

TEST(Agreement, CarriesTheRunTheSchemasAndHowThingsAreComputed) {
  auto job = job_of(2);
  const auto parts = split_data(people(), Split::Vertical, 2);
  for (const auto& part : parts) job.schemas.push_back(schema_fingerprint(part));
  job.run = "first";
  const auto hashes = agreement_of(job, parts[0]).hashes();
  for (const auto* name : {"run", "referees", "key lengths", "schema of party 0",
                           "schema of party 1", "most items of a party", "rows"}) {
    EXPECT_TRUE(hashes.contains(name)) << name;
  }
  // All parties say the same, whatever their parts.
  EXPECT_EQ(session::first_difference(hashes, agreement_of(job, parts[1]).hashes()), "");
  auto again = job;
  again.run = "second";
  EXPECT_EQ(session::first_difference(hashes, agreement_of(again, parts[0]).hashes()), "run");
  auto changed = job;
  changed.schemas[1] = schema_fingerprint(parts[0]);
  EXPECT_EQ(session::first_difference(hashes, agreement_of(changed, parts[0]).hashes()),
            "schema of party 1");
  // A horizontal split: all have the same columns.
  const auto task = rules_vertical_task();
  job.split = Split::Horizontal;
  EXPECT_EQ(session::first_difference(agreement_of(task, job, parts[0]).hashes(),
                                      agreement_of(task, job, parts[1]).hashes()),
            "schema");
}

// Who compares, holds a key or counts for others follows from the job, by the code that chooses.
TEST(Agreement, RefereesAreThoseOfTheJob) {
  const auto task = rules_vertical_task();
  const auto referees = [&](const char* protocol, std::size_t parties) {
    auto job = job_of(parties);
    job.protocol = protocol;
    return task.referees(job);
  };
  EXPECT_EQ(referees("shares", 4), "1 and 2 compare");  // counts with the minimum support
  EXPECT_EQ(referees("replicated", 3), "none");
  EXPECT_EQ(referees("hash-ring", 3), "1 and 2: 3, 1 and 3: 2, 2 and 3: 1");
  EXPECT_EQ(referees("hash-tree", 4),
            "1 and 2: 3, 1 and 3: 2, 1 and 4: 2, 2 and 3: 1, 2 and 4: 1, 3 and 4: 1");
  EXPECT_EQ(referees("oneshot", 3), referees("hash-ring", 3));
  EXPECT_EQ(referees("paillier", 2), "none");
  EXPECT_EQ(referees("paillier", 3), "of three or more, the first holds the key");
}

TEST(Agreement, JobsWithOtherRefereesDoNotAgree) {
  auto job = job_of(2);
  const auto parts = split_data(people(), Split::Vertical, 2);
  const auto outcomes =
      testing_support::run_many(2, [&](const protocol::Mesh& mesh) -> std::string {
        const auto own = mesh.own();
        const PartyId other(1 - own.index());
        auto task = rules_vertical_task();
        if (own.index() == 1) task.referees = [](const Job&) { return std::string("0 and 1: 2"); };
        std::vector<std::unique_ptr<net::Channel>> lines(2);
        lines[other.index()] =
            std::make_unique<testing_support::BorrowedChannel>(line_to(mesh, other));
        try {
          (void)session::Session::open({names_of(2), own}, std::move(lines),
                                       agreement_of(task, job, parts[own.index()]),
                                       forecast_of(job), crypto::Randomness());
        } catch (const Error& error) {
          return error.what();
        }
        return {};
      });
  for (const auto& outcome : outcomes) {
    EXPECT_NE(outcome.find("referees"), std::string::npos) << outcome;
  }
}

TEST(Agreement, APartWithOtherColumnsThanAgreedIsRefusedAtHome) {
  auto job = job_of(2);
  const auto parts = split_data(people(), Split::Vertical, 2);
  job.schemas = {schema_fingerprint(parts[1]), schema_fingerprint(parts[1])};
  const auto outcomes =
      testing_support::run_many(2, [&](const protocol::Mesh& mesh) -> std::string {
        const auto own = mesh.own();
        std::vector<std::unique_ptr<net::Channel>> lines(2);
        const PartyId other(1 - own.index());
        lines[other.index()] =
            std::make_unique<testing_support::BorrowedChannel>(line_to(mesh, other));
        auto session = session::Session::open({names_of(2), own}, std::move(lines),
                                              agreement_of(job, parts[own.index()]),
                                              forecast_of(job), crypto::Randomness());
        try {
          (void)take_part(session, parts[own.index()], job, privet::Run(nullptr, nullptr, 1));
        } catch (const Error& error) {
          session.close();
          return error.what();
        }
        return {};
      });
  EXPECT_EQ(outcomes[0], "this party's data does not have the columns that were agreed on");
  EXPECT_NE(outcomes[1], "");
}

}  // namespace
}  // namespace privet::federation
