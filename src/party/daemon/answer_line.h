// SPDX-License-Identifier: Apache-2.0
// One line that another party has opened: its first letter, and what follows from it.
#pragma once

#include <memory>
#include <string>

#include "net/stream.h"
#include "party/daemon/state.h"

namespace privet::party {

struct AnsweredLine {
  std::unique_ptr<net::Stream> stream;
  std::string certificate;  // that the caller showed
};

// Never throws: what goes wrong is the caller's affair and stands in the log.
void answer_line(State& state, AnsweredLine& line) noexcept;

}  // namespace privet::party
