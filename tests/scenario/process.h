// SPDX-License-Identifier: Apache-2.0
// Runs one program with a bounded wait and collects what it printed.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace privet::scenario {

struct Command {
  std::vector<std::string> words;                       // words[0] is the program's path
  std::filesystem::path folder;                         // where it runs
  std::filesystem::path input;                          // its standard input; empty: none
  std::map<std::string, std::string> environment = {};  // in addition to ours
  std::chrono::milliseconds timeout{60000};
  std::optional<std::chrono::milliseconds> interrupt_after = {};  // sends SIGINT then
  std::optional<std::size_t> max_file_size = {};                  // writing beyond fails with EFBIG
};

struct Outcome {
  int status = 0;  // the exit status, or 128 + the signal that ended it
  bool timed_out = false;
  bool interrupted = false;  // SIGINT was sent before the program ended by itself
  std::string out;
  std::string err;
};

// `captures` is a folder for the two output files. Whatever is left of the program and its children
// after the timeout is killed. Throws std::runtime_error where the program cannot be started.
[[nodiscard]] Outcome run_command(const Command& command, const std::filesystem::path& captures);

[[nodiscard]] std::string read_bytes(const std::filesystem::path& file);
void write_bytes(const std::filesystem::path& file, const std::string& bytes);

// Puts a file system of `bytes` at the empty folder `where`, visible to this process and its
// children only. False, with `why`, where the machine does not permit it.
[[nodiscard]] bool mount_small(const std::filesystem::path& where, std::size_t bytes,
                               std::string& why);

}  // namespace privet::scenario
