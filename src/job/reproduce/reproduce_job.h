// SPDX-License-Identifier: Apache-2.0
// privet reproduce: the tables and figures of the papers run again, beside the printed numbers.
// Idea: every experiment is a text file (experiment.h) under a folder of them; its points run as
// commands (run_points.h), and two things are checked: our numbers against those we expect, and
// the verdict that the file claims against the printed numbers.
// Reference: those that the experiments name. Cost: the commands' own.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "job/reproduce/experiment.h"
#include "job/reproduce/run_points.h"

namespace privet::job {

// One point, with what it is compared with.
struct ReproducedPoint {
  std::string x = {};
  std::optional<double> printed = {};
  std::optional<double> expected = {};
  PointAnswer ours = {};
  bool as_expected = true;
};

struct ReproducedSeries {
  std::string name = {};
  std::vector<ReproducedPoint> points = {};
  // With growth: the slope of the logarithm of the number against that of x; not a number unless
  // two points have both.
  double printed_slope = 0;
  double our_slope = 0;
};

enum class ReproduceStatus {
  Done,          // as expected, and the claimed verdict holds
  Unexpected,    // a number of ours is not the expected one
  WrongClaim,    // the file says that it agrees, or that a statement holds, and it does not (or the
                 // reverse)
  NoData,        // a data set is not there: not run
  CannotRepeat,  // by the file: nothing to run
  Listed,        // only listed
};

struct ReproducedExperiment {
  Experiment experiment = {};
  ReproduceStatus status = ReproduceStatus::Listed;
  std::vector<std::string> missing = {};     // files of data
  std::vector<std::string> other_data = {};  // files whose content is not the one tried here
  std::vector<ReproducedSeries> series = {};
  std::vector<CheckedClaim> claims = {};
  double largest_gap = 0;  // relative, of the printed numbers to ours; or of slopes
};

struct ReproduceOutcome {
  std::string data = {};
  bool small = false;
  std::vector<ReproducedExperiment> experiments = {};
  std::vector<std::string> pages = {};   // written
  std::string machine = {};              // this one: processor and memory
  std::vector<DataSource> sources = {};  // what the experiments read
  [[nodiscard]] bool all_hold() const;
};

// The finished pages: file name below the output folder, and text.
using ReproducePages =
    std::function<std::vector<std::pair<std::string, std::string>>(const ReproduceOutcome&)>;

struct ReproduceOptions {
  std::vector<std::string> names = {};  // "all", a folder ("001") or an experiment ("001/fig-22")
  std::string data = {};
  std::string experiments = {};  // the folder of their files
  std::optional<std::string> output = {};
  bool small = false;
  bool list = false;
  ReproducePages pages = {};
};

[[nodiscard]] std::vector<Parameter> reproduce_parameters();
[[nodiscard]] std::vector<Parameter> reproduce_list_parameters();
[[nodiscard]] ReproduceOptions reproduce_options(const Settings& settings);
// Throws Error{Usage} for a name that no experiment has, Error{Input} for a bad file.
[[nodiscard]] ReproduceOutcome run_reproduce(const ReproduceOptions& options, const Run& run);

// Fills in what is compared; for run_reproduce and tests.
void judge(ReproducedExperiment& result, bool small);

}  // namespace privet::job
