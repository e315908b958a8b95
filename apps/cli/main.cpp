// SPDX-License-Identifier: Apache-2.0
// The privet program: finds the subcommand, runs it, and turns errors into messages and exit
// statuses.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/complete.h"
#include "apps/cli/help.h"
#include "apps/cli/parse.h"
#include "apps/cli/terminal.h"
#include "base/error.h"
#include "base/error_name.h"
#include "base/json.h"
#include "job/rehearsal/party_job.h"
#include "report/text/terminal_style.h"

namespace privet::cli {
namespace {

// How a run answers, kept for the case that it fails.
struct Answering {
  bool json = false;
  std::vector<std::string> warnings = {};  // so far
};

int report(const Error& error, const Answering& answering) {
  fmt::print(stderr, "{}: {}\n", painted("privet", Ink::Bad, wants_colour(STDERR_FILENO)),
             error.what());
  if (answering.json) {
    Json detail{{"code", error_name(error.code())}, {"message", error.message()}};
    const Place& place = error.place();
    if (!place.parameter.empty()) detail["parameter"] = place.parameter;
    if (!place.file.empty()) detail["file"] = place.file;
    if (place.line != 0) detail["line"] = place.line;
    if (place.column != 0) detail["column"] = place.column;
    try {
      Json answer{{"error", detail}};
      if (!answering.warnings.empty()) answer["warnings"] = answering.warnings;
      print_output(answer.dump(2) + "\n");
    } catch (const std::exception&) {
      return exit_status(error.code());  // the message is on standard error already
    }
  }
  return exit_status(error.code());
}

int dispatch(const std::vector<std::string>& words, Answering& answering) {
  const auto commands = all_commands();
  if (words.empty()) {
    print_output(first_steps());
    return 2;
  }
  if (words.front() == "--help" || words.front() == "-h") {
    print_output(overview(commands));
    return 0;
  }
  if (words.size() == 2 && (words[1] == "--help" || words[1] == "-h")) {
    const auto group = commands_of(commands, words.front());
    if (!group.empty()) {
      print_output(group_help(words.front(), group));
      return 0;
    }
  }
  if (words.front() == "--version") return dispatch({"version"}, answering);
  // Not for users: what shells ask while a line is typed.
  if (words.front() == "complete" && words.size() >= 2 && words[1] == "--") {
    print_output(completion_lines(complete(commands, {words.begin() + 2, words.end()})));
    return 0;
  }
  // Not for users: this is how a rehearsal starts its parties.
  if (words.front() == "party-run") {
    return job::run_party({.in = STDIN_FILENO, .out = STDOUT_FILENO, .stop = interrupted()});
  }
  const Invocation invocation = parse(commands, words);
  if (invocation.help) {
    print_output(help_text(*invocation.command, invocation.further));
    return 0;
  }
  const Settings& settings = invocation.settings;
  answering.json = settings.flag("json");
  Console console(answering.json, settings.flag("quiet"), settings.count("threads"));
  try {
    return invocation.command->run(settings, console);
  } catch (...) {
    answering.warnings = console.warnings();
    throw;
  }
}

}  // namespace
}  // namespace privet::cli

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  privet::cli::Answering answering;
  for (const auto& word : words) answering.json = answering.json || word == "--json";
  try {
    privet::cli::install_signals();
    privet::cli::adopt_terminal();
    return privet::cli::dispatch(words, answering);
  } catch (const privet::cli::ReaderGone&) {
    return 0;  // whoever read has had enough ("| head"): nothing failed
  } catch (const privet::Error& error) {
    return privet::cli::report(error, answering);
  } catch (const std::bad_alloc&) {
    return privet::cli::report({privet::ErrorCode::Input, "out of memory; nothing was written"},
                               answering);
  } catch (const std::exception& error) {
    return privet::cli::report(
        {privet::ErrorCode::Internal, fmt::format("internal error: {}", error.what())}, answering);
  }
}
