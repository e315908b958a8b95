// SPDX-License-Identifier: Apache-2.0
#include "catalog/attribute_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"

namespace privet {
namespace {

// "age=5" -> the place of age among the quasi-identifiers, and "5".
std::pair<std::size_t, std::string> name_and_number(const std::string& part, std::string_view name,
                                                    const Problem& problem, const Place& place) {
  const auto equals = part.rfind('=');
  if (equals == std::string::npos || equals == 0) {
    throw Error(ErrorCode::Usage, fmt::format("needs COLUMN=NUMBER, not {}", shown(part)), place);
  }
  const std::string column = part.substr(0, equals);
  const AttributeId id = problem.table.require(column, fmt::format("--{}", name));
  const auto quasi = std::find_if(problem.quasi.begin(), problem.quasi.end(),
                                  [&](const QuasiIdentifier& q) { return q.column == id; });
  if (quasi == problem.quasi.end()) {
    throw Error(ErrorCode::Usage, fmt::format("column {} is no quasi-identifier", shown(column)),
                place);
  }
  return {static_cast<std::size_t>(quasi - problem.quasi.begin()), part.substr(equals + 1)};
}

}  // namespace

std::vector<std::optional<double>> read_attribute_numbers(const Settings& settings,
                                                          std::string_view name,
                                                          const Problem& problem) {
  if (!settings.given(name)) return {};
  const Place place = settings.place(name);
  std::vector<std::optional<double>> out(problem.quasi.size());
  for (const auto& part : split_list(settings.text(name))) {
    const auto [at, text] = name_and_number(part, name, problem, place);
    const auto number = parse_number(text);
    if (!number || *number < 0) {
      throw Error(ErrorCode::Usage,
                  fmt::format("needs a number of at least 0, not {}", shown(text)), place);
    }
    if (out[at]) {
      throw Error(ErrorCode::Usage, fmt::format("{} names a column twice", shown(part)), place);
    }
    out[at] = *number;
  }
  return out;
}

std::vector<double> read_weights(const Settings& settings, std::string_view name,
                                 const Problem& problem) {
  std::vector<double> out;
  for (const auto& weight : read_attribute_numbers(settings, name, problem)) {
    out.push_back(weight.value_or(1));
  }
  if (!out.empty() && *std::max_element(out.begin(), out.end()) <= 0) {
    throw Error(ErrorCode::Usage, "one weight must be above 0", settings.place(name));
  }
  return out;
}

std::vector<std::optional<std::size_t>> read_level_numbers(const Settings& settings,
                                                           std::string_view name,
                                                           const Problem& problem) {
  std::vector<std::optional<std::size_t>> out;
  for (const auto& number : read_attribute_numbers(settings, name, problem)) {
    auto& level = out.emplace_back();
    if (!number) continue;
    level = static_cast<std::size_t>(std::min(*number, 1e6));
    if (static_cast<double>(*level) != std::min(*number, 1e6)) {
      throw Error(ErrorCode::Usage, "a level is a whole number", settings.place(name));
    }
  }
  return out;
}

std::optional<double> read_seconds(const Settings& settings, std::string_view name) {
  if (!settings.given(name)) return std::nullopt;
  constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
      {{"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}}};  // "ms" before "s" and "m"
  const std::string text = settings.text(name);
  std::string_view digits = text;
  double unit = 1;
  for (const auto& [suffix, seconds] : kUnits) {
    if (!digits.ends_with(suffix)) continue;
    digits.remove_suffix(suffix.size());
    unit = seconds;
    break;
  }
  const auto number = parse_number(digits);
  if (!number || *number <= 0) {
    throw Error(ErrorCode::Usage,
                fmt::format("needs a time above 0 such as 10s, 500ms or 2m, not {}", shown(text)),
                settings.place(name));
  }
  return *number * unit;
}

}  // namespace privet
