// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/names.h"
#include "party/toml_internal.h"

namespace privet::party {

namespace {

// toml++ makes a table within a table for each dot of a key and bounds them nowhere: enough of them
// exhaust the stack.
void check_dots(std::string_view text, const std::string& path) {
  constexpr std::ptrdiff_t kMostDots = 10'000;
  if (std::ranges::count(text, '.') > kMostDots) {
    throw Error(ErrorCode::Input, fmt::format("it has more than {} dots", kMostDots),
                {.file = path});
  }
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& path) {
  check_dots(text, path);
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& problem) {
    const auto& begin = problem.source().begin;
    throw Error(ErrorCode::Input, fmt::format("this is not TOML: {}", problem.description()),
                {.file = path, .line = begin.line, .column = begin.column});
  }
}

Place toml_place(const toml::node& node, const std::string& path) {
  const auto& begin = node.source().begin;
  return {.file = path, .line = begin.line, .column = begin.column};
}

std::string toml_scalar(const toml::node& node, const std::string& path) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
  if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  throw Error(ErrorCode::Input, "a text, a number or true or false is wanted here",
              toml_place(node, path));
}

void TomlTable::refuse(const toml::node& node, const std::string& message) const {
  throw Error(ErrorCode::Input, message, toml_place(node, path_));
}

const toml::node* TomlTable::find(std::string_view key) {
  asked_.emplace(key);
  return table_.get(key);
}

std::optional<std::string> TomlTable::text(std::string_view key) {
  const auto* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_string()) refuse(*node, fmt::format("{} must be a text in quotes", key));
  return node->as_string()->get();
}

std::string TomlTable::required(std::string_view key) {
  if (auto found = text(key)) return *std::move(found);
  throw Error(ErrorCode::Input, fmt::format("{} is missing in {}", key, what_),
              toml_place(table_, path_));
}

std::optional<std::uint64_t> TomlTable::count(std::string_view key, std::uint64_t least,
                                              std::uint64_t most) {
  const auto* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto* whole = node->as_integer();
  if (whole == nullptr || whole->get() < 0 || static_cast<std::uint64_t>(whole->get()) < least ||
      static_cast<std::uint64_t>(whole->get()) > most) {
    refuse(*node, fmt::format("{} must be a whole number from {} to {}", key, least, most));
  }
  return static_cast<std::uint64_t>(whole->get());
}

std::optional<bool> TomlTable::flag(std::string_view key) {
  const auto* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_boolean()) refuse(*node, fmt::format("{} must be true or false", key));
  return node->as_boolean()->get();
}

std::optional<std::vector<std::string>> TomlTable::list(std::string_view key) {
  const auto* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto* items = node->as_array();
  if (items == nullptr) refuse(*node, fmt::format("{} must be a list of texts", key));
  std::vector<std::string> out;
  for (const auto& item : *items) {
    if (!item.is_string()) refuse(item, fmt::format("{} must be a list of texts", key));
    out.push_back(item.as_string()->get());
  }
  return out;
}

std::optional<TomlTable> TomlTable::table(std::string_view key) {
  const auto* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_table()) refuse(*node, fmt::format("{} must be a table with keys", key));
  return TomlTable(*node->as_table(), path_, fmt::format("[{}]", key));
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) {
  std::vector<TomlTable> out;
  const auto* node = find(key);
  if (node == nullptr) return out;
  if (!node->is_array()) refuse(*node, fmt::format("{} must be a list of tables", key));
  for (const auto& item : *node->as_array()) {
    if (!item.is_table()) refuse(item, fmt::format("{} must be a list of tables", key));
    out.emplace_back(*item.as_table(), path_, fmt::format("a {}", key));
  }
  return out;
}

std::vector<std::string> TomlTable::keys() const {
  std::vector<std::string> out;
  for (const auto& [key, node] : table_) out.emplace_back(key.str());
  return out;
}

Place TomlTable::place(std::string_view key) const {
  const auto* node = table_.get(key);
  return toml_place(node == nullptr ? static_cast<const toml::node&>(table_) : *node, path_);
}

void TomlTable::done() const {
  for (const auto& [key, node] : table_) {
    if (asked_.contains(key.str())) continue;
    const std::vector<std::string> known(asked_.begin(), asked_.end());
    const auto near = nearest_name(key.str(), known);
    refuse(node,
           fmt::format("{} has no key {}{}", what_, quote_for_message(key.str()),
                       near ? fmt::format("; did you mean {}?", quote_for_message(*near)) : ""));
  }
}

}  // namespace privet::party
