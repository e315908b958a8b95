// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string>

#include "base/error.h"
#include "base/json.h"

namespace privet::cli {
namespace {

std::atomic<bool> stop_wanted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int /*number*/) {
  stop_wanted.store(true, std::memory_order_relaxed);
}

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      // Whoever read our output has had enough ("| head"): that is not a fault, and nobody is left
      // to read a message.
      if (errno == EPIPE) throw ReaderGone();
      throw Error(ErrorCode::Output,
                  fmt::format("standard output cannot be written: {}", std::strerror(errno)));
    }
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

}  // namespace

void print_output(std::string_view text) {
  write_all(STDOUT_FILENO, text);
}

void install_signals() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
  // A closed pipe and a limit on file sizes are errors of write(), not a silent death.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

const std::atomic<bool>& interrupted() {
  return stop_wanted;
}

// Progress is drawn over itself on one line, at most ten times a second, and only on a terminal.
class Console::Terminal : public Observer {
 public:
  explicit Terminal(bool quiet) : draw_(!quiet && ::isatty(STDERR_FILENO) == 1), quiet_(quiet) {}

  void progress(std::string_view stage, double fraction) override {
    if (!draw_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    line(fraction < 0 ? fmt::format("{} ...", stage)
                      : fmt::format("{} {:3.0f}%", stage, fraction * 100));
    drawn_ = true;
  }

  void warn(std::string_view message) override {
    if (quiet_) return;
    clear();
    talk(fmt::format("privet: warning: {}\n", message));
  }

  void clear() {
    if (drawn_) line("");
    drawn_ = false;
  }

  static void talk(std::string_view text) {
    // Nothing useful can be done when standard error itself is gone.
    try {
      write_all(STDERR_FILENO, text);
    } catch (const std::exception&) {
      return;
    }
  }

 private:
  static void line(std::string_view text) { talk(fmt::format("\r\x1b[K{}", text)); }

  bool draw_;
  bool quiet_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Console::Console(bool json, bool quiet, std::size_t threads)
    : json_(json),
      quiet_(quiet),
      terminal_(std::make_unique<Terminal>(quiet)),
      run_(std::make_unique<Run>(terminal_.get(), &stop_wanted, threads)) {}

Console::~Console() {
  terminal_->clear();
}

void Console::settle() {
  terminal_->clear();
}

void Console::say(std::string_view text) {
  if (json_) return;
  terminal_->clear();
  if (!output_claimed_) {
    write_all(STDOUT_FILENO, text);
  } else if (!quiet_) {
    Terminal::talk(text);
  }
}

void Console::answer(const Json& object) {
  if (!json_) return;
  terminal_->clear();
  // Bytes that are not UTF-8 become U+FFFD: JSON cannot carry them.
  write_all(STDOUT_FILENO, object.dump(2) + "\n");
}

void Console::claim_output() {
  if (json_) {
    throw Error(ErrorCode::Usage,
                "both the output and the JSON answer would go to standard output; name a file for "
                "the output",
                {.parameter = "--json"});
  }
  output_claimed_ = true;
}

void Console::write(std::string_view bytes) {
  write_all(STDOUT_FILENO, bytes);
}

void Console::warn(std::string_view message) {
  terminal_->warn(message);
}

}  // namespace privet::cli
