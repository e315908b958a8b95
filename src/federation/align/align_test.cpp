// SPDX-License-Identifier: Apache-2.0
#include "federation/align/align.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/sampling.h"
#include "federation/tasks.h"
#include "mining/tree/tree_test_tables.h"
#include "tests/support/federation_parties.h"

namespace privet::federation {
namespace {

using testing_support::Line;
using testing_support::run_parts;

Job keyed_job(std::size_t parties, Trust trust = Trust::ByProtocol) {
  Job out;
  out.task = "mine tree";
  out.protocol = trust == Trust::HonestMajority ? "replicated" : "shares";
  out.trust = trust;
  out.parties = parties;
  out.parameters = {{"class", "play"}};
  out.key = "id";
  out.run = "a run of this test";
  return out;
}

// Parts of the weather with a key, some rows of their own each and in an order of their own; every
// two parties also share rows that no third has.
std::vector<DataSet> keyed_parts(const Table& table, std::size_t parties, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<DataSet> out;
  const auto split = split_data(table, Split::Vertical, parties);
  for (std::size_t p = 0; p < parties; ++p) {
    const auto& part = *table_of(split[p]);
    std::vector<std::vector<std::string>> rows;
    const auto add = [&](const std::string& key, std::size_t from) {
      std::vector<std::string> row{key};
      for (const auto& column : part.all()) {
        row.emplace_back(column.text(static_cast<RowId>(from)));
      }
      rows.push_back(std::move(row));
    };
    for (std::size_t r = 0; r < part.rows(); ++r) {
      add("secret-common-key-" + std::to_string(r), r);
    }
    for (std::size_t q = 0; q < parties; ++q) {
      if (q == p || parties == 2) continue;
      for (std::size_t i = 0; i < 3; ++i) {
        add("pair-" + std::to_string(std::min(p, q)) + "-" + std::to_string(std::max(p, q)) + "-" +
                std::to_string(i),
            i);
      }
    }
    for (std::size_t i = 0; i < 2 + p; ++i) {
      add("only-" + std::to_string(p) + "-" + std::to_string(i), i);
      rows.back()[1] = "a-value-of-a-dropped-row";
    }
    sampler.shuffle(std::span(rows));
    std::vector<std::string> names{"id"};
    for (const auto& column : part.all()) names.push_back(column.name);
    out.emplace_back(make_table(names, rows));
  }
  return out;
}

Answer joined(const std::vector<testing_support::PartyRun>& runs) {
  std::vector<Answer> parts;
  for (const auto& run : runs) parts.push_back(run.answer);
  return find_task("mine tree", Split::Vertical).join(parts);
}

TEST(Align, ATreeOfTheCommonRowsInAnyOrder) {
  const auto table = mining::weather();
  for (std::size_t parties = 2; parties <= 5; ++parties) {
    const auto parts = keyed_parts(table, parties, parties);
    auto job = keyed_job(parties);
    place_job(job, parts);
    const auto runs = run_parts(parts, job, parties == 3 ? Line::Tls : Line::Memory);
    const auto task = find_task(job.task, job.split);
    const auto whole = joined_on_key(parts, parts[0], job.key, job.run);
    EXPECT_EQ(rows_of(whole), table.rows());
    const auto expected = task.plain(whole, job_settings(task, job), privet::Run());
    // The values of dropped rows are gone, so it is also the tree of the weather itself.
    EXPECT_EQ(expected.json, task.plain(table, job_settings(task, job), privet::Run()).json);
    EXPECT_EQ(joined(runs).json, expected.json);
    std::vector<std::vector<protocol::LedgerEntry>> ledgers;
    for (const auto& run : runs) ledgers.push_back(run.ledger.entries());
    EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
    // Neither a key nor a part of one crosses.
    for (const auto& run : runs) {
      for (const auto& bytes : run.received) {
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        for (const auto* word : {"secret-common", "pair-", "only-", "common-key", "dropped"}) {
          EXPECT_EQ(text.find(word), std::string::npos) << word;
        }
      }
    }
  }
}

TEST(Align, WithAnHonestMajority) {
  const auto parts = keyed_parts(mining::weather(), 3, 9);
  auto job = keyed_job(3, Trust::HonestMajority);
  place_job(job, parts);
  const auto task = find_task(job.task, job.split);
  const auto whole = joined_on_key(parts, parts[0], job.key, job.run);
  EXPECT_EQ(joined(run_parts(parts, job)).json,
            task.plain(whole, job_settings(task, job), privet::Run()).json);
}

// The order of the common rows follows from the run and the keys, not from anybody's file.
TEST(Align, TheOrderIsThatOfTheRun) {
  const auto table = mining::weather();
  const auto a = keyed_parts(table, 3, 1);
  const auto b = keyed_parts(table, 3, 2);
  const auto text = [](const DataSet& data) {
    std::string out;
    const auto& table_here = *table_of(data);
    for (std::size_t r = 0; r < table_here.rows(); ++r) {
      for (const auto& column : table_here.all()) {
        out += std::string(column.text(static_cast<RowId>(r))) + ",";
      }
    }
    return out;
  };
  EXPECT_EQ(text(joined_on_key(a, a[0], "id", "run 1")),
            text(joined_on_key(b, b[0], "id", "run 1")));
  EXPECT_NE(text(joined_on_key(a, a[0], "id", "run 1")),
            text(joined_on_key(a, a[0], "id", "run 2")));
}

TEST(Align, RefusesKeysThatNameNoRow) {
  const auto message = [](const std::vector<std::vector<std::string>>& rows) -> std::string {
    try {
      check_key(make_table({"id", "a"}, rows), "id", "party-2");
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({{"1", "x"}, {"2", "x"}}), "");
  EXPECT_NE(message({{"1", "x"}, {"2", "x"}, {"1", "y"}})
                .find("party-2 has the key '1' twice, in rows 1 and 3"),
            std::string::npos);
  EXPECT_NE(message({{"1", "x"}, {"", "x"}}).find("party-2 has no key in row 2"),
            std::string::npos);
  EXPECT_THROW(check_key(make_table({"a"}, {{"1"}}), "id", "party-1"), Error);
  EXPECT_THROW(check_key(make_table({"id"}, {{"1"}}), "id", "party-1"), Error);
  EXPECT_THROW(check_key(Baskets(), "id", "party-1"), Error);
}

TEST(Align, PartiesWithoutACommonRowEndAlike) {
  for (const std::size_t parties : {2U, 3U}) {
    std::vector<DataSet> parts;
    for (std::size_t p = 0; p < parties; ++p) {
      const auto name = p == 0 ? std::string("play") : "a" + std::to_string(p);
      parts.emplace_back(
          make_table({"id", name}, {{std::to_string(p), "x"}, {"9" + std::to_string(p), "y"}}));
    }
    auto job = keyed_job(parties);
    place_job(job, parts);
    EXPECT_THROW((void)joined_on_key(parts, parts[0], "id", "run"), Error);
    try {
      (void)run_parts(parts, job);
      FAIL();
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("no key is at all parties"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace privet::federation
