// SPDX-License-Identifier: Apache-2.0
// Runs the commands of experiments, several at a time, each in a process of its own: the program
// itself, as a user would start it.
// Idea: a point is one value of {x}. Its commands run one after another in a private folder that is
// removed afterwards; points run side by side, and series that look at the same answer share it.
// Answers are kept by what they come from (program, data, commands), so that a second run takes no
// time. Cost: the commands' own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "job/reproduce/experiment.h"

namespace privet::job {

// What {data} and {here} stand for, and where answers are kept (empty: nowhere).
struct PointPlaces {
  std::string program = "/proc/self/exe";
  std::string data = {};
  std::string cache = {};
};

struct PointTask {
  const Experiment* experiment = nullptr;
  const ExperimentSeries* series = nullptr;
  std::string x = {};
};

struct PointAnswer {
  std::optional<double> value = {};
  std::string problem = {};  // why there is no value; empty: there is one
  double seconds = 0;        // of all commands
  bool from_cache = false;
};

// The answers, in the order of the tasks. A command that fails is a problem of its point; only
// Ctrl-C ends the whole. `data_digest` stands for the content of the data an experiment reads.
[[nodiscard]] std::vector<PointAnswer> run_points(const std::vector<PointTask>& tasks,
                                                  const std::vector<std::string>& data_digests,
                                                  const PointPlaces& places, const Run& run);

// The number of a series in the answer of its last command. Throws JsonError if it is not there.
[[nodiscard]] double value_in(const ExperimentSeries& series, std::string_view answer,
                              double seconds);

}  // namespace privet::job
