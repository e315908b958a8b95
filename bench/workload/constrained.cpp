// SPDX-License-Identifier: Apache-2.0
// Greedy k-member clustering on census data, with and without generalization boundaries: the tree
// of points against a scan of all records, which must give the same clusters. Arguments: FOLDER of
// the shared data sets, then the number of records (default 30000; the scan is left out above
// 30000).
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "anonymize/classes/boundary_groups.h"
#include "anonymize/cluster/greedy_clusters.h"
#include "anonymize/cluster/k_member.h"
#include "anonymize/cluster/point_tree.h"
#include "base/error.h"
#include "data/csv/read_csv.h"
#include "hierarchy/read_arx.h"
#include "privacy/k_anonymity.h"
#include "quality/information_loss.h"
#include "tests/support/scan_seeker.h"

namespace {

using privet::BoundHierarchy;
using privet::Problem;
using privet::Recoding;
using privet::RowId;

constexpr std::size_t kScanLimit = 30000;

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The first records, over and over where more are wanted than there are.
privet::Table take(const privet::Table& table, std::size_t records) {
  std::vector<RowId> rows(records);
  for (std::size_t r = 0; r < records; ++r) rows[r] = static_cast<RowId>(r % table.rows());
  return table.select_rows(rows);
}

// All quasi-identifiers of the file with their hierarchies; country and age bounded if asked.
std::vector<BoundHierarchy> hierarchies(const privet::Table& table, const std::string& folder,
                                        bool bounded) {
  std::vector<BoundHierarchy> out;
  for (const auto& column : table.all()) {
    privet::Hierarchy tree =
        privet::read_arx(folder + "/adult/hierarchies_arx/adult_hierarchy_" + column.name + ".csv");
    if (bounded && column.name == "native-country") tree = tree.with_max_level(1);
    if (bounded && column.name == "age") tree = tree.with_max_level(3);
    out.push_back(privet::bind(tree, column, ""));
  }
  return out;
}

Problem make_problem(const privet::Table& table, const std::vector<BoundHierarchy>& trees,
                     const privet::PrivacyModel* model) {
  Problem out{table, {}, {}, {model}, 0.05};
  for (std::size_t i = 0; i < trees.size(); ++i) {
    out.quasi.push_back({static_cast<privet::AttributeId>(i), &trees[i]});
  }
  return out;
}

// The classes that a scan of all records gives, group after group, and how long it takes.
double scan(const Problem& problem, const privet::Run& run,
            std::vector<std::vector<RowId>>& classes) {
  return seconds([&] {
    const auto orders = privet::make_orders(problem);
    const privet::RecordSpace space(problem, orders, run);
    const privet::BoundaryGroups groups(problem, run);
    for (const std::size_t g : groups.kept()) {
      privet::testing_support::ScanSeeker seeker(space, groups.rows(g));
      auto more = privet::greedy_clusters(space, groups.rows(g), seeker, [](std::size_t) {});
      std::move(more.begin(), more.end(), std::back_inserter(classes));
    }
  });
}

bool same(const Recoding& recoding, const std::vector<std::vector<RowId>>& classes) {
  for (std::size_t c = 0; c < classes.size(); ++c) {
    for (const RowId row : classes[c]) {
      if (recoding.class_of[row] != c) return false;
    }
  }
  return classes.size() == recoding.classes();
}

int run_all(const std::string& folder, std::size_t records) {
  const privet::Run run;
  const privet::Table table =
      take(privet::read_csv(folder + "/adult/arx_adult_30162.csv.gz", {}, run).table, records);
  const auto model = privet::make_k_anonymity(5);
  int wrong = 0;
  for (const bool bounded : {false, true}) {
    const auto trees = hierarchies(table, folder, bounded);
    const Problem problem = make_problem(table, trees, model.get());
    const auto method = bounded ? privet::make_constrained() : privet::make_k_member();
    Recoding recoding;
    const double tree = seconds([&] { recoding = method->search(problem, run); });
    privet::RecodingContext context{table, {}};
    for (const auto& hierarchy : trees) context.hierarchies.push_back(&hierarchy);
    fmt::print("{:<12} {} records, k = 5: {:.2f} s, {} classes, {} suppressed, loss {:.0f}",
               bounded ? "constrained" : "kmember", records, tree, recoding.classes(),
               recoding.suppressed(), privet::information_loss(recoding, context));
    if (records <= kScanLimit) {
      std::vector<std::vector<RowId>> classes;
      const double plain = scan(problem, run, classes);
      const bool equal = same(recoding, classes);
      fmt::print("; scan {:.2f} s ({:.1f} times), {}", plain, plain / tree,
                 equal ? "same clusters" : "OTHER CLUSTERS");
      wrong += equal ? 0 : 1;
    }
    fmt::print("\n");
  }
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: constrained_workload FOLDER [RECORDS]\n");
    return 2;
  }
  try {
    return run_all(argv[1], argc > 2 ? std::stoul(argv[2]) : 30000);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
