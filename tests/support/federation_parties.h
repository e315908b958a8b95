// SPDX-License-Identifier: Apache-2.0
// A federation inside the test: every party in its thread, with a session over lines of any kind.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "federation/tasks.h"
#include "tests/support/borrowed.h"
#include "tests/support/many_parties.h"
#include "tests/support/recording.h"

namespace privet::testing_support {

// What a party has after its run.
struct PartyRun {
  federation::Answer answer;
  protocol::Ledger ledger;
  std::vector<std::vector<std::byte>> received;  // from each party, in clear
  net::Traffic traffic;                          // with all others
  std::uint64_t rounds = 0;                      // over all lines
};

// What the ordinary algorithm answers on all data.
inline federation::Answer plain_answer(const federation::DataSet& whole,
                                       const federation::Job& job) {
  const auto task = federation::find_task(job.task, job.split);
  return task.plain(whole, federation::job_settings(task, job), privet::Run());
}

// Runs the job at every party, each with its part; the results in the order of the parties.
inline std::vector<PartyRun> run_parts(const std::vector<federation::DataSet>& parts,
                                       const federation::Job& job, Line line = Line::Memory,
                                       std::optional<protocol::Forecast> forecast = {}) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < job.parties; ++i) names.push_back("party-" + std::to_string(i + 1));
  return run_many(
      job.parties,
      [&](const protocol::Mesh& mesh) {
        const auto own = mesh.own();
        std::vector<std::unique_ptr<RecordingChannel>> recorded(job.parties);
        std::vector<std::unique_ptr<net::Channel>> lines(job.parties);
        for (const auto other : mesh.others()) {
          recorded[other.index()] =
              std::make_unique<RecordingChannel>(protocol::protocol_only::line_to(mesh, other));
          lines[other.index()] = std::make_unique<BorrowedChannel>(*recorded[other.index()]);
        }
        auto session = session::Session::open(
            {names, own}, std::move(lines), federation::agreement_of(job, parts[own.index()]),
            forecast.value_or(federation::forecast_of(job)), crypto::Randomness());
        const Run run(nullptr, nullptr, 1);
        auto answer = federation::take_part(session, parts[own.index()], job, run);
        PartyRun out{std::move(answer), std::move(session.ledger()), {}, {}, 0};
        for (const auto& one : recorded) {
          out.received.push_back(one ? one->received() : std::vector<std::byte>());
        }
        for (const auto other : mesh.others()) {
          const auto traffic = session.traffic(other);
          out.traffic.sent += traffic.sent;
          out.traffic.received += traffic.received;
          out.traffic.rounds += traffic.rounds;
        }
        out.rounds = session.rounds();
        return out;
      },
      line);
}

// The same for data that is split first.
inline std::vector<PartyRun> run_parties(const federation::DataSet& whole,
                                         const federation::Job& job, Line line = Line::Memory,
                                         std::optional<protocol::Forecast> forecast = {}) {
  return run_parts(federation::split_data(whole, job.split, job.parties), job, line,
                   std::move(forecast));
}

}  // namespace privet::testing_support
