// SPDX-License-Identifier: Apache-2.0
// What a subcommand has of the outside world: standard output for its answer, standard error for
// talk, the run.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/run.h"
#include "base/sink.h"

namespace privet::cli {

// Thrown when the reader of standard output has gone away: the program ends quietly.
class ReaderGone : public std::exception {};

// What a command answered to a program that called it instead of a person.
struct Answer {
  std::string json = {};   // the one JSON object; empty: none
  std::string text = {};   // what it would have said
  std::string bytes = {};  // what would have gone to standard output as data
};

class Console {
 public:
  // `json`: answers are one JSON object on standard output, and say() is silent.
  Console(bool json, bool quiet, std::size_t threads);
  // Prints nothing: all goes to `answer`, which must outlive this, as must `observer` and `stop`.
  // Commands find that JSON is asked for; data and the JSON are kept apart.
  Console(Answer& answer, Observer& observer, const std::atomic<bool>& stop, std::size_t threads);
  ~Console();
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  [[nodiscard]] bool json() const { return json_; }
  // Whether a person is there who can be asked.
  [[nodiscard]] bool asks() const { return kept_ == nullptr; }
  [[nodiscard]] const Run& run() const { return *run_; }

  // Text for people. Goes to standard output, or to standard error once the output stream carries
  // data.
  void say(std::string_view text);
  // The one JSON object of this command; what the run warned of is added as "warnings".
  void answer(const Json& object);
  // The same, written piece by piece with its line end; warnings are the writer's affair.
  void answer(const std::function<void(const Sink&)>& write);
  // Raw bytes for standard output (`-o -`); from then on say() talks to standard error.
  // Error{Usage} with --json.
  void claim_output();
  void write(std::string_view bytes);
  void warn(std::string_view message);
  // What the run warned of so far, also with --quiet.
  [[nodiscard]] const std::vector<std::string>& warnings() const;
  // Removes a progress line still standing on the terminal.
  void settle();

 private:
  class Terminal;
  bool json_;
  bool quiet_;
  bool output_claimed_ = false;
  Answer* kept_ = nullptr;  // null: what is said is printed
  std::unique_ptr<Terminal> terminal_;
  std::unique_ptr<Run> run_;
};

// Writes to standard output at once. Throws Error{Output}.
void print_output(std::string_view text);

// From here on SIGINT, SIGTERM and SIGHUP set interrupted() instead of ending the process.
void install_signals();
[[nodiscard]] const std::atomic<bool>& interrupted();
// From here on SIGHUP only makes the next hung_up() true, once.
void catch_hangup();
[[nodiscard]] bool hung_up();

}  // namespace privet::cli
