// SPDX-License-Identifier: Apache-2.0
// Times the plain miners on real data sets: wall and processor seconds, reading excluded.
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>

#include "data/read_csv.h"
#include "mining/tree.h"

namespace {

using privet::Run;
using privet::Table;
namespace mining = privet::mining;

void measure(const std::string& name, const std::function<std::string()>& work) {
  const auto wall = std::chrono::steady_clock::now();
  const std::clock_t processor = std::clock();
  const std::string result = work();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - wall;
  fmt::print("{:<28} {:8.3f} s wall {:8.3f} s cpu   {}\n", name, seconds.count(),
             static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC, result);
}

void measure_tree(const std::string& name, const Table& table, const std::string& cls,
                  const mining::TreeOptions& options, const Run& run) {
  const auto id = table.require(cls, "--class");
  measure(name, [&] {
    const auto model = mining::learn_tree(table, id, options, run);
    return fmt::format("{} nodes, depth {}", model.nodes.size(), model.depth());
  });
}

}  // namespace

int main(int count, char** words) {
  const std::filesystem::path data = count > 1 ? words[1] : "../shared/data";
  const Run run;
  const auto read = [&](const std::string& file) {
    return privet::read_csv((data / file).string(), {}, run).table;
  };
  const Table cover = read("covertype/covertype_ramp_sample_92962.csv.gz");
  measure_tree("tree covertype c45", cover, "Cover_Type", mining::c45_options(), run);
  auto by_gain = mining::c45_options();
  by_gain.criterion = mining::Criterion::Gain;
  measure_tree("tree covertype c45 gain", cover, "Cover_Type", by_gain, run);
  measure_tree("tree mushroom id3", read("mushroom/mushroom.csv"), "class", mining::id3_options(),
               run);
  measure_tree("tree car id3", read("car/car.csv"), "class", mining::id3_options(), run);
  measure_tree("tree nursery id3", read("nursery/nursery.csv"), "class", mining::id3_options(),
               run);
  return 0;
}
