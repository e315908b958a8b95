// SPDX-License-Identifier: Apache-2.0
// What a scenario acts on: a fresh folder, the program, the last run and what was there before it.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "tests/scenario/case_file.h"
#include "tests/scenario/process.h"

namespace privet::scenario {

// The case cannot run on this machine; the message says why.
class Skip : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class World {
 public:
  // `program`: the privet to run; `root`: the source tree, for copies of examples.
  World(std::filesystem::path program, std::filesystem::path root);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // Does one step that prepares or runs something; false if the verb is none of these.
  bool act(const Step& step);
  // A file of the case's folder.
  [[nodiscard]] std::filesystem::path path(const std::string& name) const;
  // Every file of the folder with its bytes, by name relative to it.
  [[nodiscard]] std::map<std::string, std::string> files() const;
  // The same as it was when the last run began.
  [[nodiscard]] const std::map<std::string, std::string>& before() const { return before_; }
  // Throws CaseError before the first run.
  [[nodiscard]] const Outcome& last() const;
  // If the last run warned, does the same from the same files with --json: a warning that the JSON
  // does not have, or why it cannot be told. The files are as before after that.
  [[nodiscard]] std::optional<std::string> untold_warning();

 private:
  void run(std::vector<std::string> words);
  void run_interrupted(const Step& step);
  void repeat(const Step& step) const;
  void copy(const Step& step) const;
  void mount(const Step& step);
  void need_data(const Step& step) const;
  void restore(const std::map<std::string, std::string>& files) const;
  [[nodiscard]] std::vector<std::string> words_of(std::string_view text) const;
  [[nodiscard]] std::string data_folder() const;

  std::filesystem::path program_;
  std::filesystem::path root_;
  std::filesystem::path temp_;
  std::filesystem::path folder_;
  std::filesystem::path mounted_;
  std::map<std::string, std::string> before_;
  std::optional<Outcome> last_;
  Command ran_;   // the last run
  Command next_;  // settings for the next run
};

}  // namespace privet::scenario
