// SPDX-License-Identifier: Apache-2.0
// Real tables: what the others add to the one with the class. The joins are never made.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "data/formats/open_table.h"
#include "mining/join/join_test_tables.h"
#include "mining/join/join_tree.h"
#include "mining/tree/tree.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

using Texts = std::vector<std::string>;

struct Compared {
  double alone = 0;
  double joined = 0;
  double materialised = 0;  // over the join, made by hand
  JoinSizes sizes;
};

std::vector<TableColumn> chosen(const Texts& names, const Texts& columns) {
  std::vector<TableColumn> out;
  for (const auto& column : columns) out.push_back(parse_table_column(column, names, ""));
  return out;
}

// The join by a look-up of texts, table after table; nothing of mining/join is used.
std::vector<JoinedRow> looked_up(const JoinProblem& problem) {
  std::vector<JoinedRow> out;
  for (std::size_t r = 0; r < problem.tables[0].rows(); ++r) out.push_back({RowId(r)});
  for (std::size_t t = 1; t < problem.tables.size(); ++t) {
    const auto edge = std::ranges::find_if(problem.graph.edges, [&](const JoinEdge& one) {
      return one.touches(t) && one.other(t) < t;
    });
    const auto other = edge->other(t);
    const bool turned = edge->first == t;
    const auto& here = (turned ? edge->first_columns : edge->second_columns).front();
    const auto& there = (turned ? edge->second_columns : edge->first_columns).front();
    const Column& own = problem.tables[t].column(problem.tables[t].require(here, ""));
    const Column& its = problem.tables[other].column(problem.tables[other].require(there, ""));
    std::multimap<std::string_view, RowId> rows;
    for (std::size_t r = 0; r < own.codes.size(); ++r) rows.emplace(own.text(RowId(r)), RowId(r));
    std::vector<JoinedRow> longer;
    for (const auto& row : out) {
      const auto [first, last] = rows.equal_range(its.text(row[other]));
      for (auto found = first; found != last; ++found) {
        longer.push_back(row);
        longer.back().push_back(found->second);
      }
    }
    out = std::move(longer);
  }
  return out;
}

// The same folds with the join made: a tree of the joined rows of the training rows, whose answers
// for the joined rows of a test row vote.
double materialised_accuracy(const JoinProblem& problem, const TreeOptions& options,
                             const FoldPlan& plan) {
  const privet::Run run;
  const auto classes = class_column(problem.tables[0], problem.class_column);
  const std::size_t count = classes.classes.size();
  const auto rows = looked_up(problem);
  std::set<RowId> targets;
  for (const auto& row : rows) targets.insert(row[0]);
  const auto part = [&](std::span<const RowId> wanted) {
    const std::set<RowId> kept(wanted.begin(), wanted.end());
    std::vector<JoinedRow> out;
    for (const auto& row : rows) {
      if (kept.contains(row[0])) out.push_back(row);
    }
    return out;
  };
  const ForecastRows learn = [&](std::span<const RowId> training, std::span<const RowId> test) {
    const Table table = joined_table(problem, part(training));
    const auto model =
        learn_tree(table, static_cast<AttributeId>(table.columns() - 1), options, run);
    const auto asked = part(test);
    const auto each = forecast(model, joined_table(problem, asked), run);
    std::map<RowId, std::vector<double>> votes;
    for (std::size_t r = 0; r < asked.size(); ++r) {
      auto& own = votes[asked[r][0]];
      own.resize(count, 0.0);
      for (std::size_t c = 0; c < count; ++c) own[c] += each.probabilities[r * count + c];
    }
    Forecast out;
    for (const RowId row : test) {
      for (const double vote : votes[row]) out.probabilities.push_back(vote);
    }
    out.given = most_probable(out.probabilities, count);
    return out;
  };
  const std::vector<RowId> joined(targets.begin(), targets.end());
  return cross_validate(classes.labelled(joined), plan, learn, run).confusion.accuracy();
}

// The accuracy of the table with the class, which is the first, alone and with the others, by the
// same folds of its rows that join.
Compared compare(const std::string& folder, const Texts& names, const Texts& joins,
                 const std::string& cls, const Texts& columns) {
  const privet::Run run;
  std::vector<Table> tables;
  for (const auto& name : names) {
    const auto path = testing_support::shared_data(folder + "/" + name + ".csv");
    tables.push_back(read_plain_table({.path = path}, run).table);
  }
  const auto graph = join_graph(names, joins);
  const auto problem = join_problem(tables, graph, {0, cls}, chosen(names, columns), run);
  Compared out;
  out.sizes = join_sizes(problem, run);
  const FoldPlan plan{.folds = 5};
  const TreeOptions options = c45_options();
  const auto model = learn_join_tree(problem, options, run);
  out.joined = judge_join_tree(problem, model, options, plan, run).confusion.accuracy();
  out.materialised = materialised_accuracy(problem, options, plan);
  std::vector<AttributeId> own = problem.columns[0];
  own.push_back(problem.class_column);
  // Only rows that join: loans with a card, say, are better than others whatever else is known.
  std::set<RowId> joined;
  for (const auto& row : looked_up(problem)) joined.insert(row[0]);
  const Table target =
      tables[0].select_rows(std::vector<RowId>(joined.begin(), joined.end())).select_columns(own);
  out.alone = assess_tree(target, static_cast<AttributeId>(own.size() - 1), options, plan, run)
                  .confusion.accuracy();
  std::printf(
      "%s: join of %llu rows, %.1f times the cells of the tables; accuracy alone %.3f, over "
      "the join %.3f (%.3f if it is made)\n",
      folder.c_str(), static_cast<unsigned long long>(out.sizes.join_rows), out.sizes.blow_up(),
      out.alone, out.joined, out.materialised);
  return out;
}

TEST(JoinData, Berka) {
  PRIVET_NEED_DATA("berka/loan.csv");
  const auto found =
      compare("berka", {"loan", "account", "district", "order", "disp", "card"},
              {"loan.account_id=account.account_id", "account.district_id=district.A1",
               "account.account_id=order.account_id", "account.account_id=disp.account_id",
               "disp.disp_id=card.disp_id"},
              "status",
              {"loan.amount", "loan.duration", "loan.payments", "account.frequency", "district.A3",
               "district.A4", "district.A11", "district.A13", "order.bank_to", "order.amount",
               "order.k_symbol", "disp.type", "card.type"});
  EXPECT_EQ(found.sizes.rows[0], 682U);
  EXPECT_GT(found.sizes.join_rows, found.sizes.joined[0]);
  EXPECT_GT(found.joined, 0.5);
  EXPECT_DOUBLE_EQ(found.joined, found.materialised);
}

TEST(JoinData, BerkaWithoutCards) {
  PRIVET_NEED_DATA("berka/loan.csv");
  const auto found =
      compare("berka", {"loan", "account", "district", "order"},
              {"loan.account_id=account.account_id", "account.district_id=district.A1",
               "account.account_id=order.account_id"},
              "status",
              {"loan.amount", "loan.duration", "loan.payments", "account.frequency", "district.A3",
               "district.A11", "order.bank_to", "order.amount", "order.k_symbol"});
  EXPECT_EQ(found.sizes.joined[0], 682U);  // every loan has an account, and every account orders
  EXPECT_GT(found.joined, 0.5);
  // Worse than the loans alone, and truly so: a loan counts once for every order of its account, so
  // that pruning believes leaves of a single loan.
  EXPECT_DOUBLE_EQ(found.joined, found.materialised);
}

TEST(JoinData, Mutagenesis) {
  PRIVET_NEED_DATA("mutagenesis/molecule.csv");
  const Texts joins{"molecule.molecule_id=atom.molecule_id", "atom.atom_id=bond.atom_id"};
  const auto found =
      compare("mutagenesis", {"molecule", "atom", "bond"}, joins, "mutagenic",
              {"molecule.ind1", "molecule.logp", "molecule.lumo", "atom.element", "atom.atom_type",
               "atom.charge", "bond.bond_type", "bond.nb_element", "bond.nb_charge"});
  EXPECT_EQ(found.sizes.joined[0], 188U);
  EXPECT_EQ(found.sizes.join_rows, 10486U);  // as many as bonds
  EXPECT_GT(found.joined, 0.7);
  EXPECT_DOUBLE_EQ(found.joined, found.materialised);
}

}  // namespace
}  // namespace privet::mining
