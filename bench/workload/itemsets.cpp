// SPDX-License-Identifier: Apache-2.0
// Times frequent, closed and maximal itemsets: bench_itemsets FOLDER, the folder with the FIMI
// files.
#include <fmt/format.h>

#include <chrono>
#include <string>

#include "mining/rules/itemsets.h"
#include "tests/support/baskets_input.h"

namespace {

using privet::mining::ItemsetKind;

struct Case {
  const char* file;
  double share;
  ItemsetKind kind;
};

void measure(const std::string& folder, const Case& one) {
  const privet::Run run;
  const auto baskets = privet::testing_support::read_baskets(folder + "/" + one.file);
  const auto support = privet::mining::support_of_share(one.share, baskets.size());
  const auto start = std::chrono::steady_clock::now();
  const auto found =
      privet::mining::mine_itemsets(baskets, {support, privet::mining::kAnyLength, one.kind}, run);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  std::size_t items = 0;
  for (std::size_t i = 0; i < found.size(); ++i) items += found.items(i).size();
  const char* kinds[] = {"frequent", "closed", "maximal"};
  fmt::print("{:28} {:6.2f}% {:9} {:10} sets {:10} items {:7.2f} s\n", one.file, 100 * one.share,
             kinds[static_cast<int>(one.kind)], found.size(), items, time.count());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "../shared/data/fimi";
  for (const auto kind : {ItemsetKind::Frequent, ItemsetKind::Closed, ItemsetKind::Maximal}) {
    measure(folder, {"retail.dat.gz", 0.001, kind});
    measure(folder, {"chess.dat.gz", 0.6, kind});
    measure(folder, {"T10I4D100K.dat.gz", 0.001, kind});
    measure(folder, {"accidents_first15k.dat.gz", 0.4, kind});
  }
  for (const double share : {0.6, 0.5, 0.4}) {
    measure(folder, {"connect.dat.gz", share, ItemsetKind::Maximal});
  }
  return 0;
}
