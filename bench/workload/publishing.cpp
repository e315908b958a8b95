// SPDX-License-Identifier: Apache-2.0
// Partitioning with different privacy models, and the risk report, on tables of people.
// Usage: generate_people 1000000 1 > people.csv; publishing_workload people.csv [people10m.csv ...]
// Every search runs three times, the fastest counts. The ratio is to k-anonymity alone in the same
// run; the memory is the largest the process ever had.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "anonymize/mondrian/mondrian.h"
#include "catalog/catalog.h"
#include "data/formats/open_table.h"
#include "data/group_rows.h"
#include "job/risk/risk_job.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"
#include "privacy/l_entropy.h"
#include "privacy/t_closeness.h"

namespace {

using namespace privet;

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double fastest(const std::function<void()>& work) {
  double best = seconds(work);
  for (int i = 0; i < 2; ++i) best = std::min(best, seconds(work));
  return best;
}

double megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// Everything but the occupation is quasi; the occupation is sensitive.
void measure(const std::string& path, const Run& run) {
  Table table;
  const double read = seconds([&] { table = read_table({.path = path}, run).table; });
  const AttributeId sensitive = table.require("occupation", "");
  ModelContext context;
  context.records = table.rows();
  context.sensitive.push_back(count_attribute(table.column(sensitive), nullptr));
  // Texts have no order of their own; any will do here.
  auto& order = context.sensitive.back().order;
  order.resize(context.sensitive.back().counts.size());
  std::iota(order.begin(), order.end(), ValueId{0});
  Problem problem{table, {}, {}, {}};
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (c != sensitive) problem.quasi.push_back({c});
  }
  fmt::print("{}: {} records, {} quasi-identifiers, read in {:.2f} s\n", path, table.rows(),
             problem.quasi.size(), read);
  const auto k = make_k_anonymity(5);
  const auto distinct = make_l_distinct(3, context);
  const auto entropy = make_l_entropy(2.5, context);
  const auto equal = make_t_closeness(0.3, TDistance::Equal, context);
  const auto ordered = make_t_closeness(0.2, TDistance::Ordered, context);
  double alone = 0;
  const auto search = [&](const char* name, const PrivacyModel* model) {
    problem.models = {k.get()};
    problem.sensitive.clear();
    if (model != nullptr) {
      problem.models.push_back(model);
      problem.sensitive = {sensitive};
    }
    std::size_t classes = 0;
    const double time =
        fastest([&] { classes = make_mondrian({})->search(problem, run).classes(); });
    if (model == nullptr) alone = time;
    fmt::print("  {:<24} {:7.3f} s  {:5.2f}x  {:>9} classes\n", name, time, time / alone, classes);
  };
  search("k = 5", nullptr);
  search("and 3 different values", distinct.get());
  search("and entropy 2.5", entropy.get());
  search("and t = 0.3, equal", equal.get());
  search("and t = 0.2, ordered", ordered.get());
  table = Table();
  job::RiskOptions options{.input = path};
  options.table.quasi = {"sex",       "age",     "race",      "marital",
                         "education", "country", "workclass", "income"};
  options.table.sensitive = {"occupation"};
  options.parameters = {{"k", {"5"}}, {"l-distinct", {"3"}}};
  const double risk = fastest([&] { (void)job::run_risk(options, builtin_catalog(), run); });
  fmt::print("  {:<24} {:7.3f} s  with reading\n", "risk report", risk);
  fmt::print("  {:<24} {:7.0f} MB\n", "memory at most", megabytes());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: publishing_workload PEOPLE.csv...\n");
    return 2;
  }
  const Run run;
  for (int i = 1; i < argc; ++i) measure(argv[i], run);
  return 0;
}
