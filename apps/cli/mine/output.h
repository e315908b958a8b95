// SPDX-License-Identifier: Apache-2.0
// What the learners' commands share: standard output where a file can go there, and how an outcome
// is shown.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <string>

#include "apps/cli/console.h"
#include "job/mining/mining_input.h"

namespace privet::cli {

// Before the run: if a file is to go to standard output, texts go to standard error.
inline void claim_output(Console& console,
                         std::initializer_list<std::optional<std::string>> files) {
  for (const auto& file : files) {
    if (file == "-") console.claim_output();
  }
}

// After the run: where the model and the report are.
inline void say_files(Console& console, const job::ModelFiles& files) {
  if (files.save && files.save != "-") {
    console.say(fmt::format("The model is {}.\n", *files.save));
  }
  if (files.report && files.report != "-") {
    console.say(fmt::format("The report is {}.\n", *files.report));
  }
}

// Runs a learner's job and shows what it found, as JSON or as text; the model and the page are
// where the options say.
template <class Options, class Job, class Form, class Text>
int mine_and_show(Console& console, const Options& options, const Job& job, const Form& json,
                  const Text& text) {
  claim_output(console, {options.files.save, options.files.report});
  const auto found = job(options, console.run());
  console.write(found.standard_output);
  if (console.json()) {
    console.answer(json(found));
  } else {
    console.say(text(found));
  }
  say_files(console, options.files);
  return 0;
}

}  // namespace privet::cli
