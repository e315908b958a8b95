// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

#include "apps/cli/terminal.h"
#include "base/error.h"
#include "base/json.h"
#include "report/text/terminal_style.h"

namespace privet::cli {
namespace {

std::atomic<bool> stop_wanted{false};
std::atomic<bool> hangup{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int /*number*/) {
  stop_wanted.store(true, std::memory_order_relaxed);
}

void on_hangup(int /*number*/) {
  hangup.store(true, std::memory_order_relaxed);
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

// The line without the marks that make it bold or coloured.
std::string without_ink(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto end = line[i] == '\x1b' ? line.find('m', i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      out += line[i];
    } else {
      i = end;
    }
  }
  return out;
}

// Sentences broken at spaces where the window ends. Indented lines are tables, which fit already.
std::string fitted(std::string_view text) {
  const auto width = terminal_width(STDOUT_FILENO);
  if (!width || *width < kMinTextWidth) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::string shown = without_ink(line);
    if (shown.starts_with(' ') || shown.size() <= *width) {
      out += line;
    } else {
      out += fmt::format("{}", fmt::join(wrap_text(line, *width), "\n"));
    }
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
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

void catch_hangup() {
  struct sigaction action{};
  action.sa_handler = on_hangup;
  sigaction(SIGHUP, &action, nullptr);
}

bool hung_up() {
  return hangup.exchange(false, std::memory_order_relaxed);
}

// Progress is drawn on a terminal only; warnings are kept for the JSON answer too.
class Console::Terminal : public Observer {
 public:
  explicit Terminal(bool quiet) : draw_(!quiet && ::isatty(STDERR_FILENO) == 1), quiet_(quiet) {}
  // Draws nothing and hands everything on.
  explicit Terminal(Observer& other) : draw_(false), quiet_(true), other_(&other) {}

  void progress(std::string_view stage, double fraction) override {
    if (other_ != nullptr) other_->progress(stage, fraction);
    if (draw_) line_.update(stage, fraction);
  }

  void warn(std::string_view message) override {
    warnings_.emplace_back(message);
    if (other_ != nullptr) other_->warn(message);
    if (quiet_) return;
    clear();
    talk(fmt::format("privet: {}: {}\n",
                     painted("warning", Ink::Warning, wants_colour(STDERR_FILENO)), message));
  }

  void clear() { line_.hide(); }

  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  bool draw_;
  bool quiet_;
  Observer* other_ = nullptr;
  ProgressLine line_;
  std::vector<std::string> warnings_;
};

Console::Console(bool json, bool quiet, std::size_t threads)
    : json_(json),
      quiet_(quiet),
      terminal_(std::make_unique<Terminal>(quiet)),
      run_(std::make_unique<Run>(terminal_.get(), &stop_wanted, threads)) {}

Console::Console(Answer& answer, Observer& observer, const std::atomic<bool>& stop,
                 std::size_t threads)
    : json_(true),
      quiet_(true),
      kept_(&answer),
      terminal_(std::make_unique<Terminal>(observer)),
      run_(std::make_unique<Run>(terminal_.get(), &stop, threads)) {}

Console::~Console() {
  terminal_->clear();
}

const std::vector<std::string>& Console::warnings() const {
  return terminal_->warnings();
}

void Console::settle() {
  terminal_->clear();
}

void Console::say(std::string_view text) {
  if (kept_ != nullptr) kept_->text += text;
  if (json_) return;
  terminal_->clear();
  if (!output_claimed_) {
    write_all(STDOUT_FILENO, fitted(text));
  } else if (!quiet_) {
    talk(text);
  }
}

void Console::answer(const Json& object) {
  if (!json_) return;
  terminal_->clear();
  Json told = object;
  if (told.is_object() && !told.contains("warnings") && !warnings().empty()) {
    told["warnings"] = warnings();
  }
  // Bytes that are not UTF-8 become U+FFFD: JSON cannot carry them.
  if (kept_ != nullptr) {
    kept_->json = told.dump();
  } else {
    write_all(STDOUT_FILENO, told.dump(2) + "\n");
  }
}

void Console::answer(const std::function<void(const Sink&)>& write) {
  if (!json_) return;
  terminal_->clear();
  write([&](std::string_view text) {
    if (kept_ != nullptr) {
      kept_->json += text;
    } else {
      write_all(STDOUT_FILENO, text);
    }
  });
}

void Console::claim_output() {
  if (json_ && kept_ == nullptr) {
    throw Error(ErrorCode::Usage,
                "both the output and the JSON answer would go to standard output; name a file for "
                "the output",
                {.parameter = "--json"});
  }
  output_claimed_ = true;
}

void Console::write(std::string_view bytes) {
  if (kept_ != nullptr) {
    kept_->bytes += bytes;
    return;
  }
  write_all(STDOUT_FILENO, bytes);
}

void Console::warn(std::string_view message) {
  terminal_->warn(message);
}

}  // namespace privet::cli
