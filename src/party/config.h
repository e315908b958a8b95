// SPDX-License-Identifier: Apache-2.0
// The config file of a party: where it listens, how its jobs run, and its tables.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/formats/open_table.h"

namespace privet::party {

enum class LogLevel : std::uint8_t { Error, Warn, Info, Debug };

// A table as it is registered; nothing of it is read yet.
struct TableEntry {
  std::string name;
  TableSource file = {};                     // of the party's file system...
  std::optional<std::string> postgres = {};  // ... or a connection string, and
  std::string query = {};                    // what is asked there
  std::chrono::seconds limit{45};            // for the whole reading there
  std::vector<std::string> columns = {};     // that jobs may use; empty: all
};

struct Config {
  std::string name;
  std::string listen_host;
  std::uint16_t listen_port = 0;
  std::string address_host;
  std::uint16_t address_port = 0;
  std::size_t at_once = 2;
  std::size_t threads = 1;
  std::chrono::milliseconds meeting{60'000};
  std::chrono::milliseconds message{600'000};
  std::chrono::milliseconds running{std::chrono::hours(24)};
  std::chrono::milliseconds silence{30'000};
  std::chrono::seconds decision{std::chrono::hours(24 * 7)};
  LogLevel log = LogLevel::Info;
  std::optional<std::uint16_t> http_port = {};  // nothing: no HTTP interface
  std::vector<TableEntry> tables = {};

  [[nodiscard]] const TableEntry* table(std::string_view table_name) const;
};

// Throw Error{Input} with line and column.
[[nodiscard]] Config parse_config(std::string_view text, const std::string& path);
[[nodiscard]] Config read_config(const std::string& path);

// "host:port", "[::1]:port". Throws Error{Usage} for anything else.
struct HostPort {
  std::string host;
  std::uint16_t port = 0;
};
[[nodiscard]] HostPort parse_address(std::string_view text);

}  // namespace privet::party
