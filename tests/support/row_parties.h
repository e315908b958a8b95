// SPDX-License-Identifier: Apache-2.0
// A federation over rows inside the test: divided, run, and compared with the plain algorithm.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "federation/task/row_parts.h"
#include "tests/support/federation_parties.h"

namespace privet::testing_support {

using RowRuns = std::vector<PartyRun>;

inline federation::Job rows_job(std::string task, std::size_t parties,
                                std::vector<std::pair<std::string, std::string>> parameters,
                                federation::Trust trust = federation::Trust::ByProtocol) {
  federation::Job out;
  out.task = std::move(task);
  out.split = federation::Split::Horizontal;
  out.trust = trust;
  out.protocol =
      federation::default_protocol(federation::find_task(out.task, out.split), out.trust);
  out.parties = parties;
  out.parameters = std::move(parameters);
  return out;
}

inline std::vector<federation::DataSet> coded(const std::vector<federation::DataSet>& parts,
                                              const federation::Job& job) {
  const auto task = federation::find_task(job.task, job.split);
  std::vector<std::string> categories;
  if (task.categories) categories = task.categories(federation::job_settings(task, job));
  return federation::with_codebook(
      parts, categories, task.codebook ? federation::Codebook::Same : federation::Codebook::Own);
}

// Every party has the plain answer over all rows, as far as the task promises; the ledgers, which
// enforce the forecast, agree.
inline RowRuns expect_plain_over_parts(const std::vector<federation::DataSet>& given,
                                       federation::Job job, Line line = Line::Memory) {
  const auto parts = coded(given, job);
  federation::place_job(job, parts);
  auto runs = run_parts(parts, job, line);
  const auto task = federation::find_task(job.task, job.split);
  const auto plain =
      task.plain(federation::join_rows(parts), federation::job_settings(task, job), Run());
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) {
    EXPECT_TRUE(federation::same_answer(task, run.answer, plain))
        << run.answer.json << "\nplain: " << plain.json;
    EXPECT_EQ(run.answer.gist, plain.gist);
    ledgers.push_back(run.ledger.entries());
  }
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  return runs;
}

inline RowRuns expect_plain_over_rows(const Table& whole, const federation::Job& job,
                                      const federation::RowDivision& division,
                                      Line line = Line::Memory) {
  return expect_plain_over_parts(federation::split_rows(whole, job.parties, division), job, line);
}

// Without any of its items the forecast does not do, unless the item is for some runs only.
inline void expect_forecast_needed(const Table& whole, federation::Job job,
                                   const federation::RowDivision& division) {
  const auto parts = coded(federation::split_rows(whole, job.parties, division), job);
  federation::place_job(job, parts);
  const auto all = federation::forecast_of(job);
  const auto runs = run_parts(parts, job);
  for (std::size_t left_out = 0; left_out < all.size(); ++left_out) {
    const auto& item = all[left_out];
    bool happened = false;
    for (const auto& run : runs) {
      for (const auto& entry : run.ledger.entries()) {
        happened = happened || (entry.label == item.label && entry.recipient == item.recipient);
      }
    }
    if (!happened) continue;
    auto less = all;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(left_out));
    EXPECT_THROW((void)run_parts(parts, job, Line::Memory, less), Error) << item.label;
  }
}

// Nothing that a party received holds a cell of the table, as text or as a double, that is long
// enough not to occur by chance; except columns whose values are disclosed.
inline void expect_no_cell_crosses(const Table& whole, const federation::Job& job,
                                   const federation::RowDivision& division,
                                   std::string_view told = {}) {
  const auto runs = expect_plain_over_rows(whole, job, division);
  std::string all;
  for (const auto& run : runs) {
    for (const auto& bytes : run.received) {
      all.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
  }
  for (const auto& column : whole.all()) {
    if (column.name == told) continue;
    for (RowId row = 0; row < whole.rows(); ++row) {
      const auto text = column.text(row);
      if (text.size() >= 6) {
        EXPECT_EQ(all.find(text), std::string::npos) << text;
      }
      if (column.type() != ColumnType::Numeric || column.missing(row)) continue;
      const double number = column.number(row);
      const std::string_view raw(reinterpret_cast<const char*>(&number), sizeof(number));
      if (text.size() >= 6) {
        EXPECT_EQ(all.find(raw), std::string::npos) << text;
      }
    }
  }
}

}  // namespace privet::testing_support
