// SPDX-License-Identifier: Apache-2.0
#include "catalog/attribute_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"

namespace privet {
namespace {

// The place of a column among the quasi-identifiers.
std::size_t find_quasi(const std::string& column, std::string_view name, const Problem& problem,
                       const Place& place) {
  const AttributeId id = problem.table.require(column, fmt::format("--{}", name));
  const auto quasi = std::ranges::find(problem.quasi, id, &QuasiIdentifier::column);
  if (quasi == problem.quasi.end()) {
    throw Error(ErrorCode::Usage,
                fmt::format("column {} is not a quasi-identifier", quote_for_message(column)),
                place);
  }
  return static_cast<std::size_t>(quasi - problem.quasi.begin());
}

}  // namespace

std::vector<std::optional<double>> read_attribute_numbers(const Settings& settings,
                                                          std::string_view name,
                                                          const Problem& problem,
                                                          const NumberForm& form) {
  if (!settings.given(name)) return {};
  const Place place = settings.place(name);
  std::vector<std::optional<double>> out(problem.quasi.size());
  for (const auto& part : split_list(settings.text(name))) {
    const auto [column, number] = parse_named_number(part, form, place);
    auto& entry = out[find_quasi(column, name, problem, place)];
    if (entry) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} appears twice", quote_for_message(column)), place);
    }
    entry = number;
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
  const NumberForm form{.word = "LEVEL", .whole = true};
  for (const auto& number : read_attribute_numbers(settings, name, problem, form)) {
    auto& level = out.emplace_back();
    if (number) level = static_cast<std::size_t>(std::min(*number, 1e6));
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
                fmt::format("needs a time above 0 such as 10s, 500ms or 2m, not {}",
                            quote_for_message(text)),
                settings.place(name));
  }
  return *number * unit;
}

}  // namespace privet
