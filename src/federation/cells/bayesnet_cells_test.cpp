// SPDX-License-Identifier: Apache-2.0
#include "federation/cells/bayesnet_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/sampling.h"
#include "federation/task/cell_parts.h"
#include "mining/bayes/bayesnet.h"
#include "mining/numbers/log_units.h"
#include "tests/support/federation_parties.h"

namespace privet::federation {
namespace {

using testing_support::Line;
using testing_support::run_parts;

Job job_of(std::string max_parents = "2") {
  Job out;
  out.task = "mine bayesnet";
  out.split = Split::Arbitrary;
  out.protocol = "cell-shares";
  out.parties = 2;
  out.parameters = {{"max-parents", std::move(max_parents)}};
  return out;
}

// Every column depends on up to two before it, more or less.
Table random_table(Sampler& sampler, std::size_t rows, std::size_t columns, std::size_t values) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < columns; ++c) names.push_back("field" + std::to_string(c));
  std::vector<std::vector<std::string>> cells;
  std::vector<std::size_t> source;
  for (std::size_t c = 0; c < columns; ++c) source.push_back(c == 0 ? 0 : sampler.below(c));
  const double copies = 0.2 + 0.5 * sampler.unit();
  for (std::size_t r = 0; r < rows; ++r) {
    auto& row = cells.emplace_back();
    for (std::size_t c = 0; c < columns; ++c) {
      row.push_back(c > 0 && sampler.unit() < copies ? row[source[c]]
                                                     : "v" + std::to_string(sampler.below(values)));
    }
  }
  return make_table(names, cells);
}

std::vector<testing_support::PartyRun> expect_plain(const Table& table, std::uint64_t seed,
                                                    Job job = job_of(), Line line = Line::Memory) {
  const auto parts = split_cells(table, seed);
  place_job(job, parts);
  auto runs = run_parts(parts, job, line);
  const auto task = find_task(job.task, job.split);
  const auto plain = task.plain(table, job_settings(task, job), privet::Run());
  std::vector<std::vector<protocol::LedgerEntry>> ledgers;
  for (const auto& run : runs) {
    EXPECT_EQ(run.answer.json, plain.json);
    ledgers.push_back(run.ledger.entries());
  }
  EXPECT_EQ(protocol::disagreements(ledgers), std::vector<std::string>{});
  return runs;
}

TEST(BayesnetCells, SixFieldsAreThePlainStructureOverAHundredTables) {
  Sampler sampler(3);
  for (std::uint64_t i = 0; i < 100; ++i) {
    SCOPED_TRACE(i);
    const auto table = random_table(sampler, 20 + sampler.below(100), 6, 2);
    (void)expect_plain(table, i, job_of(), i == 7 ? Line::Tls : Line::Memory);
  }
}

// K2 by whole numbers: a score is a product of factorials, here the exponents of its primes, so
// that it is seen exactly which scores are equal.
class ExactSearch {
 public:
  explicit ExactSearch(const Table& table) : table_(table) {}

  [[nodiscard]] std::vector<std::vector<AttributeId>> parents(std::size_t most) {
    std::vector<std::vector<AttributeId>> out(table_.columns());
    for (AttributeId child = 0; child < table_.columns(); ++child) {
      while (out[child].size() < most && extend(child, out[child])) {
      }
    }
    return out;
  }
  // Of scores that were compared and differ: the smallest difference of their logarithms.
  [[nodiscard]] long double smallest_gap() const { return smallest_; }
  [[nodiscard]] std::size_t ties() const { return ties_; }
  [[nodiscard]] long double largest() const { return largest_; }

 private:
  using Exponents = std::map<std::uint64_t, std::int64_t>;
  static void multiply_factorial(std::uint64_t n, std::int64_t sign, Exponents& out) {
    for (std::uint64_t m = 2; m <= n; ++m) {
      std::uint64_t rest = m;
      for (std::uint64_t prime = 2; rest > 1; ++prime) {
        for (; rest % prime == 0; rest /= prime) out[prime] += sign;
      }
    }
  }
  [[nodiscard]] Exponents score(const mining::Family& family) const {
    std::map<std::vector<ValueId>, std::map<ValueId, std::uint64_t>> counts;
    for (RowId row = 0; row < table_.rows(); ++row) {
      std::vector<ValueId> key;
      for (const auto parent : family.parents) key.push_back(table_.column(parent).codes[row]);
      ++counts[key][table_.column(family.child).codes[row]];
    }
    const auto values = table_.column(family.child).dictionary.size();
    Exponents out;
    for (const auto& [key, by_value] : counts) {
      std::uint64_t rows = 0;
      for (const auto& [value, count] : by_value) {
        multiply_factorial(count, 1, out);
        rows += count;
      }
      multiply_factorial(values - 1, 1, out);
      multiply_factorial(rows + values - 1, -1, out);
    }
    std::erase_if(out, [](const auto& entry) { return entry.second == 0; });
    return out;
  }
  static long double log_of(const Exponents& exponents) {
    long double out = 0;
    for (const auto& [prime, power] : exponents) {
      out += static_cast<long double>(power) * std::log(static_cast<long double>(prime));
    }
    return out;
  }
  // Adds the parent that raises the score most, the first of equal ones; false if none does.
  bool extend(AttributeId child, std::vector<AttributeId>& parents) {
    auto best = score({child, parents});
    std::vector<Exponents> compared{best};
    std::optional<AttributeId> added;
    for (AttributeId other = 0; other < child; ++other) {
      if (std::ranges::find(parents, other) != parents.end()) continue;
      auto tried = score(mining::with_parent({child, parents}, other));
      for (const auto& before : compared) note(before, tried);
      compared.push_back(tried);
      if (tried == best || log_of(tried) < log_of(best)) continue;
      best = std::move(tried);
      added = other;
    }
    if (added) parents = mining::with_parent({child, parents}, *added).parents;
    return added.has_value();
  }
  void note(const Exponents& a, const Exponents& b) {
    largest_ = std::max({largest_, std::abs(log_of(a)), std::abs(log_of(b))});
    if (a == b) {
      ++ties_;
    } else {
      smallest_ = std::min(smallest_, std::abs(log_of(a) - log_of(b)));
    }
  }

  const Table& table_;
  long double smallest_ = 1e300L;
  long double largest_ = 0;
  std::size_t ties_ = 0;
};

// The plain search takes scores nearer than 1e-11 of their size for equal, and the parties' units
// are off by less than a unit for every logarithm in a score. Both lie below the smallest
// difference of any two scores that were compared and are not equal, so both find the exact
// structure.
TEST(BayesnetCells, TheToleranceLiesBelowTheSmallestGap) {
  constexpr std::size_t kMostRows = 120;
  const mining::LogUnits units(4 * (kMostRows + 2 + 4096));
  Sampler sampler(3);
  std::size_t ties = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    SCOPED_TRACE(i);
    const auto table = random_table(sampler, 20 + sampler.below(100), 6, 2);
    ExactSearch exact(table);
    const auto parents = exact.parents(2);
    EXPECT_EQ(mining::learn_network(table, {{}, 2}, privet::Run()).parents, parents);
    EXPECT_GT(exact.smallest_gap(), 1e-11L * exact.largest());
    // Two scores, each of two factorials per row and one for each of eight combinations, of numbers
    // with seven prime factors at most.
    const auto logs = static_cast<double>(2 * 2 * (table.rows() + 8) * 7);
    EXPECT_GT(exact.smallest_gap(), std::ldexp(logs, -static_cast<int>(units.shift())));
    ties += exact.ties();
  }
  EXPECT_GT(ties, 0U);
}

TEST(BayesnetCells, ColumnsMayHaveDifferentNumbersOfValues) {
  Sampler sampler(4);
  for (std::uint64_t i = 0; i < 5; ++i) {
    (void)expect_plain(random_table(sampler, 60, 4, 1 + i), i, job_of("3"));
  }
}

TEST(BayesnetCells, TellsTheStructureAndNothingElse) {
  Sampler sampler(5);
  const auto table = random_table(sampler, 50, 4, 2);
  const auto runs = expect_plain(table, 1);
  for (const auto& entry : runs[0].ledger.entries()) {
    if (entry.kind == protocol::Kind::Masked) continue;
    EXPECT_TRUE(entry.label.starts_with("which column becomes a parent") ||
                entry.label.starts_with("whether each cell has a value at one party alone") ||
                entry.label.starts_with("how many rows each other party has"))
        << entry.label;
  }
  auto job = job_of();
  const auto parts = split_cells(table, 1);
  place_job(job, parts);
  const auto all = forecast_of(job);
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto less = all;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_THROW((void)run_parts(parts, job, Line::Memory, less), Error) << all[i].label;
  }
  // Rounds follow from the parents allowed and the bits of a count, not from the rows.
  const auto more = random_table(sampler, 60, 4, 2);
  EXPECT_LE(expect_plain(more, 2)[0].rounds, 2 * runs[0].rounds);
  EXPECT_LE(runs[0].rounds, 200U);
}

TEST(BayesnetCells, ACellOfBothOrOfNeitherEndsTheRun) {
  Sampler sampler(6);
  const auto parts = split_cells(random_table(sampler, 20, 3, 2), 1);
  auto job = job_of();
  place_job(job, parts);
  EXPECT_NO_THROW((void)run_parts(parts, job, Line::Memory));
  auto other = parts;
  auto owned = std::get<CellPart>(other[0]).owned[1];
  owned[7] = !owned[7];
  std::get<CellPart>(other[0]).owned[1] = owned;
  try {
    (void)run_parts(other, job, Line::Memory);
    ADD_FAILURE() << "nothing was said";
  } catch (const Error& error) {
    // Nothing that depends on which cell it is.
    EXPECT_NE(std::string(error.what())
                  .find("sent which cells are its own: expected those that have "
                        "no value here, got others"),
              std::string::npos)
        << error.what();
  }
}

TEST(BayesnetCells, ACellBelongsToOneParty) {
  const auto message = [](const std::vector<Table>& tables) -> std::string {
    try {
      (void)cells_of_tables(tables);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const auto one = make_table({"a", "b"}, {{"x", "?"}, {"?", "y"}});
  EXPECT_EQ(message({one, make_table({"a", "b"}, {{"?", "y"}, {"z", "?"}})}), "");
  EXPECT_EQ(message({one, make_table({"a", "b"}, {{"x", "y"}, {"z", "?"}})}),
            "row 1, column 'a': both parties have a value; each cell needs a value in one of the "
            "files");
  EXPECT_EQ(message({one, make_table({"a", "b"}, {{"?", "?"}, {"z", "?"}})}),
            "row 1, column 'b': neither party has a value; each cell needs a value in one of the "
            "files");
  EXPECT_EQ(message({one, make_table({"a", "c"}, {{"?", "y"}, {"z", "?"}})}),
            "party-2 has no column 'b', and party-1 has");
  const std::vector<Table> fits{one, make_table({"a", "b"}, {{"?", "y"}, {"z", "?"}})};
  const auto whole = join_cells(cells_of_tables(fits));
  EXPECT_EQ(whole.column(0).text(1), "z");
  EXPECT_EQ(whole.column(1).text(0), "y");
  // A part has nothing of the other's cells.
  const auto parts = cells_of_tables(fits);
  const auto& first = std::get<CellPart>(parts[0]);
  EXPECT_EQ(first.table.column(0).text(1), first.table.column(0).dictionary.text(ValueId{0}));
}

}  // namespace
}  // namespace privet::federation
