// SPDX-License-Identifier: Apache-2.0
// What the terminal can do: how wide it is, whether it shows colour, and a line of progress that is
// drawn over itself.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace privet::cli {

// The columns of the terminal behind a descriptor: what COLUMNS says, else its window; nothing if
// neither says.
[[nodiscard]] std::optional<std::size_t> terminal_width(int descriptor);

// Only on a terminal that is not "dumb", and never where NO_COLOR is set to anything.
[[nodiscard]] bool wants_colour(int descriptor);

// Makes the views fit standard output. To be called once, before anything is shown.
void adopt_terminal();

// "partitioning 40%, about 3 s left", or "checking the release, 3 s" where there is no estimate
// (`fraction` below 0). `seconds`: since this stage began.
[[nodiscard]] std::string progress_text(std::string_view stage, double fraction, double seconds);

// One line on standard error that names what is going on. It is redrawn twice a second by a thread
// of its own, so that the seconds go on where a stage reports nothing for long.
class ProgressLine {
 public:
  ProgressLine() = default;
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update(std::string_view stage, double fraction);
  // Removes the line, until the next update.
  void hide();

 private:
  using Clock = std::chrono::steady_clock;
  void draw();  // with the mutex held
  void redraw_until_stopped();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::string stage_ = {};
  double fraction_ = -1;
  Clock::time_point began_ = {};
  Clock::time_point drawn_ = {};
  bool shown_ = false;
  bool stop_ = false;
  std::thread redraws_;
};

// Writes to standard error; silent if it is gone.
void talk(std::string_view text);

}  // namespace privet::cli
