// SPDX-License-Identifier: Apache-2.0
// Runs scenario files: scenario_runner --program PRIVET --root SOURCES CASE...
// Exit 0: all as written; 1: not, and each difference was printed; 2: a case or the call is wrong;
// 77: skipped, saying why.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/scenario/case_file.h"
#include "tests/scenario/expect.h"
#include "tests/scenario/process.h"
#include "tests/scenario/world.h"

namespace privet::scenario {
namespace {

constexpr int kSkipped = 77;

class CaseRun {
 public:
  CaseRun(const std::string& program, const std::string& root, std::string file)
      : world_(program, root), file_(std::move(file)) {}

  int run() {
    const std::vector<Step> steps = parse_case(read_bytes(file_));
    for (std::size_t i = 0; i < steps.size(); ++i) {
      line_ = steps[i].line;
      do_step(steps[i]);
      if (steps[i].verb.starts_with("run") || steps[i].verb == "shell") after_run(steps, i);
    }
    if (runs_ == 0) throw CaseError("the case runs nothing");
    return failures_ == 0 ? 0 : 1;
  }
  [[nodiscard]] std::size_t line() const { return line_; }

 private:
  void do_step(const Step& step) {
    if (world_.act(step)) {
      if (step.must_fail) throw CaseError("only an expectation can be turned round with !");
      return;
    }
    const std::optional<std::string> complaint = unmet(step, world_);
    if (complaint && !step.must_fail) {
      report(step, *complaint);
    } else if (!complaint && step.must_fail) {
      report(step, "it holds, and must not");
    }
  }

  // A run that says nothing of its exit status must end well, and every run must end.
  void after_run(const std::vector<Step>& steps, std::size_t i) {
    ++runs_;
    if (world_.last().timed_out) report(steps[i], "it did not end in time and was killed");
    if (steps[i].verb == "run") {
      if (const auto untold = world_.untold_warning()) report(steps[i], *untold);
    }
    const int status = world_.last().status;
    if (steps[i].verb == "run-sigint-after" && (status == 0 || status == 128 + SIGINT)) {
      report(steps[i], "it never stopped by itself in the middle: it ended before, or was killed");
    }
    for (std::size_t j = i + 1; j < steps.size() && !steps[j].verb.starts_with("run"); ++j) {
      if (steps[j].verb == "exit" && !steps[j].must_fail) return;
      if (steps[j].verb == "shell") break;
    }
    if (const auto complaint = unmet(Step{.verb = "exit", .rest = "0"}, world_)) {
      report(steps[i], *complaint);
    }
  }

  void report(const Step& step, const std::string& complaint) {
    ++failures_;
    fmt::print(stderr, "{}:{}: {} {}\n  {}\n", file_, step.line, step.verb, step.rest, complaint);
  }

  World world_;
  std::string file_;
  std::size_t line_ = 0;
  int runs_ = 0;
  int failures_ = 0;
};

int run_case(const std::string& program, const std::string& root, const std::string& file) {
  CaseRun run(program, root, file);
  try {
    return run.run();
  } catch (const Skip& skip) {
    fmt::print("{}: skipped: {}\n", file, skip.what());
    return kSkipped;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}:{}: {}\n", file, run.line(), error.what());
    return 2;
  }
}

int run_all(const std::vector<std::string>& arguments) {
  if (arguments.size() < 5 || arguments[0] != "--program" || arguments[2] != "--root") {
    fmt::print(stderr, "usage: scenario_runner --program PRIVET --root SOURCES CASE...\n");
    return 2;
  }
  const std::string program = std::filesystem::absolute(arguments[1]).string();
  const std::string root = std::filesystem::absolute(arguments[3]).string();
  int worst = 0;
  for (std::size_t i = 4; i < arguments.size(); ++i) {
    const int result = run_case(program, root, arguments[i]);
    const bool worse = worst == 0 || worst == kSkipped || (worst == 1 && result == 2);
    if (result != 0 && worse) worst = result;
  }
  return worst;
}

}  // namespace
}  // namespace privet::scenario

int main(int argc, char** argv) {
  try {
    return privet::scenario::run_all({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "scenario_runner: {}\n", error.what());
    return 2;
  }
}
