// SPDX-License-Identifier: Apache-2.0
// Times the plain miners on real data sets: wall and processor seconds, reading excluded.
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "data/csv/read_csv.h"
#include "mining/bayes/bayes.h"
#include "mining/distance/kmeans.h"
#include "mining/distance/outliers.h"
#include "mining/regression/cox.h"
#include "mining/tree/tree.h"

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

void measure_distances(const Table& letter, const Run& run) {
  std::vector<privet::AttributeId> columns;
  std::vector<std::string> names;
  for (privet::AttributeId c = 0; c < letter.columns(); ++c) {
    if (letter.column(c).name == "lettr") continue;
    columns.push_back(c);
    names.push_back(letter.column(c).name);
  }
  const auto points = mining::points_of(letter, columns);
  constexpr std::size_t kLetters = 26;
  measure("kmeans letter, k = 26", [&] {
    const auto start = mining::starting_centers(points, kLetters, 1);
    const auto found = mining::cluster(points, start, names, {}, run);
    return fmt::format("{} rounds", found.model.iterations);
  });
  for (const double distance : {4.0, 8.0, 12.0}) {
    measure(fmt::format("outliers letter, D = {}", distance), [&] {
      const auto found = mining::find_outliers(points, {0.95, distance, {}}, run);
      return fmt::format("{} outliers", found.size());
    });
  }
}

struct CoxNames {
  std::string time;
  std::string event;
  std::vector<std::string> columns;
  std::vector<std::string> factors = {};
};

void measure_cox(const std::string& name, const Table& table, const CoxNames& names,
                 const Run& run) {
  mining::CoxColumns wanted;
  wanted.time = table.require(names.time, "--time");
  wanted.event = table.require(names.event, "--event");
  for (const auto& column : names.columns) {
    wanted.columns.push_back(table.require(column, "--columns"));
  }
  for (const auto& column : names.factors) {
    wanted.factors.push_back(table.require(column, "--factors"));
  }
  measure(name, [&] {
    const auto model = mining::learn_cox(mining::cox_data(table, wanted), {}, run);
    return fmt::format("log-likelihood {:.6f}", model.loglik);
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
  const Table adult = read("adult/adult_train.csv.gz");
  measure("bayes adult, 10 folds", [&] {
    const auto id = adult.require("income", "--class");
    return fmt::format("accuracy {:.4f}",
                       mining::cross_validate_bayes(adult, id, 0, 10, 1, run).accuracy());
  });
  measure_distances(read("letter/letter.csv"), run);
  measure_cox("cox nwtco", read("survival/nwtco.csv"),
              {"edrel", "rel", {"stage", "histol", "age"}, {"stage", "histol"}}, run);
  measure_cox("cox rossi", read("survival/rossi.csv"),
              {"week", "arrest", {"fin", "age", "race", "wexp", "mar", "paro", "prio"}}, run);
  return 0;
}
