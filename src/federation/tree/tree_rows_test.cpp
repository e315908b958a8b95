// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "base/json.h"
#include "base/sampling.h"
#include "data/formats/open_table.h"
#include "mining/numbers/log_units.h"
#include "mining/tree/tree_test_tables.h"
#include "tests/support/row_parties.h"
#include "tests/support/shared_data.h"

namespace privet::federation {
namespace {

using testing_support::expect_plain_over_parts;
using testing_support::expect_plain_over_rows;
using testing_support::Line;
using testing_support::rows_job;
using testing_support::shared_data;

Job job_of(std::size_t parties, std::string class_name, Trust trust = Trust::ByProtocol) {
  return rows_job("mine tree", parties, {{"class", std::move(class_name)}}, trust);
}

TEST(TreeRows, WeatherIsThePlainTree) {
  for (const std::size_t parties : {2U, 3U, 5U}) {
    const auto runs = expect_plain_over_rows(mining::weather(), job_of(parties, "play"), {});
    const auto tree = Json::parse(runs[0].answer.json);
    EXPECT_EQ(tree.at("nodes").size(), 8U);
    EXPECT_EQ(tree.at("depth"), Json(2));
    EXPECT_EQ(tree.at("nodes")[0].at("column"), Json("outlook"));
  }
  (void)expect_plain_over_rows(mining::weather(), job_of(3, "play", Trust::HonestMajority), {},
                               Line::Tls);
}

Job forest_job(std::size_t parties, std::string class_name, Trust trust = Trust::ByProtocol) {
  return rows_job("mine forest", parties,
                  {{"class", std::move(class_name)}, {"trees", "4"}, {"seed", "7"}}, trust);
}

TEST(ForestRows, WeatherIsThePlainForest) {
  for (const std::size_t parties : {2U, 3U}) {
    const auto runs = expect_plain_over_rows(mining::weather(), forest_job(parties, "play"), {});
    const auto forest = Json::parse(runs[0].answer.json);
    ASSERT_EQ(forest.at("trees").size(), 4U);
    std::set<std::string> columns;  // of the roots
    for (const auto& tree : forest.at("trees")) {
      columns.insert(tree.at("nodes")[0].at("column").get<std::string>());
    }
    EXPECT_GT(columns.size(), 1U);  // each tree has two of the four columns
  }
  (void)expect_plain_over_rows(mining::weather(), forest_job(3, "play", Trust::HonestMajority), {},
                               Line::Tls);
}

TEST(ForestRows, TellsTheTreesAndNothingElse) {
  const auto runs = expect_plain_over_rows(mining::weather(), forest_job(2, "play"), {});
  std::map<std::string, std::uint64_t> told;
  for (const auto& entry : runs[0].ledger.entries()) {
    if (entry.recipient.index() == 0 && entry.kind == protocol::Kind::Opened) {
      told[entry.label] += entry.count;
    }
  }
  std::uint64_t nodes = 0;
  std::uint64_t leaves = 0;
  const auto forest = Json::parse(runs[0].answer.json);
  for (const auto& tree : forest.at("trees")) {
    nodes += tree.at("nodes").size();
    for (const auto& node : tree.at("nodes")) leaves += node.contains("column") ? 0U : 1U;
  }
  const std::map<std::string, std::uint64_t> expected{
      {"how many rows with a class all parties have together, and how many lack a column that is "
       "cut",
       1},
      {"whether all rows of a node have one class", nodes},
      {"which column splits a node", nodes - leaves},
      {"the majority class of a leaf", leaves}};
  EXPECT_EQ(told, expected);
  testing_support::expect_forecast_needed(mining::weather(), forest_job(3, "play"), {});
  testing_support::expect_no_cell_crosses(mining::weather(), forest_job(3, "play"), {});
}

// All columns in one tree: that of `mine tree`.
TEST(ForestRows, OneTreeOfAllColumnsIsTheTree) {
  auto job =
      rows_job("mine forest", 2, {{"class", "play"}, {"trees", "1"}, {"columns-per-tree", "9"}});
  const auto forest = expect_plain_over_rows(mining::weather(), job, {});
  const auto tree = expect_plain_over_rows(mining::weather(), job_of(2, "play"), {});
  EXPECT_EQ(Json::parse(forest[0].answer.json).at("trees")[0], Json::parse(tree[0].answer.json));
}

TEST(ForestRows, RandomTablesOfTwoToFourParties) {
  Sampler sampler(22);
  for (std::size_t round = 0; round < 4; ++round) {
    const auto table = mining::random_table(sampler, {.rows = 20 + 11 * round,
                                                      .columns = 5,
                                                      .values = 1 + round,
                                                      .classes = 2 + round % 2,
                                                      .numeric = false,
                                                      .missing = round % 2 == 0 ? 0.0 : 0.1});
    SCOPED_TRACE(round);
    (void)expect_plain_over_rows(table, forest_job(2 + round % 3, "class"),
                                 {.deal = Deal::Random, .seed = round});
  }
}

// With missing values, ties, empty branches, one class only, and columns of one value.
TEST(TreeRows, RandomTablesOfTwoToFiveParties) {
  Sampler sampler(21);
  for (std::size_t round = 0; round < 8; ++round) {
    const std::size_t parties = 2 + round % 4;
    const auto table = mining::random_table(sampler, {.rows = 15 + 13 * round,
                                                      .columns = 4,
                                                      .values = 1 + round % 4,
                                                      .classes = 1 + round % 4,
                                                      .numeric = false,
                                                      .missing = round % 2 == 0 ? 0.0 : 0.1});
    SCOPED_TRACE(round);
    const RowDivision division{.deal = Deal::Random, .seed = round};
    auto job = job_of(parties, "class");
    if (round % 3 == 2) job.parameters.emplace_back("max-depth", "2");
    (void)expect_plain_over_rows(table, job, division);
    (void)expect_plain_over_rows(table, job_of(3, "class", Trust::HonestMajority), division);
  }
}

// Majorities of inner nodes are not told, not even for the empty branches below them.
TEST(TreeRows, TellsTheTreeAndNothingElse) {
  const auto runs = expect_plain_over_rows(mining::weather(), job_of(2, "play"), {});
  std::map<std::string, std::uint64_t> told;
  for (const auto& entry : runs[0].ledger.entries()) {
    if (entry.recipient.index() == 0 && entry.kind == protocol::Kind::Opened) {
      told[entry.label] += entry.count;
    }
  }
  const std::map<std::string, std::uint64_t> expected{
      {"how many rows with a class all parties have together, and how many lack a column that is "
       "cut",
       1},
      {"whether all rows of a node have one class", 8},
      {"which column splits a node", 3},
      {"the majority class of a leaf", 5}};
  EXPECT_EQ(told, expected);
  testing_support::expect_forecast_needed(mining::weather(), job_of(3, "play"), {});
  testing_support::expect_no_cell_crosses(mining::weather(), job_of(3, "play"), {});
}

TEST(TreeRows, RoundsGrowWithTheDepth) {
  const auto rounds = [](std::size_t rows, std::size_t values, std::string depth) {
    Sampler sampler(2);
    const auto table = mining::random_table(
        sampler, {.rows = rows, .columns = 5, .values = values, .classes = 2, .numeric = false});
    auto job = job_of(2, "class");
    job.parameters.emplace_back("max-depth", std::move(depth));
    return expect_plain_over_rows(table, job, {})[0].rounds;
  };
  const auto few = rounds(100, 2, "3");
  const auto many = rounds(127, 5, "3");  // as many bits of a count
  EXPECT_LE(2 * many, 3 * few);           // of ten times the nodes
  const auto deeper = rounds(127, 5, "4");
  EXPECT_GT(deeper, many);
  EXPECT_LT(deeper - many, 120U);
}

TEST(TreeRows, NumbersCountByAgreedIntervals) {
  const auto table = make_table({"age", "sex", "ill"}, {{"20", "f", "no"},
                                                        {"30", "m", "no"},
                                                        {"30.5", "f", "yes"},
                                                        {"51", "m", "yes"},
                                                        {"52", "f", "no"},
                                                        {"?", "m", "yes"}});
  auto job = job_of(2, "ill");
  job.parameters.emplace_back("cuts", "age=30|50|70");
  const auto runs = expect_plain_over_rows(table, job, {.deal = Deal::Neighbours});
  // Every interval is a branch, and so is the missing value that only one party has.
  EXPECT_EQ(Json::parse(runs[0].answer.json).at("nodes")[0].at("branches").size(), 5U);
  auto nominal = job_of(2, "ill");
  nominal.parameters.emplace_back("nominal", "age");
  (void)expect_plain_over_rows(table, nominal, {});
  EXPECT_THROW((void)expect_plain_over_rows(table, job_of(2, "ill"), {}), Error);
}

// At every node of the plain tree: what each column leaves unknown, in units.
class Gaps {
 public:
  Gaps(const Table& table, AttributeId class_id)
      : table_(table), class_id_(class_id), units_(table.rows()) {
    std::vector<RowId> rows;
    for (RowId row = 0; row < table.rows(); ++row) rows.push_back(row);
    walk(rows, std::vector<bool>(table.columns()));
  }
  // The smallest difference of two columns at a node that are not equal, in natural units.
  [[nodiscard]] double smallest() const {
    return std::ldexp(static_cast<double>(smallest_), -static_cast<int>(units_.shift()));
  }
  // By how much the units of a difference may be off.
  [[nodiscard]] double tolerance() const { return 2 * units_.slack(); }
  // Pairs of columns at a node that are equal in units but not in truth, or the other way round.
  [[nodiscard]] std::size_t mistaken() const { return mistaken_; }
  // Nodes at which two columns are equally good, and best.
  [[nodiscard]] std::size_t tied() const { return tied_; }

 private:
  [[nodiscard]] std::uint64_t left_unknown(const std::vector<RowId>& rows, AttributeId c) const {
    std::map<ValueId, std::map<ValueId, std::uint64_t>> counts;
    for (const RowId row : rows) {
      ++counts[table_.column(c).codes[row]][table_.column(class_id_).codes[row]];
    }
    std::uint64_t out = 0;
    for (const auto& [value, classes] : counts) {
      std::uint64_t all = 0;
      for (const auto& [label, count] : classes) {
        all += count;
        out -= units_[count];
      }
      out += units_[all];
    }
    return out;
  }
  // The same exactly: a sum of x ln x is the logarithm of a whole number, here as the exponents of
  // its primes. Sums are equal just if these are.
  using Exponents = std::map<std::uint64_t, std::int64_t>;
  static void add_exponents(std::uint64_t x, std::int64_t sign, Exponents& out) {
    const auto times = sign * static_cast<std::int64_t>(x);
    for (std::uint64_t prime = 2; x > 1; ++prime) {
      if (prime * prime > x) prime = x;
      for (; x % prime == 0; x /= prime) out[prime] += times;
    }
  }
  [[nodiscard]] Exponents exactly_unknown(const std::vector<RowId>& rows, AttributeId c) const {
    std::map<ValueId, std::map<ValueId, std::uint64_t>> counts;
    for (const RowId row : rows) {
      ++counts[table_.column(c).codes[row]][table_.column(class_id_).codes[row]];
    }
    Exponents out;
    for (const auto& [value, classes] : counts) {
      std::uint64_t all = 0;
      for (const auto& [label, count] : classes) {
        all += count;
        add_exponents(count, -1, out);
      }
      add_exponents(all, 1, out);
    }
    std::erase_if(out, [](const auto& entry) { return entry.second == 0; });
    return out;
  }
  void compare_exactly(const std::vector<RowId>& rows,
                       const std::map<std::uint64_t, std::vector<AttributeId>>& by_cost) {
    std::set<Exponents> different;
    for (const auto& [cost, columns] : by_cost) {
      std::set<Exponents> equal;
      for (const auto c : columns) equal.insert(exactly_unknown(rows, c));
      mistaken_ += equal.size() - 1;
      different.insert(*equal.begin());
    }
    mistaken_ += by_cost.size() - different.size();
  }
  void walk(const std::vector<RowId>& rows, std::vector<bool> used) {
    std::set<ValueId> classes;
    for (const RowId row : rows) classes.insert(table_.column(class_id_).codes[row]);
    if (classes.size() < 2) return;
    std::map<std::uint64_t, std::vector<AttributeId>> by_cost;
    for (AttributeId c = 0; c < table_.columns(); ++c) {
      if (c == class_id_ || used[c] || table_.column(c).dictionary.size() < 2) continue;
      by_cost[left_unknown(rows, c)].push_back(c);
    }
    if (by_cost.empty()) return;
    compare_exactly(rows, by_cost);
    for (auto at = by_cost.begin(); std::next(at) != by_cost.end(); ++at) {
      smallest_ = std::min(smallest_, std::next(at)->first - at->first);
    }
    if (by_cost.begin()->second.size() > 1) ++tied_;
    const auto best = by_cost.begin()->second.front();
    used[best] = true;
    std::map<ValueId, std::vector<RowId>> branches;
    for (const RowId row : rows) branches[table_.column(best).codes[row]].push_back(row);
    for (const auto& [value, branch] : branches) walk(branch, used);
  }

  const Table& table_;
  AttributeId class_id_;
  mining::LogUnits units_;
  std::uint64_t smallest_ = ~std::uint64_t{0};
  std::size_t tied_ = 0;
  std::size_t mistaken_ = 0;
};

struct Known {
  std::string file;
  std::size_t nodes;  // 0: not known beforehand
};
const std::vector<Known> kSets{{"car/car.csv", 408},
                               {"nursery/nursery.csv", 1159},
                               {"mushroom/mushroom.csv", 38},
                               {"tic_tac_toe/tic_tac_toe.csv", 0},
                               {"house_votes84/house_votes84.csv", 0}};

// Equal sums are equal in units, and sums that differ, differ by more than the units are off: so
// the comparison of units is that of the exact gains, at every node of every set. That no two sums
// that differ are equal in units is asked of the whole numbers themselves.
TEST(TreeRows, TheToleranceLiesBelowTheSmallestGap) {
  const Gaps weather(mining::weather(), AttributeId{4});
  EXPECT_GT(weather.smallest(), weather.tolerance());
  EXPECT_EQ(weather.mistaken(), 0U);
  for (const auto& [file, nodes] : kSets) {
    PRIVET_NEED_DATA(file);
    const Table table = read_table({.path = shared_data(file)}, privet::Run()).table;
    const Gaps gaps(table, table.require("class", "--class"));
    EXPECT_GT(gaps.smallest(), gaps.tolerance()) << file;
    EXPECT_EQ(gaps.mistaken(), 0U) << file;
    if (file.starts_with("tic")) {
      EXPECT_EQ(gaps.tied(), 63U);
    }
  }
}

TEST(TreeRows, RealTreesAreThePlainOnes) {
  for (const auto& [file, nodes] : kSets) {
    PRIVET_NEED_DATA(file);
    const Table table = read_table({.path = shared_data(file)}, privet::Run()).table;
    const auto runs = expect_plain_over_rows(table, job_of(3, "class", Trust::HonestMajority),
                                             {.deal = Deal::Random});
    if (nodes > 0) {
      EXPECT_EQ(Json::parse(runs[0].answer.json).at("nodes").size(), nodes) << file;
    }
  }
}

// Two parties, each alone learning nothing: Lindell and Pinkas's setting.
TEST(TreeRows, RealTreesOfTwoPartiesAreThePlainOnes) {
  for (const auto& [file, nodes] : kSets) {
    PRIVET_NEED_DATA(file);
    SCOPED_TRACE(file);
    const Table table = read_table({.path = shared_data(file)}, privet::Run()).table;
    const auto runs = expect_plain_over_rows(table, job_of(2, "class"),
                                             {.fractions = {0.7, 0.3}, .deal = Deal::Random});
    if (nodes > 0) {
      EXPECT_EQ(Json::parse(runs[0].answer.json).at("nodes").size(), nodes);
    }
  }
}

}  // namespace
}  // namespace privet::federation
