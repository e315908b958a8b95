// SPDX-License-Identifier: Apache-2.0
// Reading of the TOML files that people write for a party: every key is known or refused with its
// place. Private to party/.
#pragma once

#include <toml++/toml.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace privet::party {

// Throws Error{Input} with line and column.
[[nodiscard]] toml::table parse_toml(std::string_view text, const std::string& path);
[[nodiscard]] Place toml_place(const toml::node& node, const std::string& path);
// A text, a whole number, a number or true/false as text, as settings take it.
[[nodiscard]] std::string toml_scalar(const toml::node& node, const std::string& path);

// A table of keys, each of which is asked for once; done() refuses those that nobody asked for.
class TomlTable {
 public:
  TomlTable(const toml::table& table, std::string path, std::string what)
      : table_(table), path_(std::move(path)), what_(std::move(what)) {}

  [[nodiscard]] const toml::node* find(std::string_view key);
  [[nodiscard]] std::optional<std::string> text(std::string_view key);
  [[nodiscard]] std::string required(std::string_view key);
  [[nodiscard]] std::optional<std::uint64_t> count(std::string_view key, std::uint64_t least,
                                                   std::uint64_t most);
  [[nodiscard]] std::optional<bool> flag(std::string_view key);
  [[nodiscard]] std::optional<std::vector<std::string>> list(std::string_view key);
  // A table inside; nothing if it is not there.
  [[nodiscard]] std::optional<TomlTable> table(std::string_view key);
  [[nodiscard]] std::vector<TomlTable> tables(std::string_view key);
  // Its keys in the order of the file's library, for tables whose keys are names.
  [[nodiscard]] std::vector<std::string> keys() const;
  [[nodiscard]] Place place(std::string_view key) const;
  [[nodiscard]] const std::string& path() const { return path_; }
  void done() const;

 private:
  [[noreturn]] void refuse(const toml::node& node, const std::string& message) const;

  const toml::table& table_;
  std::string path_;
  std::string what_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace privet::party
