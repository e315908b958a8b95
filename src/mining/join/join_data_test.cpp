// SPDX-License-Identifier: Apache-2.0
// Real tables: what the others add to the one with the class. The joins are never made.
#include <gtest/gtest.h>

#include "data/formats/open_table.h"
#include "mining/join/join_tree.h"
#include "mining/tree/tree.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

using Texts = std::vector<std::string>;

struct Compared {
  double alone = 0;
  double joined = 0;
  JoinSizes sizes;
};

std::vector<TableColumn> chosen(const Texts& names, const Texts& columns) {
  std::vector<TableColumn> out;
  for (const auto& column : columns) out.push_back(parse_table_column(column, names, ""));
  return out;
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
  std::vector<AttributeId> own = problem.columns[0];
  own.push_back(problem.class_column);
  const Table target = tables[0].select_columns(own);
  out.alone = assess_tree(target, static_cast<AttributeId>(own.size() - 1), options, plan, run)
                  .confusion.accuracy();
  std::printf(
      "%s: join of %llu rows, %.1f times the cells of the tables; accuracy alone %.3f, over "
      "the join %.3f\n",
      folder.c_str(), static_cast<unsigned long long>(out.sizes.join_rows), out.sizes.blow_up(),
      out.alone, out.joined);
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
  // Loans of accounts with a card are nearly all good; what other tables add must not hurt.
  EXPECT_GT(found.joined, 0.5);
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
}

}  // namespace
}  // namespace privet::mining
