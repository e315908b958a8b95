// SPDX-License-Identifier: Apache-2.0
// The main program of a benchmark between parties: the names on the command line choose what runs
// (all without any), and `tls` among them joins the parties by TLS instead of plain TCP.
#pragma once

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include "tests/support/many_parties.h"

namespace privet::bench {

struct Benchmark {
  std::string_view name;
  std::function<void(testing_support::Line)> run;
};

inline void run_chosen(int argc, char** argv, const std::vector<Benchmark>& all) {
  using testing_support::Line;
  const std::vector<std::string_view> names(argv + 1, argv + argc);
  const auto asked = [&](std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  const Line line = asked("tls") ? Line::Tls : Line::Tcp;
  const bool every = names.empty() || (names.size() == 1 && asked("tls"));
  for (const auto& benchmark : all) {
    if (every || asked(benchmark.name)) benchmark.run(line);
  }
}

}  // namespace privet::bench
