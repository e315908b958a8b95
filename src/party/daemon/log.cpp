// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/log.h"

#include <array>

#include "party/words.h"

namespace privet::party {

void Log::set_level(LogLevel level) {
  const std::scoped_lock lock(mutex_);
  level_ = level;
}

void Log::say(LogLevel level, std::string_view event, const Json& facts) {
  constexpr std::array<std::string_view, 4> kLevels{"error", "warn", "info", "debug"};
  const std::scoped_lock lock(mutex_);
  if (level > level_ || !sink_) return;
  Json line{{"time", time_text(seconds_now())},
            {"level", kLevels.at(static_cast<std::size_t>(level))},
            {"event", event}};
  line.update(facts);
  sink_(line.dump() + "\n");
}

void Log::say_failed(std::string_view event, const std::exception& error) noexcept {
  try {
    say(LogLevel::Debug, event, {{"reason", error.what()}});
  } catch (const std::exception&) {
    return;  // nothing is left to be said
  }
}

}  // namespace privet::party
