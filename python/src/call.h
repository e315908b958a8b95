// SPDX-License-Identifier: Apache-2.0
// Runs a command of the privet program inside Python.
// Idea: the command works in a thread of its own while the one that called waits without the
// interpreter's lock. Ten times a second that one takes the lock for a moment: it lets Python
// handle its signals, so that Ctrl-C stops the command (and whatever it was writing is not there),
// and hands on how far the command is.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/console.h"
#include "apps/cli/parse.h"

namespace privet::python {

struct Called {
  int status = 0;  // 0 done, 1 the answer is no
  cli::Answer answer = {};
  std::vector<std::string> warnings = {};
};

// What is done with the checked settings of a command; returns its status.
using Work = std::function<int(const cli::Invocation&, cli::Console&)>;

// `words` as on a command line, without "privet". `progress` is None or takes (stage, fraction).
// Throws what the command throws, or what Python raised meanwhile.
[[nodiscard]] Called call(const std::vector<std::string>& words, const pybind11::object& progress,
                          const Work& work);
// What is said to people, as a text of Python: names of files and cells in it may hold bytes that
// are not UTF-8, which are shown as U+FFFD.
[[nodiscard]] pybind11::str shown_text(std::string_view text);
// The same of names and cells, in which such bytes are kept as Python keeps those of file names.
[[nodiscard]] pybind11::str kept_text(std::string_view text);
[[nodiscard]] pybind11::list shown_texts(const std::vector<std::string>& texts);

// (status, JSON, text, bytes, warnings), of which Python makes a Result.
[[nodiscard]] pybind11::tuple called_tuple(const Called& called);
// The command's own work.
[[nodiscard]] Called call(const std::vector<std::string>& words, const pybind11::object& progress);

}  // namespace privet::python
