// SPDX-License-Identifier: Apache-2.0
#include "base/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "base/names.h"

namespace privet {
namespace {

std::string bound_text(double bound) {
  return fmt::format("{}", bound);
}

[[noreturn]] void refuse(const Parameter& parameter, const std::string& problem,
                         const Place& place) {
  const bool flag = !place.parameter.empty();
  throw Error(ErrorCode::Usage, flag ? problem : fmt::format("{} {}", parameter.name, problem),
              place);
}

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<double> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value > (1ULL << 53U)) {
    return std::nullopt;
  }
  return static_cast<double>(value);
}

void check_range(const Parameter& parameter, double value, std::string_view text,
                 const Place& place) {
  if (value < parameter.min || (parameter.above_min && value == parameter.min)) {
    refuse(parameter,
           fmt::format("must be {} {}, not {}", parameter.above_min ? "above" : "at least",
                       bound_text(parameter.min), text),
           place);
  }
  if (value > parameter.max) {
    refuse(parameter, fmt::format("must be at most {}, not {}", bound_text(parameter.max), text),
           place);
  }
}

void check_value(const Parameter& parameter, const std::string& value, const Place& place) {
  switch (parameter.kind) {
    case ParameterKind::Count: {
      const auto number = parse_count(value);
      if (!number) {
        const auto real =
            parse_real(value);  // a negative or broken count is out of range rather than no number
        if (real && *real < parameter.min) check_range(parameter, *real, value, place);
        if (value.find_first_not_of("0123456789") == std::string::npos && !value.empty()) {
          refuse(parameter, fmt::format("{} is too large", value), place);
        }
        refuse(parameter, fmt::format("needs a whole number, not {}", quote_for_message(value)),
               place);
      }
      check_range(parameter, *number, value, place);
      return;
    }
    case ParameterKind::Real: {
      const auto number = parse_real(value);
      if (!number)
        refuse(parameter, fmt::format("needs a number, not {}", quote_for_message(value)), place);
      check_range(parameter, *number, value, place);
      return;
    }
    case ParameterKind::Choice: {
      const auto& choices = parameter.choices;
      for (const auto& [from, to] : parameter.renamed_choices) {
        if (value == from) refuse(parameter, fmt::format("{} is now called {}", from, to), place);
      }
      if (std::find(choices.begin(), choices.end(), value) == choices.end()) {
        refuse(parameter,
               fmt::format("must be one of {}, not {}", fmt::join(choices, ", "),
                           quote_for_message(value)),
               place);
      }
      return;
    }
    case ParameterKind::Columns:
      if (split_list(value).empty()) refuse(parameter, "needs at least one name", place);
      return;
    case ParameterKind::Column:
    case ParameterKind::File:
      if (value.empty()) refuse(parameter, "must not be empty", place);
      return;
    case ParameterKind::Flag:
      if (value != "true" && value != "false") {
        refuse(parameter, fmt::format("is true or false, not {}", quote_for_message(value)), place);
      }
      return;
    case ParameterKind::Text:
      return;
  }
}

}  // namespace

const Parameter* renamed_parameter(std::span<const Parameter> known, std::string_view name) {
  const auto it = std::find_if(known.begin(), known.end(), [&](const Parameter& parameter) {
    return !parameter.formerly.empty() && parameter.formerly == name;
  });
  return it == known.end() ? nullptr : &*it;
}

Settings::Settings(std::vector<Parameter> known) : known_(std::move(known)) {
  std::set<std::string_view> names;
  for (const auto& parameter : known_) PRIVET_CHECK(names.insert(parameter.name).second);
}

const Parameter* Settings::find(std::string_view name) const {
  const auto it = std::find_if(known_.begin(), known_.end(),
                               [&](const Parameter& parameter) { return parameter.name == name; });
  return it == known_.end() ? nullptr : &*it;
}

void Settings::add(std::string_view name, std::string value, const Place& place) {
  const Parameter* parameter = find(name);
  if (parameter == nullptr) {
    if (const Parameter* now = renamed_parameter(known_, name)) {
      throw Error(ErrorCode::Usage, fmt::format("{} is now called {}", name, now->name), place);
    }
    std::vector<std::string> names;
    for (const auto& known : known_) names.emplace_back(known.name);
    const auto near = nearest_name(name, names);
    throw Error(
        ErrorCode::Usage,
        fmt::format("there is no setting {}{}", quote_for_message(name),
                    near ? fmt::format("; did you mean {}?", quote_for_message(*near)) : ""),
        place);
  }
  check_value(*parameter, value, place);
  auto [it, fresh] = given_.try_emplace(std::string(name));
  if (!fresh && !parameter->repeatable) refuse(*parameter, "is given twice", place);
  if (fresh) it->second.place = place;
  if (parameter->kind == ParameterKind::Columns) {
    for (auto& piece : split_list(value)) it->second.values.push_back(std::move(piece));
  } else {
    it->second.values.push_back(std::move(value));
  }
}

void Settings::fill_from(const Settings& weaker) {
  for (const auto& [name, given] : weaker.given_) {
    if (find(name) != nullptr) given_.try_emplace(name, given);
  }
}

bool Settings::given(std::string_view name) const {
  return given_.contains(name);
}

bool Settings::has(std::string_view name) const {
  const Parameter* parameter = find(name);
  PRIVET_CHECK(parameter != nullptr);
  return given(name) || !parameter->default_text.empty();
}

Place Settings::place(std::string_view name) const {
  const auto it = given_.find(name);
  return it == given_.end() ? Place{.parameter = fmt::format("--{}", name)} : it->second.place;
}

std::string Settings::text(std::string_view name) const {
  PRIVET_CHECK(has(name));
  const auto it = given_.find(name);
  return it == given_.end() ? std::string(find(name)->default_text) : it->second.values.front();
}

bool Settings::flag(std::string_view name) const {
  return has(name) && text(name) == "true";
}

std::size_t Settings::count(std::string_view name) const {
  return static_cast<std::size_t>(parse_count(text(name)).value());
}

double Settings::real(std::string_view name) const {
  return parse_real(text(name)).value();
}

std::vector<std::string> Settings::list(std::string_view name) const {
  PRIVET_CHECK(find(name) != nullptr);
  const auto it = given_.find(name);
  if (it != given_.end()) return it->second.values;
  return split_list(find(name)->default_text);
}

std::vector<std::string> split_list(std::string_view text, char separator) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    if (end > 0) out.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace privet
