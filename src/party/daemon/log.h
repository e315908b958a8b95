// SPDX-License-Identifier: Apache-2.0
// The daemon's log: one JSON object a line, for the journal. Never a value of anybody's data.
// Threads: any.
#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <string_view>

#include "base/json.h"
#include "party/config.h"

namespace privet::party {

class Log {
 public:
  explicit Log(std::function<void(std::string_view line)> sink) : sink_(std::move(sink)) {}
  void set_level(LogLevel level);
  // What nobody can be told any more, at the lowest level.
  void say_failed(std::string_view event, const std::exception& error) noexcept;
  void say(LogLevel level, std::string_view event, const Json& facts = Json::object());

 private:
  std::mutex mutex_;
  LogLevel level_ = LogLevel::Info;
  std::function<void(std::string_view line)> sink_;
};

}  // namespace privet::party
