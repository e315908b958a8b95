// SPDX-License-Identifier: Apache-2.0
// A party that only pretends, for tests of who gives up on it: it says hello, beats for four
// seconds as its argument (the first, if it is the first party) tells, and then fails with a word
// of its own.
//   waits     uses no processor time and moves nothing
//   computes  uses a tenth of the processor
//   sends     moves a byte now and then
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "federation/rehearsal/control.h"

namespace {

using namespace privet::federation;

void say(const std::vector<std::byte>& bytes) {
  std::size_t written = 0;
  while (written < bytes.size()) {
    const auto count = ::write(STDOUT_FILENO, bytes.data() + written, bytes.size() - written);
    if (count <= 0) std::_Exit(1);
    written += static_cast<std::size_t>(count);
  }
}

Assignment hear_assignment() {
  std::array<std::byte, 4096> buffer;
  for (MessageReader reader;;) {
    if (const auto message = reader.take()) return decode_assignment(message->bytes);
    const auto count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count <= 0) std::_Exit(1);
    reader.feed(std::span(buffer).first(static_cast<std::size_t>(count)));
  }
}

}  // namespace

int main(int argc, char** argv) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const auto own = static_cast<int>(hear_assignment().own);
  const std::string_view does = own + 1 < argc ? argv[own + 1] : "waits";
  say(encode(Hello{"no certificate", 1}));
  Beat beat{"pretending", 0, 0};
  for (int i = 0; i < 20; ++i) {
    say(encode(beat));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    if (does == "computes") beat.processor += 20;
    if (does == "sends") beat.moved += 1;
  }
  say(encode(Failure{privet::ErrorCode::Infeasible, "came to its end"}));
  return 0;
}
