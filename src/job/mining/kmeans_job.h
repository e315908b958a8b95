// SPDX-License-Identifier: Apache-2.0
// privet mine kmeans: groups the rows of a table around k centers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "job/mining/mining_input.h"
#include "mining/distance/kmeans.h"

namespace privet::job {

// Rows, or a sample of them, in the plane.
struct ClusterPicture {
  std::string x_label = {};
  std::string y_label = {};
  mining::Matrix points = {};                // two columns
  std::vector<std::uint32_t> clusters = {};  // of each point
  mining::Matrix centers = {};
  std::optional<double> share = {};  // of the variance, where these are principal components
};

struct MineKMeansOutcome {
  MinedFrom from = {};
  mining::Clustering clustering = {};
  double silhouette = 0;            // of a sample, where there are many rows
  std::size_t silhouette_rows = 0;  // fewer than all: a sample
  double spread = 0;                // sum of the (squared) distances to the centers
  std::size_t starts = 1;           // this is the best of that many
  mining::KMeansScale scale = mining::KMeansScale::None;
  ClusterPicture picture = {};       // for the page
  std::string standard_output = {};  // for --save - and --report -
};

struct MineKMeansOptions {
  MiningInput input = {};
  std::optional<std::size_t> k = {};  // that many rows chosen by the seed are the first centers...
  std::optional<TableSource> centers = {};  // ...or the rows of this table; k must be their number
  mining::KMeansOptions kmeans = {};
  mining::KMeansScale scale = mining::KMeansScale::None;
  std::vector<std::string> picture = {};  // two columns; empty: the first two principal components
  std::uint64_t seed = 1;
  std::size_t starts = 10;  // from different rows; the best is kept. With `centers` there is one
  ModelFiles files = {};
  std::function<std::string(const MineKMeansOutcome&)> page = {};  // of files.report
};

[[nodiscard]] std::vector<Parameter> mine_kmeans_parameters();
[[nodiscard]] MineKMeansOptions mine_kmeans_options(const Settings& settings);
[[nodiscard]] MineKMeansOutcome run_mine_kmeans(const MineKMeansOptions& options, const Run& run);

}  // namespace privet::job
