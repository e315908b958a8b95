// SPDX-License-Identifier: Apache-2.0
// A program started by us, with pipes to its standard input and output. It never outlives the
// object: the destructor ends it and waits for it.
// Threads: one at a time.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace privet::federation {

class ChildProcess {
 public:
  enum class Errors { Shown, Dropped };  // what becomes of its standard error
  // Throws Error{Internal} if the program cannot be started.
  ChildProcess(const std::string& program, const std::vector<std::string>& arguments,
               Errors errors = Errors::Shown);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] pid_t id() const { return id_; }
  // Adds to what is on its way to the standard input.
  void queue(std::span<const std::byte> bytes);
  // No more input: the child reads the end.
  void close_input();
  // What came from its standard output since the last call.
  [[nodiscard]] std::vector<std::byte> take_output();
  // Has its standard output ended?
  [[nodiscard]] bool ended() const { return output_ < 0; }
  // How it ended, in words ("ended by signal 9"), once it has.
  [[nodiscard]] std::optional<std::string> outcome();

  // Moves bytes for all children until something came or ended, or the time has passed.
  static void pump(std::span<const std::unique_ptr<ChildProcess>> children,
                   std::chrono::milliseconds limit);

 private:
  void write_some();
  void read_some();

  pid_t id_ = -1;
  int input_ = -1;
  int output_ = -1;
  std::vector<std::byte> queued_;
  std::size_t written_ = 0;
  bool close_when_written_ = false;
  std::vector<std::byte> received_;
  std::optional<int> status_;  // of waitpid
};

}  // namespace privet::federation
