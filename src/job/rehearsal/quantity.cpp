// SPDX-License-Identifier: Apache-2.0
#include "job/rehearsal/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace privet::job {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

double quantity(const Settings& settings, std::string_view name, std::span<const Unit> units) {
  const auto text = settings.text(name);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, text.data() + text.size());
  const auto known = std::ranges::find(units, unit, &Unit::name);
  if (problem != std::errc() || known == units.end() || !(value >= 0) || value > 1e9) {
    std::vector<std::string_view> names;
    for (const auto& one : units) names.push_back(one.name);
    throw Error(ErrorCode::Usage,
                fmt::format("needs a number and a unit ({}), as in 15{}, not {}",
                            fmt::join(names, ", "), units.front().name, quote_for_message(text)),
                settings.place(name));
  }
  return value * known->factor;
}

}  // namespace

std::chrono::microseconds delay_of(const Settings& settings, std::string_view name) {
  static constexpr std::array<Unit, 3> kTimes{{{"ms", 1e3}, {"us", 1}, {"s", 1e6}}};
  return std::chrono::microseconds(static_cast<std::int64_t>(quantity(settings, name, kTimes)));
}

double bandwidth_of(const Settings& settings, std::string_view name) {
  static constexpr std::array<Unit, 3> kRates{{{"mbit", 1e6}, {"kbit", 1e3}, {"gbit", 1e9}}};
  const double out = quantity(settings, name, kRates);
  if (out == 0) throw Error(ErrorCode::Usage, "must be above 0", settings.place(name));
  return out;
}

}  // namespace privet::job
