// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "report/text/numbers.h"
#include "report/text/terminal_style.h"
#include "report/text/unicode.h"

namespace privet::cli {
namespace {

constexpr auto kRedraw = std::chrono::milliseconds(500);
constexpr auto kLeastPause = std::chrono::milliseconds(100);

// Whole seconds below a minute: the line is redrawn, and finer ones would only flicker.
std::string whole_seconds(double seconds) {
  return format_seconds(std::max(1.0, std::round(seconds)));
}

}  // namespace

std::optional<std::size_t> terminal_width(int descriptor) {
  if (const char* text = std::getenv("COLUMNS"); text != nullptr) {
    std::size_t columns = 0;
    const char* end = text + std::strlen(text);
    const auto [rest, error] = std::from_chars(text, end, columns);
    if (error == std::errc() && rest == end && columns > 0) return columns;
  }
  winsize window{};
  if (::ioctl(descriptor, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return std::nullopt;
  return window.ws_col;
}

bool wants_colour(int descriptor) {
  const char* none = std::getenv("NO_COLOR");
  if (none != nullptr && *none != '\0') return false;
  const char* terminal = std::getenv("TERM");
  if (terminal == nullptr || std::strcmp(terminal, "dumb") == 0) return false;
  return ::isatty(descriptor) == 1;
}

void adopt_terminal() {
  TextStyle style;
  if (const auto width = terminal_width(STDOUT_FILENO)) {
    style.width = std::max(*width, kMinTextWidth);
  }
  style.colour = wants_colour(STDOUT_FILENO);
  set_terminal_style(style);
}

std::string progress_text(std::string_view stage, double fraction, double seconds) {
  // Before these the guess would jump about.
  constexpr double kLeastFraction = 0.02;
  constexpr double kLeastSeconds = 1;
  if (fraction < 0) {
    return seconds < kLeastSeconds ? fmt::format("{} ...", stage)
                                   : fmt::format("{}, {}", stage, whole_seconds(seconds));
  }
  std::string out = fmt::format("{} {:3.0f}%", stage, std::min(fraction, 1.0) * 100);
  if (fraction >= kLeastFraction && fraction < 1 && seconds >= kLeastSeconds) {
    out += fmt::format(", about {} left", whole_seconds(seconds * (1 - fraction) / fraction));
  }
  return out;
}

void talk(std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(STDERR_FILENO, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return;  // nothing useful can be done when standard error itself is gone
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

ProgressLine::~ProgressLine() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  if (redraws_.joinable()) redraws_.join();
}

void ProgressLine::update(std::string_view stage, double fraction) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  const bool next = stage != stage_;
  if (next) {
    stage_ = stage;
    began_ = now;
  }
  fraction_ = fraction;
  // A new stage is shown at once: it may be the last we hear for long.
  if (next || !shown_ || now - drawn_ >= kLeastPause) draw();
  if (!redraws_.joinable()) redraws_ = std::thread([this] { redraw_until_stopped(); });
}

void ProgressLine::hide() {
  const std::lock_guard lock(mutex_);
  if (shown_) talk("\r\x1b[K");
  shown_ = false;
}

void ProgressLine::draw() {
  drawn_ = Clock::now();
  shown_ = true;
  const double seconds = std::chrono::duration<double>(drawn_ - began_).count();
  // A line that wraps could not be drawn over.
  const std::size_t width = terminal_width(STDERR_FILENO).value_or(80);
  const std::string text = progress_text(stage_, fraction_, seconds);
  talk(fmt::format("\r\x1b[K{}", truncate_to_width(text, std::max<std::size_t>(width, 2) - 1)));
}

void ProgressLine::redraw_until_stopped() {
  sigset_t all;  // Ctrl-C is for the thread that works
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  std::unique_lock lock(mutex_);
  while (!stop_) {
    wake_.wait_for(lock, kRedraw);
    if (!stop_ && shown_ && Clock::now() - drawn_ >= kRedraw) draw();
  }
}

}  // namespace privet::cli
