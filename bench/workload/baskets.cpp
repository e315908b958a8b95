// SPDX-License-Identifier: Apache-2.0
// Times (h,k,p)-coherence on the thesis's two data sets: bench_baskets FOLDER
// [tree|border|connect], the folder with the FIMI files.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string>

#include "baskets/border_method.h"
#include "baskets/check.h"
#include "baskets/moles.h"
#include "baskets/prepare.h"
#include "baskets/suppression.h"
#include "tests/support/baskets_input.h"

namespace {

using namespace privet::baskets;

class Clock {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> time = now - start_;
    start_ = now;
    return time.count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void tree_method(const privet::Baskets& raw, const char* name, double share,
                 const Coherence& wanted, int choices) {
  const privet::Run run;
  for (int seed = 1; seed <= choices; ++seed) {
    const auto baskets = prepare_experiment(raw, share, static_cast<std::uint64_t>(seed));
    const auto kinds = item_kinds(baskets, {{"private:*"}, {"public:*"}});
    Clock clock;
    const auto moles = find_minimal_moles(baskets, kinds, wanted, run);
    const double find = clock.lap();
    if (!moles.eligibility.eligible) {
      fmt::print("{}: {}\n", name, moles.eligibility.why);
      return;
    }
    const auto tree = suppress_by_tree(baskets, moles, ItemLoss::Support, run);
    const double eliminate = clock.lap();
    const bool good =
        check_coherence(suppress(baskets, tree.items), kinds, wanted, 1, run).coherent;
    const double guard = clock.lap();
    const auto all = suppress_all_mole_items(baskets, kinds, moles, wanted, run);
    const double remove = clock.lap();
    const auto groups = suppress_for_groups(baskets, kinds, wanted, run);
    fmt::print(
        "{} {:.0f}% public h={} k={} p={} choice {}: {} minimal moles ({} by breach) in "
        "{:.2f} s; tree {:.2f}% lost in {:.2f} s; guard {} {:.2f} s; suppress-all {:.2f}% {:.2f} "
        "s; "
        "group "
        "{:.2f}% {:.2f} s\n",
        name, 100 * share, wanted.h, wanted.k, wanted.p, seed, moles.moles.size(),
        moles.breach_moles, find, 100 * loss_of_items(baskets, tree.items), eliminate, good, guard,
        100 * loss_of_items(baskets, all.items), remove, 100 * loss_of_items(baskets, groups.items),
        clock.lap());
  }
}

void nugget_border_only(const privet::Baskets& raw, double share) {
  const privet::Run run;
  Clock clock;
  const auto border = nugget_border(raw, privet::mining::support_of_share(share, raw.size()), run);
  const double find = clock.lap();
  const auto counts = border.count(privet::mining::kAnyLength, std::nullopt, run);
  fmt::print("connect nuggets at {:.0f}%: {} edges in {:.2f} s, {} nuggets in {:.2f} s\n",
             100 * share, border.edges(), find, to_text(counts.total()), clock.lap());
}

void border_cohesion(const privet::Baskets& raw, const char* name, std::size_t k, double share) {
  const privet::Run run;
  const ItemKinds kinds(raw.items(), ItemKind::Public);
  const Coherence wanted{1.0, k, kAnyPower};
  Clock clock;
  const auto result = suppress_by_border(
      raw, kinds, wanted, {privet::mining::support_of_share(share, raw.size())}, run);
  const double time = clock.lap();
  const bool good =
      check_coherence(suppress(raw, result.suppression.items), kinds, wanted, 1, run).coherent;
  fmt::print(
      "{} all public h=1 k={} any p, nuggets at {:.0f}%: {} nuggets, {:.1f}% lost; {} mole "
      "edges; {} items suppressed, {} free; {:.2f} s, guard {} {:.2f} s\n",
      name, k, 100 * share, to_text(result.nuggets_before), 100 * result.loss_of_nuggets(),
      result.mole_edges, result.suppression.items.size(), result.free_items, time, good,
      clock.lap());
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const std::string folder = argc > 1 ? argv[1] : "../shared/data/fimi";
  const auto retail = privet::testing_support::read_baskets(folder + "/retail.dat.gz");
  const auto connect = privet::testing_support::read_baskets(folder + "/connect.dat.gz");
  const std::string what = argc > 2 ? argv[2] : "all";
  if (what == "all" || what == "tree") {
    tree_method(retail, "retail", 0.2, {0.8, 20, 4}, 5);
    tree_method(connect, "connect", 0.4, {0.8, 100, 5}, 5);
    tree_method(connect, "connect", 0.4, {1.0, 100, 5}, 5);
  }
  if (what == "all" || what == "border") {
    for (const double share : {0.6, 0.5, 0.4}) nugget_border_only(connect, share);
    for (const double share : {0.05, 0.03, 0.02, 0.01}) {
      for (const std::size_t k : {10, 20, 30, 40, 50}) border_cohesion(retail, "retail", k, share);
    }
  }
  if (what == "connect") border_cohesion(connect, "connect", 50, 0.6);
  return 0;
}
